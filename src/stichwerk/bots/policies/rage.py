"""Rage: the hand-written player. It counts the tricks its hand promises, bids them, and plays for exactly its bid."""

from typing import Any

import numpy as np

from stichwerk.bots.policies.following import (
    BID_FEATURES,
    CARD_FEATURES,
    MODES,
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
    tricks = popcount(s.hand[seat, ACTION_WORD] & RUNS[JOKER]) * _JOKER_PROMISE
    for colour in range(_COLOURS):
        cards = colour_bits(s.hand[seat], colour, NUMBERS)
        if cards != 0:
            look_at_colour(s, seat, colour, NUMBERS, glance)
        while cards != 0:
            tricks += promise(s, seat, colour, lowest(cards), NUMBERS, glance)
            cards &= cards - 1
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
        secret = -1 if s.bidding == SECRET else 0
        taken = takes(s, seat, colour, number, NUMBERS, glance, secret)
    describe_card(s, glance, taken, chance, min(number, NUMBERS) / NUMBERS, colour == s.trump, f)
    fives = s.trick_fives + int(action == PLUS) - int(action == MINUS)
    f[FIVES_TAKES] = taken * fives
    f[FIVES_LEAVES] = (1.0 - taken) * fives
    for kind in range(NT, JOKER + 1):
        f[IS_NT + kind - NT] = 1.0 if min(action, JOKER) == kind else 0.0
    return mode_of(glance) * FEATURES, FEATURES


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
        tricks = expected(s, other, glance)
        if bid_is_secret(s, other):
            s.bid[other] = min(int(s.tricks[other]) + int(tricks + 0.5), s.hand_size)
        else:
            weight *= fit(tricks, int(s.bid[other]) - int(s.tricks[other]))
    return weight


gain = lead_over_others

#: The weights, after the noise (0).
STYLE = np.array([0.0, 2.19, -4.64, -14.04, 9.86, 7.0, -4.58, 6.28, -1.68, 10.61, 6.4, -3.46, -0.91, -0.99, -0.52, -3.52, -11.09, -21.81, 6.39, -7.78, -0.74, 3.9, -14.41, 3.87, 4.84, 0.0, 7.17, 0.28, -7.91, -8.84, -7.45, -9.44, -11.25, 4.24, -0.82, 3.14, -0.58, 3.31, 0.29, 1.53, -1.75, 0.07, 13.82, -3.16, 2.97, 2.61, 0.98, -0.61, -3.48, -5.21, -7.39, -0.41, 8.35, 1.38, 11.34])
