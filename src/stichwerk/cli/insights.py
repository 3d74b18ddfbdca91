"""``stich insights``: what somebody's recorded games say about them."""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from stichwerk.cli.output import Bar, printable, screen
from stichwerk.cli.verify import source
from stichwerk.cli.words import Words, language_of
from stichwerk.errors import BadPlayers, StichwerkError, listed, quoted
from stichwerk.games import game as find_game
from stichwerk.games.options import written
from stichwerk.play.precompile import HINTS, precompile_bots_with_progress, precompile_with_progress
from stichwerk.play.record import Record, read_file
from stichwerk.play.report import no_records
from stichwerk.play.workers import processes
from stichwerk.review.insights import Insights, PlayedGame, insights, played_game
from stichwerk.review.plan import ReviewPlan

#: Of those one has played with, how many are listed.
_OTHERS = 10


def run(asked: argparse.Namespace) -> int:
    """Look at all games of one player; broken records are named, and the others counted all the same."""
    found, broken = _games(asked)
    plan = None if asked.quick else ReviewPlan(seed=asked.seed)
    wanted = list(dict.fromkeys(record.game for record, _ in found))
    precompile_with_progress(wanted)
    if plan is not None:
        precompile_bots_with_progress(wanted, [HINTS])
    told = insights(sorted(_played(asked, found, plan), key=lambda each: each.at or ""))
    if asked.format == "json":
        print(json.dumps([each.to_data() for each in told], ensure_ascii=False))
    else:
        console = screen(sys.stdout, width=None if sys.stdout.isatty() else 100)
        for each in told:
            show(console, each, asked.player, language_of(asked.language))
    return 1 if broken else 0


def _games(asked: argparse.Namespace) -> tuple[list[tuple[Record, int]], int]:
    """The finished games of the player with their seat, and how many records are broken."""
    found, names, broken = [], dict[str, None](), 0
    for file in asked.files:
        for line, record in read_file(source(file)):
            if isinstance(record, StichwerkError):
                print(f"error: {file}:{line}: {printable(record.message)}", file=sys.stderr)
                broken += 1
                continue
            names |= dict.fromkeys(record.seats)
            seats = [seat for seat, name in enumerate(record.seats) if name.casefold() == asked.player.casefold()]
            if seats and record.winners is not None:
                found.append((record, seats[0]))
    if not names and not broken:
        raise no_records(", ".join(asked.files))
    if not found:
        some = listed([quoted(name) for name in list(names)[:8]], "and")
        raise BadPlayers(f"{quoted(asked.player)} has no finished game there; there are {some}", "unknown-player")
    return found, broken


def _played(
    asked: argparse.Namespace, games: list[tuple[Record, int]], plan: ReviewPlan | None
) -> Iterator[PlayedGame]:
    workers = asked.workers or os.cpu_count() or 1
    with Bar(Path(asked.files[0]).name, len(games), at_once=True) as bar:
        if workers == 1 or plan is None:
            for record, seat in games:
                yield played_game(record, seat, plan)
                bar.advance()
            return
        with processes(workers) as pool:
            for future in [pool.submit(played_game, record, seat, plan) for record, seat in games]:
                yield future.result()
                bar.advance()


# ---------------------------------------------------------------- on the screen


def show(console: Console, told: Insights, player: str, language: str) -> None:
    """The games of one kind."""
    words = Words(language, find_game(told.game))
    number = words.number
    console.print(Text.assemble((words.say("title"), "bold"), f" · {printable(player)}"))
    wins, all_ = told.all, words.say
    won = number(wins.wins, ".0f" if wins.wins == int(wins.wins) else ".1f")
    console.print(all_("insights.games", n=wins.games, wins=won, fair=number(wins.fair, ".1f")))
    console.print(all_("insights.points", points=number(told.points, ".1f")))
    if told.cards is not None and told.made is not None:
        console.print(all_("insights.cards", cards=number(told.cards, ".1f"), made=number(told.made, ".1f")))
    if told.loss is not None:
        loss = f"{number(told.loss.loss, '.2f')} ± {number(told.loss.error, '.2f')}"
        console.print(all_("insights.loss", loss=loss, n=told.loss.decisions))
        console.print(f"{all_('insights.course')} {_course(told.course)}")
    for key, streak in (("wins-in-a-row", told.wins_in_a_row), ("days-in-a-row", told.days_in_a_row)):
        if streak > 1:
            console.print(all_(f"insights.{key}", n=streak))
    console.print()
    for table in _tables(words, told):
        console.print(table)
        console.print()


def _tables(words: Words, told: Insights) -> Iterator[Table]:
    number = words.number
    if told.bids:
        exact = _table(words, "insights.hand", "insights.bids", "insights.exact")
        for each in told.exact:
            exact.add_row(str(each.hand_size), str(each.bids), f"{100 * each.exact / each.bids:.0f} %")
        yield exact
        coach = ["insights.expected"] if any(one.expected is not None for one in told.bids) else []
        bids = _table(words, "insights.bid", "insights.bids", "insights.taken", *coach)
        for one in told.bids:
            expected = "" if one.expected is None else number(one.expected, ".1f")
            bids.add_row(str(one.bid), str(one.bids), number(one.tricks, ".1f"), *[expected for _ in coach])
        yield bids
    if len(told.variants) > 1:
        variants = _table(words, "insights.variant", "review.games", "insights.wins", "insights.fair")
        for variant in told.variants:
            options, wins = variant.options, variant.wins
            name = ", ".join(f"{key}={written(value)}" for key, value in options.items()) or words.say("insights.usual")
            variants.add_row(name, str(wins.games), number(wins.wins, ".1f"), number(wins.fair, ".1f"))
        yield variants
    against = _table(words, "insights.with", "review.games", "insights.ahead")
    for other in told.against[:_OTHERS]:
        against.add_row(printable(other.name, 24), str(other.games), f"{100 * other.ahead:.0f} %")
    yield against


def _table(words: Words, *columns: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for place, key in enumerate(columns):
        table.add_column(words.say(key), justify="right" if place else "left", no_wrap=True)
    return table


_BARS = "▁▂▃▄▅▆▇█"


def _course(losses: tuple[float, ...]) -> str:
    """The losses of the games, one after the other, as a line of bars: the lower, the better.

    >>> _course((1.0, 0.5, 0.0))
    '█▄▁'
    """
    most = max(losses, default=0.0) or 1.0
    return "".join(_BARS[min(len(_BARS) - 1, int(loss / most * (len(_BARS) - 0.5)))] for loss in losses)
