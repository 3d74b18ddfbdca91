"""Measure `redeal`: how many draws a world takes, how long, and how often it is only nearly uniform.

    python benchmarks/redeals.py                 every position of random games, as a table in Markdown
    python benchmarks/redeals.py --stirring      how near to uniform a stirred world is, on a small deal

docs/redeal.md has the figures and says what they mean.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import pi, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stichwerk.games import Game, game
from stichwerk.kernel import random_play
from stichwerk.kernel.jit import bind, jit_apart
from stichwerk.kernel.rng import below, rng, shuffle
from stichwerk.kernel.worlds import (
    MOST_DRAWS,
    STIRS,
    WORLD,
    _deal_rest,
    _draw,
    _order_places,
    add_unseen,
    end_colour,
    stir,
)

#: Game, and the options that differ from the defaults.
TABLES: tuple[tuple[str, dict[str, str]], ...] = (
    ("null-nichtig", {}),
    ("rage", {}),
    ("alles-oder-nichts", {"deck": "4x12"}),
    ("alles-oder-nichts", {"deck": "6x8"}),
)
#: More than any of these games has positions.
ROOM = 1000


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="random games per line (default: 1000)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="a whole number (default: 1)")
    parser.add_argument("--stirring", action="store_true", help="measure stirred worlds instead")
    parser.add_argument(
        "--samples", type=int, default=200_000, metavar="K", help="worlds per line of --stirring (default: 200000)"
    )
    asked = parser.parse_args(arguments)
    for line in _stirring(asked.samples, asked.seed) if asked.stirring else _redeals(asked.games, asked.seed):
        print(line, flush=True)
    return 0


# ---------------------------------------------------------------- redeals in the positions of random games

# ruff: noqa: F821 (verbs and loops of the game that the template below is bound to)
begin: Callable[..., None]
deal: Callable[..., None]
apply: Callable[..., None]
awaiting: Callable[..., int]
finished: Callable[..., bool]
to_act: Callable[..., int]
random_action: Callable[..., int]


def note_game(states: Any, seats: Any, options: Any, deck: Any, mask: Any, generator: Any) -> int:
    """Play a game at random. Its positions go to ``states``, the seats that act to ``seats``; returns how many."""
    options[1] = below(generator, options[0])
    begin(states[0], options)
    done = 0
    while not finished(states[done]):
        shuffle(generator, deck, deck.shape[0])
        deal(states[done], deck)
        while awaiting(states[done]) != 0:
            seats[done] = to_act(states[done])
            states[done + 1] = states[done]
            action = random_action(states[done], seats[done], mask, generator)
            done += 1
            apply(states[done], seats[done - 1], action)
    return done


def _redeals(games: int, seed: int) -> Iterator[str]:
    yield "| game | players | redeals | draws: mean | 99 % | nearly uniform | µs: mean | 99 % |"
    yield "|---|---|---|---|---|---|---|---|"
    for game_id, options in TABLES:
        found = game(game_id)
        for players in found.players:
            draws, times = measured(found, options, players, games, seed)
            gave_up = int((draws > MOST_DRAWS).sum())
            share = f"{gave_up} (1 in {round(draws.size / gave_up):,})" if gave_up else "0"
            title = ", ".join([found.title, *(f"`{value}`" for value in options.values())])
            yield (
                f"| {title} | {players} | {draws.size:,} | {draws.mean():.2f} | {np.percentile(draws, 99):.0f} "
                f"| {share} | {times.mean() / 1000:.1f} | {np.percentile(times, 99) / 1000:.1f} |"
            )


def measured(
    found: Game, options: dict[str, str], players: int, games: int, seed: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The draws, and the nanoseconds, of a redeal for the seat to act in every position of random games."""
    book, redeal = found.book, found.book.at.redeal
    note = bind(book.name, [*random_play.TEMPLATES, note_game], vars(book.verbs), random_play.WHOLE_GAMES)["note_game"]
    vector = np.array(found.options.read(options).vector(players, 0), np.int64)
    states, seats, deck, mask = book.new_states(ROOM), np.zeros(ROOM, np.int64), book.deck.copy(), book.new_mask()
    generator, clock = rng(seed, players), time.perf_counter_ns
    draws, times = [], []
    note(states, seats, vector, deck, mask, generator)
    redeal(states, 0, 0, generator)  # compiled, or found on disk, before the clock runs
    for _ in range(games):
        for i in range(note(states, seats, vector, deck, mask, generator)):
            seat = int(seats[i])
            start = clock()
            took = redeal(states, i, seat, generator)
            times.append(clock() - start)
            draws.append(took)
    return np.array(draws), np.array(times)


