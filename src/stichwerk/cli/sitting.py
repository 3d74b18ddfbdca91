"""One player at the table with bots: the loop of questions, moves and news."""

from collections.abc import Mapping

from rich.text import Text

from stichwerk.cli import help_text
from stichwerk.cli.faces import Faces
from stichwerk.cli.hints import drawn_hint
from stichwerk.cli.keyboard import Keyboard
from stichwerk.cli.narration import Teller
from stichwerk.cli.output import Screen, Thinking
from stichwerk.cli.sheet_screen import score_sheet
from stichwerk.cli.table_screen import drawn
from stichwerk.cli.typed import Question, read_move
from stichwerk.cli.words import in_every_language
from stichwerk.errors import BadNotation, IllegalMove
from stichwerk.games.moves import bid_of, cards_of
from stichwerk.games.texts import ENGLISH
from stichwerk.games.view import Refusal
from stichwerk.kernel.rng import Rng
from stichwerk.play.bot_player import BotPlayer
from stichwerk.play.hints import hints
from stichwerk.play.match import Match
from stichwerk.play.notation import notation

#: The player's seat.
YOU = 0
_LOG_LINES = 30


class Sitting:
    """A game from the first deal to its end. ``bots`` by seat; ``generator`` is what hints are made with."""

    def __init__(
        self,
        match: Match,
        bots: Mapping[int, BotPlayer],
        generator: Rng,
        console: Screen,
        keyboard: Keyboard,
        language: str = ENGLISH,
    ) -> None:
        self.match, self.bots, self.generator = match, bots, generator
        self.console, self.keyboard = console, keyboard
        self.teller = Teller(match.game, match.names, YOU, language)
        self.words = self.teller.words
        self._told = 0  # the news begin at this event

    def play(self) -> None:
        """Play to the end; `Quit` comes out of it when the player leaves."""
        while True:
            self._bots_move()
            if self.match.waiting:
                self._your_move()
            else:
                self._round_over()
                if self.match.finished:
                    return
                self.keyboard.pause(self.words.say("question.round"))
                self._told = len(self.match.events())
                self.match.deal()

    def _bots_move(self) -> None:
        """All moves until it is up to the player, or the round is over."""
        with Thinking(self.console) as thinking:
            while bots := [seat for seat in self.match.waiting if seat != YOU]:
                thinking.tell(self.words.say("prompt.wait", name=self.match.names[bots[0]]))
                self.match.play(bots[0], self.bots[bots[0]].move(self.match.knowledge(bots[0])))

    # ------------------------------------------------------------ the player's move

    def _your_move(self) -> None:
        view = self.match.view(YOU)
        legal = tuple(map(notation(self.match.game, self.match.options).move, view.legal))
        asked = Question.at(self.match.game, view.table, YOU, legal, view.to_lay, self.words.language)
        question = _question(asked, view.table.led, self.teller.faces)
        before = len(self.match.events())
        self._draw()
        while True:
            answer = self.keyboard.ask(question)
            if not answer and len(asked.legal) == 1:
                answer = asked.legal[0].text
            if not self._command(answer) and self._move(answer, asked):
                self._told = before
                return

    def _move(self, answer: str, asked: Question) -> bool:
        """Make the move that was typed; if it cannot be read or is illegal, say why."""
        try:
            move = read_move(answer, asked)
        except BadNotation as problem:
            return self._refuse(problem.message)
        try:
            self.match.play(YOU, move)
        except IllegalMove as problem:
            rule = f" ({problem.rule})" if problem.rule else ""
            return self._refuse(f"{self._spoken(move)}: {self._reason(problem)}{rule}.")
        except BadNotation:
            return self._refuse(f"{self._spoken(move)}: {self.words.say('typed.no-card')}")
        return True

    def _reason(self, problem: IllegalMove) -> str:
        """Why a move is illegal, in the language of the player."""
        if f"refusal.{problem.code}" not in self.words:
            return problem.message
        about = dict(problem.about)
        if "card" in about:
            about["card"] = self.teller.faces.name(str(about["card"]))
        return self.match.game.said(Refusal(problem.code, problem.rule, tuple(about.items())), self.words.language)

    def _spoken(self, text: str) -> str:
        """A move as a player would say it."""
        bid = bid_of(text)
        if bid is not None:
            return self.words.say("bid.is", bid=bid)
        if f"say.{text}" in self.words:
            return self.words.say(f"say.{text}")
        return " ".join(map(self.teller.faces.name, cards_of(text) or (text,)))

    def _refuse(self, reason: str) -> bool:
        self.console.print(Text(f"  {reason}", "red1"))
        return False

    def _command(self, answer: str) -> bool:
        """Whether the answer was a command rather than a move; it is then done."""
        match _command(answer.lower()):
            case "enter":
                self._draw()
            case "hint":
                self._show_hint()
            case "help":
                self.console.print(help_text.help_text(self.words, self.match.game, self.match.options))
            case "rules":
                self.console.print("\n".join(self.words.several("short") or [self.words.say("line")]))
            case "log":
                for line in self.teller.all(self.match.events(YOU))[-_LOG_LINES:]:
                    self.console.print(line)
            case "score":
                self._show_score()
            case _:
                return False
        return True

    # ------------------------------------------------------------ the screen

    def _draw(self) -> None:
        if self.keyboard.live:
            self.console.clear()
        else:
            self.console.print()
        view = self.match.view(YOU)
        news = self.match.events(YOU, self._told)
        self.console.print(drawn(self.console, view, self.teller, news))
        self.console.print()

    def _round_over(self) -> None:
        self.console.print()
        for line in self.teller.all(self.match.events(YOU, self._told)):
            self.console.print(line)
        self.console.print()
        self._show_score()
        self.console.print()

    def _show_hint(self) -> None:
        with Thinking(self.console) as thinking:
            thinking.tell(self.words.say("hint.thinking"))
            # A copy, so that the same question has the same answer, and hints do not change each other.
            found = hints(self.match, YOU, self.generator.copy())
        self.console.print(drawn_hint(self.console, self.teller.faces, found))

    def _show_score(self) -> None:
        if self.match.score_sheet:
            self.console.print(score_sheet(self.words, self.match.names, self.match.sheet, YOU))
        else:
            self.console.print(self.words.say("sheet.none"))


def _command(answer: str) -> str | None:
    """Which command this is, in whatever language; None: none of them."""
    if not answer:
        return "enter"
    if answer == "?":
        return "hint"
    return next(
        (name for name in ("hint", *help_text.COMMANDS) if answer in in_every_language(f"command.{name}")), None
    )


def _question(asked: Question, led: str | None, faces: Faces) -> str:
    say = asked.words.say
    if asked.kind == "lay":
        return say("question.lay", n=asked.to_lay, like=" ".join(asked.hand[: asked.to_lay]))
    if asked.kind == "bid":
        return say("question.bid", most=asked.most)
    if asked.kind == "say":
        return say(f"ask.{asked.phase}", say("question.say", said=asked.sayings))
    if len(asked.legal) == 1:
        return say("question.card-only", card=faces.name(asked.legal[0].text))
    return say("question.card-led", colour=faces.colour(led).capitalize()) if led else say("question.card")
