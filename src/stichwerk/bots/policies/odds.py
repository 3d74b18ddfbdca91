"""Odds in games where one follows suit: how likely cards lie in other hands, and what a number of tricks is worth."""

from typing import Any

import numpy as np

from stichwerk.kernel.bits import WORD, popcount, word_of
from stichwerk.kernel.jit import jit
from stichwerk.kernel.rng import draw
from stichwerk.kernel.state import State
from stichwerk.kernel.table import seat_at
from stichwerk.kernel.tricks import NO_COLOUR, strength

# What the first numbers of a style mean in all games where one follows suit.
(
    NOISE,  # values are blurred by up to so many points
    TRUMP,  # how dangerous a higher trump in another hand is to a trump
    PLAIN,  # how dangerous a higher card in another hand is to a plain card
    RUFF,  # how often a player without the colour takes with a trump
    LEAD,  # the share of plain tricks that come to be led
    FIRST,  # how much more of them the player who leads first can count on, divided by the hand size
    FOLLOW,  # how much less the others
    SPREAD,  # how far tricks stray from what is expected, at least
    EAGER,  # the chance that a later player who wants tricks takes one if possible
    SATED,  # the same for one who wants no more
    UNKNOWN,  # the same for one whose bid lies face down
    SHARED,  # how many numbers all these games share
) = range(12)

_STEPS = 256
_MOST = 24
_FAR, _WIDE = 96, 24


def _powers() -> Any:
    """The chance that none of k given cards is in a hand, if each is there with probability p: (1 - p) ** k."""
    share = np.arange(_STEPS + 1)[:, None] / _STEPS
    return (1 - share) ** np.arange(_MOST + 1)


_NONE_OF = _powers()


def _closeness() -> Any:
    """How likely a trick count is hit that lies so far (in eighths) from the one expected, by standard deviation."""
    away = np.arange(_FAR)[:, None] / 8
    spread = (1 + np.arange(_WIDE)[None, :]) / 8
    return np.exp(-0.5 * (away / spread) ** 2)


_HIT = _closeness()


@jit
def none_of(share: float, cards: int) -> float:
    """The chance that none of these cards is in a hand that holds each with probability ``share``."""
    return _NONE_OF[int(share * _STEPS), min(cards, _MOST)]


@jit
def hit(expected: float, wanted: int, spread: float) -> float:
    """How likely it is to end with exactly the wanted number of tricks, as a share of the most likely case."""
    away = int(abs(expected - wanted) * 8)
    wide = int(spread * 8)
    return _HIT[min(away, _FAR - 1), min(wide, _WIDE - 1)]


@jit
def colour_bits(row: Any, colour: int, size: int) -> int:
    """The cards of a colour in a set, number 0 lowest."""
    first = colour * size
    word = word_of(first)
    return (row[word] >> (first - word * WORD)) & ((1 << size) - 1)


@jit
def higher(cards: int, number: int) -> int:
    """How many of these cards of one colour are higher than ``number``."""
    return popcount(cards >> (number + 1))


@jit
def blur(rng: Any, noise: float) -> float:
    """A random number between -noise and noise."""
    if noise == 0.0:
        return 0.0
    return noise * (draw(rng) / 2147483648.0 - 1.0)


@jit
def unseen_of(s: State, seat: int, colour: int, size: int) -> int:
    """The cards of a colour that the seat has not seen, number 0 lowest; none of no colour."""
    if colour == NO_COLOUR:
        return 0
    gone = colour_bits(s.seen, colour, size) | colour_bits(s.hand[seat], colour, size)
    return gone ^ ((1 << size) - 1)


@jit
def promise(
    s: State, seat: int, colour: int, number: int, size: int, wild: int, share: float, lead: float, style: Any
) -> float:
    """The chance that a card takes a trick in the end.

    ``wild`` unseen cards count as highest trumps; a hand holds an unseen card with probability ``share``.
    """
    others = min(1.0, share * (s.players - 1))
    unseen = unseen_of(s, seat, colour, size)
    above = higher(unseen, number)
    if colour == s.trump:
        return none_of(others * style[TRUMP], above + wild)
    trumps = popcount(unseen_of(s, seat, s.trump, size)) + wild
    ruff = none_of(share, popcount(unseen)) * (1.0 - none_of(share, trumps)) * style[RUFF]
    return lead * none_of(others * style[PLAIN], above) * (1.0 - ruff) ** (s.players - 1)


@jit
def first_lead(s: State, seat: int, style: Any) -> float:
    """The share of plain tricks that come to be led, before the first trick."""
    lead = style[LEAD] + (style[FIRST] if seat == s.leader else -style[FOLLOW]) / s.hand_size
    return min(max(lead, 0.0), 1.0)


@jit
def strongest(s: State) -> int:
    """How strong the best card in the trick is."""
    best = 0
    for place in range(s.played):
        best = max(best, strength(int(s.trick_colour[place]), int(s.trick_number[place]), s.led, s.trump))
    return best


@jit
def takes(
    s: State, seat: int, colour: int, number: int, size: int, wild: int, to_beat: int, share: float, style: Any
) -> float:
    """The chance that a card takes this trick; ``to_beat`` is the strength of the best card in it.

    Players whose bid the seat does not know have one below 0.
    """
    led = colour if s.led == NO_COLOUR else s.led
    if strength(colour, number, led, s.trump) <= to_beat:
        return 0.0
    later = s.players - s.played - 1
    if later == 0:
        return 1.0
    unseen = unseen_of(s, seat, led, size)
    empty = none_of(share, popcount(unseen))
    over_follow = 0.0
    if colour == led:
        over_follow = 1.0 - none_of(share, higher(unseen, number))
    if colour == s.trump:
        over_void = 1.0 - none_of(share, higher(unseen_of(s, seat, colour, size), number) + wild)
    else:
        over_void = 1.0 - none_of(share, popcount(unseen_of(s, seat, s.trump, size)) + wild)
    chance = 1.0
    for step in range(1, later + 1):
        other = seat_at(s, seat, step)
        void = 1.0 if (int(s.void[other]) >> led) & 1 else empty
        beaten = void * over_void + (1.0 - void) * over_follow
        chance *= 1.0 - beaten * _will(s, other, style)
    return chance


@jit
def _will(s: State, other: int, style: Any) -> float:
    """How likely another player takes a trick that it could take."""
    if s.bid[other] < 0:
        return style[UNKNOWN]
    return style[EAGER] if s.bid[other] > s.tricks[other] else style[SATED]


@jit
def lead_over_others(s: State, seat: int) -> float:
    """The points of a finished round, less the mean of the others."""
    mine, all_points = int(s.scores[seat]), 0
    for other in range(s.players):
        all_points += int(s.scores[other])
    return mine - (all_points - mine) / (s.players - 1)
