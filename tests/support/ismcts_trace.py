"""Small tree searches, one line per decision: ``python ismcts_trace.py GAME...``, in two modes."""

import sys
from collections.abc import Iterator

import numpy as np

from stichwerk.bots import Knowledge
from stichwerk.bots.ismcts import IsmctsBot
from stichwerk.games import game
from stichwerk.kernel.rng import rng, shuffle

#: Later rounds, where there are fewer cards: plain mode is slow.
ROUNDS = {"null-nichtig": 1, "rage": 8, "alles-oder-nichts": 4}


def traces(game_id: str) -> Iterator[str]:
    """What is tried in positions of a random round, with both kinds of nodes."""
    found = game(game_id)
    book = found.book
    states, mask, deck, generator = book.new_states(), book.new_mask(), book.deck.copy(), rng(31)
    bots = [IsmctsBot(found, 15, recall=recall) for recall in (False, True)]
    book.verbs.begin(states[0], np.array(found.options().vector(3, 0), np.int64))
    states["round_no"][0] = ROUNDS[game_id] - 1
    shuffle(generator, deck, deck.size)
    book.verbs.deal(states[0], deck)
    number = 0
    while book.verbs.awaiting(states[0]):
        seat = int(book.loops.to_act(states[0]))
        if number % 12 == 0:
            seen = states.copy()
            book.verbs.hide(seen[0], seat)
            for bot in bots:
                actions, visits = bot.tried(Knowledge(found, found.options(), seat, seen), generator)
                yield f"{seat} {actions.tolist()} {visits.tolist()} {generator.tolist()}"
        book.verbs.apply(states[0], seat, int(book.loops.random_action(states[0], seat, mask, generator)))
        number += 1


if __name__ == "__main__":
    print("\n".join(line for game_id in sys.argv[1:] for line in traces(game_id)))
