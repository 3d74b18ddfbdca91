"""Null & nichtig: a seat's observation as a row of numbers, laid out as `encoding.LAYOUT` says."""

from typing import Any

from stichwerk.games.null_nichtig.encoding import LAYOUT
from stichwerk.games.null_nichtig.rules import number_of
from stichwerk.games.null_nichtig.state import (
    AS_PLAYED,
    COLOURS,
    KINDS,
    LAY,
    MOST_LAID,
    NO_CARD,
    NUMBERS,
    REACH_TARGET,
)
from stichwerk.kernel.jit import jit, jit_apart
from stichwerk.kernel.seats import place_of, seat_at
from stichwerk.kernel.state import State

AT = LAYOUT.starts()
_SIZE = LAYOUT.size
_COLOURS = len(COLOURS)


@jit_apart
def observe(s: State, seat: int, out: Any) -> None:
    """Write what ``seat`` may see into ``out`` (`LAYOUT.size` numbers). Spectators have no observation."""
    for i in range(_SIZE):
        out[i] = 0
    out[AT.phase + s.phase] = 1
    out[AT.players] = s.players
    out[AT.round] = s.round_no
    out[AT.rounds] = s.rounds
    out[AT.target] = s.target
    out[AT.target_reach] = s.target_rule == REACH_TARGET
    out[AT.teams] = s.teams
    out[AT.collecting_as_played] = s.collecting == AS_PLAYED
    for card in range(KINDS):
        out[AT.hand + card] = number_of(s.hand[seat], card)
        out[AT.seen + card] = number_of(s.seen, card)
    for i in range(MOST_LAID):
        out[AT.laid + i] = s.laid[seat, i] if s.phase == LAY else NO_CARD
    for near in range(s.players):
        _observe_seat(s, seat_at(s, seat, near), near, out)


@jit
def _observe_seat(s: State, other: int, near: int, out: Any) -> None:
    place = place_of(s, other)
    if place < s.played:
        out[AT.trick_colour + near * _COLOURS + int(s.trick_colour[place])] = 1
        out[AT.trick_number + near] = s.trick_number[place]
        out[AT.trick_place + near] = place + 1
    else:
        out[AT.trick_number + near] = -1
    for colour in range(_COLOURS):
        top = int(s.top[other, colour])
        out[AT.top + near * _COLOURS + colour] = -1 if top == NO_CARD else top % NUMBERS
        out[AT.depth + near * _COLOURS + colour] = s.depth[other, colour]
    out[AT.laid_count + near] = s.laid_count[other]
    out[AT.tricks + near] = s.tricks[other]
    out[AT.waiting + near] = (s.waiting >> other) & 1
    out[AT.leader + near] = s.leader == other
    out[AT.dealer + near] = s.dealer == other
    out[AT.total + near] = s.totals[other]
