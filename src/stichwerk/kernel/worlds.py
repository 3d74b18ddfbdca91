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
from stichwerk.kernel.rng import below, chance
from stichwerk.kernel.seats import cards_left
from stichwerk.kernel.state import State, record_type

MOST_CARDS = 128
MOST_PLACES = 8
MOST_COLOURS = 8

MOST_DRAWS = 4000
STIRS = 4000

#: What is known (the caller fills in), the room to work in, and the result.
WORLD = record_type(
    [
        # The unseen cards, colour by colour: those of colour c stand at start[c] to start[c + 1].
        ("cards", np.int64, (MOST_CARDS,)),
        ("unseen", np.int64),
        ("colours", np.int64),
        ("start", np.int64, (MOST_COLOURS + 1,)),
        # The hidden places: how many cards each needs, and the colours it cannot hold, as bits.
        ("places", np.int64),
        ("need", np.int64, (MOST_PLACES,)),
        ("void", np.int64, (MOST_PLACES,)),
        # Working room. `deck` holds places in `cards`, so that a card's colour stays known.
        ("deck", np.int64, (MOST_CARDS,)),
        ("left", np.int64, (MOST_COLOURS,)),  # cards of each colour that are not drawn yet
        ("first", np.int64, (MOST_PLACES + 1,)),  # where each place's cards begin in `dealt`
        ("drawing", np.int64),  # how many places draw, in which order, the most cards each could find open
        ("order", np.int64, (MOST_PLACES,)),
        ("open", np.int64, (MOST_PLACES,)),
        # The result: the cards of place 0, then of place 1 and so on, then those left over, in random order.
        ("dealt", np.int64, (MOST_CARDS,)),
    ]
)


@jit_apart
def new_worlds() -> Any:
    """Room for one `WORLD`, as an array with one element."""
    return np.zeros(1, WORLD)


@jit
def add_unseen(w: Any, card: int) -> None:
    """Note an unseen card; cards come colour by colour."""
    w.cards[w.unseen] = card
    w.unseen += 1


@jit
def end_colour(w: Any) -> None:
    """Note that all unseen cards of one more colour are listed."""
    w.colours += 1
    w.start[w.colours] = w.unseen


@jit
def list_unseen(known: int, deck_size: int, colour_size: int, w: Any) -> None:
    """Note all cards but the ``known`` ones, of a deck in which every card is there once."""
    for card in range(deck_size):
        if (known >> card) & 1 == 0:
            add_unseen(w, card)
        if (card + 1) % colour_size == 0:
            end_colour(w)


@jit
def list_other_hands(s: State, seat: int, w: Any) -> None:
    """Note what ``seat`` knows of the other hands: how many cards each has, and the colours it has shown to lack."""
    w.places = s.players
    for other in range(s.players):
        w.need[other] = 0 if other == seat else cards_left(s, other)
        w.void[other] = s.void[other]


@jit_apart
def deal_unseen(w: Any, generator: Any) -> int:
    """Deal the unseen cards to the hidden places, all possible worlds equally likely.

    Returns how many draws were made until one was accepted; more than `MOST_DRAWS` if none was.
    """
    for i in range(w.unseen):
        w.deck[i] = i
    for p in range(w.places):
        w.first[p + 1] = w.first[p] + w.need[p]
    _order_places(w)
    draws = 1
    while not _draw(w, generator, draws <= MOST_DRAWS):
        draws += 1
    _deal_rest(w, generator)
    if draws > MOST_DRAWS:
        stir(w, generator, STIRS)
    for i in range(w.unseen):
        w.dealt[i] = w.cards[w.dealt[i]]
    return draws


