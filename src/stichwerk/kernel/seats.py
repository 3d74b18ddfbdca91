"""Seats around the table: what the states of all games have in common.

The fields used here are ``players``, ``leader``, ``played``, ``waiting``, ``hand_size``, ``tricks_done`` and the cards
of the trick, ``trick_colour`` and ``trick_number``, in the order played.
"""

from typing import Any

from stichwerk.kernel.jit import jit
from stichwerk.kernel.state import State
from stichwerk.kernel.tricks import winner


@jit
def place_of(s: State, seat: int) -> int:
    """The place of a seat in the trick: 0 leads."""
    place = seat - s.leader
    return place if place >= 0 else place + s.players


@jit
def seat_at(s: State, seat: int, steps: int) -> int:
    """The seat so many steps clockwise of another."""
    there = seat + steps
    return there if there < s.players else there - s.players


@jit
def cards_left(s: State, seat: int) -> int:
    """How many of the cards that are played to tricks the seat still has: everybody knows."""
    if s.waiting == 0:
        return 0
    return s.hand_size - s.tricks_done - int(place_of(s, seat) < s.played)


@jit
def taker(s: State, led: int, trump: int) -> int:
    """The seat that takes the trick; while it is not complete: whose card is winning it."""
    return seat_at(s, s.leader, winner(s.trick_colour, s.trick_number, s.played, led, trump))


@jit
def tricks_not_bid(s: State) -> int:
    """How many tricks nobody but the dealer has bid for: were the dealer, who is last, to bid them, the bids would add
    up to all tricks. Negative if there are too many bids already.
    """
    rest = s.hand_size
    for seat in range(s.players):
        if seat != s.dealer:
            rest -= int(s.bid[seat])
    return rest


@jit
def most(points: Any, players: int) -> int:
    """The most points that a seat has."""
    best = int(points[0])
    for seat in range(1, players):
        best = max(best, int(points[seat]))
    return best


@jit
def with_most(points: Any, players: int) -> int:
    """The seats with the most points, as bits."""
    best, seats = int(points[0]), 0
    for seat in range(players):
        if points[seat] > best:
            best, seats = int(points[seat]), 0
        if points[seat] == best:
            seats |= 1 << seat
    return seats
