"""Tables for tests, without a store and without a network: commands, facts, and the log they leave."""

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

from stichwerk.play.fair import commitment
from stichwerk.play.match import Match
from stichwerk.play.receipts import Receipt, Signer
from stichwerk.play.record import Record, from_data
from stichwerk.play.verify import check
from stichwerk.protocol import messages
from stichwerk.protocol.messages import NewTable, Pace, SeatWish
from stichwerk.server.domain import facts
from stichwerk.server.domain.commands import Asked, BotMove, Join, Tick
from stichwerk.server.domain.decide import decide, opened
from stichwerk.server.domain.facts import Line
from stichwerk.server.domain.table import Table
from stichwerk.server.wire import outbox
from support.matches import random_move

OPEN, BOT = SeatWish("open"), SeatWish("bot", 2)


class FixedChance:
    """Chance that is no chance."""

    def __init__(self) -> None:
        self._seeds, self._codes = count(1), count(1)
        self._signer = Signer("5eed" * 16)
        self.receipt_key = self._signer.public

    def seed(self) -> str:
        return f"seed {next(self._seeds)}"

    def code(self) -> str:
        return f"CODE{next(self._codes)}"

    def sign(self, receipt: Receipt) -> str:
        return self._signer.sign(receipt)


class Sitting:
    """A table that is driven by hand, with a clock that is set by hand. Seat n holds the token ``token n``."""

    def __init__(self, game: str = "rage", seats: tuple[SeatWish, ...] = (OPEN, OPEN), **wish: Any) -> None:
        self.now = 1_000_000
        self.log: list[Line] = []
        self.table = Table("TABLE")
        self.chance = FixedChance()
        self._ids = count(1)
        wish = {"name": "Anja", **wish}
        self._happen(opened("TABLE", NewTable(game=game, seats=list(seats), **wish), "token 0", self.chance.code()))

    # ------------------------------------------------------------ commands

    def do(self, command: Any, seat: int | None = None) -> list[facts.AnyFact]:
        """Carry out a command and all that follows from it."""
        found = decide(self.table, Asked(command, self.now, seat, self.chance))
        for fact in found:
            self._happen(fact)
        return found + self.tick()

    def tick(self, seconds: float = 0) -> list[facts.AnyFact]:
        """Let time pass, and see what follows."""
        self.now += round(1000 * seconds)
        told: list[facts.AnyFact] = []
        while found := decide(self.table, Asked(Tick(), self.now, None, self.chance)):
            for fact in found:
                self._happen(fact)
            told += found
            assert len(told) < 50, "there is no end to what follows"
        return told

    def _happen(self, fact: facts.AnyFact) -> None:
        line = facts.encode(fact)
        self.table.apply(facts.decode(line), self.now)
        self.log.append(Line(self.table.seq, self.now, line))

    def ask(self, seat: int, kind: type, *values: Any, **named: Any) -> list[facts.AnyFact]:
        """A message of a seat, with an id of its own."""
        return self.do(kind(f"m{next(self._ids)}", *values, **named), seat)

    def join(self, *names: str) -> "Sitting":
        """People sit down; each gets the token of the seat they find."""
        for name in names:
            seat = next(number for number, seat in enumerate(self.table.seats) if seat.open)
            self.do(Join(name, f"token {seat}"))
            self.come(seat)
        return self

    def come(self, *seats: int) -> list[facts.AnyFact]:
        """People connect."""
        for seat in seats:
            self.table.presence(seat, True, self.now)
        return self.tick()

    def go(self, *seats: int) -> list[facts.AnyFact]:
        """People disconnect."""
        for seat in seats:
            self.table.presence(seat, False, self.now)
        return self.tick()

    def start(self, **how: Any) -> "Sitting":
        """The host comes and starts; nobody cuts."""
        self.come(0)
        self.ask(0, messages.Start, **how)
        for seat in self.persons:
            self.ask(seat, messages.Cut, "")
        assert self.table.status == "playing"
        return self

    # ------------------------------------------------------------ questions

    @property
    def match(self) -> Match:
        return match_at(self.table)

    @property
    def persons(self) -> list[int]:
        return [number for number, seat in enumerate(self.table.seats) if seat.person]

    def play_on(self, random: Random) -> Iterator[None]:
        """Everybody moves at random, persons and bots, to the end of the game; stops before each step."""
        while self.table.status == "playing":
            yield
            if self.match.between_rounds:
                for seat in self.persons:
                    if self.match.between_rounds:
                        self.ask(seat, messages.Ready)
                continue
            seat = random.choice(self.match.waiting)
            move = random_move(self.match, seat, random)
            if seat in dict(self.table.bots_to_move()):
                self.do(BotMove(seat, move, self.table.seq))
            else:
                self.ask(seat, messages.Move, move, self.table.seq)
        yield

    def play_out(self, seed: object = 0) -> "Sitting":
        for _ in self.play_on(Random(str(seed))):
            pass
        return self

    def play_until_break(self) -> None:
        """To the end of the first round."""
        next(_ for _ in self.play_on(Random(1)) if self.match.between_rounds)

    def play_until_round(self, number: int) -> None:
        """Until this round is dealt."""
        next(_ for _ in self.play_on(Random(3)) if self.match.view().table.round == number and self.match.waiting)

    def rebuilt(self) -> Table:
        """The table from nothing but its log."""
        return Table.of("TABLE", self.log)


def cut_of(salt: str) -> str:
    return commitment(salt)


def play_of(view: messages.TableView) -> messages.Play:
    """The game that is played at a table, which must have begun."""
    assert view.play is not None
    return view.play


def match_at(table: Table) -> Match:
    """The same, as the server has it."""
    assert table.match is not None
    return table.match


def state_of(table: Table) -> Any:
    """All of a table that its log tells."""
    values = {name: value for name, value in vars(table).items() if name not in ("match", "slept")}
    match = table.match
    views = [messages.encode(outbox.view(table, seat)) for seat in (None, *range(len(table.seats)))]
    return values, views, None if match is None else (match.record(), match._engine.states.tobytes(), match.events())


def verified(match: Match) -> Record:
    """The record of a match, which passes every check."""
    record = from_data(match.record())
    check(record)
    return record


def timed(move: int = 10, **other: Any) -> Pace:
    return Pace(move=move, **other)
