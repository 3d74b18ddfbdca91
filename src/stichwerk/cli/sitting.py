"""One player at the table with bots: the loop of questions, moves and news."""

from collections.abc import Mapping

from rich.text import Text

from stichwerk.cli import help_text
from stichwerk.cli.hints import drawn_hint
from stichwerk.cli.keyboard import Keyboard
from stichwerk.cli.narration import Teller
from stichwerk.cli.output import Screen, Thinking
from stichwerk.cli.score_sheet import score_sheet
from stichwerk.cli.table_screen import drawn
from stichwerk.cli.typed import Question, read_move
from stichwerk.errors import BadNotation, IllegalMove, listed
from stichwerk.games.moves import bid_of, cards_of
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
        self, match: Match, bots: Mapping[int, BotPlayer], generator: Rng, console: Screen, keyboard: Keyboard
    ) -> None:
        self.match, self.bots, self.generator = match, bots, generator
        self.console, self.keyboard = console, keyboard
        self.teller = Teller(match.game, match.names, YOU)
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
                self.keyboard.pause("Enter for the next round >")
                self._told = len(self.match.events())
                self.match.deal()

    def _bots_move(self) -> None:
        """All moves until it is up to the player, or the round is over."""
        with Thinking(self.console) as thinking:
            while bots := [seat for seat in self.match.waiting if seat != YOU]:
                thinking.tell(f"{self.match.names[bots[0]]} is thinking …")
                self.match.play(bots[0], self.bots[bots[0]].move(self.match.knowledge(bots[0])))

    # ------------------------------------------------------------ the player's move

    def _your_move(self) -> None:
        view = self.match.view(YOU)
        legal = tuple(map(notation(self.match.game, self.match.options).move, view.legal))
        asked = Question.at(self.match.game, view.table, YOU, legal, view.to_lay)
        question = _question(asked, view.table.led)
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
            return self._refuse(f"{_spoken(move)}: {problem.message}{rule}.")
        except BadNotation:
            return self._refuse(f"{_spoken(move)}: there is no such card in this game.")
        return True

    def _refuse(self, reason: str) -> bool:
        self.console.print(Text(f"  {reason}", "red1"))
        return False

    def _command(self, answer: str) -> bool:
        """Whether the answer was a command rather than a move; it is then done."""
        match answer.lower():
            case "":
                self._draw()
            case "?" | "hint":
                self._show_hint()
            case "help":
                self.console.print(help_text.help_text(self.match.game, self.match.options))
            case "rules":
                self.console.print("\n".join(self.match.game.short_rules))
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
        self.console.print(drawn(self.console, self.match.game, view, self.teller, news))
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
            thinking.tell("Playing on in thought …")
            # A copy, so that the same question has the same answer, and hints do not change each other.
            found = hints(self.match, YOU, self.generator.copy())
        self.console.print(drawn_hint(self.console, self.teller.faces, found))

    def _show_score(self) -> None:
        if self.match.score_sheet:
            self.console.print(score_sheet(self.match.names, self.match.sheet, YOU))
        else:
            self.console.print("The first round is not over yet.")


def _question(asked: Question, led: str | None) -> str:
    if asked.kind == "lay":
        return f"Lay {asked.to_lay} cards, e.g. {' '.join(asked.hand[: asked.to_lay])} >"
    if asked.kind == "bid":
        return f"Your bid (0-{asked.most}) >"
    if asked.kind == "say":
        said = listed([move.text for move in asked.legal])
        return asked.game.texts().say(f"ask.{asked.phase}", f"Say {said}") + " >"
    if len(asked.legal) == 1:
        return f"Play a card (Enter plays {asked.legal[0]}) >"
    return f"Play a card ({asked.game.colour_word(led).capitalize()} was led) >" if led else "Play a card >"


def _spoken(text: str) -> str:
    """A move as a player would say it."""
    if cards := cards_of(text):
        return " ".join(cards)
    bid = bid_of(text)
    return text if bid is None else f"bid {bid}"
