"""Alles oder Nichts: a seat's observation as a row of numbers, laid out as `encoding.LAYOUT` says."""

from typing import Any

from stichwerk.games.alles_oder_nichts.encoding import LAYOUT
from stichwerk.games.alles_oder_nichts.hidden import bid_is_secret
from stichwerk.games.alles_oder_nichts.state import COLOURS, DECK_6X8, DECK_SIZE, NO_BID
from stichwerk.kernel.jit import jit, jit_apart
from stichwerk.kernel.state import State
from stichwerk.kernel.table import place_of, seat_at
from stichwerk.kernel.tricks import NO_COLOUR

_SIZE = LAYOUT.size
_PHASE = LAYOUT.start("phase")
_PLAYERS = LAYOUT.start("players")
_ROUND = LAYOUT.start("round")
_ROUNDS = LAYOUT.start("rounds")
_TARGET = LAYOUT.start("target")
_SIX_COLOURS = LAYOUT.start("six_colours")
_HAND_SIZE = LAYOUT.start("hand_size")
_HAND = LAYOUT.start("hand")
_SEEN = LAYOUT.start("seen")
_TRUMP = LAYOUT.start("trump")
_LED = LAYOUT.start("led")
_TRICK_COLOUR = LAYOUT.start("trick_colour")
_TRICK_NUMBER = LAYOUT.start("trick_number")
_TRICK_PLACE = LAYOUT.start("trick_place")
_BID = LAYOUT.start("bid")
_HAS_BID = LAYOUT.start("has_bid")
_SHOWN = LAYOUT.start("shown")
_TRICKS = LAYOUT.start("tricks")
_VOID = LAYOUT.start("void")
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
    out[_SIX_COLOURS] = s.deck == DECK_6X8
    out[_HAND_SIZE] = s.hand_size
    for card in range(DECK_SIZE):
        out[_HAND + card] = (s.hand[seat, 0] >> card) & 1
        out[_SEEN + card] = (s.seen[0] >> card) & 1
    if s.trump != NO_COLOUR:
        out[_TRUMP + s.trump] = 1
    if s.led != NO_COLOUR:
        out[_LED + s.led] = 1
    for near in range(s.players):
        _observe_seat(s, seat, seat_at(s, seat, near), near, out)


@jit
def _observe_seat(s: State, seat: int, other: int, near: int, out: Any) -> None:
    place = place_of(s, other)
    if place < s.played:
        out[_TRICK_COLOUR + near * _COLOURS + int(s.trick_colour[place])] = 1
        out[_TRICK_NUMBER + near] = int(s.trick_number[place]) + 1
        out[_TRICK_PLACE + near] = place + 1
    known = other == seat or not bid_is_secret(s, other)
    out[_BID + near] = s.bid[other] if known else NO_BID
    out[_HAS_BID + near] = s.bid[other] != NO_BID
    out[_SHOWN + near] = s.shown[other]
    out[_TRICKS + near] = s.tricks[other]
    for colour in range(_COLOURS):
        out[_VOID + near * _COLOURS + colour] = (s.void[other] >> colour) & 1
    out[_WAITING + near] = (s.waiting >> other) & 1
    out[_LEADER + near] = s.leader == other
    out[_DEALER + near] = s.dealer == other
    out[_TOTAL + near] = s.totals[other]
