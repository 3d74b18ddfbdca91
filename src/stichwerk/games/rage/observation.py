"""Rage: a seat's observation as a row of numbers, laid out as `encoding.LAYOUT` says."""

from typing import Any

from stichwerk.games.rage.encoding import LAYOUT
from stichwerk.games.rage.hidden import bid_is_secret
from stichwerk.games.rage.state import (
    ACTION_KINDS,
    ACTION_WORD,
    COLOUR_CARDS,
    COLOURS,
    MOST_EXACT,
    NO_BID,
    NT,
    RUNS,
)
from stichwerk.kernel.bits import has, popcount
from stichwerk.kernel.jit import jit, jit_apart
from stichwerk.kernel.state import State
from stichwerk.kernel.table import place_of, seat_at
from stichwerk.kernel.tricks import NO_COLOUR

_SIZE = LAYOUT.size
_PHASE = LAYOUT.start("phase")
_PLAYERS = LAYOUT.start("players")
_ROUND = LAYOUT.start("round")
_HAND_SIZE = LAYOUT.start("hand_size")
_BIDDING = LAYOUT.start("bidding")
_MARCH = LAYOUT.start("march")
_MOST_EXACT = LAYOUT.start("most_exact")
_HAND = LAYOUT.start("hand")
_SEEN = LAYOUT.start("seen")
_TRUMP = LAYOUT.start("trump")
_LED = LAYOUT.start("led")
_TRICK_COLOUR = LAYOUT.start("trick_colour")
_TRICK_NUMBER = LAYOUT.start("trick_number")
_TRICK_PLACE = LAYOUT.start("trick_place")
_BID = LAYOUT.start("bid")
_HAS_BID = LAYOUT.start("has_bid")
_TRICKS = LAYOUT.start("tricks")
_FIVES = LAYOUT.start("fives")
_VOID = LAYOUT.start("void")
_WAITING = LAYOUT.start("waiting")
_LEADER = LAYOUT.start("leader")
_DEALER = LAYOUT.start("dealer")
_TOTAL = LAYOUT.start("total")
_EXACT = LAYOUT.start("exact")
_COLOURS = len(COLOURS)
_TRICK_COLOURS = _COLOURS + 1


@jit_apart
def observe(s: State, seat: int, out: Any) -> None:
    """Write what ``seat`` may see into ``out`` (`LAYOUT.size` numbers). Spectators have no observation."""
    for i in range(_SIZE):
        out[i] = 0
    out[_PHASE + s.phase] = 1
    out[_PLAYERS] = s.players
    out[_ROUND] = s.round_no
    out[_HAND_SIZE] = s.hand_size
    out[_BIDDING + s.bidding] = 1
    out[_MARCH] = s.march
    out[_MOST_EXACT] = s.tie_break == MOST_EXACT
    _observe_cards(s.hand[seat], out, _HAND)
    _observe_cards(s.seen, out, _SEEN)
    if s.trump != NO_COLOUR:
        out[_TRUMP + s.trump] = 1
    if s.led != NO_COLOUR:
        out[_LED + s.led] = 1
    for near in range(s.players):
        _observe_seat(s, seat, seat_at(s, seat, near), near, out)


@jit
def _observe_cards(row: Any, out: Any, at: int) -> None:
    for card in range(COLOUR_CARDS):
        out[at + card] = has(row, card)
    for kind in range(ACTION_KINDS):
        out[at + COLOUR_CARDS + kind] = popcount(row[ACTION_WORD] & RUNS[NT + kind])


@jit
def _observe_seat(s: State, seat: int, other: int, near: int, out: Any) -> None:
    place = place_of(s, other)
    if place < s.played:
        out[_TRICK_COLOUR + near * _TRICK_COLOURS + int(s.trick_colour[place])] = 1
        out[_TRICK_NUMBER + near] = s.trick_number[place]
        out[_TRICK_PLACE + near] = place + 1
    else:
        out[_TRICK_NUMBER + near] = -1
    known = other == seat or not bid_is_secret(s, other)
    out[_BID + near] = s.bid[other] if known else -1
    out[_HAS_BID + near] = s.bid[other] != NO_BID
    out[_TRICKS + near] = s.tricks[other]
    out[_FIVES + near] = s.fives[other]
    for colour in range(_COLOURS):
        out[_VOID + near * _COLOURS + colour] = (s.void[other] >> colour) & 1
    out[_WAITING + near] = (s.waiting >> other) & 1
    out[_LEADER + near] = s.leader == other
    out[_DEALER + near] = s.dealer == other
    out[_TOTAL + near] = s.totals[other]
    out[_EXACT + near] = s.exact[other]
