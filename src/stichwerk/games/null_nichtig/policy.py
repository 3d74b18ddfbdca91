"""Null & nichtig: the hand-written player. It weighs who will take the trick, and what that does to whose piles."""

from typing import Any

import numpy as np

from stichwerk.games.null_nichtig.options import AS_PLAYED
from stichwerk.games.null_nichtig.rules import add
from stichwerk.games.null_nichtig.state import COLOURS, DECK_SIZE, KINDS_IN_WORD, LAY, NUMBERS, RUNS
from stichwerk.games.policies.odds import blur, none_of
from stichwerk.games.policies.points import lead_over_others
from stichwerk.kernel.bits import WORD, lowest, popcount, take, wide, word_of
from stichwerk.kernel.jit import jit, jit_apart
from stichwerk.kernel.seats import place_of, seat_at
from stichwerk.kernel.state import State

_COLOURS = len(COLOURS)

(
    NOISE,  # values are blurred by up to so many points
    EARLY,  # what a point on a pile counts in the first trick; in the last one it counts 1
    LEADS,  # what it costs to lead the second trick
    LEADS_LAST,  # what it costs to lead the last trick
    STAKE,  # what it costs to lead for every point on one's piles
    RATE,  # how likely a later player's card goes on a given pile
    GIFT,  # the number such a card has
    WILL,  # how likely a later player who could take the trick does
    DRIFT,  # how much likelier if all unseen cards are higher
    RIVAL,  # what a point of the others is worth, as a share of what it does to the distance from their mean
    GROW,  # what a card is worth in hand for every point it could add to an own pile
    AGAIN,  # what it costs to cover a card that was laid, besides its number
    KEEP,  # from here on: what each number, 0 to 11, is worth in hand in the first trick, then in the last
) = range(13)
OPEN = KEEP + 2 * NUMBERS  # from here on: what each is worth as a lead, besides what is reckoned
LAID = OPEN + NUMBERS  # from here on: what each is worth on a pile of its own before the first trick

#: By how much values are blurred in the playouts of a search: the best of a few in short comparisons.
PLAYOUT_NOISE = 1.0

STYLE = np.concatenate(
    [
        [0.0, 0.59, 6.31, -1.66, 0.1, 0.13, 4.22, -0.39, 0.77, 0.73, 0.17, 3.77],
        [2.84, 1.71, 1.08, 0.26, -0.43, -0.94, -1.25, -0.61, -0.14, 1.2, 2.6, 5.96],
        [3.56, 3.04, 1.68, 1.1, 0.65, -0.84, 0.49, -0.9, -1.45, -1.11, 2.0, 4.02],
        [1.57, 0.67, -0.12, -0.3, 0.11, 0.45, 0.2, -0.7, -2.26, -0.12, 1.74, -2.96],
        [-0.96, -0.43, -0.44, 0.32, 1.04, 1.47, 2.56, 3.36, 4.61, 5.09, 5.99, -0.35],
    ]
)

_ABOVE = np.array(
    [sum(1 << (c * NUMBERS + n) for c in range(4) for n in range(number + 1, NUMBERS)) for number in range(NUMBERS)],
    np.int64,
)  # the higher cards than each number, of four colours


@jit_apart
def policy(s: State, seat: int, mask: Any, rng: Any, style: Any) -> int:
    """The action that promises most."""
    if s.phase == LAY:
        return _lay(s, seat, mask, rng, style)
    return _card(s, seat, mask, rng, style)


# ---------------------------------------------------------------- laying out


