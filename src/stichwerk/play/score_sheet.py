"""The score sheet with its arithmetic: what each seat bid and took in a round, and how its points came about."""

from collections.abc import Sequence
from dataclasses import dataclass

from stichwerk.games.annotations import Part
from stichwerk.games.view import Tableau


@dataclass(frozen=True)
class SheetCell:
    """A seat in a finished round. ``parts``: the arithmetic, each for what and how many points; they add up to
    ``points``. ``total``: the points of all rounds up to this one. ``shown``: whether the bid lay open.
    """

    bid: int | None
    shown: bool | None
    tricks: int
    parts: tuple[Part, ...]
    points: int
    total: int


@dataclass(frozen=True)
class SheetRound:
    """A finished round, a cell for each seat."""

    round: int
    dealer: int
    hand_size: int
    seats: tuple[SheetCell, ...]


def sheet_round(table: Tableau, hand_size: int, parts: Sequence[tuple[Part, ...]]) -> SheetRound:
    """The round that has just ended on this table; ``parts``: how the points came about, by seat."""
    cells = tuple(
        SheetCell(place.bid, place.shown, place.tricks, parts[seat], table.scores[seat], table.totals[seat])
        for seat, place in enumerate(table.places)
    )
    return SheetRound(table.round, table.dealer, hand_size, cells)
