"""``stich replay``: a recorded game to read, round by round and trick by trick, with everybody's cards."""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import islice

from rich.console import Console
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from stichwerk.cli.narration import Teller
from stichwerk.cli.output import DOT, TIED, printable, screen
from stichwerk.cli.sheet_screen import score_sheet
from stichwerk.cli.verify import source
from stichwerk.cli.words import Words, language_of
from stichwerk.errors import BadRecord, StichwerkError
from stichwerk.games import events as happened
from stichwerk.games.moves import bid_of, cards_of
from stichwerk.games.options import written
from stichwerk.play.match import Match
from stichwerk.play.record import Record, read_file
from stichwerk.play.verify import replay


def run(asked: argparse.Namespace) -> int:
    """Show a game, or one round of it."""
    line, record = _record(asked.file, asked.game)
    try:
        if isinstance(record, StichwerkError):
            raise record
        match = replay(record)
    except StichwerkError as problem:
        print(f"error: {asked.file}:{line}: {printable(problem.message)}", file=sys.stderr)
        return 1
    rounds = _rounds(match.all_events())
    if asked.round is not None and asked.round > len(rounds):
        raise BadRecord(f"there is no round {asked.round}; the game has {len(rounds)}", "no-round")
    console = screen()
    names = [printable(name, 16).replace(" ", TIED) for name in match.names]
    teller = Teller(match.game, names, language=language_of(asked.language))
    _show_header(console, match, teller)
    for number, events in enumerate(rounds, 1):
        if asked.round in (None, number):
            console.print(_Round(teller, events).page())
    if asked.round is None:
        _show_end(console, match, teller)
    return 0


def _record(file: str, number: int) -> tuple[int, Record | StichwerkError]:
    found = list(islice(read_file(source(file)), number))
    if not found:
        raise BadRecord(f"there is no record in {file}: the file is empty", "empty-file")
    if len(found) < number:
        raise BadRecord(f"there is no game {number} in {file}; it has {len(found)}", "no-game")
    return found[-1]


def _rounds(events: Sequence[happened.Event]) -> list[list[happened.Event]]:
    rounds: list[list[happened.Event]] = []
    for event in events:
        if isinstance(event, happened.Dealt):
            rounds.append([])
        if not isinstance(event, happened.GameEnded):
            rounds[-1].append(event)
    return rounds


def _show_header(console: Console, match: Match, teller: Teller) -> None:
    words = teller.words
    console.print(
        words.text("play.with", game=Text(words.say("title"), "bold"), players=words.listed(teller.names, "and"))
    )
    defaults = match.game.options().to_mapping()
    variants = [
        _variant(words, name, value) for name, value in match.options.to_mapping().items() if value != defaults[name]
    ]
    console.print(words.say("replay.options", options=", ".join(variants) or words.say("replay.usual")))
    console.print(words.say("replay.star"))


def _variant(words: Words, name: str, value: object) -> str:
    choice = words.say(f"option.{name}.{written(value)}", written(value))
    return f"{words.say(f'option.{name}', name)} = {choice}"


def _show_end(console: Console, match: Match, teller: Teller) -> None:
    console.print(Rule(style="dim"))
    console.print(score_sheet(teller.words, teller.names, match.sheet))
    console.print()
    if match.winners is None:
        console.print(teller.words.say("replay.unfinished"))
    else:
        console.print(Text(teller.winners(match.winners), "bold"))


def _bids(events: Sequence[happened.Event]) -> dict[int, int]:
    """Who bid what in a round, whether openly or face down."""
    found: dict[int, int] = {}
    for event in events:
        match event:
            case happened.Bid(seat, bid):
                found[seat] = bid
            case happened.SecretMove(seat, move) if (secret := bid_of(move)) is not None:
                found[seat] = secret
        for seat, move in event.reveals().items():
            if (known := bid_of(move)) is not None:
                found[seat] = known
    return found


