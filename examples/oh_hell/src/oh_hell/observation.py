"""Oh Hell: a seat's observation as a row of numbers, laid out as `encoding.LAYOUT` says."""

from typing import Any

from oh_hell.encoding import LAYOUT
from oh_hell.state import DECK_SIZE, SUITS
from stichwerk.kernel.jit import jit, jit_apart
from stichwerk.kernel.seats import place_of, seat_at
from stichwerk.kernel.state import State
from stichwerk.kernel.tricks import NO_COLOUR

AT = LAYOUT.starts()
_SIZE = LAYOUT.size
_SUITS = len(SUITS)


@jit_apart
def observe(s: State, seat: int, out: Any) -> None:
    """Write what ``seat`` may see into ``out`` (`LAYOUT.size` numbers). Spectators have no observation."""
    for i in range(_SIZE):
        out[i] = 0
    out[AT.phase + s.phase] = 1
    out[AT.players] = s.players
    out[AT.round] = s.round_no
    out[AT.rounds] = s.rounds
    out[AT.hands + s.hands] = 1
    out[AT.hook] = s.hook
    out[AT.hand_size] = s.hand_size
    for card in range(DECK_SIZE):
        out[AT.hand + card] = (s.hand[seat] >> card) & 1
        out[AT.seen + card] = (s.seen >> card) & 1
    if s.trump != NO_COLOUR:
        out[AT.trump + s.trump] = 1
    if s.led != NO_COLOUR:
        out[AT.led + s.led] = 1
    for near in range(s.players):
        _observe_seat(s, seat_at(s, seat, near), near, out)


@jit
def _observe_seat(s: State, other: int, near: int, out: Any) -> None:
    place = place_of(s, other)
    if place < s.played:
        out[AT.trick_colour + near * _SUITS + int(s.trick_colour[place])] = 1
        out[AT.trick_number + near] = int(s.trick_number[place]) + 1
        out[AT.trick_place + near] = place + 1
    out[AT.bid + near] = s.bid[other]
    out[AT.tricks + near] = s.tricks[other]
    for suit in range(_SUITS):
        out[AT.void + near * _SUITS + suit] = (s.void[other] >> suit) & 1
    out[AT.waiting + near] = (s.waiting >> other) & 1
    out[AT.leader + near] = s.leader == other
    out[AT.dealer + near] = s.dealer == other
    out[AT.total + near] = s.totals[other]