# ---------------------------------------------------------------- how near to uniform a stirred world is

#: A deal with voids that cross: cards of each colour, cards each place needs, the colours (as bits) it cannot hold.
COLOURS, NEED, VOID = (3, 3, 3), (2, 2, 2), (0b001, 0b010, 0b100)
EXCHANGES = (0, 10, 30, 100, 300, 1000, STIRS)

Hands = tuple[frozenset[int], ...]


def _stirring(samples: int, seed: int) -> Iterator[str]:
    possible = possible_hands(range(sum(COLOURS)), 0)
    noise = sqrt(len(possible) / (2 * pi * samples))
    yield f"{len(possible)} possible worlds, {samples:,} drawn per line; noise alone: {noise:.4f}"
    yield ""
    yield "| exchanges | from the first draw that is possible | from always the same world |"
    yield "|---|---|---|"
    generator = rng(seed)
    for exchanges in EXCHANGES:
        distances = [distance(possible, exchanges, samples, same, generator) for same in (False, True)]
        yield f"| {exchanges} | {distances[0]:.4f} | {distances[1]:.4f} |"


def possible_hands(cards: Sequence[int], place: int) -> list[Hands]:
    """All ways to deal cards to the places from ``place`` on; what is left over is no matter."""
    if place == len(NEED):
        return [()]
    open_cards = [card for card in cards if not VOID[place] >> colour_of(card) & 1]
    return [
        (frozenset(hand), *others)
        for hand in combinations(open_cards, NEED[place])
        for others in possible_hands([card for card in cards if card not in hand], place + 1)
    ]


def colour_of(card: int) -> int:
    """The colour of a card of the small deal."""
    return next(colour for colour in range(len(COLOURS)) if card < sum(COLOURS[: colour + 1]))


def distance(possible: list[Hands], exchanges: int, samples: int, same: bool, generator: Any) -> float:
    """The total variation between stirred worlds and the uniform distribution."""
    worlds = np.zeros(1, WORLD)
    w = worlds[0]
    for card in range(sum(COLOURS)):
        add_unseen(w, card)
        if card + 1 == sum(COLOURS) or colour_of(card + 1) != colour_of(card):
            end_colour(w)
    w.places = len(NEED)
    w.need[: len(NEED)], w.void[: len(NEED)] = NEED, VOID
    drawn = np.zeros((samples, sum(NEED)), np.int8)
    draw_stirred(worlds, exchanges, same, generator, drawn)
    ends = np.cumsum(NEED)[:-1]
    counts = Counter(tuple(frozenset(hand.tolist()) for hand in np.split(row, ends)) for row in drawn)
    assert set(counts) <= set(possible), "an impossible world was drawn"
    return sum(abs(counts[world] / samples - 1 / len(possible)) for world in possible) / 2


@jit_apart
def draw_stirred(worlds: Any, exchanges: int, same: bool, generator: Any, drawn: Any) -> None:
    """Fill the rows of ``drawn`` as `deal_unseen` does after `MOST_DRAWS` draws in vain, with so many exchanges.

    ``same``: stir the same world each time, instead of one that is drawn.
    """
    w = worlds[0]
    for i in range(w.unseen):
        w.deck[i] = i
    for p in range(w.places):
        w.first[p + 1] = w.first[p] + w.need[p]
    _order_places(w)
    begun = np.empty_like(w.dealt)
    for k in range(drawn.shape[0]):
        if k == 0 or not same:
            while not _draw(w, generator, False):
                pass
            _deal_rest(w, generator)
            begun[:] = w.dealt
        w.dealt[:] = begun
        stir(w, generator, exchanges)
        for i in range(drawn.shape[1]):
            drawn[k, i] = w.dealt[i]


if __name__ == "__main__":
    sys.exit(main())
