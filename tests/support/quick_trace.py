"""Rounds played by small networks in compiled code: ``PYTHONPATH=tests python quick_trace.py GAME...``, in two modes.

There is a line for each action. Beside it is what the judge says, and now and then what a search finds that looks
ahead.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from stichwerk.bots import Knowledge
from stichwerk.bots.quick_network import judging, quick_judge, quick_policy
from stichwerk.bots.search import Search, SearchPlan
from stichwerk.games import game
from stichwerk.kernel.bits import members
from stichwerk.kernel.rng import rng, shuffle
from stichwerk.testing import quick_variants
from support.small_network import write_described_network


def traces(game_id: str) -> Iterator[str]:
    """A round of some variants."""
    with TemporaryDirectory() as folder:
        file = str(Path(folder) / "small.npz")
        write_described_network(game(game_id), Path(file))
        yield from traces_of(game_id, file)


def traces_of(game_id: str, file: str) -> Iterator[str]:
    found = game(game_id)
    book, player, numbers = found.book, quick_policy(found, file), quick_judge(found, file)
    search = Search(found, SearchPlan(4, policy=file, judge=file, ahead=1, candidates=1))
    states, mask = book.new_states(), book.new_mask()
    for number, variant in enumerate(quick_variants(found)[:4]):
        generator, deck, style = rng(29, number), book.deck.copy(), player.style.copy()
        style[0] = number % 2
        options = found.options.read(variant.options)
        book.verbs.begin(states[0], np.array(options.vector(variant.players, 0), np.int64))
        shuffle(generator, deck, deck.size)
        book.verbs.deal(states[0], deck)
        done = 0
        while book.verbs.awaiting(states[0]):
            seat = int(book.loops.to_act(states[0]))
            book.verbs.legal(states[0], seat, mask)
            said = float(judging(found)(states[0], seat, mask, generator, numbers))
            tried = ""
            if done % 16 == 0:
                hidden = states.copy()
                book.verbs.hide(hidden[0], seat)
                known = Knowledge(found, options, seat, hidden)
                tried = str(search.tally(known, members(mask.tolist())[:2], generator).sums.tolist())
            action = int(player.policy(states[0], seat, mask, generator, style))
            book.verbs.apply(states[0], seat, action)
            yield f"{game_id} {variant} {seat} {action} {said} {tried} {generator.tolist()}"
            done += 1


if __name__ == "__main__":
    print("\n".join(line for game_id in sys.argv[1:] for line in traces(game_id)))
