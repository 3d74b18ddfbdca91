"""Alles oder Nichts: the hand-written player. It bids what its hand promises and shows the bid if it is sure of it."""

from typing import Any

import numpy as np

from stichwerk.bots.policies.following import (
    BID_FEATURES,
    CARD_FEATURES,
    MODES,
    TRICKS,
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
        tricks += promise(s, seat, colour, card - colour * size, size, glance)
    return tricks


@jit
def look(s: State, seat: int, glance: Any) -> None:
    """What the seat sees at a glance."""
    look_at_need(s, seat, expected(s, seat, glance), glance)


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
    describe_card(s, glance, taken, chance, number / size, colour == s.trump, f)
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
STYLE = np.array([0.0, 28.78, -10.58, -6.17, 15.43, 12.81, 4.2, -1.82, -11.08, 21.3, -30.19, 12.84, 7.76, 21.98, -17.41, -21.49, 4.54, 13.9, 0.0, 7.54, 5.34, 5.5, 5.34, 5.53, 8.03, 7.83, -8.18, -8.18, 3.56, -0.36, -1.08, 0.57, 0.96, 0.1, 1.44, -0.31, 4.16, -6.17, 3.03, -0.95, 0.83, -1.41, 0.28, -0.82, 1.31, 0.0, 0.96, -0.15, 0.06, -0.09, -0.2, -0.24, 0.01, -0.31, 0.05, -6.39, -6.91, 5.72, 12.04, 2.92, -1.38, -2.5, -1.84, -2.51, -2.07, -2.46, -2.56])
