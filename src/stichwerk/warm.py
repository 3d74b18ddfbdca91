"""Compile all games ahead of their first use: ``python -m stichwerk.warm``. Later starts find it on disk."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stichwerk.games import Game, games
from stichwerk.kernel.bits import nth
from stichwerk.kernel.jit import PLAIN, cache_folder
from stichwerk.kernel.rng import rng, shuffle
from stichwerk.kernel.state import States


def steps(game: Game) -> list[tuple[str, Callable[[], Any]]]:
    """Calls that together use, and so compile, every verb of a game and its random play once."""
    book = game.book
    at, loops = book.at, book.loops
    players = game.players[-1]
    options = np.array(game.options().vector(players, 0), np.int64)
    states, mask, generator = book.new_states(), book.new_mask(), rng(1)
    deck, observation = book.deck.copy(), book.new_observation()
    totals, won = np.zeros((1, players), np.int16), np.zeros(1, np.int64)
    no_log = (np.zeros((0, deck.size), np.int8), np.zeros((0, 2), np.int16), np.zeros((0, 2 + players), np.int64))
    return [
        ("begin", lambda: at.begin(states, 0, options)),
        ("shuffle", lambda: shuffle(generator, deck, deck.size)),
        ("cards_needed", lambda: at.cards_needed(states, 0)),
        ("deal", lambda: at.deal(states, 0, deck)),
        ("awaiting", lambda: at.awaiting(states, 0)),
        ("legal", lambda: at.legal(states, 0, 0, mask)),
        ("observe", lambda: at.observe(states, 0, 0, observation)),
        ("redeal", lambda: at.redeal(states, 0, 0, generator)),
        ("random play", lambda: loops.random_games(states, options, book.deck, mask, 1, 0, totals, won, *no_log)),
        ("finished", lambda: at.finished(states, 0)),
        ("round_score", lambda: at.round_score(states, 0, totals[0])),
        ("winners", lambda: at.winners(states, 0)),
        ("hide", lambda: at.hide(states, 0, 0)),
        ("apply", lambda: _one_action(game, states, mask, deck, options)),
    ]


def _one_action(game: Game, states: States, mask: NDArray[np.int64], deck: NDArray[np.int8], options: Any) -> None:
    at = game.book.at
    at.begin(states, 0, options)
    at.deal(states, 0, deck)
    seat = int(at.awaiting(states, 0)).bit_length() - 1
    at.legal(states, 0, seat, mask)
    at.apply(states, 0, seat, nth(mask, 0))


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
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:

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
