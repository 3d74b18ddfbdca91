"""Alles oder Nichts: the hand-written player. It bids what its hand promises and shows the bid if it is sure of it."""

from typing import Any

import numpy as np

from stichwerk.bots.policies.following import (
    BID_FEATURES,
    CARD_FEATURES,
    MODES,
    TRICKS,
    TRUMPS,
    colour_bits,
    describe_bid,
    describe_card,
    fit,
    lead_over_others,
    look_around,
    look_at_colour,
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
    tricks, size, looked = 0.0, numbers(s), -1
    look_around(s, seat, share_of(s, seat), 0, size, glance)
    cards = s.hand[seat, 0]
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        colour = colour_of(s, card)
        if colour != looked:
            look_at_colour(s, seat, colour, size, glance)
            looked = colour
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
        tricks = expected(s, other, glance)
        if bid_is_secret(s, other):
            s.bid[other] = min(int(s.tricks[other]) + int(tricks + 0.5), s.hand_size)
        else:
            weight *= fit(tricks, int(s.bid[other]) - int(s.tricks[other]))
    return weight


gain = lead_over_others

#: The weights, after the noise (0).
STYLE = np.array([0.0, 31.85, -12.17, -4.96, 23.74, 4.6, -1.2, -6.19, -15.35, 21.82, 9.5, -1.41, -6.25, -2.16, -47.32, 17.1, 11.48, 38.07, -14.24, 2.61, 8.82, 9.7, 0.0, -2.03, 9.95, -11.21, 6.99, 14.09, 0.17, 11.4, 1.62, 11.88, 6.15, -3.75, -10.14, -17.37, 2.19, -6.16, 4.64, -4.04, 30.6, -12.63, -4.14, 22.63, 4.58, -1.39, -5.35, -14.75, 21.15, 6.72, -2.04, -5.82, -2.06, -43.63, 17.4, 11.21, 36.29, -13.22, -1.32, 8.02, 9.47, 0.0, -3.21, 8.65, -9.89, 6.12, 12.44, -0.28, 9.74, 0.77, 10.15, 5.15, -1.43, -11.26, -15.04, 1.89, -4.94, 5.25, -3.27, -13.15, -8.6, 3.98, 16.79, 5.81, -6.05, 9.3, 0.0, 2.02, -1.93, -0.61, -1.96, -1.29, -4.08, -1.36])
