"""Alles oder Nichts: a seat's observation as a row of numbers, laid out as `encoding.LAYOUT` says."""

from typing import Any

from stichwerk.games.alles_oder_nichts.encoding import LAYOUT
from stichwerk.games.alles_oder_nichts.hidden import bid_is_secret
from stichwerk.games.alles_oder_nichts.state import COLOURS, DECK_6X8, DECK_SIZE, NO_BID
from stichwerk.kernel.jit import jit, jit_apart
from stichwerk.kernel.seats import place_of, seat_at
from stichwerk.kernel.state import State
from stichwerk.kernel.tricks import NO_COLOUR

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
    out[AT.six_colours] = s.deck == DECK_6X8
    out[AT.hand_size] = s.hand_size
    for card in range(DECK_SIZE):
        out[AT.hand + card] = (s.hand[seat, 0] >> card) & 1
        out[AT.seen + card] = (s.seen[0] >> card) & 1
    if s.trump != NO_COLOUR:
        out[AT.trump + s.trump] = 1
    if s.led != NO_COLOUR:
        out[AT.led + s.led] = 1
    for near in range(s.players):
        _observe_seat(s, seat, seat_at(s, seat, near), near, out)


@jit
def _observe_seat(s: State, seat: int, other: int, near: int, out: Any) -> None:
    place = place_of(s, other)
    if place < s.played:
        out[AT.trick_colour + near * _COLOURS + int(s.trick_colour[place])] = 1
        out[AT.trick_number + near] = int(s.trick_number[place]) + 1
        out[AT.trick_place + near] = place + 1
    known = other == seat or not bid_is_secret(s, other)
    out[AT.bid + near] = s.bid[other] if known else NO_BID
    out[AT.has_bid + near] = s.bid[other] != NO_BID
    out[AT.shown + near] = s.shown[other]
    out[AT.tricks + near] = s.tricks[other]
    for colour in range(_COLOURS):
        out[AT.void + near * _COLOURS + colour] = (s.void[other] >> colour) & 1
    out[AT.waiting + near] = (s.waiting >> other) & 1
    out[AT.leader + near] = s.leader == other
    out[AT.dealer + near] = s.dealer == other
    out[AT.total + near] = s.totals[other]
