"""Rage: the hand-written player. It counts the tricks its hand promises, bids them, and plays for exactly its bid."""

from typing import Any

import numpy as np

from stichwerk.games.policies.following import (
    BID_FEATURES,
    CARD_FEATURES,
    HELD,
    MODES,
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
from stichwerk.games.rage.hidden import bid_is_secret as bid_is_secret
from stichwerk.games.rage.options import OPEN, PLUS_MINUS_ONE, SECRET, SIMULTANEOUS
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
    NT,
    NUMBERS,
    PLUS,
    RUN_LENGTH,
    RUNS,
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
    look_at_need(s, seat, expected(s, seat, glance), secret_bids(s), glance)


@jit_apart
def describe(s: State, seat: int, action: int, glance: Any, f: Any) -> tuple[int, int]:
    """Write the features of an action; where their weights begin, and how many there are."""
    if s.phase == BID:
        in_turn = s.bidding == OPEN or s.bidding == PLUS_MINUS_ONE
        describe_bid(s, seat, action - BID_ACTION, in_turn, glance, f)
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
        taken = takes(s, seat, colour, number, NUMBERS, glance, secret_bids(s))
    single = action < COLOUR_CARDS and popcount(colour_bits(s.hand[seat], colour, NUMBERS)) == 1
    describe_card(s, glance, taken, chance, min(number, NUMBERS) / NUMBERS, colour == s.trump, single, f)
    fives = s.trick_fives + int(action == PLUS) - int(action == MINUS)
    f[FIVES_TAKES] = taken * fives
    f[FIVES_LEAVES] = (1.0 - taken) * fives
    for kind in range(NT, JOKER + 1):
        f[IS_NT + kind - NT] = 1.0 if min(action, JOKER) == kind else 0.0
    return mode_of(glance) * FEATURES, FEATURES


@jit
def secret_bids(s: State) -> int:
    """The seats whose bids lie face down, as bits."""
    return -1 if s.bidding == SECRET or (s.bidding == SIMULTANEOUS and s.phase == BID) else 0


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


@jit
def wanted(s: State, tricks: float) -> float:
    """How many tricks players want whose cards promise so many (as seen in self-play)."""
    fresh = min(1.0, (s.hand_size - s.tricks_done) / 5.0)
    return fresh * (1.2 * tricks - 0.6) + (1.0 - fresh) * 0.3 * tricks


gain = lead_over_others

#: By how much values are blurred in the playouts of a search: the best of a few in short comparisons.
PLAYOUT_NOISE = 1.0

#: How much each feature counts, learned by self-play: no noise, then a line for each mood.
STYLE = np.concatenate(
    [
        [0.0],
        # all that are left
        [
            12.2,
            -3.6,
            -24.6,
            25.7,
            18.6,
            4.2,
            0.1,
            -3.0,
            23.7,
            7.8,
            8.1,
            -1.4,
            -2.1,
            13.4,
            -2.7,
            -1.5,
            -1.0,
            0.6,
            -4.7,
            -20.4,
        ],
        # one
        [
            12.3,
            -8.6,
            -24.7,
            31.0,
            8.4,
            -4.3,
            -0.1,
            -4.7,
            24.9,
            9.5,
            4.3,
            -3.2,
            2.1,
            13.4,
            -3.2,
            -3.6,
            -4.0,
            -1.8,
            -7.2,
            -19.6,
        ],
        # several
        [
            7.8,
            -9.5,
            -21.1,
            27.0,
            7.5,
            -5.2,
            1.5,
            -2.5,
            17.8,
            7.3,
            3.7,
            -6.2,
            -1.7,
            18.7,
            -3.6,
            -4.6,
            -5.3,
            -3.6,
            -9.0,
            -24.9,
        ],
        # no more
        [
            -45.8,
            4.5,
            -10.4,
            2.8,
            -1.8,
            -14.3,
            13.5,
            -0.5,
            0.0,
            -1.6,
            4.3,
            1.1,
            6.8,
            19.0,
            0.4,
            -9.9,
            -10.7,
            -8.4,
            -12.9,
            -19.9,
        ],
        # bid missed
        [7.4, -1.4, 3.0, -0.7, 5.0, -0.7, -0.8, -3.3, 1.6, 0.1, -1.0, 0.4, 0.2, 25.1, -2.9, 4.0, 1.7, -0.9, -3.1, -8.8],
        # bids
        [-6.5, -5.2, -6.5, 12.1, 4.0, 15.2, 14.5, 0.2, -4.1],
    ]
)
