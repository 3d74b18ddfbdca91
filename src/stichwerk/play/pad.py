"""A score pad being filled: entries, corrections and what was undone, one after the other, and what they add up to.

Nothing is ever taken out of the list of what was done; to undo something is one more thing done. The browser keeps
pads in the same way (``web/src/pad``).

>>> from stichwerk.games import game
>>> pad = Pad(game("rage"), {}, ["Ida", "Tom"], dealer=0)
>>> pad.enter(1, 0, "bid", 4)
0
>>> pad.enter(1, 1, "bid", 5), pad.enter(1, 0, "tricks", 4), pad.enter(1, 1, "tricks", 6), pad.totals
(1, 2, 3, [14, 1])
>>> pad.undo(3)
4
>>> pad.complete(1), pad.totals
(False, [0, 0])
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from stichwerk.games import Game
from stichwerk.play.pad_rules import PadTable, pad_rules


@dataclass(frozen=True)
class PadEntry:
    """Something was entered or corrected; ``value`` None: it was taken out."""

    round: int
    seat: int
    field: str
    value: Any


@dataclass(frozen=True)
class PadUndo:
    """Something was undone: an entry, or an undoing."""

    of: int


PadStep: TypeAlias = PadEntry | PadUndo


class Pad:
    """A score pad of a game."""

    def __init__(self, game: Game, options: Mapping[str, Any], names: Sequence[str], dealer: int) -> None:
        agreed = game.options.read(options)
        agreed.check_players(len(names))
        self.table = PadTable(pad_rules(game), agreed.to_mapping(), len(names))
        self.names, self.first_dealer = tuple(names), dealer
        self.steps: list[PadStep] = []

    def enter(self, round_no: int, seat: int, field: str, value: Any) -> int:
        """Enter or correct something; returns its number, by which it can be undone."""
        return self._do(PadEntry(round_no, seat, field, value))

    def undo(self, step: int) -> int:
        """Undo what has this number."""
        return self._do(PadUndo(step))

    def _do(self, step: PadStep) -> int:
        self.steps.append(step)
        return len(self.steps) - 1

    # ------------------------------------------------------------ what it adds up to

    def entries(self, round_no: int) -> list[dict[str, Any]]:
        """What is entered in a round, by seat."""
        seats: list[dict[str, Any]] = [
            {field.name: field.default for field in self.table.rules.fields if field.default is not None}
            for _ in self.names
        ]
        gone = self._gone()
        for number, step in enumerate(self.steps):
            if isinstance(step, PadEntry) and step.round == round_no and number not in gone:
                seats[step.seat][step.field] = step.value
        return seats

    def _gone(self) -> set[int]:
        """The numbers of what is undone. What comes later decides: who undoes an undoing has it back."""
        gone: set[int] = set()
        for number, step in reversed(list(enumerate(self.steps))):
            if isinstance(step, PadUndo) and number not in gone:
                gone.add(step.of)
        return gone

    def complete(self, round_no: int) -> bool:
        """Whether everything is entered, and as it can be: then the round counts."""
        seats, fields = self.entries(round_no), self.table.rules.fields
        entered = all(seat.get(field.name) is not None for seat in seats for field in fields)
        return entered and not self.table.broken(round_no, seats)

    @property
    def played(self) -> int:
        """How many rounds are complete, from the first on."""
        number = 0
        while self.complete(number + 1):
            number += 1
        return number

    def scores(self, round_no: int) -> list[int]:
        """The points of a round, by seat."""
        return [sum(self.table.points(round_no, seat).values()) for seat in self.entries(round_no)]

    @property
    def totals(self) -> list[int]:
        """The points of all complete rounds, by seat."""
        rounds = [self.scores(number) for number in range(1, self.played + 1)]
        return [sum(points) for points in zip(*rounds, strict=True)] or [0] * len(self.names)

    def dealer(self, round_no: int) -> int:
        """Who deals a round."""
        return (self.first_dealer + round_no - 1) % len(self.names)

    def leader(self, round_no: int) -> int:
        """Who leads to the first trick of a round."""
        last = [0] * len(self.names) if round_no == 1 else self.scores(round_no - 1)
        return self.table.leader(round_no, self.dealer(round_no), last)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.table.over(self.played, self.totals, self.table.rounds())

    @property
    def winners(self) -> list[int]:
        """The seats that have won, or would if the game ended now."""
        counted = [dict.fromkeys(self.table.rules.counts, 0) for _ in self.names]
        for number in range(1, self.played + 1):
            for seat, entries in enumerate(self.entries(number)):
                for name, count in self.table.counts(number, entries).items():
                    counted[seat][name] += count
        return self.table.winners(self.totals, counted)
