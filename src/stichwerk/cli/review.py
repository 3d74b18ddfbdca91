"""``stich review``: what each decision of recorded games cost, and how much of the score was luck."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, TypeVar

from stichwerk.cli.output import Bar, Screen, check_new_file, printable, screen, whole_file
from stichwerk.cli.review_page import review_page
from stichwerk.cli.review_table import show_review, show_summary
from stichwerk.cli.verify import source
from stichwerk.cli.words import language_of
from stichwerk.errors import BadNotation, BadRecord, StichwerkError
from stichwerk.games import Game
from stichwerk.play.precompile import HINTS, precompile_bots_with_progress, precompile_with_progress
from stichwerk.play.record import Record, read_file
from stichwerk.play.report import no_records
from stichwerk.review.many import Line, review_all
from stichwerk.review.plan import ReviewPlan
from stichwerk.review.results import Review, ReviewedDecision, gathered
from stichwerk.review.run import review_steps, seats_of
from stichwerk.review.summary import summary, summed

TABLE, JSON, HTML = FORMATS = ("table", "json", "html")

Told = TypeVar("Told")


def run(asked: argparse.Namespace) -> int:
    """Review the games of a file; broken ones are named, and the others reviewed all the same."""
    if asked.output is not None:
        check_new_file(Path(asked.output), asked.force)
    lines = _lines(asked)
    _compile([record.game for _, record in lines if isinstance(record, Record)])
    plan = ReviewPlan(seed=asked.seed, open_cards=asked.open_cards)
    if len(lines) == 1:
        return _one(asked, lines[0], plan)
    if asked.format == HTML:
        raise BadNotation(f"a page shows one game, and there are {len(lines)}: say which with --game", "one-game")
    if asked.format == JSON:
        told = _all(asked, lines, plan, _as_line)
        with _out(asked) as file:
            file.writelines(line + "\n" for line in told)
        return 0 if len(told) == len(lines) else 1
    found = _all(asked, lines, plan, summary)
    if not found:
        return 1
    with _out(asked) as file:
        show_summary(_console(file), summed(found), language_of(asked.language))
    return 0 if len(found) == len(lines) else 1


def _lines(asked: argparse.Namespace) -> list[Line]:
    """The records that are asked for, with their lines."""
    found = list(islice(read_file(source(asked.file)), asked.game))
    if not found:
        raise no_records(asked.file)
    if asked.game is None:
        return found
    if len(found) < asked.game:
        raise BadRecord(f"there is no game {asked.game} in {asked.file}; it has {len(found)}", "no-game")
    return found[-1:]


def _compile(games: Sequence[Game]) -> None:
    wanted = list(dict.fromkeys(games))
    precompile_with_progress(wanted)
    precompile_bots_with_progress(wanted, [HINTS])


# ---------------------------------------------------------------- one game


def _one(asked: argparse.Namespace, line: Line, plan: ReviewPlan) -> int:
    try:
        review = _reviewed(asked, line[1], plan)
    except StichwerkError as problem:
        _tell_problem(asked, line[0], problem)
        return 1
    with _out(asked) as file:
        if asked.format == JSON:
            file.write(_as_line(review) + "\n")
        elif asked.format == HTML:
            file.write(review_page(review, language_of(asked.language)))
        else:
            show_review(_console(file), review, language_of(asked.language))
    return 0


def _reviewed(asked: argparse.Namespace, record: Record | StichwerkError, plan: ReviewPlan) -> Review:
    if isinstance(record, StichwerkError):
        raise record
    seats = seats_of(record, asked.seat)
    with Bar(record.game.title, sum(len(part.moves) for part in record.rounds)) as bar:
        steps, before = [], 0
        for step in review_steps(record, asked.seat, plan=plan):
            steps.append(step)
            ended = sum(len(part.moves) for part in record.rounds[: step.round - isinstance(step, ReviewedDecision)])
            done = ended + (step.number if isinstance(step, ReviewedDecision) else 0)
            bar.advance(done - before)
            before = done
    return gathered(record.game, record.options, record.seats, seats, plan.open_cards, plan.seed, steps)


# ---------------------------------------------------------------- many games


def _all(
    asked: argparse.Namespace, lines: Sequence[Line], plan: ReviewPlan, told: Callable[[Review], Told]
) -> list[Told]:
    found: list[Told] = []
    with Bar(Path(asked.file).name, len(lines), at_once=True) as bar:
        for line, result in review_all(lines, told, asked.seat, plan=plan, workers=asked.workers):
            if isinstance(result, StichwerkError):
                _tell_problem(asked, line, result)
            else:
                found.append(result)
            bar.advance()
    return found


def _as_line(review: Review) -> str:
    return json.dumps(review.to_data(), ensure_ascii=False)


# ---------------------------------------------------------------- where it goes


def _tell_problem(asked: argparse.Namespace, line: int, problem: StichwerkError) -> None:
    print(f"error: {asked.file}:{line}: {printable(problem.message)}", file=sys.stderr)


def _console(file: IO[str]) -> Screen:
    return screen(file, width=None if file.isatty() else 100)  # the same bytes in every file and pipe


@contextmanager
def _out(asked: argparse.Namespace) -> Iterator[IO[str]]:
    if asked.output is None:
        yield sys.stdout
    else:
        with whole_file(Path(asked.output), asked.force) as file:
            yield file
