"""Null & nichtig: a seat's observation as a row of numbers, laid out as `encoding.LAYOUT` says."""

from typing import Any

from stichwerk.games.null_nichtig.encoding import LAYOUT
from stichwerk.games.null_nichtig.options import AS_PLAYED, REACH_TARGET
from stichwerk.games.null_nichtig.rules import number_of
from stichwerk.games.null_nichtig.state import COLOURS, KINDS, LAY, MOST_LAID, NO_CARD, NUMBERS
from stichwerk.kernel.jit import jit, jit_apart
from stichwerk.kernel.observing import observe_round, observe_seat, observe_trick
from stichwerk.kernel.seats import seat_at
from stichwerk.kernel.state import State

AT = LAYOUT.starts()
_SIZE = LAYOUT.size
_COLOURS = len(COLOURS)


@jit_apart
def observe(s: State, seat: int, out: Any) -> None:
    """Write what ``seat`` may see into ``out`` (`LAYOUT.size` numbers). Spectators have no observation."""
    observe_round(s, out, AT, _SIZE)
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
    observe_trick(s, other, near, out, AT, _COLOURS, 0)
    observe_seat(s, other, near, out, AT)
    for colour in range(_COLOURS):
        top = int(s.top[other, colour])
        out[AT.top + near * _COLOURS + colour] = -1 if top == NO_CARD else top % NUMBERS
        out[AT.depth + near * _COLOURS + colour] = s.depth[other, colour]
    out[AT.laid_count + near] = s.laid_count[other]
