"""Compile all games ahead of their first use: ``python -m stichwerk.warm``. Later starts find it on disk."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from stichwerk.games import Game, games
from stichwerk.kernel.jit import PLAIN, cache_folder
from stichwerk.kernel.rng import rng, shuffle


def steps(game: Game) -> list[tuple[str, Callable[[], Any]]]:
    """Calls that together use, and so compile, every verb of a game and its random play once."""
    book = game.book
    verbs, loops = book.verbs, book.loops
    players = game.players[-1]
    options = np.array(game.options().vector(players, 0), np.int64)
    states, mask, generator = book.new_states(), book.new_mask(), rng(1)
    s, deck, observation = states[0], book.deck.copy(), book.new_observation()
    totals, won = np.zeros((1, players), np.int16), np.zeros(1, np.int64)
    no_decks, no_log = np.zeros((0, deck.size), np.int8), np.zeros((0, 2), np.int16)
    return [
        ("begin", lambda: verbs.begin(s, options)),
        ("shuffle", lambda: shuffle(generator, deck, deck.size)),
        ("cards_needed", lambda: verbs.cards_needed(s)),
        ("deal", lambda: verbs.deal(s, deck)),
        ("awaiting", lambda: verbs.awaiting(s)),
        ("to_act", lambda: loops.to_act(s)),
        ("legal", lambda: verbs.legal(s, 0, mask)),
        ("observe", lambda: verbs.observe(s, 0, observation)),
        ("redeal", lambda: verbs.redeal(s, 0, generator)),
        ("random_action", lambda: loops.random_action(s, loops.to_act(s), mask, generator)),
        ("apply", lambda: verbs.apply(s, loops.to_act(s), loops.random_action(s, loops.to_act(s), mask, generator))),
        ("hide", lambda: verbs.hide(s, 0)),
        ("random_games", lambda: loops.random_games(
            s, options, book.deck, mask, 1, 0, totals, won, no_decks, no_log
        )),
        ("finished", lambda: verbs.finished(s)),
        ("round_score", lambda: verbs.round_score(s, totals[0])),
        ("winners", lambda: verbs.winners(s)),
        ("words", lambda: book.words.table(s, 0)),
    ]  # fmt: skip


def is_warm(game: Game) -> bool:
    """Whether the compiled code of a game lies ready on disk."""
    folder = cache_folder()
    return PLAIN or (folder is not None and (folder / f"{game.id}.warm").exists())


def warm(game: Game, tick: Callable[[str], None] = lambda step: None) -> None:
    """Compile a game, calling ``tick`` after each step."""
    for name, call in steps(game):
        call()
        tick(name)
    folder = cache_folder()
    if folder is not None:
        (folder / f"{game.id}.warm").touch()


@contextmanager
def _progress() -> Iterator[Callable[[Game], None]]:
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, transient=True) as bars:

        def show(game: Game) -> None:
            task = bars.add_task(f"Compiling the rules of {game.title} (once)", total=len(steps(game)))
            warm(game, lambda step: bars.advance(task))

        yield show


def warm_with_progress(wanted: list[Game]) -> None:
    """Compile those of the games that are not compiled yet, with a progress bar; nothing to see if all are."""
    cold = [game for game in wanted if not is_warm(game)]
    if not cold:
        return
    with _progress() as show:
        for game in cold:
            show(game)


if __name__ == "__main__":
    warm_with_progress(list(games()))
