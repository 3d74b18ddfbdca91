"""Compile ahead of the first use: the rules of all games with ``python -m stichwerk.play.precompile``, a game's bots
before it is played. Later starts find it on disk.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from stichwerk import bots
from stichwerk.errors import BadGame
from stichwerk.games import Game, games, withdraw
from stichwerk.games import game as find_game
from stichwerk.games.game import said_by
from stichwerk.games.knowledge import Knowledge, known_by
from stichwerk.games.setup import Setup
from stichwerk.kernel.bits import members, nth
from stichwerk.kernel.jit import PLAIN, cache_folder, other_folders
from stichwerk.kernel.rng import below, rng, shuffle
from stichwerk.kernel.state import States

if TYPE_CHECKING:
    from rich.progress import Progress

#: Among the names of bots: what gives hints, and reviews games.
HINTS = "hints"
_BOTS = frozenset({Path(bots.__file__).resolve().parent})

# ---------------------------------------------------------------- the rules


def steps(game: Game) -> list[tuple[str, Callable[[], Any]]]:
    """Calls that together use, and so compile, every verb of a game and its random play once."""
    book = game.book
    at, loops = book.at, book.loops
    players = game.players[-1]
    options = Setup(game, game.options(), players).vector()
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


def is_compiled(game: Game) -> bool:
    """Whether the compiled code of a game lies ready on disk."""
    folder = _folder_of(game)
    return PLAIN or (folder is not None and (folder / f"{game.id}.warm").exists())


def precompile(game: Game, tick: Callable[[str], None] = lambda step: None) -> None:
    """Compile a game, calling ``tick`` after each step."""
    for name, call in steps(game):
        try:
            call()
        except Exception as problem:  # somebody's rules, or what the compiler has to say about them
            raise BadGame(f"the game {game.id} cannot be used: {name}: {said_by(problem)}") from problem
        tick(name)
    folder = _folder_of(game)
    if folder is not None:
        (folder / f"{game.id}.warm").touch()


def _folder_of(game: Game) -> Path | None:
    """Where the compiled code of a game is kept; it depends on the game's own sources, wherever they are."""
    return cache_folder(_sources_of(game))


def _sources_of(game: Game) -> frozenset[Path]:
    """The folder of a game that is not one of ours. (To find it, the game need not be loaded.)"""
    spec = find_spec(game.package)
    return other_folders([Path(spec.origin)] if spec is not None and spec.origin else [])


def precompile_all() -> None:
    """Compile all games that are not compiled yet. One that cannot be used is left out from now on."""
    for game in games():
        try:
            _ = game.book
        except BadGame as problem:
            withdraw(game.id, problem.message)
    precompile_with_progress(games())


def precompile_with_progress(wanted: Sequence[Game], told: str = "Compiling the rules of {games} (once)") -> None:
    """Compile those of the games that are not compiled yet, with a progress bar on stderr that tells this.

    Of several, those that cannot be used are left out; one alone is refused.
    """
    cold = [game for game in wanted if not is_compiled(game)]
    if not cold:
        return
    with _progress(told, cold) as bars:
        tasks = {game.id: bars.add_task(told.format(games=game.title), total=len(steps(game))) for game in cold}
        if len(cold) == 1:
            precompile(cold[0], lambda step: bars.advance(tasks[cold[0].id]))
            return
        # Numba compiles one function at a time, so several games take a process each.
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(lambda game: _precompile_in_process(game, lambda step: bars.advance(tasks[game.id])), cold))


