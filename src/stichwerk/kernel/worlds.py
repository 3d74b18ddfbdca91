"""Unseen cards: deal them to the hidden places so that every world that is still possible is equally likely.

What is known of a place is how many cards it holds and which colours it has shown not to hold. Two cards of the
same kind are two different cards here, as in a real shuffle.

How it works: places that can hold fewer cards draw first, each uniformly from the cards open to it; everything
else is then shuffled out. A world comes up with a probability that depends on how many cards each drawing place
still found open to it, so the draw is accepted in proportion to that (rejection sampling): exact, whatever the
voids. With one void place, or voids that contain each other, nothing is ever rejected. Where many seats have shown
many different voids, a draw may be rejected often; after `MOST_DRAWS` of them (a millisecond) a possible world is
taken instead and stirred by `STIRS` random exchanges: then the draw is uniform only nearly. docs/redeal.md says how
often that happens.
"""

from typing import Any

import numpy as np

from stichwerk.kernel.jit import jit, jit_apart
from stichwerk.kernel.rng import below, chance, shuffle

MOST_DRAWS = 4000
STIRS = 4000


@jit_apart
def deal_unseen(cards: Any, start: Any, need: Any, void: Any, generator: Any, out: Any) -> int:
    """Deal ``cards`` to places that need ``need[p]`` of them and hold none of the colours in ``void[p]`` (bits).

    The cards of colour ``c`` stand at ``start[c]`` to ``start[c + 1]``. ``out`` gets the cards of place 0, then of
    place 1 and so on, then those left over, in random order. Returns how many draws were made until one was
    accepted; more than `MOST_DRAWS` if none was.
    """
    places = need.shape[0]
    order = np.empty(places, np.int64)
    open_cards = np.empty(places, np.int64)
    drawing = _order_places(start, need, void, order, open_cards)
    left = np.empty(start.shape[0] - 1, np.int64)
    deck = np.arange(cards.shape[0])  # places in `cards`, so that a card's colour stays known
    draws = 1
    while draws <= MOST_DRAWS and not _draw(
        deck, start, need, void, generator, out, order[:drawing], open_cards, left, True
    ):
        draws += 1
    if draws > MOST_DRAWS:
        while not _draw(deck, start, need, void, generator, out, order[:drawing], open_cards, left, False):
            pass
    _deal_rest(deck, start, need, void, generator, out, left)
    if draws > MOST_DRAWS:
        _stir(start, need, void, generator, out, cards.shape[0])
    for i in range(cards.shape[0]):
        out[i] = cards[out[i]]
    return draws


@jit_apart
def _order_places(start: Any, need: Any, void: Any, order: Any, open_cards: Any) -> int:
    """List the places that have to draw, fewest open cards first; the most cards each could find open. How many."""
    drawing = 0
    for p in range(need.shape[0]):
        if need[p] > 0 and void[p] != 0:
            at = drawing
            while at > 0 and _open(start, void[p], 0) < _open(start, void[order[at - 1]], 0):
                order[at] = order[at - 1]
                at -= 1
            order[at] = p
            drawing += 1
    for i in range(drawing):
        p = order[i]
        open_cards[i] = _open(start, void[p], 0)
        for k in range(i):
            # An earlier place takes at least so many of these: it finds no more than the others elsewhere.
            q = order[k]
            elsewhere = _open(start, void[q], 0) - _open(start, void[q], void[p])
            open_cards[i] -= max(0, need[q] - elsewhere)
    return drawing


@jit
def _open(start: Any, void: int, other_void: int) -> int:
    """How many cards are in none of the colours of either set."""
    total = 0
    for colour in range(start.shape[0] - 1):
        if ((void | other_void) >> colour) & 1 == 0:
            total += start[colour + 1] - start[colour]
    return total


@jit_apart
def _draw(
    deck: Any,
    start: Any,
    need: Any,
    void: Any,
    generator: Any,
    out: Any,
    order: Any,
    open_cards: Any,
    left: Any,
    fair: bool,
) -> bool:
    """One draw for the places in ``order``; whether it is accepted (if not ``fair``: whether it is possible)."""
    for colour in range(left.shape[0]):
        left[colour] = start[colour + 1] - start[colour]
    for i in range(order.shape[0]):
        p = order[i]
        found = 0
        for colour in range(left.shape[0]):
            if (void[p] >> colour) & 1 == 0:
                found += left[colour]
        if found < need[p]:
            return False
        if fair and found != open_cards[i]:
            if not chance(generator, _share(found, open_cards[i], need[p])):
                return False
        at = _place_start(need, p)
        for k in range(need[p]):
            out[at + k] = _draw_card(deck, start, void[p], left, below(generator, found - k))
    return True


@jit
def _share(found: int, at_most: int, need: int) -> float:
    """The number of hands of ``need`` cards from ``found``, as a share of those from ``at_most``."""
    share = 1.0
    for k in range(need):
        share *= (found - k) / (at_most - k)
    return share


@jit
def _draw_card(deck: Any, start: Any, void: int, left: Any, n: int) -> int:
    """Take the n-th of the remaining cards that are open to a place."""
    for colour in range(left.shape[0]):
        if (void >> colour) & 1 == 0:
            if n < left[colour]:
                left[colour] -= 1
                at, last = start[colour] + n, start[colour] + left[colour]
                deck[at], deck[last] = deck[last], deck[at]
                return int(deck[last])
            n -= left[colour]
    return -1


@jit_apart
def _deal_rest(deck: Any, start: Any, need: Any, void: Any, generator: Any, out: Any, left: Any) -> None:
    """Shuffle the remaining cards out: to the places without voids, then to the end."""
    rest = np.empty(deck.shape[0], np.int64)
    size = 0
    for colour in range(left.shape[0]):
        for i in range(left[colour]):
            rest[size] = deck[start[colour] + i]
            size += 1
    shuffle(generator, rest[:size], size)
    used = 0
    for p in range(need.shape[0]):
        if void[p] == 0:
            at = _place_start(need, p)
            for k in range(need[p]):
                out[at + k] = rest[used]
                used += 1
    end = _place_start(need, need.shape[0])
    for k in range(size - used):
        out[end + k] = rest[used + k]


@jit_apart
def _stir(start: Any, need: Any, void: Any, generator: Any, out: Any, size: int) -> None:
    """Exchange two random cards, many times, wherever both places may hold what they get."""
    barred = np.zeros(size, np.int64)  # the colours that may not lie at each place of `out`
    for p in range(need.shape[0]):
        at = _place_start(need, p)
        for k in range(need[p]):
            barred[at + k] = void[p]
    for _ in range(STIRS):
        i, j = below(generator, size), below(generator, size)
        if (barred[i] >> _colour(start, out[j])) & 1 == 0 and (barred[j] >> _colour(start, out[i])) & 1 == 0:
            out[i], out[j] = out[j], out[i]


@jit
def _colour(start: Any, place: int) -> int:
    colour = 0
    while place >= start[colour + 1]:
        colour += 1
    return colour


@jit
def _place_start(need: Any, place: int) -> int:
    total = 0
    for p in range(place):
        total += need[p]
    return total