@jit_apart
def _lay(s: State, seat: int, mask: Any, rng: Any, style: Any) -> int:
    best, choice = -1e9, -1
    for word in range(2):
        cards = mask[word]
        while cards != 0:
            card = word * WORD + lowest(cards)
            cards &= cards - 1
            colour = card // NUMBERS
            number = card - colour * NUMBERS
            value = style[LAID + number] + blur(rng, style[NOISE])
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
    to_beat, ahead, known, early = _trick_so_far(s)
    # NN-8: which cards come after those of the later players, if I take it all and if the one ahead does; and which the
    # one ahead puts down before mine.
    own_last, ahead_last, ahead_first = known, early, known
    if s.collecting == AS_PLAYED:
        own_last, ahead_last, ahead_first = 0, 0, _own_first(s, ahead, known, early)
    later = s.players - s.played - 1
    own_gain = _points_with(s, seat, known) - _points(s, seat)
    own_open = _open(s, seat, own_last, known, style)
    ahead_gain = _points_with(s, ahead, _over(ahead_first, ahead_last)) - _points(s, ahead)
    ahead_open = _open(s, ahead, ahead_last, ahead_first, style)
    before, after = _later_points(s, seat, later, known)

    unseen = max(1, DECK_SIZE - held - popcount(s.seen[0]) - popcount(s.seen[1]))
    share = min(1.0, held / unseen)
    hidden = ~(s.seen[0] | s.hand[seat, 0]) & KINDS_IN_WORD[0]
    hidden_last = ~(s.seen[1] | s.hand[seat, 1]) & KINDS_IN_WORD[1]
    pull = style[DRIFT] / unseen

    done = s.tricks_done / (s.hand_size - s.to_lay - 1)
    weight = 1.0 - (1.0 - style[EARLY]) * (1.0 - done)
    lead_cost = style[LEADS] + (style[LEADS_LAST] - style[LEADS]) * done
    lead_cost += style[STAKE] * (own_gain + _points(s, seat))
    hit = style[RATE] * later
    theirs = -1.0 if s.teams else -style[RIVAL] / (s.players - 1)

    best, choice = -1e9, -1
    for word in range(2):
        cards = mask[word]
        while cards != 0:
            card = word * WORD + lowest(cards)
            cards &= cards - 1
            colour = card // NUMBERS
            number = card - colour * NUMBERS
            value, left = 0.0, 1.0

            # A later player takes the trick;
            top = max(to_beat, number)
            above = popcount(hidden & _ABOVE[top]) + popcount(hidden_last & _ABOVE[top])
            if above > 0 and later > 0:
                will = min(max(style[WILL] + above * pull, none_of(share, unseen - above)), 1.0)
                takes = will * (1.0 - none_of(share, above))
                for step in range(1, later + 1):
                    other = seat_at(s, seat, step)
                    there = _of(after, step) + _change(s, other, known, colour, number)
                    gain = there - _of(before, step) + (hit - style[RATE]) * (_COLOURS * style[GIFT] - there)
                    value += left * takes * _worth(s, seat, other, theirs) * gain
                    left *= 1.0 - takes
            # or it is mine; one's own card comes first, so any other of its colour covers it;
            if number > to_beat:
                change = 0 if _has(known, colour) else number - _shown(s, seat, colour)
                gain = own_gain + change + hit * (own_open - change)
                value += left * (gain - lead_cost - style[STAKE] * change)
            # or it stays with the one who is ahead, for whom, clockwise, the cards before the best come last.
            else:
                change = 0 if _has(ahead_last, colour) else _change(s, ahead, ahead_first, colour, number)
                gain = ahead_gain + change + hit * (ahead_open - change)
                value += left * _worth(s, seat, ahead, theirs) * gain

            keep = _keep(style, number, done) + style[GROW] * max(0, number - _shown(s, seat, colour))
            if s.played == 0:
                keep -= style[OPEN + number]
            value = weight * value - keep + blur(rng, style[NOISE])
            if value > best:
                best, choice = value, card
    return choice


@jit
def _trick_so_far(s: State) -> tuple[int, int, int, int]:
    """The number to beat and the seat that has it; the last card of each colour, and that of those before the best."""
    to_beat, place, known, early = -1, 0, 0, 0
    for i in range(s.played):
        number = int(s.trick_number[i])
        if number > to_beat:
            to_beat, place, early = number, i, known
        known = _put(known, int(s.trick_colour[i]), number)
    return to_beat, seat_at(s, s.leader, place), known, early


@jit
def _own_first(s: State, ahead: int, known: int, early: int) -> int:
    """The last card of each colour for the one who is ahead, whose own card comes before all (NN-8, as played)."""
    place = place_of(s, ahead)
    colour = int(s.trick_colour[place])
    if _has(early, colour) and _number(known, colour) == s.trick_number[place]:
        return _put(known, colour, _number(early, colour))
    return known


