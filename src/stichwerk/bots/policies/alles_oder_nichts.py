"""Alles oder Nichts: the hand-written player. It bids what its hand promises and shows the bid if it is sure of it."""

from typing import Any

import numpy as np

from stichwerk.bots.policies.following import (
    BID_FEATURES,
    CARD_FEATURES,
    MODES,
    TRICKS,
    TRUMPS,
    believe_bid,
    colour_bits,
    describe_bid,
    describe_card,
    lead_over_others,
    look_around,
    look_at_need,
    mode_of,
    promise,
    takes,
)
from stichwerk.bots.policies.linear import MOST_GLANCE
from stichwerk.games.alles_oder_nichts.hidden import bid_is_secret
from stichwerk.games.alles_oder_nichts.rules import colour_of, numbers
from stichwerk.games.alles_oder_nichts.state import (
    BID,
    BID_ACTION,
    DECK_SIZE,
    NO_BID,
    SHOW,
    SHOW_ACTION,
    SHOWN,
)
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
    look_at_need(s, seat, expected(s, seat, glance), _secret_bids(s), glance)


@jit_apart
def describe(s: State, seat: int, action: int, glance: Any, f: Any) -> tuple[int, int]:
    """Write the features of an action; where their weights begin, and how many there are."""
    if s.phase == BID:
        describe_bid(s, seat, action - BID_ACTION, glance, f)
        return _BIDS, BID_FEATURES
    if s.phase == SHOW:
        _describe_show(s, seat, 1.0 if action == SHOW_ACTION else 0.0, glance, f)
        return _SHOWS, SHOW_FEATURES
    colour, size = colour_of(s, action), numbers(s)
    number = action - colour * size
    chance = promise(s, seat, colour, number, size, glance)
    taken = takes(s, seat, colour, number, size, glance, _secret_bids(s))
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
def _secret_bids(s: State) -> int:
    """The seats whose bids lie face down, as bits."""
    seats = 0
    for seat in range(s.players):
        if s.shown[seat] != SHOWN:
            seats |= 1 << seat
    return seats


# ---------------------------------------------------------------- what the others' bids say of their hands


@jit_apart
def believe(s: State, seat: int, rng: Any, style: Any) -> float:
    """How well the hands of a world fit the bids; bids that lie face down are set to fit the hands."""
    glance = np.empty(MOST_GLANCE)
    weight = 1.0
    for other in range(s.players):
        if other == seat or s.bid[other] == NO_BID:
            continue
        wanted = 1.33 * expected(s, other, glance) - 0.65
        weight *= believe_bid(s, other, wanted, bid_is_secret(s, other), rng)
    return weight


gain = lead_over_others

#: The weights, after the noise (0).
STYLE = np.array([0.0, 35.9, -10.84, -10.33, 19.88, 11.67, 6.31, -10.05, -7.52, 25.87, 14.33, 3.12, -4.15, -3.71, 35.11, -11.7, -5.36, 17.44, 3.28, -2.57, -3.77, -20.79, 19.18, 18.91, -5.56, -5.13, -0.88, 30.58, -13.24, -8.57, 18.18, 3.53, -2.36, -3.32, -21.36, 18.12, 11.68, -3.47, -7.09, -4.79, -53.87, 8.93, 5.78, 29.37, -17.57, 0.21, 7.55, 21.89, 0.0, -7.0, 16.37, -3.38, 6.66, 14.32, -3.31, 11.56, 2.52, 12.42, 5.06, -6.87, -12.03, -18.69, 1.17, -6.22, 2.02, -5.23, 30.56, -12.58, -4.03, 22.58, 5.42, -0.59, -4.46, -15.16, 21.1, 6.51, -2.2, -5.92, -2.22, 29.6, -13.37, -5.36, 21.86, 3.27, -2.76, -5.71, -16.48, 19.74, 6.23, -2.76, -6.39, -1.89, 30.18, -13.07, -3.34, 23.16, 3.96, -2.0, -5.69, -15.2, 20.67, 6.51, -2.23, -6.0, -1.84, -45.67, 15.29, 8.95, 33.87, -15.56, -3.68, 6.12, 9.13, 0.0, -4.93, 10.6, -7.88, 6.54, 11.65, -1.03, 9.13, 0.03, 9.35, 4.15, -2.53, -11.13, -14.56, 1.38, -4.2, 6.15, -3.07, -11.85, -7.21, -6.17, 14.05, 7.37, -6.42, 18.31, 0.0, -5.69, -1.67, -0.58, -1.35, -1.6, -3.2, -1.24])
