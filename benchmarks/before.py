"""Is anything slower than it was? ``python benchmarks/before.py COMMIT`` measures that commit and this tree in turn.

Each side is a process of its own, with its own sources and compiled code, in the environment of this one. Asked for a
sample, it does a fixed piece of work and says how much processor time it took. The sides take turns, so that both see
the same weather; samples are disturbed only upwards, so the least of each side counts, and the median of the ratios
stands beside it. First compilations are measured the same way, a few times each. `--save` appends the results to
benchmarks/results.md.
"""

import argparse
import datetime
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
#: What this program is told when it is to be a side.
SIDE = "--side"
#: How much slower a side may be before it is called slower.
LEEWAY = 1.03
SAMPLES = 80
COMPILING, COMPILATIONS = "first compilation of all rules", 2
#: What is measured: work that takes a few hundredths of a second.
ROUNDS = 20_000
STEPS = 40
GAMES = 4096
PLAYOUTS = 5_000
IDS = ("null-nichtig", "rage", "alles-oder-nichts")


def work() -> dict[str, Callable[[], Any]]:
    """What this process is asked for, by name: with the benchmarks that lie beside the sources that it has."""
    import run
    import search

    from stichwerk.envs.vector import VectorEnv
    from stichwerk.kernel.rng import rng

    pieces: dict[str, Callable[[], Any]] = {}
    for name in IDS:
        table = run.RandomRounds(name, 4)
        pieces[f"{name}: random rounds"] = partial(table, ROUNDS)
        env = VectorEnv(name, GAMES, players=4)
        env.reset(seed=1)
        pieces[f"{name}: vector environment"] = partial(_steps, env)
    knowledge, legal = search._position()
    plan = getattr(search, "SearchPlan", None) or search.Plan  # type: ignore[attr-defined]  # as it was once called
    for policy in ("uniform", "rules"):
        searcher = search.Search(knowledge.game, plan(PLAYOUTS, policy=policy, candidates=0))
        pieces[f"rage, 5 cards: playouts, {policy}"] = partial(_playouts, searcher, knowledge, legal, rng)
    return pieces


def _steps(env: Any) -> None:
    for _ in range(STEPS):
        env.step(env.sample())


def _playouts(searcher: Any, knowledge: Any, legal: list[int], rng: Any) -> None:
    searcher.tally(knowledge, legal, rng(1))


def answer() -> None:
    """A side: for each name that comes in, do that piece of work and write the processor time that it took."""
    pieces = work()
    for piece in pieces.values():
        piece()
    print(*pieces, sep="|", flush=True)
    for line in sys.stdin:
        start = time.process_time()
        pieces[line.strip()]()
        print(time.process_time() - start, flush=True)


class Side:
    """A tree of sources, and a process that measures with it."""

    def __init__(self, tree: Path, cache: Path) -> None:
        paths = [str(tree / "src"), str(tree / "benchmarks")]
        self._environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
        self._process = subprocess.Popen(
            [sys.executable, "-P", __file__, SIDE],  # -P: what it imports lies beside the sources that it measures
            env={**self._environment, "STICHWERK_CACHE": str(cache)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.names: list[str] = []
        there = (tree / "src/stichwerk/play/precompile.py").exists()
        self._precompile = "stichwerk.play.precompile" if there else "stichwerk.warm"  # as it was once called

    def wait(self) -> None:
        self.names = self._read().split("|")

    def sample(self, name: str) -> float:
        assert self._process.stdin is not None
        print(name, file=self._process.stdin, flush=True)
        return float(self._read())

    def compile(self) -> float:
        """Processor seconds to compile all rules, with nothing kept from before."""
        with tempfile.TemporaryDirectory() as empty:
            before = os.times()
            command = [sys.executable, "-m", self._precompile]
            environment = {**self._environment, "STICHWERK_CACHE": empty}
            subprocess.run(command, env=environment, check=True, capture_output=True)
            after = os.times()
        return after.children_user + after.children_system - before.children_user - before.children_system

    def close(self) -> None:
        self._process.kill()
        self._process.wait()

    def _read(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline().strip()
        if not line:
            raise SystemExit("error: one of the two trees cannot be measured (see above)")
        return line


@contextmanager
def tree_of(commit: str) -> Iterator[Path]:
    """The sources of a commit, in a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(
            ["git", "archive", commit, "src", "benchmarks", "tests"], cwd=HERE.parent, capture_output=True
        )
        if archive.returncode:
            raise SystemExit(f"error: there is no commit {commit!r} here")
        subprocess.run(["tar", "-x", "-C", folder], input=archive.stdout, check=True)
        yield Path(folder)


def main() -> int:
    """Compare; exit 1 if something is slower."""
    if sys.argv[1:] == [SIDE]:
        answer()
        return 0
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit", help="what to compare with")
    parser.add_argument("--only", default="", metavar="TEXT", help="only what has this in its name")
    parser.add_argument("--save", action="store_true", help="append the results to benchmarks/results.md")
    chosen = parser.parse_args()
    rows = []
    with ExitStack() as open_things:
        trees = [open_things.enter_context(tree_of(chosen.commit)), HERE.parent]
        caches = [Path(open_things.enter_context(tempfile.TemporaryDirectory())) for _ in trees]
        sides = []
        for tree, cache in zip(trees, caches, strict=True):
            sides.append(Side(tree, cache))
            open_things.callback(sides[-1].close)
        for side in sides:
            side.wait()
        for name in (each for each in sides[1].names if chosen.only in each):
            took = [[side.sample(name) for side in sides] for _ in range(SAMPLES)]
            rows.append(_row(name, took))
        if chosen.only in COMPILING:
            rows.append(_row(COMPILING, [[side.compile() for side in sides] for _ in range(COMPILATIONS)]))
    if chosen.save:
        title = f"\n## {datetime.date.today()}: `python benchmarks/before.py {chosen.commit}`\n"
        head = ["| what | before | now | now / before | median of ratios |", "|---|---|---|---|---|"]
        lines = [title, *head, *(f"| {' | '.join(cells)} |" for cells, _ in rows)]
        with (HERE / "results.md").open("a", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    return int(any(slower for _, slower in rows))


def _row(name: str, took: list[list[float]]) -> tuple[list[str], bool]:
    before, now = (min(side) for side in zip(*took, strict=True))
    ratios = sorted(ours / theirs for theirs, ours in took)
    middle = ratios[len(ratios) // 2]
    cells = [name, f"{before * 1e3:,.1f} ms", f"{now * 1e3:,.1f} ms", f"{now / before:.3f}", f"{middle:.3f}"]
    print(f"{cells[0]:<40} {cells[1]:>12} {cells[2]:>12} {cells[3]:>8} {cells[4]:>8}", flush=True)
    return cells, now / before > LEEWAY


if __name__ == "__main__":
    sys.exit(main())
