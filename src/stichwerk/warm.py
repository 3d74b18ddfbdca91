"""Compile all games ahead of their first use: ``python -m stichwerk.warm``. Later starts find it on disk."""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stichwerk.games import Game, games
from stichwerk.games import game as find_game
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


def warm_with_progress(wanted: Sequence[Game]) -> None:
    """Compile those of the games that are not compiled yet, with a progress bar on stderr."""
    cold = [game for game in wanted if not is_warm(game)]
    if not cold:
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    titles = " and ".join(game.title for game in cold)
    if not console.is_terminal:
        console.print(f"Compiling the rules of {titles} (once) …", markup=False, highlight=False, soft_wrap=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bars:
        tasks = {
            game.id: bars.add_task(f"Compiling the rules of {game.title} (once)", total=len(steps(game)))
            for game in cold
        }
        if len(cold) == 1:
            warm(cold[0], lambda step: bars.advance(tasks[cold[0].id]))
            return
        # Numba compiles one function at a time, so several games take a process each.
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(lambda game: _warm_in_process(game, lambda step: bars.advance(tasks[game.id])), cold))


def _warm_in_process(game: Game, tick: Callable[[str], None]) -> None:
    command = [sys.executable, "-m", "stichwerk.warm", game.id]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for step in process.stdout or ():
            tick(step)
    if process.returncode:
        raise RuntimeError(f"compiling {game.id} failed: see above")


def main() -> None:
    """Compile all games, or the one that is named, telling each step in a line."""
    if len(sys.argv) > 1:
        warm(find_game(sys.argv[1]), lambda step: print(step, flush=True))
    else:
        warm_with_progress(games())


if __name__ == "__main__":
    main()