@jit
def _later_points(s: State, seat: int, later: int, known: int) -> tuple[int, int]:
    """The points of the later players, now and if they take the trick as it is: eight bits each, by steps from here."""
    before, after = 0, 0
    for step in range(1, later + 1):
        other = seat_at(s, seat, step)
        before |= _points(s, other) << (8 * step)
        after |= _points_with(s, other, known) << (8 * step)
    return before, after


@jit
def _of(points: int, step: int) -> int:
    return (points >> (8 * step)) & 255


@jit
def _keep(style: Any, number: int, done: float) -> float:
    """What a number is worth in hand after a share of the tricks: between its values for the first and the last."""
    first: float = style[KEEP + number]
    last: float = style[KEEP + NUMBERS + number]
    return first + done * (last - first)


@jit
def _worth(s: State, seat: int, other: int, theirs: float) -> float:
    """What a point of another player is worth to the seat, if one of an opponent is worth ``theirs``."""
    return 1.0 if s.teams and (seat ^ other) & 1 == 0 else theirs  # NN-13


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


@jit_apart
def _points_with(s: State, seat: int, cards: int) -> int:
    """The points of a seat that has put these cards on its piles."""
    points = 0
    for colour in range(_COLOURS):
        points += _number(cards, colour) if _has(cards, colour) else _shown(s, seat, colour)
    return points


@jit
def _change(s: State, seat: int, cards: int, colour: int, number: int) -> int:
    """What one more card changes, for a seat that has put these cards on its piles."""
    return number - (_number(cards, colour) if _has(cards, colour) else _shown(s, seat, colour))


@jit
def _open(s: State, seat: int, closed: int, cards: int, style: Any) -> float:
    """What an unknown card on each of the piles would change, for a seat that has put ``cards`` on them; on the
    colours of ``closed`` it would be covered."""
    change = 0.0
    for colour in range(_COLOURS):
        if not _has(closed, colour):
            change += style[GIFT] - (_number(cards, colour) if _has(cards, colour) else _shown(s, seat, colour))
    return change


# ---------------------------------------------------------------- a few cards, at most one of each colour

# Four bits for each colour: the number + 1, or 0 for none.


@jit
def _has(cards: int, colour: int) -> bool:
    return (cards >> (4 * colour)) & 15 != 0


@jit
def _number(cards: int, colour: int) -> int:
    return ((cards >> (4 * colour)) & 15) - 1


@jit
def _put(cards: int, colour: int, number: int) -> int:
    return cards & ~(15 << (4 * colour)) | (number + 1) << (4 * colour)


@jit
def _over(cards: int, covering: int) -> int:
    """Cards after others have covered them."""
    for colour in range(_COLOURS):
        if _has(covering, colour):
            cards = _put(cards, colour, _number(covering, colour))
    return cards


# ---------------------------------------------------------------- for the search


@jit_apart
def believe(s: State, seat: int, rng: Any, style: Any) -> float:
    """All hands are equally likely; what others have laid face down, they have laid by the policy."""
    if s.phase == LAY:
        for other in range(s.players):
            if other != seat:
                _lay_again(s, other, rng, style)
    return 1.0


@jit
def _lay_again(s: State, seat: int, rng: Any, style: Any) -> None:
    """Take the laid cards back into the hand and lay as many by the policy."""
    count = int(s.laid_count[seat])
    for i in range(count):
        add(s.hand[seat], wide(s.laid[seat, i]))
    s.laid_count[seat] = 0
    mask = np.empty(2, np.int64)
    for i in range(count):
        mask[0] = s.hand[seat, 0] & KINDS_IN_WORD[0]
        mask[1] = s.hand[seat, 1] & KINDS_IN_WORD[1]
        card = _lay(s, seat, mask, rng, style)
        take(s.hand[seat], word_of(card), RUNS[card])
        s.laid[seat, i] = card
        s.laid_count[seat] = i + 1


@jit
def gain(s: State, seat: int) -> float:
    """The points of a finished round, less the mean of the others; in teams, of one's team less those of the other."""
    if not s.teams:
        return lead_over_others(s, seat)
    points = 0.0
    for other in range(s.players):
        points += s.scores[other] if (other - seat) % 2 == 0 else -s.scores[other]
    return points
