"""Measure speed and memory, as ratios to a peer in the same run: ``make bench``.

Machines differ and are noisy, so each figure is the best of many short samples; against a peer the samples are taken in
turn, and the median of their ratios counts. `--save` appends the results to benchmarks/results.md.
"""

import argparse
import datetime
import functools
import os
import platform
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numba
import numpy as np
from coach import coach
from coach_server import coach_server
from environments import vector
from load import load
from page import page
from results_table import ResultsTable
from same_game import same_game
from search import search

from bulk import bulk
from stichwerk.bulk.simulate import simulate
from stichwerk.games import Game, game, games
from stichwerk.kernel.rng import rng

RESULTS = Path(__file__).with_name("results.md")
SAMPLES = 40


def seconds(call: Callable[[], Any]) -> float:
    """How long a call takes."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


class RandomRounds:
    """First rounds of a game at random, all in compiled code, on one core."""

    def __init__(self, game_id: str, players: int, **options: Any) -> None:
        self.book = game(game_id).book
        chosen = game(game_id).options.read(options)
        self.arguments = (
            self.book.new_states(),
            np.array(chosen.vector(players, 0), np.int64),
            self.book.deck.copy(),
            self.book.new_mask(),
            rng(1),
        )
        self(1)

    def __call__(self, rounds: int) -> int:
        return int(self.book.loops.random_rounds(*self.arguments, rounds))


def against_open_spiel(report: ResultsTable) -> None:
    """Rage against OpenSpiel's Oh Hell: four players, ten cards, uniformly random bids and cards."""
    try:
        import pyspiel
    except ImportError:
        report.add("Rage against OpenSpiel", "open_spiel is not installed")
        return
    peer = pyspiel.load_game("oh_hell(players=4,num_tricks_fixed=10)")
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(4)]
    rage = RandomRounds("rage", 4)
    ours, theirs = [], []

    def play_theirs() -> None:
        for i in range(100):
            pyspiel.evaluate_bots(peer.new_initial_state(), bots, i)

    for _ in range(SAMPLES):
        ours.append(seconds(lambda: rage(1000)) / 1000)
        theirs.append(seconds(play_theirs) / 100)
    best, median = min(theirs) / min(ours), float(np.median(np.array(theirs) / np.array(ours)))
    report.add("Rage, 4 players, 10 cards: rounds per second", f"{1 / min(ours):,.0f}")
    report.add("OpenSpiel oh_hell, the same: rounds per second", f"{1 / min(theirs):,.0f}")
    report.add("ratio", f"{median:.1f} (median; of the best samples {best:.1f})", ">= 18", median >= 18)


def plies(report: ResultsTable) -> None:
    """Actions per second of each game, in turn, so that all see the same weather."""
    tables = {found.id: RandomRounds(found.id, 4) for found in games()}
    best = dict.fromkeys(tables, 0.0)
    for _ in range(3 * SAMPLES):
        for name, table in tables.items():
            start = time.perf_counter()
            done = table(500)
            best[name] = max(best[name], done / (time.perf_counter() - start))
    for name, speed in best.items():
        ratio = speed / best["rage"]
        goal = (">= 1", ratio >= 1) if name != "rage" else ("", None)
        report.add(f"{name}: plies per second, ratio to rage", f"{speed / 1e6:.1f} million, {ratio:.2f}", *goal)


def redeals(report: ResultsTable) -> None:
    """Worlds per second for a seat in the middle of a round."""
    for found in games():
        at, states, generator = found.book.at, found.book.new_states(), rng(3)
        at.begin(states, 0, np.array(found.options().vector(4, 0), np.int64))
        at.deal(states, 0, found.book.deck)

        def draw(at: Any = at, states: Any = states, generator: Any = generator) -> None:
            for _ in range(300):
                at.redeal(states, 0, 0, generator)

        draw()
        best = min(seconds(draw) for _ in range(SAMPLES)) / 300
        report.add(f"{found.id}: redeal after the deal, called from Python", f"{best * 1e6:.1f} us")


def memory(report: ResultsTable) -> None:
    """The size of a state, and of a hundred thousand games."""
    for found in games():
        size = found.book.state.itemsize
        tracemalloc.start()
        states = found.book.new_states(100_000)
        states["players"] = 4  # touch every page
        used = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        report.add(f"{found.id}: bytes per state", f"{size}", "<= 512", size <= 512)
        report.add(f"{found.id}: 100,000 games in memory", f"{used / 2**20:.1f} MiB", "<= 64 MB", used <= 64e6)