@contextmanager
def _progress(told: str, wanted: Sequence[Game]) -> Iterator["Progress"]:
    """Progress bars on a terminal, else a line."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        line = told.format(games=", ".join(game.title for game in wanted)) + "…"
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bars:
        yield bars


def _precompile_in_process(game: Game, tick: Callable[[str], None]) -> None:
    said = _in_process([game.id], tick)
    if said is not None:
        withdraw(game.id, said or f"the game {game.id} cannot be used: it does not compile")


def _in_process(arguments: Sequence[str], tick: Callable[[str], None]) -> str | None:
    """Compile in a process of its own; its last words if it fails."""
    command = [sys.executable, "-m", "stichwerk.play.precompile", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        for step in process.stdout or ():
            tick(step)
        said = process.stderr.read() if process.stderr else ""
    return said.strip().rpartition("\n")[2] if process.returncode else None


# ---------------------------------------------------------------- the bots


def bot_steps(game: Game, names: Sequence[str]) -> list[tuple[str, Callable[[], Any]]]:
    """Calls that let each of these bots choose once in every phase of a round, and so compile all it needs."""
    places = _places(game)

    def step(name: str) -> Callable[[], Any]:
        if name == HINTS:
            return lambda: _think_ahead(places)
        return lambda: _choose(bots.bot(name, game), places)

    return [(name, step(name)) for name in names]


def _choose(player: bots.Bot, places: Sequence[tuple[Knowledge, tuple[int, ...]]]) -> None:
    """Let a bot choose, and search in any case: where a network sees only one thing to do it would not."""
    from stichwerk.bots.search import SearchBot

    for known, legal in places:
        player.choose(known, legal, rng(1))
        if isinstance(player, SearchBot):
            player.search.tally(known, legal, rng(1))


def _think_ahead(places: Sequence[tuple[Knowledge, tuple[int, ...]]]) -> None:
    """All that hints and reviews do in compiled code."""
    from stichwerk.bots.evaluate import evaluate, sampler

    for known, legal in places:
        evaluate(known, [(action,) for action in legal], 1, playouts=2)
        sampler(known.game).usual(known, 1, 1, 1)
        world = known.copy().states
        known.game.book.at.redeal(world, 0, known.seat, rng(1))
        sampler(known.game).rounds(world, int(world["players"][0]), 1, 1)


def _places(game: Game) -> list[tuple[Knowledge, tuple[int, ...]]]:
    """Of every phase of a round a position in which there is something to choose."""
    book, at, generator = game.book, game.book.at, rng(1)
    states, mask, deck = book.new_states(), book.new_mask(), book.deck.copy()
    options = game.options()
    Setup(game, options, game.players[0]).begin(states, 0, dealer=0)
    shuffle(generator, deck, deck.size)
    at.deal(states, 0, deck)
    found: dict[int, tuple[Knowledge, tuple[int, ...]]] = {}
    while seats := int(at.awaiting(states, 0)):
        seat = seats.bit_length() - 1
        at.legal(states, 0, seat, mask)
        legal = members(mask.tolist())
        if len(legal) > 1 and int(states["phase"][0]) not in found:
            found[int(states["phase"][0])] = known_by(game, options, seat, states), legal
        at.apply(states, 0, seat, legal[below(generator, len(legal))])
    return list(found.values())


def cold_bots(game: Game, names: Sequence[str]) -> list[str]:
    """Those of the bots whose compiled code does not lie ready on disk."""
    folder = cache_folder(_BOTS | _sources_of(game))
    return [name for name in names if not PLAIN and (folder is None or not _bot_marker(folder, game, name).exists())]


def precompile_bots_with_progress(
    wanted: Sequence[Game], names: Sequence[str], told: str = "Compiling the bots of {games} (once)"
) -> None:
    """Compile those of the games' bots that are not compiled yet, with a progress bar on stderr that tells this."""
    cold = {game.id: (game, missing) for game in wanted if (missing := cold_bots(game, names))}
    if not cold:
        return
    with _progress(told, [game for game, _ in cold.values()]) as bars:
        tasks = {
            game.id: bars.add_task(told.format(games=game.title), total=1 + len(missing))
            for game, missing in cold.values()
        }

        def compile_in_process(game: Game, missing: list[str]) -> None:
            said = _in_process([game.id, "--bots", *missing], lambda step: bars.advance(tasks[game.id]))
            if said is not None:  # again here, so that whoever asked gets the error itself
                precompile_bots(game, missing)

        if len(cold) == 1:
            [(game, missing)] = cold.values()
            precompile_bots(game, missing, lambda step: bars.advance(tasks[game.id]))
            return
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(lambda each: compile_in_process(*each), cold.values()))


def precompile_bots(game: Game, names: Sequence[str], tick: Callable[[str], None] = lambda step: None) -> None:
    """Compile bots of a game, calling ``tick`` after each."""
    folder = cache_folder(_BOTS | _sources_of(game))
    # All others play on by the rules of thumb; to compile these first is no more work, and lets the bar move.
    for name, call in bot_steps(game, ["rules", *names]):
        call()
        tick(name)
        if folder is not None:
            _bot_marker(folder, game, name).touch()


def _bot_marker(folder: Path, game: Game, name: str) -> Path:
    return folder / f"{game.id}-{name}.warm"


def main() -> None:
    """Compile all games or, telling each step in a line, the one that is named; with ``--bots`` these bots of it."""
    parser = argparse.ArgumentParser("python -m stichwerk.play.precompile", description="Compile before the first use.")
    parser.add_argument("game", nargs="?", help="only this game, with each step in a line")
    parser.add_argument("--bots", nargs="+", default=[], metavar="BOT", help=f"its bots, by name or level, or {HINTS}")
    asked = parser.parse_args()
    if asked.game is None:
        precompile_all()
        precompile_bots_with_progress(games(), asked.bots)
        return
    told = partial(print, flush=True)
    try:
        game = find_game(asked.game)
        if asked.bots:
            precompile_bots(game, asked.bots, told)
        else:
            precompile(game, told)
    except BadGame as problem:
        sys.exit(problem.message)


if __name__ == "__main__":
    main()
