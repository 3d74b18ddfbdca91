"""Null & nichtig: a seat's observation as a row of numbers, laid out as `encoding.LAYOUT` says."""

from typing import Any

from stichwerk.games.null_nichtig.encoding import LAYOUT
from stichwerk.games.null_nichtig.rules import number_of
from stichwerk.games.null_nichtig.state import (
    COLOURS,
    KINDS,
    LAY,
    MOST_LAID,
    NO_CARD,
    NUMBERS,
    REACH_TARGET,
)
from stichwerk.kernel.jit import jit, jit_apart
from stichwerk.kernel.state import State
from stichwerk.kernel.table import place_of, seat_at

_SIZE = LAYOUT.size
_PHASE = LAYOUT.start("phase")
_PLAYERS = LAYOUT.start("players")
_ROUND = LAYOUT.start("round")
_ROUNDS = LAYOUT.start("rounds")
_TARGET = LAYOUT.start("target")
_TARGET_REACH = LAYOUT.start("target_reach")
_TEAMS = LAYOUT.start("teams")
_HAND = LAYOUT.start("hand")
_SEEN = LAYOUT.start("seen")
_LAID = LAYOUT.start("laid")
_LAID_COUNT = LAYOUT.start("laid_count")
_TRICK_COLOUR = LAYOUT.start("trick_colour")
_TRICK_NUMBER = LAYOUT.start("trick_number")
_TRICK_PLACE = LAYOUT.start("trick_place")
_TOP = LAYOUT.start("top")
_DEPTH = LAYOUT.start("depth")
_TRICKS = LAYOUT.start("tricks")
_WAITING = LAYOUT.start("waiting")
_LEADER = LAYOUT.start("leader")
_DEALER = LAYOUT.start("dealer")
_TOTAL = LAYOUT.start("total")
_COLOURS = len(COLOURS)


@jit_apart
def observe(s: State, seat: int, out: Any) -> None:
    """Write what ``seat`` may see into ``out`` (`LAYOUT.size` numbers). Spectators have no observation."""
    for i in range(_SIZE):
        out[i] = 0
    out[_PHASE + s.phase] = 1
    out[_PLAYERS] = s.players
    out[_ROUND] = s.round_no
    out[_ROUNDS] = s.rounds
    out[_TARGET] = s.target
    out[_TARGET_REACH] = s.target_rule == REACH_TARGET
    out[_TEAMS] = s.teams
    for card in range(KINDS):
        out[_HAND + card] = number_of(s.hand[seat], card)
        out[_SEEN + card] = number_of(s.seen, card)
    for i in range(MOST_LAID):
        out[_LAID + i] = s.laid[seat, i] if s.phase == LAY else NO_CARD
    for near in range(s.players):
        _observe_seat(s, seat_at(s, seat, near), near, out)


@jit
def _observe_seat(s: State, other: int, near: int, out: Any) -> None:
    place = place_of(s, other)
    if place < s.played:
        out[_TRICK_COLOUR + near * _COLOURS + int(s.trick_colour[place])] = 1
        out[_TRICK_NUMBER + near] = s.trick_number[place]
        out[_TRICK_PLACE + near] = place + 1
    else:
        out[_TRICK_NUMBER + near] = -1
    for colour in range(_COLOURS):
        top = int(s.top[other, colour])
        out[_TOP + near * _COLOURS + colour] = -1 if top == NO_CARD else top % NUMBERS
        out[_DEPTH + near * _COLOURS + colour] = s.depth[other, colour]
    out[_LAID_COUNT + near] = s.laid_count[other]
    out[_TRICKS + near] = s.tricks[other]
    out[_WAITING + near] = (s.waiting >> other) & 1
    out[_LEADER + near] = s.leader == other
    out[_DEALER + near] = s.dealer == other
    out[_TOTAL + near] = s.totals[other]