class _Round:
    """One round as a page of headings and lines."""

    def __init__(self, teller: Teller, events: Sequence[happened.Event]) -> None:
        self.teller, self.events, self.faces = teller, events, teller.faces
        self._bids = _bids(events)
        self._say = teller.words.say
        self._taken: Counter[int] = Counter()  # tricks by seat
        self._grid = Grid.grid(padding=(0, 2, 0, 0))
        self._grid.add_column(justify="right", no_wrap=True, style="dim")
        self._grid.add_column()
        self._said: dict[int, str] = {}
        self._trick: list[Text] = []  # what happened in it
        self._plays: dict[int, Text] = {}  # of that, who played what

    def page(self) -> Grid:
        """The whole round."""
        page = Grid.grid()
        dealt = next(event for event in self.events if isinstance(event, happened.Dealt))
        number = self._say("status.round", round=dealt.round)
        page.add_row(Rule(f"{number} · {self.teller.does('told.deals', dealt.dealer)}", style="dim"))
        for event in self.events:
            self._add(event)
        self._end_trick("", None)
        page.add_row(self._grid)
        return page

    def _line(self, heading: str, *parts: str | Text) -> None:
        self._grid.add_row(heading, Text.assemble(*parts))

    def _add(self, event: happened.Event) -> None:
        match event:
            case happened.Dealt(_, _, hands):
                for seat, cards in enumerate(hands):
                    self._line(self.teller.names[seat], self.faces.hand(cards))
            case happened.TrumpTurned(cards, trump) if self._trick:
                turned = {"cards": self.faces.faces(cards), "colour": self.faces.colour_word(trump)}
                self._trick.append(self.teller.words.text("replay.turned", **turned))
            case happened.TrumpTurned(cards, trump):
                turned = {"cards": self.faces.faces(cards), "colour": self.faces.colour_word(trump)}
                self._line(self._say("strip.trump"), self.teller.words.text("replay.trump", **turned))
            case happened.CardPlayed(seat, card):
                if not self._taken and not self._trick:
                    self._add_bids()
                self._plays[seat] = self._of(seat, self.faces.face(card))
                self._trick.append(self._plays[seat])
            case happened.TrickTaken(seat):
                self._taken[seat] += 1
                self._end_trick(str(self._taken.total()), seat)
            case happened.RoundScored(_, scores, totals):
                self._add_score(scores, totals)
            case _ if not isinstance(event, happened.COMMON):
                self._add_own(event)

    def _add_own(self, event: happened.Event) -> None:
        """An event that only this game has: cards that are shown, or a word about one's bid."""
        if laid := {seat: cards for seat, move in event.reveals().items() if (cards := cards_of(move))}:
            self._line(
                self._say("replay.laid"), self._by_seat({seat: self.faces.faces(cards) for seat, cards in laid.items()})
            )
        elif (made := event.made()) is not None:
            self._said[made[0]] = self._say(f"said.{made[1]}", made[1])

    def _end_trick(self, heading: str, winner: int | None) -> None:
        if self._trick:
            if winner is not None:
                self._plays[winner].append("*", "bold")
            self._line(heading, Text(DOT).join(self._trick))
            self._trick, self._plays = [], {}

    def _add_bids(self) -> None:
        if not self._bids:
            return
        words = {seat: f"{TIED}({word})" for seat, word in self._said.items()}
        bids = {seat: Text(f"{bid}{words.get(seat, '')}") for seat, bid in self._bids.items()}
        self._line(self._say("replay.bids"), self._by_seat(bids))

    def _add_score(self, scores: Sequence[int], totals: Sequence[int]) -> None:
        taken = {}
        for seat in range(len(scores)):
            bid = self._say("bid.taken", taken=self._taken[seat], bid=self._bids.get(seat)).replace(" ", TIED)
            taken[seat] = Text(bid if seat in self._bids else str(self._taken[seat]))
        self._line(self._say("replay.tricks"), self._by_seat(taken))
        self._line(
            self._say("replay.points"), self._by_seat({seat: Text(f"{score:+d}") for seat, score in enumerate(scores)})
        )
        self._line(
            self._say("replay.totals"), self._by_seat({seat: Text(str(total)) for seat, total in enumerate(totals)})
        )

    def _by_seat(self, texts: dict[int, Text]) -> Text:
        return Text(DOT).join(self._of(seat, texts[seat], ":") for seat in sorted(texts))

    def _of(self, seat: int, text: Text, colon: str = "") -> Text:
        return Text.assemble(f"{self.teller.names[seat]}{colon}{TIED}", text)
