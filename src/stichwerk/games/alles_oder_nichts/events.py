"""Alles oder Nichts: what a move makes happen."""

from collections.abc import Mapping
from dataclasses import dataclass

from stichwerk.games.alles_oder_nichts.encoding import HIDE_WORD, SHOW_WORD
from stichwerk.games.events import Event, bids_revealed, scored, the_move, trick_taken
from stichwerk.games.moves import Move, bid_text
from stichwerk.games.view import Tableau


@dataclass(frozen=True)
class BidShown(Event):
    """A player lays the bid open, or (None) keeps it hidden (AN-6)."""

    seat: int
    bid: int | None

    def made(self) -> tuple[int, str]:
        return self.seat, HIDE_WORD if self.bid is None else SHOW_WORD

    def reveals(self) -> Mapping[int, str]:
        return {} if self.bid is None else {self.seat: bid_text(self.bid)}


def of_move(seat: int, move: Move, before: Tableau, after: Tableau) -> list[Event]:
    """What it makes happen."""
    if move.kind == "say":
        return [BidShown(seat, after.places[seat].bid)]  # a spectator knows the bid only if it was shown
    return [
        *the_move(seat, move, before),
        *trick_taken(move, before, after),
        *bids_revealed(before, after),
        *scored(before, after),
    ]
