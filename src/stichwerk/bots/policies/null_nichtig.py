"""Null & nichtig: the hand-written player. It weighs who will take the trick, and what that does to whose piles."""

from typing import Any

import numpy as np

from stichwerk.bots.policies.odds import blur, none_of
from stichwerk.games.null_nichtig.state import COLOURS, DECK_SIZE, KINDS_IN_WORD, LAY, NUMBERS
from stichwerk.kernel.bits import WORD, lowest, popcount
from stichwerk.kernel.jit import jit
from stichwerk.kernel.state import State
from stichwerk.kernel.table import seat_at

_COLOURS = len(COLOURS)

(
    NOISE,  # values are blurred by up to so many points
    EARLY,  # what a point on a pile counts in the first trick; in the last one it counts 1
    LEADS,  # what it costs to lead the next trick
    RATE,  # how likely a later player's card goes on a given pile
    GIFT,  # the number such a card has
    WILL,  # how likely a later player who could take the trick does, if it changes nothing for them
    EAGER,  # how much likelier with every point that it brings
    CROWN,  # what a later player's own card adds to the trick they take
    RIVAL,  # what a point of the others is worth, as a share of what it does to the distance from their mean
    POISON,  # what a card is worth in hand for every point it could cover of another player's pile
    GROW,  # what a card is worth in hand for every point it could add to an own pile
    FADE,  # how much less a card is worth in hand in the last trick than in the first
    AGAIN,  # what it costs to cover a card that was laid, besides its number
    SAFE,  # what a low card of the same colour in hand adds to a card that is laid
    KEEP,  # from here on: what each number is worth in hand, 0 to 11
) = range(15)
LAID = KEEP + NUMBERS  # from here on: what each number is worth on a pile of its own, before the first trick

STYLE = np.array(
    [0.0, 0.34, 5.35, 0.23, 1.52, 0.15, -0.01, 2.58, 0.74, -0.01, 0.05, -0.22, 4.49, 0.03]
    + [2.46, 0.79, -0.46, -1.15, -1.54, -0.72, 0.31, 0.7, 0.86, 0.81, 2.15, 5.47]
    + [-2.16, -0.7, 0.57, 0.52, 1.42, 2.18, 3.03, 3.44, 3.87, 4.58, 5.62, -0.05]
)

# A few cards, at most one of each colour, are four bits per colour: the number + 1, or 0 for none.
_NIBBLE = 15
_BYTE, _ZERO = 255, 128  # a gain for each seat is eight bits, from -128 on

_ABOVE = np.array(
    [sum(1 << (c * NUMBERS + n) for c in range(4) for n in range(number + 1, NUMBERS)) for number in range(NUMBERS)],
    np.int64,
)  # the higher cards than each number, of four colours
_LOW = 0b1111  # the numbers 0 to 3


@jit
def policy(s: State, seat: int, mask: Any, rng: Any, style: Any) -> int:
    """The action that promises most."""
    if s.phase == LAY:
        return _lay(s, seat, mask, rng, style)
    return _card(s, seat, mask, rng, style)


# ---------------------------------------------------------------- laying out


@jit
def _lay(s: State, seat: int, mask: Any, rng: Any, style: Any) -> int:
    best, choice = -1e9, -1
    for word in range(2):
        cards = mask[word]
        while cards != 0:
            card = word * WORD + lowest(cards)
            cards &= cards - 1
            colour = card // NUMBERS
            number = card - colour * NUMBERS
            low = popcount((s.hand[seat, word] >> (colour * NUMBERS - word * WORD)) & _LOW)
            value = style[LAID + number] + style[SAFE] * low + blur(rng, style[NOISE])
            for i in range(s.laid_count[seat]):
                if s.laid[seat, i] // NUMBERS == colour:
                    value -= style[AGAIN] + s.laid[seat, i] % NUMBERS
            if value > best:
                best, choice = value, card
    return choice


# ---------------------------------------------------------------- playing


