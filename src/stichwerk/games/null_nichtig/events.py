"""Null & nichtig: what a move makes happen."""

from collections.abc import Mapping
from dataclasses import dataclass

from stichwerk.games.events import Event, scored, the_move, trick_taken
from stichwerk.games.moves import Move, lay_text
from stichwerk.games.view import Tableau


@dataclass(frozen=True)
class LayoutsShown(Event):
    """All show together what they have laid, bottom first within a colour (NN-3)."""

    layouts: tuple[tuple[str, ...], ...]

    def reveals(self) -> Mapping[int, str]:
        return {seat: lay_text(tuple(cards)) for seat, cards in enumerate(self.layouts)}


def of_move(seat: int, move: Move, before: Tableau, after: Tableau) -> list[Event]:
    """What it makes happen."""
    return [
        *the_move(seat, move, before),
        *trick_taken(move, before, after),
        *_layouts_shown(before, after),
        *scored(before, after),
    ]


def _layouts_shown(before: Tableau, after: Tableau) -> list[Event]:
    if before.secret and not after.secret:
        return [LayoutsShown(tuple(place.shows["laid"] for place in after.places))]
    return []
