"""Rage: a seat's observation as a row of numbers, laid out as `encoding.LAYOUT` says."""

from typing import Any

from stichwerk.games.rage.encoding import LAYOUT
from stichwerk.games.rage.hidden import bid_is_secret
from stichwerk.games.rage.options import MOST_EXACT
from stichwerk.games.rage.state import ACTION_KINDS, ACTION_WORD, COLOUR_CARDS, COLOURS, NO_BID, NT, RUNS
from stichwerk.kernel.bits import WORD, popcount
from stichwerk.kernel.jit import jit, jit_apart
from stichwerk.kernel.observing import observe_colours, observe_round, observe_seat, observe_set, observe_trick
from stichwerk.kernel.seats import seat_at
from stichwerk.kernel.state import State

AT = LAYOUT.starts()
_SIZE = LAYOUT.size
_COLOURS = len(COLOURS)
_TRICK_COLOURS = _COLOURS + 1


@jit_apart
def observe(s: State, seat: int, out: Any) -> None:
    """Write what ``seat`` may see into ``out`` (`LAYOUT.size` numbers). Spectators have no observation."""
    observe_round(s, out, AT, _SIZE)
    out[AT.hand_size] = s.hand_size
    out[AT.bidding + s.bidding] = 1
    out[AT.march] = s.march
    out[AT.most_exact] = s.tie_break == MOST_EXACT
    _observe_cards(s.hand[seat], out, AT.hand)
    _observe_cards(s.seen, out, AT.seen)
    observe_colours(s, out, AT)
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
    observe_trick(s, other, near, out, AT, _TRICK_COLOURS, 0)
    observe_seat(s, other, near, out, AT)
    known = other == seat or not bid_is_secret(s, other)
    out[AT.bid + near] = s.bid[other] if known else -1
    out[AT.has_bid + near] = s.bid[other] != NO_BID
    out[AT.fives + near] = s.fives[other]
    observe_set(int(s.void[other]), out, AT.void + near * _COLOURS, _COLOURS)
    out[AT.exact + near] = s.exact[other]
