"""``stich simulate``: games by the thousand, at random or by bots: their points as a table, their records as a file."""

import argparse
import io
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO

from rich.table import Table
from rich.text import Text

from stichwerk.bulk import simulate as simulation
from stichwerk.bulk.convert import simulate_decisions
from stichwerk.bulk.parquet import check_can_write
from stichwerk.bulk.players import are_compiled
from stichwerk.bulk.simulate import Plan, plan_of
from stichwerk.cli.output import Bar, Thinking, check_new_file, screen, whole_file, whole_file_of_bytes
from stichwerk.cli.table_size import players_for
from stichwerk.errors import BadNotation
from stichwerk.games import game
from stichwerk.play.precompile import precompile_with_progress

#: How games are written down, and how a file is called then.
JSONL, PARQUET = FORMATS = ("jsonl", "parquet")


def run(asked: argparse.Namespace) -> int:
    """Play the games, then show the table."""
    found = game(asked.game.lower())
    options = found.options.read_text(asked.option)
    bots = bots_of(asked.bots)
    players = asked.players or (len(bots) if len(bots) > 1 else None)
    plan = plan_of(found, options, players_for(found, options, players), asked.seed, bots)
    file, kind = _target(asked)
    if kind == PARQUET:
        check_can_write()
    if file not in (None, "-"):
        check_new_file(Path(file), asked.force)
    precompile_with_progress([found])
    _warm_up(plan, kind if file is not None else "")
    began = time.perf_counter()
    results = _played(asked, plan, file, kind)
    seconds = time.perf_counter() - began
    # Records on stdout stay among themselves.
    out = sys.stderr if file == "-" else sys.stdout
    console = screen(out, width=None if out.isatty() else 80)  # the same bytes in every file and pipe
    games = f"{asked.games:,} {'random ' * (not bots)}game{'s' * (asked.games > 1)}"
    by = f" by {', '.join(bots)}" if bots else ""
    console.print(Text(f"{found.title}, {plan.setup.players} players: {games}{by}, seed {asked.seed}", "bold"))
    console.print(_table(results))
    per_second = f"{asked.games / seconds:,.0f} games and {results.actions / seconds:,.0f} actions per second"
    print(f"{asked.games:,} games in {seconds:.2f} s: {per_second}", file=sys.stderr)
    return 0


def _warm_up(plan: Plan, kind: str) -> None:
    """Load the compiled code, or compile it: that is not to be timed."""
    if not are_compiled(plan.bots()):
        plan = replace(plan, entrants=())  # whoever thinks may take long
    with Thinking(screen(sys.stderr)) as waiting:
        waiting.tell(f"Compiling what plays {plan.setup.game.title} (once)")
        simulation.simulate_plan(plan, 1, workers=1)
        if kind == PARQUET:
            simulate_decisions(plan, 1, io.BytesIO(), workers=1)


def bots_of(text: str | None) -> list[str]:
    """The bots that are named, with commas between. A bot's settings have commas, too: what is like ``noise=2`` belongs
    to the bot before.

    >>> bots_of("5,search@500,noise=2,rules")
    ['5', 'search@500,noise=2', 'rules']
    """
    bots: list[str] = []
    for part in (text or "").split(","):
        if bots and "=" in part and "@" not in part:
            bots[-1] += f",{part}"
        elif part.strip():
            bots.append(part.strip())
    return bots


def _target(asked: argparse.Namespace) -> tuple[str | None, str]:
    """Where records are written, and how: as the file is called, unless it is said. None: nowhere."""
    file = asked.records
    kind = asked.format or (PARQUET if file is not None and file.endswith(f".{PARQUET}") else JSONL)
    if file is None and asked.format is not None:
        file = f"{asked.game.lower()}.{kind}"
    if file == "-" and kind == PARQUET:
        raise BadNotation("Parquet cannot go to stdout: name a file with --records FILE")
    return file, kind


def _played(asked: argparse.Namespace, plan: Plan, file: str | None, kind: str) -> simulation.Results:
    title = plan.setup.game.title
    with Bar(title, asked.games, at_once=bool(plan.entrants)) as bar:
        if file is None:
            return simulation.simulate_plan(plan, asked.games, asked.workers, bar.advance)
        if kind == PARQUET:
            with whole_file_of_bytes(Path(file), asked.force) as table:
                return simulate_decisions(plan, asked.games, table, asked.workers, bar.advance)
        with _records_file(file, asked.force) as lines:
            return simulation.simulate_and_record(
                plan, asked.games, lambda line: lines.write(line + "\n"), asked.workers, bar.advance
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
def _records_file(name: str, force: bool) -> Iterator[IO[str]]:
    if name == "-":
        yield sys.stdout
        sys.stdout.flush()
    else:
        with whole_file(Path(name), force) as file:
            yield file
