"""Rage: what a move makes happen."""

from stichwerk.games.events import Event, bids_revealed, scored, the_move, trick_taken, trump_turned
from stichwerk.games.moves import Move
from stichwerk.games.view import Tableau


def of_move(seat: int, move: Move, before: Tableau, after: Tableau) -> list[Event]:
    """What it makes happen.

    RG-12: a change of trump counts for its own trick. RG-13: after a trick without trump a card is turned.
    """
    taken, turned = trick_taken(move, before, after), trump_turned(before, after)
    return [
        *the_move(seat, move, before),
        *([*turned, *taken] if move.text == "CT" else [*taken, *turned]),
        *bids_revealed(before, after),
        *scored(before, after),
    ]
