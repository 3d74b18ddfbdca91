"""``stich arena``: bots compared on duplicate deals, as a table and as files."""

import argparse
import io
import math
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from rich.table import Table
from rich.text import Text

from stichwerk.arena import Comparison, Misplay, compare, entrant, neighbours, pairs
from stichwerk.arena.deals import CHALLENGER, REST
from stichwerk.arena.estimate import Estimate
from stichwerk.arena.files import write_csv, write_json
from stichwerk.arena.plot import check_can_plot, write_plot
from stichwerk.cli.output import Bar, check_new_file, screen, whole_file, whole_file_of_bytes
from stichwerk.cli.table_size import players_for
from stichwerk.errors import BadArena
from stichwerk.games import Game, game
from stichwerk.games.options import Options
from stichwerk.play.precompile import precompile_with_progress


def run(asked: argparse.Namespace) -> int:
    """Compare, show, write the files. Interrupted, it shows and writes what is done."""
    found = game(asked.game.lower())
    options = found.options.read_text(asked.option)
    players = players_for(found, options, asked.players)
    for file in (asked.csv, asked.json, asked.plot):
        if file is not None:
            check_new_file(Path(file), asked.force)
    if asked.plot is not None:
        check_can_plot()
    for name in asked.bots:
        entrant(name, found)  # before the first of them begins to play
    precompile_with_progress([found])
    comparisons, interrupted = _compared(asked, found, options, players)
    _show(found, players, comparisons)
    _write(asked, comparisons)
    if interrupted:
        print(f"interrupted after {_so_far(asked, comparisons)}", file=sys.stderr)
        return 130
    return 0


def _pairs(asked: argparse.Namespace) -> list[tuple[str, str]]:
    return pairs(asked.bots) if asked.all_pairs else neighbours(asked.bots)


def _compared(asked: argparse.Namespace, found: Game, options: Options, players: int) -> tuple[list[Comparison], bool]:
    done: list[Comparison] = []
    for challenger, rest in _pairs(asked):
        try:
            with Bar(f"{challenger} against {rest}", asked.deals, at_once=True) as bar:
                result = compare(
                    found, challenger, rest, deals=asked.deals, players=players, options=options, seed=asked.seed,
                    first_deal=asked.first_deal, round_no=asked.round, whole_games=asked.whole_games,
                    own_luck=asked.own_luck, illegal=asked.illegal, workers=asked.workers, tick=bar.advance,
                )  # fmt: skip
        except KeyboardInterrupt:
            if not done:
                raise
            return done, True
        except Misplay as problem:
            raise BadArena(_with_record(problem), problem.code) from problem
        done.append(result)
        if result.interrupted:
            return done, True
    return done, False


def _so_far(asked: argparse.Namespace, comparisons: Sequence[Comparison]) -> str:
    wanted = len(_pairs(asked))
    last = comparisons[-1]
    if wanted == 1:
        return f"{last.deals.size:,} of {last.planned:,} deals"
    whole = sum(not comparison.interrupted for comparison in comparisons)
    text = f"{whole} of {wanted} comparisons"
    return f"{text} and {last.deals.size:,} of {last.planned:,} deals" if last.interrupted else text


def _with_record(problem: Misplay) -> str:
    """What went wrong, and the file in which the position stands."""
    for number in range(1, 1000):
        path = Path(f"misplay-{number}.jsonl")
        with suppress(FileExistsError):
            try:
                with path.open("x", encoding="utf-8") as file:
                    file.write(problem.record + "\n")
            except OSError as trouble:
                if isinstance(trouble, FileExistsError):
                    raise
                break  # no file can be written here: then the record itself has to do
            return f"{problem.message}; the position is in {path}: see it with 'stich replay {path}'"
    return f"{problem.message}; the position: {problem.record}"


# ---------------------------------------------------------------- the table


def _show(found: Game, players: int, comparisons: Sequence[Comparison]) -> None:
    out = sys.stdout
    console = screen(out, width=None if out.isatty() else 100)  # the same in every file and pipe
    for comparison in comparisons:
        settings = comparison.settings
        deals = f"{comparison.deals.size:,} deal{'s' * (comparison.deals.size > 1)}"
        of = f" of {comparison.planned:,}" if comparison.interrupted else ""
        unit = "whole games" if settings.whole_games else _round_words(comparison)
        heading = f"{found.title}, {players} players: {settings.challenger} against {settings.rest}"
        console.print(Text(heading, "bold"))
        console.print(f"{deals}{of}, {unit}, seed {settings.seed}")
        console.print(_table(comparison))
        if comparison.has_bids:
            console.print()
            console.print(_bids(comparison))
        console.print()


