"""Observations, as far as they are the same in all games. ``at`` says where each feature begins (`Layout.starts`)."""

from typing import Any

from stichwerk.kernel.jit import jit
from stichwerk.kernel.seats import place_of
from stichwerk.kernel.state import State
from stichwerk.kernel.tricks import NO_COLOUR


@jit
def observe_round(s: State, out: Any, at: Any, size: int) -> None:
    """Clear the observation, and write what opens each: the phase, how many play, the round."""
    for i in range(size):
        out[i] = 0
    out[at.phase + s.phase] = 1
    out[at.players] = s.players
    out[at.round] = s.round_no


@jit
def observe_colours(s: State, out: Any, at: Any) -> None:
    """Write which colour is trump and which is led."""
    if s.trump != NO_COLOUR:
        out[at.trump + s.trump] = 1
    if s.led != NO_COLOUR:
        out[at.led + s.led] = 1


@jit
def observe_set(bits: int, out: Any, start: int, size: int) -> None:
    """Write a set of ``size`` possible members as zeros and ones."""
    for member in range(size):
        out[start + member] = (bits >> member) & 1


@jit
def observe_seat(s: State, seat: int, near: int, out: Any, at: Any) -> None:
    """Write what every game tells of the seat ``near`` steps away: its tricks, its part in the round, its points."""
    out[at.tricks + near] = s.tricks[seat]
    out[at.waiting + near] = (s.waiting >> seat) & 1
    out[at.leader + near] = s.leader == seat
    out[at.dealer + near] = s.dealer == seat
    out[at.total + near] = s.totals[seat]


@jit
def observe_trick(s: State, seat: int, near: int, out: Any, at: Any, colours: int, lowest: int) -> None:
    """Write the card of that seat in the trick: its colour, one of so many; its number, where ``lowest`` is the least
    and one less stands for no card; and its place in the trick, 1 for the lead.
    """
    place = place_of(s, seat)
    if place < s.played:
        out[at.trick_colour + near * colours + int(s.trick_colour[place])] = 1
        out[at.trick_number + near] = int(s.trick_number[place]) + lowest
        out[at.trick_place + near] = place + 1
    else:
        out[at.trick_number + near] = lowest - 1
