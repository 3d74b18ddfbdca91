"""Alles oder Nichts: a seat's observation as a row of numbers, laid out as `encoding.LAYOUT` says."""

from typing import Any

from stichwerk.games.alles_oder_nichts.encoding import LAYOUT
from stichwerk.games.alles_oder_nichts.hidden import bid_is_secret
from stichwerk.games.alles_oder_nichts.options import DECK_6X8
from stichwerk.games.alles_oder_nichts.state import COLOURS, DECK_SIZE, NO_BID
from stichwerk.kernel.jit import jit, jit_apart
from stichwerk.kernel.observing import observe_colours, observe_round, observe_seat, observe_set, observe_trick
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
    out[AT.six_colours] = s.deck == DECK_6X8
    out[AT.hand_size] = s.hand_size
    observe_set(s.hand[seat, 0], out, AT.hand, DECK_SIZE)
    observe_set(s.seen[0], out, AT.seen, DECK_SIZE)
    observe_colours(s, out, AT)
    for near in range(s.players):
        _observe_seat(s, seat, seat_at(s, seat, near), near, out)


@jit
def _observe_seat(s: State, seat: int, other: int, near: int, out: Any) -> None:
    observe_seat(s, other, near, out, AT)
    observe_trick(s, other, near, out, AT, _COLOURS, 1)
    known = other == seat or not bid_is_secret(s, other)
    out[AT.bid + near] = s.bid[other] if known else NO_BID
    out[AT.has_bid + near] = s.bid[other] != NO_BID
    out[AT.shown + near] = s.shown[other]
    observe_set(int(s.void[other]), out, AT.void + near * _COLOURS, _COLOURS)
