"""Rounds played by a game's compiled players, one line per action: ``python policy_trace.py GAME...``, in two modes."""

import sys
from collections.abc import Iterator

import numpy as np

from stichwerk.bots.policy import Policy, has_network, network_of, policy_of
from stichwerk.games import Game, game
from stichwerk.kernel.rng import rng, shuffle
from stichwerk.testing import variants_of


def traces(game_id: str) -> Iterator[str]:
    """A round of every variant by each player the game has; in every other one its choices vary."""
    found = game(game_id)
    yield from traces_of(found, policy_of(found))
    if has_network(found):
        yield from traces_of(found, network_of(found))


def traces_of(found: Game, player: Policy) -> Iterator[str]:
    book, verbs = found.book, found.book.verbs
    states, mask = book.new_states(), book.new_mask()
    for number, variant in enumerate(variants_of(found)):
        generator, deck, style = rng(23, number), book.deck.copy(), player.style.copy()
        style[0] = 3.0 * (number % 2)
        options = found.options.read(variant.options).vector(variant.players, number % variant.players)
        verbs.begin(states[0], np.array(options, np.int64))
        shuffle(generator, deck, deck.size)
        verbs.deal(states[0], deck)
        while verbs.awaiting(states[0]):
            seat = int(book.loops.to_act(states[0]))
            verbs.legal(states[0], seat, mask)
            action = int(player.policy(states[0], seat, mask, generator, style))
            verbs.apply(states[0], seat, action)
            yield f"{found.id} {variant} {seat} {action} {generator.tolist()}"


if __name__ == "__main__":
    print("\n".join(line for game_id in sys.argv[1:] for line in traces(game_id)))
