"""Alles oder Nichts: the hand-written player. It bids what its hand promises and shows the bid if it is sure of it."""

from typing import Any

import numpy as np

from stichwerk.games.alles_oder_nichts.hidden import bid_is_secret as bid_is_secret
from stichwerk.games.alles_oder_nichts.rules import colour_of, numbers
from stichwerk.games.alles_oder_nichts.state import (
    BID,
    BID_ACTION,
    DECK_SIZE,
    SHOW,
    SHOW_ACTION,
    SHOWN,
)
from stichwerk.games.policies.following import (
    BID_FEATURES,
    CARD_FEATURES,
    MODES,
    TRICKS,
    TRUMPS,
    colour_bits,
    describe_bid,
    describe_card,
    look_around,
    look_at_need,
    mode_of,
    promise,
    takes,
)
from stichwerk.games.policies.points import lead_over_others
from stichwerk.kernel.bits import lowest, popcount
from stichwerk.kernel.jit import jit, jit_apart
from stichwerk.kernel.state import State

#: A shown bid is all or nothing, so it has its own weights for wanting, sated and bust.
FEATURES = CARD_FEATURES

# The features of showing the bid; hiding it has none.
SHOW_AT_ALL, SHOW_BID, SHOW_OFF, SHOW_OFF_SQUARED, SHOW_ZERO, SHOW_LONG, SHOW_FEATURES = range(7)

_BIDS = 2 * MODES * FEATURES
_SHOWS = _BIDS + BID_FEATURES


@jit
def share_of(s: State, seat: int) -> float:
    """The chance that a card the seat has not seen lies in a given other hand."""
    held = popcount(s.hand[seat, 0])
    return min(1.0, held / max(1, DECK_SIZE - held - popcount(s.seen[0])))


@jit_apart
def expected(s: State, seat: int, glance: Any) -> float:
    """The tricks that a hand promises."""
    tricks, size = 0.0, numbers(s)
    look_around(s, seat, share_of(s, seat), 0, size, glance)
    cards = s.hand[seat, 0]
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        colour = colour_of(s, card)
        chance = promise(s, seat, colour, card - colour * size, size, glance)
        tricks += chance
        if colour == s.trump:
            glance[TRUMPS] += chance
    return tricks


@jit
def look(s: State, seat: int, glance: Any) -> None:
    """What the seat sees at a glance."""
    look_at_need(s, seat, expected(s, seat, glance), secret_bids(s), glance)


@jit_apart
def describe(s: State, seat: int, action: int, glance: Any, f: Any) -> tuple[int, int]:
    """Write the features of an action; where their weights begin, and how many there are."""
    if s.phase == BID:
        describe_bid(s, seat, action - BID_ACTION, False, glance, f)
        return _BIDS, BID_FEATURES
    if s.phase == SHOW:
        _describe_show(s, seat, 1.0 if action == SHOW_ACTION else 0.0, glance, f)
        return _SHOWS, SHOW_FEATURES
    colour, size = colour_of(s, action), numbers(s)
    number = action - colour * size
    chance = promise(s, seat, colour, number, size, glance)
    taken = takes(s, seat, colour, number, size, glance, secret_bids(s))
    single = popcount(colour_bits(s.hand[seat], colour, size)) == 1
    describe_card(s, glance, taken, chance, number / size, colour == s.trump, single, f)
    first = (mode_of(glance) + (MODES if s.shown[seat] == SHOWN else 0)) * FEATURES
    return first, FEATURES


@jit
def _describe_show(s: State, seat: int, shows: float, glance: Any, f: Any) -> None:
    bid = float(s.bid[seat])
    off = bid - glance[TRICKS]
    f[SHOW_AT_ALL] = shows
    f[SHOW_BID] = shows * bid
    f[SHOW_OFF] = shows * abs(off)
    f[SHOW_OFF_SQUARED] = shows * off * off
    f[SHOW_ZERO] = shows if bid == 0.0 else 0.0
    f[SHOW_LONG] = shows * s.hand_size


@jit
def secret_bids(s: State) -> int:
    """The seats whose bids lie face down, as bits."""
    seats = 0
    for seat in range(s.players):
        if s.shown[seat] != SHOWN:
            seats |= 1 << seat
    return seats


# ---------------------------------------------------------------- what the others' bids say of their hands


@jit
def wanted(s: State, tricks: float) -> float:
    """How many tricks players want whose cards promise so many (as seen in self-play)."""
    return 1.33 * tricks - 0.65


gain = lead_over_others

#: By how much values are blurred in the playouts of a search: the best of a few in short comparisons.
PLAYOUT_NOISE = 40.0

#: How much each feature counts, learned by self-play: no noise, then a line for each mood.
STYLE = np.concatenate(
    [
        [0.0],
        # all that are left
        [35.9, -10.8, -10.3, 19.9, 11.7, 6.3, -10.1, -7.5, 25.9, 14.3, 3.1, -4.2, -3.7],
        # one
        [35.1, -11.7, -5.4, 17.4, 3.3, -2.6, -3.8, -20.8, 19.2, 18.9, -5.6, -5.1, -0.9],
        # several
        [30.6, -13.2, -8.6, 18.2, 3.5, -2.4, -3.3, -21.4, 18.1, 11.7, -3.5, -7.1, -4.8],
        # no more
        [-53.9, 8.9, 5.8, 29.4, -17.6, 0.2, 7.5, 21.9, 0.0, -7.0, 16.4, -3.4, 6.7],
        # bid missed
        [14.3, -3.3, 11.6, 2.5, 12.4, 5.1, -6.9, -12.0, -18.7, 1.2, -6.2, 2.0, -5.2],
        # shown, all that are left
        [30.6, -12.6, -4.0, 22.6, 5.4, -0.6, -4.5, -15.2, 21.1, 6.5, -2.2, -5.9, -2.2],
        # shown, one
        [29.6, -13.4, -5.4, 21.9, 3.3, -2.8, -5.7, -16.5, 19.7, 6.2, -2.8, -6.4, -1.9],
        # shown, several
        [30.2, -13.1, -3.3, 23.2, 4.0, -2.0, -5.7, -15.2, 20.7, 6.5, -2.2, -6.0, -1.8],
        # shown, no more
        [-45.7, 15.3, 8.9, 33.9, -15.6, -3.7, 6.1, 9.1, 0.0, -4.9, 10.6, -7.9, 6.5],
        # shown, bid missed
        [11.7, -1.0, 9.1, 0.0, 9.3, 4.2, -2.5, -11.1, -14.6, 1.4, -4.2, 6.2, -3.1],
        # bids
        [-11.8, -7.2, -6.2, 14.1, 7.4, -6.4, 18.3, 0.0, -5.7],
        # showing
        [-1.7, -0.6, -1.4, -1.6, -3.2, -1.2],
    ]
)