@jit_apart
def _order_places(w: Any) -> None:
    """List the places that have to draw, fewest open cards first, and the most cards each could find open."""
    w.drawing = 0
    for p in range(w.places):
        if w.need[p] > 0 and w.void[p] != 0:
            at = w.drawing
            while at > 0 and _unseen(w, w.void[p]) < _unseen(w, w.void[w.order[at - 1]]):
                w.order[at] = w.order[at - 1]
                at -= 1
            w.order[at] = p
            w.drawing += 1
    for i in range(w.drawing):
        void = w.void[w.order[i]]
        w.open[i] = _unseen(w, void)
        for k in range(i):
            # An earlier place takes at least so many of these: it finds no more than the others elsewhere.
            earlier = w.order[k]
            elsewhere = _unseen(w, w.void[earlier]) - _unseen(w, w.void[earlier] | void)
            if w.need[earlier] > elsewhere:
                w.open[i] -= w.need[earlier] - elsewhere


@jit
def _unseen(w: Any, void: int) -> int:
    """How many of the unseen cards are in none of these colours."""
    total = 0
    for colour in range(w.colours):
        if (void >> colour) & 1 == 0:
            total += w.start[colour + 1] - w.start[colour]
    return total


@jit_apart
def _draw(w: Any, generator: Any, fair: bool) -> bool:
    """One draw for the places that have to; whether it is accepted (if not ``fair``: whether it is possible)."""
    for colour in range(w.colours):
        w.left[colour] = w.start[colour + 1] - w.start[colour]
    for i in range(w.drawing):
        p = w.order[i]
        found = 0
        for colour in range(w.colours):
            if (w.void[p] >> colour) & 1 == 0:
                found += w.left[colour]
        if found < w.need[p]:
            return False
        if fair and found != w.open[i]:
            # The number of hands from the cards found, as a share of those from the most there could be.
            share = 1.0
            for k in range(w.need[p]):
                share *= (found - k) / (w.open[i] - k)
            if not chance(generator, share):
                return False
        for k in range(w.need[p]):
            w.dealt[w.first[p] + k] = _draw_card(w, w.void[p], below(generator, found - k))
    return True


@jit
def _draw_card(w: Any, void: int, n: int) -> int:
    """Take the n-th of the remaining cards that are open to a place."""
    colour = 0
    while (void >> colour) & 1 == 1 or n >= w.left[colour]:
        if (void >> colour) & 1 == 0:
            n -= w.left[colour]
        colour += 1
    w.left[colour] -= 1
    at, last = w.start[colour] + n, w.start[colour] + w.left[colour]
    w.deck[at], w.deck[last] = w.deck[last], w.deck[at]
    return w.deck[last]


@jit_apart
def _deal_rest(w: Any, generator: Any) -> None:
    """Shuffle the remaining cards out: to the places without voids, then to the end."""
    rest = 0
    for colour in range(w.colours):
        rest += w.left[colour]
    for p in range(w.places + 1):
        if p == w.places or w.void[p] == 0:
            count = w.unseen - w.first[p] if p == w.places else w.need[p]
            for k in range(count):
                w.dealt[w.first[p] + k] = _draw_card(w, 0, below(generator, rest))
                rest -= 1


@jit_apart
def stir(w: Any, generator: Any, times: int) -> None:
    """Exchange two random cards, so many times, wherever both places may hold what they get.

    Before the last step, that is: `dealt` holds places in `cards`.
    """
    for _ in range(times):
        i, j = below(generator, w.unseen), below(generator, w.unseen)
        a, b = w.dealt[i], w.dealt[j]
        if (_barred(w, i) >> _colour(w, b)) & 1 == 0 and (_barred(w, j) >> _colour(w, a)) & 1 == 0:
            w.dealt[i], w.dealt[j] = b, a


@jit
def _barred(w: Any, at: int) -> int:
    """The colours that may not lie here in `dealt`."""
    for p in range(w.places):
        if w.first[p] <= at < w.first[p + 1]:
            return w.void[p]
    return 0


@jit
def _colour(w: Any, place: int) -> int:
    colour = 0
    while place >= w.start[colour + 1]:
        colour += 1
    return colour
