"""Oh Hell: a seat's observation as a row of numbers, laid out as `encoding.LAYOUT` says."""

from typing import Any

from oh_hell.encoding import LAYOUT
from oh_hell.state import DECK_SIZE, SUITS
from stichwerk.kernel.jit import jit, jit_apart
from stichwerk.kernel.observing import observe_colours, observe_round, observe_seat, observe_set, observe_trick
from stichwerk.kernel.seats import seat_at
from stichwerk.kernel.state import State

AT = LAYOUT.starts()
_SIZE = LAYOUT.size
_SUITS = len(SUITS)


@jit_apart
def observe(s: State, seat: int, out: Any) -> None:
    """Write what ``seat`` may see into ``out`` (`LAYOUT.size` numbers). Spectators have no observation."""
    observe_round(s, out, AT, _SIZE)
    out[AT.rounds] = s.rounds
    out[AT.hands + s.hands] = 1
    out[AT.hook] = s.hook
    out[AT.hand_size] = s.hand_size
    observe_set(s.hand[seat], out, AT.hand, DECK_SIZE)
    observe_set(s.seen, out, AT.seen, DECK_SIZE)
    observe_colours(s, out, AT)
    for near in range(s.players):
        _observe_seat(s, seat_at(s, seat, near), near, out)


@jit
def _observe_seat(s: State, other: int, near: int, out: Any) -> None:
    observe_seat(s, other, near, out, AT)
    observe_trick(s, other, near, out, AT, _SUITS, 1)
    out[AT.bid + near] = s.bid[other]
    observe_set(int(s.void[other]), out, AT.void + near * _SUITS, _SUITS)
