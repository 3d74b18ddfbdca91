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
from stichwerk.kernel.bits import WORD, popcount
from stichwerk.kernel.jit import jit, jit_apart
from stichwerk.kernel.seats import place_of, seat_at
from stichwerk.kernel.state import State
from stichwerk.kernel.tricks import NO_COLOUR

AT = LAYOUT.starts()
_SIZE = LAYOUT.size
_COLOURS = len(COLOURS)
_TRICK_COLOURS = _COLOURS + 1


@jit_apart
def observe(s: State, seat: int, out: Any) -> None:
    """Write what ``seat`` may see into ``out`` (`LAYOUT.size` numbers). Spectators have no observation."""
    for i in range(_SIZE):
        out[i] = 0
    out[AT.phase + s.phase] = 1
    out[AT.players] = s.players
    out[AT.round] = s.round_no
    out[AT.hand_size] = s.hand_size
    out[AT.bidding + s.bidding] = 1
    out[AT.march] = s.march
    out[AT.most_exact] = s.tie_break == MOST_EXACT
    _observe_cards(s.hand[seat], out, AT.hand)
    _observe_cards(s.seen, out, AT.seen)
    if s.trump != NO_COLOUR:
        out[AT.trump + s.trump] = 1
    if s.led != NO_COLOUR:
        out[AT.led + s.led] = 1
    for near in range(s.players):
        _observe_seat(s, seat, seat_at(s, seat, near), near, out)


@jit
def _observe_cards(row: Any, out: Any, at: int) -> None:
    # Word by word with a constant length, so that the compiler does many cards at once.
    for word in range(COLOUR_CARDS // WORD):
        cards, first = row[word], at + word * WORD
        for k in range(WORD):
            out[first + k] = (cards >> k) & 1
    for kind in range(ACTION_KINDS):
        out[at + COLOUR_CARDS + kind] = popcount(row[ACTION_WORD] & RUNS[NT + kind])


@jit
def _observe_seat(s: State, seat: int, other: int, near: int, out: Any) -> None:
    place = place_of(s, other)
    if place < s.played:
        out[AT.trick_colour + near * _TRICK_COLOURS + int(s.trick_colour[place])] = 1
        out[AT.trick_number + near] = s.trick_number[place]
        out[AT.trick_place + near] = place + 1
    else:
        out[AT.trick_number + near] = -1
    known = other == seat or not bid_is_secret(s, other)
    out[AT.bid + near] = s.bid[other] if known else -1
    out[AT.has_bid + near] = s.bid[other] != NO_BID
    out[AT.tricks + near] = s.tricks[other]
    out[AT.fives + near] = s.fives[other]
    for colour in range(_COLOURS):
        out[AT.void + near * _COLOURS + colour] = (s.void[other] >> colour) & 1
    out[AT.waiting + near] = (s.waiting >> other) & 1
    out[AT.leader + near] = s.leader == other
    out[AT.dealer + near] = s.dealer == other
    out[AT.total + near] = s.totals[other]
    out[AT.exact + near] = s.exact[other]