def starts(report: ResultsTable) -> None:
    """The command line, and compiling for the first and second time, each in a new process."""

    def run(*arguments: str, **environment: str) -> float:
        command = [sys.executable, *arguments]
        env = {**os.environ, **environment}
        return seconds(lambda: subprocess.run(command, check=True, env=env, capture_output=True))

    help_time = min(run("-m", "stichwerk", "--help") for _ in range(5))
    report.add("stich --help", f"{help_time:.2f} s", "< 0.5 s", help_time < 0.5)
    with tempfile.TemporaryDirectory() as folder:
        first = run("-m", "stichwerk.play.precompile", STICHWERK_CACHE=folder)
        report.add("compiling all three games for the first time", f"{first:.1f} s", "<= 30 s", first <= 30)
        for found in games():
            names = ["a", "b", "c", "d"]
            use = f"from stichwerk.play.match import Match; Match.new({found.id!r}, None, {names}, seed='x')"
            later = min(run("-c", use, STICHWERK_CACHE=folder) for _ in range(3))
            report.add(f"{found.id}: from nothing to dealt, compiled before", f"{later:.2f} s", "<= 2 s", later <= 2)


def simulation(report: ResultsTable) -> None:
    """How well `stich simulate` uses the cores, and how much of its time is spent in compiled code."""
    cores = os.cpu_count() or 1
    count = 200_000
    for found in games():
        simulate(found, found.options(), 4, 10, seed=1)
        cpu = time.process_time()
        wall = seconds(functools.partial(simulate, found, found.options(), 4, count, seed=1))
        busy = (time.process_time() - cpu) / wall
        speed = f"{count / wall:,.0f}; {busy:.2f} cores busy"
        goal = f">= {0.8 * cores:.1f} cores"
        report.add(f"{found.id}: simulate, games per second on {cores} cores", speed, goal, busy >= 0.8 * cores)
        share = _compiled_share(found, count)
        report.add(f"{found.id}: share of its time in compiled code", f"{share:.1%}", ">= 80 %", share >= 0.8)


def _compiled_share(found: Game, count: int) -> float:
    """One worker, with a clock around every call of the compiled loop."""
    loops = found.book.loops
    inside = 0.0

    def timed(*arguments: Any) -> int:
        nonlocal inside
        start = time.perf_counter()
        done = loops.random_games(*arguments)
        inside += time.perf_counter() - start
        return int(done)

    found.book.__dict__["loops"] = replace(loops, random_games=timed)
    try:
        total = seconds(lambda: simulate(found, found.options(), 4, count, seed=1, workers=1).win_share())
    finally:
        found.book.__dict__["loops"] = loops
    return inside / total


def save(report: ResultsTable) -> None:
    """Append the report to the results."""
    cores, python = os.cpu_count(), platform.python_version()
    machine = f"{platform.processor() or platform.machine()}, {cores} cores, Python {python}"
    lines = [
        f"\n## {datetime.date.today()}: {machine}, Numba {numba.__version__}, NumPy {np.__version__}\n",
        "| what | measured | goal | met |",
        "|---|---|---|---|",
        *(
            f"| {what} | {measured} | {goal} | {'' if met is None else 'yes' if met else 'no'} |"
            for what, measured, goal, met in report.rows
        ),
    ]
    with RESULTS.open("a") as file:
        file.write("\n".join(lines) + "\n")


PARTS = {
    "openspiel": against_open_spiel,
    "same-game": same_game,
    "plies": plies,
    "redeals": redeals,
    "memory": memory,
    "starts": starts,
    "simulate": simulation,
    "bulk": bulk,
    "vector": vector,
    "search": search,
    "coach": coach,
    "coach-server": coach_server,
    "load": load,
    "page": page,
}


def main() -> int:
    """Run the benchmarks; exit 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS], help=f"some of: {', '.join(PARTS)}; default all")
    parser.add_argument("--save", action="store_true", help=f"append the results to benchmarks/{RESULTS.name}")
    chosen = parser.parse_args()
    report = ResultsTable()
    for part in chosen.parts or PARTS:
        PARTS[part](report)
    if chosen.save:
        save(report)
    return int(any(met is False for *_, met in report.rows))


if __name__ == "__main__":
    sys.exit(main())