@jit
def _card(s: State, seat: int, mask: Any, rng: Any, style: Any) -> int:
    held = popcount(s.hand[seat, 0]) + popcount(s.hand[seat, 1])
    if held == 1:
        return lowest(mask[0]) if mask[0] != 0 else WORD + lowest(mask[1])
    later = s.players - s.played - 1

    # The trick so far: its best card, the last of each colour, and of these the ones played before the best.
    to_beat, place, known, early = -1, 0, 0, 0
    for i in range(s.played):
        number = int(s.trick_number[i])
        if number > to_beat:
            to_beat, place, early = number, i, known
        known = _put(known, int(s.trick_colour[i]), number)
    ahead = seat_at(s, s.leader, place)
    given = _over(known, early)

    points, ahead_points = _points(s, seat), _points(s, ahead)
    own, ahead_own = _points_with(s, seat, known), _points_with(s, ahead, given)
    after, gains = 0, 0
    for step in range(1, later + 1):
        other = seat_at(s, seat, step)
        there = _points_with(s, other, known)
        after |= there << (8 * step)
        gains |= (there - _points(s, other) + _ZERO) << (8 * step)
    open_own, open_ahead = _open(s, seat, known, 0, style), _open(s, ahead, early, known, style)

    unseen = DECK_SIZE - held - popcount(s.seen[0]) - popcount(s.seen[1])
    share = min(1.0, held / max(1, unseen))
    hidden = ~(s.seen[0] | s.hand[seat, 0]) & KINDS_IN_WORD[0]
    hidden_last = ~(s.seen[1] | s.hand[seat, 1]) & KINDS_IN_WORD[1]
    tricks = s.hand_size - s.to_lay
    weight = 1.0 - (1.0 - style[EARLY]) * (held - 1) / (tricks - 1)
    keeping = 1.0 - style[FADE] * s.tricks_done / (tricks - 1)
    hit = style[RATE] * later
    hit_later = style[RATE] * (later - 1)

    best, choice = -1e9, -1
    for word in range(2):
        cards = mask[word]
        while cards != 0:
            card = word * WORD + lowest(cards)
            cards &= cards - 1
            colour = card // NUMBERS
            number = card - colour * NUMBERS
            in_trick = (known >> (4 * colour)) & _NIBBLE
            mine = _shown(s, seat, colour)

            # The later players: who can and wants to take the trick, and what they get.
            top = max(to_beat, number)
            above = popcount(hidden & _ABOVE[top]) + popcount(hidden_last & _ABOVE[top])
            could = 1.0 - none_of(share, above)
            value, left = 0.0, 1.0
            for step in range(1, later + 1):
                other = seat_at(s, seat, step)
                change = number - (in_trick - 1 if in_trick else _shown(s, other, colour))
                gain = ((gains >> (8 * step)) & _BYTE) - _ZERO + change
                takes = left * could * min(max(style[WILL] + style[EAGER] * gain, 0.0), 1.0)
                rest = _COLOURS * style[GIFT] - ((after >> (8 * step)) & _BYTE) - change
                value += takes * _worth(s, seat, other, style) * (gain + hit_later * rest + style[CROWN])
                left -= takes

            # Otherwise it is mine, or belongs to the one who is ahead.
            if number > to_beat:
                if in_trick == 0:
                    gain = own - points + number - mine + hit * (open_own + mine - number)
                else:
                    gain = own - points + hit * open_own
                value += left * (gain - style[LEADS])
            else:
                if (early >> (4 * colour)) & _NIBBLE:
                    gain = ahead_own - ahead_points + hit * open_ahead
                else:
                    change = number - (in_trick - 1 if in_trick else _shown(s, ahead, colour))
                    gain = ahead_own - ahead_points + change + hit * (open_ahead - change)
                value += left * _worth(s, seat, ahead, style) * gain

            keep = style[KEEP + number] + style[GROW] * max(0, number - mine)
            for other in range(s.players):
                if other != seat:
                    keep += style[POISON] * max(0, _shown(s, other, colour) - number)
            value = weight * value - keeping * keep + blur(rng, style[NOISE])
            if value > best:
                best, choice = value, card
    return choice


@jit
def _worth(s: State, seat: int, other: int, style: Any) -> float:
    """What a point of another player is worth to the seat."""
    if s.teams:
        return 1.0 if (seat ^ other) & 1 == 0 else -1.0
    return -style[RIVAL] / (s.players - 1)


# ---------------------------------------------------------------- piles


@jit
def _shown(s: State, seat: int, colour: int) -> int:
    """The number on top of a pile; 0 without one."""
    return max(0, int(s.top[seat, colour]) - colour * NUMBERS)


@jit
def _points(s: State, seat: int) -> int:
    points = 0
    for colour in range(_COLOURS):
        points += _shown(s, seat, colour)
    return points


@jit
def _points_with(s: State, seat: int, cards: int) -> int:
    """The points of a seat that has put these cards on its piles."""
    points = 0
    for colour in range(_COLOURS):
        number = (cards >> (4 * colour)) & _NIBBLE
        points += number - 1 if number else _shown(s, seat, colour)
    return points


@jit
def _open(s: State, seat: int, closed: int, cards: int, style: Any) -> float:
    """What a card on each of the piles would change on which it could be the last: all but the closed ones."""
    change = 0.0
    for colour in range(_COLOURS):
        if (closed >> (4 * colour)) & _NIBBLE == 0:
            number = (cards >> (4 * colour)) & _NIBBLE
            change += style[GIFT] - (number - 1 if number else _shown(s, seat, colour))
    return change


@jit
def _put(cards: int, colour: int, number: int) -> int:
    return cards & ~(_NIBBLE << (4 * colour)) | (number + 1) << (4 * colour)


@jit
def _over(cards: int, covering: int) -> int:
    """Cards after others have covered them."""
    for colour in range(_COLOURS):
        number = (covering >> (4 * colour)) & _NIBBLE
        if number:
            cards = _put(cards, colour, number - 1)
    return cards
