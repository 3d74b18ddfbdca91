"""Rage: the hand-written player. It counts the tricks its hand promises, bids them, and plays for exactly its bid."""

from typing import Any

import numpy as np

from stichwerk.bots.policies.following import (
    BID_FEATURES,
    CARD_FEATURES,
    HELD,
    MODES,
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
from stichwerk.games.rage.hidden import bid_is_secret
from stichwerk.games.rage.state import (
    ACTION_COLOUR,
    ACTION_WORD,
    BID,
    BID_ACTION,
    COLOUR_CARDS,
    COLOURS,
    DECK_SIZE,
    JOKER,
    JOKER_ACTION,
    JOKER_NUMBER,
    MINUS,
    NO_BID,
    NT,
    NUMBERS,
    PLUS,
    RUN_LENGTH,
    RUNS,
    SECRET,
)
from stichwerk.kernel.bits import lowest, popcount
from stichwerk.kernel.jit import jit, jit_apart
from stichwerk.kernel.state import State

_COLOURS = len(COLOURS)
_JOKERS_IN_DECK = RUN_LENGTH[JOKER - COLOUR_CARDS]
_JOKER_PROMISE = 0.95

# The features of a card that only this game has.
(
    FIVES_TAKES,  # the chance to take times the fives in the trick
    FIVES_LEAVES,  # the chance to leave it times the same
    IS_NT,
    IS_CT,
    IS_PLUS,
    IS_MINUS,
    IS_JOKER,
    FEATURES,
) = range(CARD_FEATURES, CARD_FEATURES + 8)


@jit
def unseen_jokers(s: State, seat: int) -> int:
    """How many Jokers the seat has not seen."""
    known = popcount(s.seen[ACTION_WORD] & RUNS[JOKER]) + popcount(s.hand[seat, ACTION_WORD] & RUNS[JOKER])
    return _JOKERS_IN_DECK - known


@jit
def share_of(s: State, seat: int) -> float:
    """The chance that a card the seat has not seen lies in a given other hand."""
    held = popcount(s.hand[seat, 0]) + popcount(s.hand[seat, 1]) + popcount(s.hand[seat, 2])
    seen = popcount(s.seen[0]) + popcount(s.seen[1]) + popcount(s.seen[2])
    return min(1.0, held / max(1, DECK_SIZE - held - seen))


@jit_apart
def expected(s: State, seat: int, glance: Any) -> float:
    """The tricks that a hand promises."""
    look_around(s, seat, share_of(s, seat), unseen_jokers(s, seat), NUMBERS, glance)
    glance[HELD] = popcount(s.hand[seat, ACTION_WORD] & RUNS[JOKER])
    tricks = glance[HELD] * _JOKER_PROMISE
    for colour in range(_COLOURS):
        cards = colour_bits(s.hand[seat], colour, NUMBERS)
        here = 0.0
        while cards != 0:
            here += promise(s, seat, colour, lowest(cards), NUMBERS, glance)
            cards &= cards - 1
        tricks += here
        if colour == s.trump:
            glance[TRUMPS] = here
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
        return MODES * FEATURES, BID_FEATURES
    chance, taken, colour, number = 0.0, 0.0, ACTION_COLOUR, 0
    if action < COLOUR_CARDS:
        colour, number = action // NUMBERS, action % NUMBERS
        chance = promise(s, seat, colour, number, NUMBERS, glance)
    elif action >= JOKER_ACTION:
        colour, number, chance = action - JOKER_ACTION, JOKER_NUMBER + 1, _JOKER_PROMISE
        if not _sensible_joker(s, colour):
            return 0, 0
    if colour != ACTION_COLOUR:
        taken = takes(s, seat, colour, number, NUMBERS, glance, _secret_bids(s))
    single = action < COLOUR_CARDS and popcount(colour_bits(s.hand[seat], colour, NUMBERS)) == 1
    describe_card(s, glance, taken, chance, min(number, NUMBERS) / NUMBERS, colour == s.trump, single, f)
    fives = s.trick_fives + int(action == PLUS) - int(action == MINUS)
    f[FIVES_TAKES] = taken * fives
    f[FIVES_LEAVES] = (1.0 - taken) * fives
    for kind in range(NT, JOKER + 1):
        f[IS_NT + kind - NT] = 1.0 if min(action, JOKER) == kind else 0.0
    return mode_of(glance) * FEATURES, FEATURES


@jit
def _secret_bids(s: State) -> int:
    """The seats whose bids lie face down, as bits."""
    return -1 if s.bidding == SECRET else 0


@jit
def _sensible_joker(s: State, colour: int) -> bool:
    """Of the colours that a Joker may name: trump, the led colour, and the first of the others, to lose with."""
    if colour == s.trump or colour == s.led:
        return True
    for lower in range(colour):
        if lower != s.trump and lower != s.led:
            return False
    return True


# ---------------------------------------------------------------- what the others' bids say of their hands


@jit_apart
def believe(s: State, seat: int, rng: Any, style: Any) -> float:
    """How well the hands of a world fit the bids; bids that lie face down are set to fit the hands."""
    glance = np.empty(MOST_GLANCE)
    weight = 1.0
    for other in range(s.players):
        if other == seat or s.bid[other] == NO_BID:
            continue
        wanted = _wanted(expected(s, other, glance), s.hand_size - s.tricks_done)
        weight *= believe_bid(s, other, wanted, bid_is_secret(s, other), rng)
    return weight


@jit
def _wanted(tricks: float, left: int) -> float:
    """How many tricks players want who hold so many cards that promise so many (as seen in self-play)."""
    fresh = min(1.0, left / 5.0)
    return fresh * (1.2 * tricks - 0.6) + (1.0 - fresh) * 0.3 * tricks


gain = lead_over_others

#: The weights, after the noise (0).
STYLE = np.array([0.0, 12.22, -3.61, -24.65, 25.72, 18.55, 4.23, 0.08, -3.02, 23.74, 7.85, 8.08, -1.4, -2.13, 13.39, -2.67, -1.48, -0.97, 0.55, -4.73, -20.44, 12.29, -8.59, -24.74, 31.03, 8.41, -4.29, -0.07, -4.74, 24.86, 9.46, 4.35, -3.18, 2.1, 13.4, -3.18, -3.56, -4.0, -1.79, -7.15, -19.64, 7.76, -9.54, -21.07, 27.01, 7.46, -5.24, 1.5, -2.54, 17.82, 7.35, 3.68, -6.2, -1.66, 18.66, -3.57, -4.63, -5.29, -3.56, -8.96, -24.87, -45.82, 4.51, -10.45, 2.78, -1.82, -14.28, 13.52, -0.45, 0.0, -1.59, 4.29, 1.13, 6.85, 19.03, 0.44, -9.92, -10.68, -8.4, -12.86, -19.9, 7.43, -1.43, 2.95, -0.65, 4.99, -0.65, -0.79, -3.28, 1.56, 0.13, -0.98, 0.4, 0.23, 25.13, -2.89, 3.96, 1.67, -0.93, -3.09, -8.83, -6.53, -5.25, -6.47, 12.11, 3.98, 15.19, 14.5, 0.22, -4.1])
