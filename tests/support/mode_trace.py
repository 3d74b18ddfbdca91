"""The course of random games as digests, one line per action: ``python mode_trace.py GAME...``, in two modes."""

import hashlib
import sys
from collections.abc import Iterator

import numpy as np

from stichwerk.games import game
from stichwerk.games.options import Options
from stichwerk.kernel.rng import below, rng, shuffle
from stichwerk.testing import Variant, variants_of

#: In all hands together.
MANY_CARDS = 36


def trace(game_id: str, variant: Variant, rounds: int) -> Iterator[str]:
    """Every action with a digest of the state after it, now and then of a seat's world, observation and
    hidden state."""
    found = game(game_id)
    book, verbs, loops = found.book, found.book.verbs, found.book.loops
    options = found.options.read(variant.options)
    states, mask, observation = book.new_states(2), book.new_mask(), book.new_observation()
    generator, deck = rng(17, variant.players), book.deck.copy()
    verbs.begin(states[0], np.array(options.vector(variant.players, 0), np.int64))
    states["round_no"][0] = _first_round(options, variant.players) - 1
    for _ in range(rounds):
        shuffle(generator, deck, deck.size)
        verbs.deal(states[0], deck)
        while verbs.awaiting(states[0]):
            seat = int(loops.to_act(states[0]))
            action = int(loops.random_action(states[0], seat, mask, generator))
            verbs.apply(states[0], seat, action)
            digest = hashlib.sha256(states[0].tobytes() + mask.tobytes())
            if below(generator, 3) == 0:
                watcher = below(generator, variant.players)
                states[1] = states[0]
                verbs.redeal(states[1], watcher, generator)
                digest.update(states[1].tobytes())
                verbs.observe(states[1], watcher, observation)
                digest.update(observation.tobytes())
                verbs.hide(states[1], watcher)
                digest.update(states[1].tobytes())
            yield f"{game_id} {variant} {seat} {action} {digest.hexdigest()[:16]}"
        if verbs.finished(states[0]):
            break
    yield f"{game_id} {variant} winners {int(verbs.winners(states[0]))} {states[0].totals.tolist()}"


def _first_round(options: Options, players: int) -> int:
    """Plain mode is slow: where there are many cards, the first round with hands of four, if the game has one."""
    rounds = range(1, (options.rounds_planned(players) or 1) + 1)
    short = [number for number in rounds if options.hand_size(players, number) <= 4]
    return short[0] if short and players * options.hand_size(players, 1) > MANY_CARDS else 1


def traces(game_id: str) -> Iterator[str]:
    """A round of every variant, two of every sixth: plain mode is slow."""
    for number, variant in enumerate(variants_of(game(game_id))):
        yield from trace(game_id, variant, 1 if number % 6 else 2)


if __name__ == "__main__":
    print("\n".join(line for game_id in sys.argv[1:] for line in traces(game_id)))
