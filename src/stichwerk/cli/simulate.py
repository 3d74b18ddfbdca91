"""``stich simulate``: random games by the thousand, their points as a table, their records as a file."""

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from rich.table import Table
from rich.text import Text

from stichwerk.cli.output import Bar, check_new_file, screen, whole_file
from stichwerk.cli.table_size import players_for
from stichwerk.games import Game, game
from stichwerk.games.options import Options
from stichwerk.play import simulate as simulation
from stichwerk.play.precompile import precompile_with_progress


def run(asked: argparse.Namespace) -> int:
    """Play the games, then show the table."""
    found = game(asked.game.lower())
    options = found.options.read_text(asked.option)
    players = players_for(found, options, asked.players)
    if asked.records not in (None, "-"):
        check_new_file(Path(asked.records), asked.force)
    precompile_with_progress([found])
    simulation.simulate(found, options, players, 1, asked.seed)  # loads the compiled code, which is not to be timed
    began = time.perf_counter()
    results = _played(asked, found, options, players)
    seconds = time.perf_counter() - began
    # Records on stdout stay among themselves.
    out = sys.stderr if asked.records == "-" else sys.stdout
    console = screen(out, width=None if out.isatty() else 80)  # the same bytes in every file and pipe
    games = f"{asked.games:,} random game{'s' * (asked.games > 1)}"
    console.print(Text(f"{found.title}, {players} players: {games}, seed {asked.seed}", "bold"))
    console.print(_table(results))
    per_second = f"{asked.games / seconds:,.0f} games and {results.actions / seconds:,.0f} actions per second"
    print(f"{asked.games:,} games in {seconds:.2f} s: {per_second}", file=sys.stderr)
    return 0


def _played(asked: argparse.Namespace, found: Game, options: Options, players: int) -> simulation.Results:
    what = found, options, players, asked.games, asked.seed
    with Bar(found.title, asked.games) as bar:
        if asked.records is None:
            return simulation.simulate(*what, asked.workers, bar.advance)
        with _records_file(asked) as file:
            return simulation.simulate_and_record(
                *what, lambda line: file.write(line + "\n"), asked.workers, bar.advance
            )


def _table(results: simulation.Results) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for heading in ("seat", "mean", "std. dev.", "min", "max", "wins"):
        table.add_column(heading, justify="right", header_style="bold", no_wrap=True)
    totals = results.totals
    for seat, share in enumerate(results.win_share()):
        points = totals[:, seat]
        table.add_row(
            str(seat),
            f"{points.mean():.2f}",
            f"{points.std():.2f}",
            str(points.min()),
            str(points.max()),
            f"{share:.1%}",
        )
    return table


@contextmanager
def _records_file(asked: argparse.Namespace) -> Iterator[IO[str]]:
    if asked.records == "-":
        yield sys.stdout
        sys.stdout.flush()
    else:
        with whole_file(Path(asked.records), asked.force) as file:
            yield file