def _round_words(comparison: Comparison) -> str:
    rounds = sorted(set(comparison.rounds.tolist()))
    return f"round {rounds[0]}" if len(rounds) == 1 else f"rounds {rounds[0]} to {rounds[-1]} in turn"


def _blank_table(headings: Sequence[str]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="right" if place else "left", header_style="bold", no_wrap=True)
    return table


def _table(comparison: Comparison) -> Table:
    """A column per direction: the labels are long, the numbers are few."""
    settings, directions = comparison.settings, comparison.directions
    table = _blank_table(["", *(comparison.title(direction) for direction in directions)])
    names = {CHALLENGER: settings.challenger, REST: settings.rest}
    if settings.challenger == settings.rest:
        names = {CHALLENGER: f"{settings.challenger} (challenger)", REST: f"{settings.rest} (rest)"}
    for side, name in names.items():
        means = [f"{direction.points_per_deal(side).mean():.2f}" for direction in directions]
        table.add_row(f"points per {settings.unit}, {name}", *means)
    table.add_row("difference (95 %)", *(_signed(direction.difference()) for direction in directions))
    table.add_row("win share (95 %)", *(_share(direction.win_share()) for direction in directions))
    table.add_row("par", *(f"{direction.par:.1%}" for direction in directions))
    for side, name in names.items():
        table.add_row(f"ms per move, {name}", *(_milliseconds(direction.ms_per_move(side)) for direction in directions))
    for side, name in names.items():
        table.add_row(f"moves, {name}", *(f"{int(direction.asked[:, side].sum()):,}" for direction in directions))
    table.add_row("forced moves", *(f"{int(direction.forced.sum()):,}" for direction in directions))
    if any(direction.mistakes.any() for direction in directions):
        for side, name in names.items():
            counts = [f"{int(direction.mistakes[:, side].sum()):,}" for direction in directions]
            table.add_row(f"illegal moves, {name}", *counts)
    return table


def _bids(comparison: Comparison) -> Table:
    """Exact bids: a column per hand size."""
    sizes = comparison.one.bids.sum(axis=(0, 1)).nonzero()[0].tolist()[::-1]
    table = _blank_table(["exact bids, %", "all", *(str(size) for size in sizes)])
    for direction in comparison.directions:
        others = comparison.settings.players - 1
        for side, name in ((CHALLENGER, comparison.settings.challenger), (REST, comparison.settings.rest)):
            rates = direction.exact_rate(side)
            seats = 1 if side == direction.alone else others
            cells = [_known(100 * float(rates[size]), ".0f") for size in sizes]
            table.add_row(f"{seats} {name}", _known(100 * direction.exact_in_all(side), ".1f"), *cells)
    return table


def _signed(found: Estimate) -> str:
    return str(found) if math.isfinite(found.margin) else f"{found.mean:+.2f} ± ?"


def _share(found: Estimate) -> str:
    return f"{found.mean:.1%} ± {found.margin:.1%}" if math.isfinite(found.margin) else f"{found.mean:.1%} ± ?"


def _milliseconds(number: float) -> str:
    """Two digits that say something, from a microsecond to many seconds."""
    return _known(number, ",.0f" if number >= 10 else ".1f" if number >= 1 else ".2f" if number >= 0.1 else ".4f")


def _known(number: float, form: str) -> str:
    return "–" if math.isnan(number) else format(number, form)


# ---------------------------------------------------------------- the files


def _write(asked: argparse.Namespace, comparisons: Sequence[Comparison]) -> None:
    if asked.csv is not None:
        with whole_file(Path(asked.csv), asked.force) as file:
            write_csv(file, comparisons)
    if asked.json is not None:
        with whole_file(Path(asked.json), asked.force) as file:
            write_json(file, comparisons)
    if asked.plot is not None:
        picture = io.BytesIO()
        write_plot(picture, comparisons)
        with whole_file_of_bytes(Path(asked.plot), asked.force) as file:
            file.write(picture.getvalue())
