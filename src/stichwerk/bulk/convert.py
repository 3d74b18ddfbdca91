"""Records into a table of decisions, and back: the same records, with all further keys."""

import json
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import IO, Any

from stichwerk.bulk.decisions import Columns, Decisions, PlayedTranscript, tell, transcribe
from stichwerk.bulk.parquet import DecisionReader, DecisionWriter, check_can_write
from stichwerk.bulk.quick_check import Checker, told_without_rounds
from stichwerk.bulk.replaying import loops_of, room_for_counts, room_for_outcome
from stichwerk.bulk.simulate import Piece as PlayedPiece
from stichwerk.bulk.simulate import Plan, Results, course_of, each_game, each_piece, head_and_tail, results_of
from stichwerk.bulk.spread import spread
from stichwerk.bulk.transcript import Transcript, around_rounds, course
from stichwerk.bulk.verify import Piece, pieces
from stichwerk.errors import BadRecord, StichwerkError
from stichwerk.games import Game
from stichwerk.games.view import seats_in
from stichwerk.play.record import Record, from_data, read, read_bytes, read_lines
from stichwerk.play.report import no_records
from stichwerk.play.verify import check

#: Games per piece of work: their rows fit into memory on every core.
GAMES = 64

Tick = Callable[[int], None]


# ---------------------------------------------------------------- games just played


def simulate_decisions(
    plan: Plan, games: int, file: IO[bytes], workers: int | None = None, tick: Tick = lambda done: None
) -> Results:
    """Play the games, and write their decisions into a Parquet file."""

    def written() -> Iterator[PlayedPiece]:
        with DecisionWriter(file, plan.setup.game) as writer:
            for piece in each_piece(plan, _decide, games, GAMES, workers):
                writer.write(piece.made)
                yield piece

    return results_of(plan, games, written(), tick)


def _decide(plan: Plan, numbers: range) -> PlayedPiece:
    """Play games, and tell their decisions."""
    found = course_of(plan)

    def copied(transcript: Transcript, points: list[int], winners: int) -> PlayedTranscript:
        record = "null".join(head_and_tail(plan, points, winners))
        return PlayedTranscript.of(found, transcript, tuple(points), winners, record)

    played = each_game(plan, numbers, copied)
    return played._replace(made=tell(plan.setup.game, played.made, numbers.start))


# ---------------------------------------------------------------- records into decisions


def to_parquet(path: Path, file: IO[bytes], workers: int | None = None, tick: Tick = lambda letters: None) -> int:
    """Write the records of a file as decisions. All must hold, and be of the same game. How many there are."""
    check_can_write()
    lines = read_lines(path)
    first = next(lines, None)
    if first is None:
        raise no_records(str(path))
    game = _in_its_line(path, first[0], lambda: _slowly(first[1])).game
    games = 0
    with DecisionWriter(file, game) as writer:
        work = partial(_told, path, game)
        for told in spread(work, _numbered(pieces(_again(first, lines), GAMES)), workers, "threads"):
            writer.write(told)
            games += len(told.records)
            tick(len(told.records))
    return games


def _again(first: tuple[int, bytes], lines: Iterator[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
    yield first
    yield from lines


def _numbered(found: Iterator[Piece]) -> Iterator[tuple[int, Piece]]:
    """The pieces, each with the number of its first game."""
    games = 0
    for piece in found:
        yield games, piece
        games += len(piece)


def _told(path: Path, game: Game, numbered: tuple[int, Piece]) -> Decisions:
    first, piece = numbered
    return tell(game, [_in_its_line(path, line, partial(_read, text, game)) for line, text in piece], first)


def _in_its_line(path: Path, number: int, read: Callable[[], Any]) -> Any:
    try:
        return read()
    except StichwerkError as problem:
        raise BadRecord(f"{path}:{number}: {problem.message}; nothing was written", problem.code) from None


def _slowly(line: bytes) -> Record:
    """The record in a line, checked; or what is wrong with it is raised."""
    record = read_bytes(line)
    if isinstance(record, StichwerkError):
        raise record
    check(record)
    return record


def _read(line: bytes, game: Game) -> PlayedTranscript:
    found = _checker().record(line)
    record, transcript = found or (_slowly(line), None)
    common = course(record.game, record.options, len(record.seats))
    if transcript is None:
        transcript = common.room()
        common.read(record, transcript)
    if record.game != game:
        raise BadRecord(f"this is a game of {record.game.id}, but a Parquet file is of one game, here {game.id}")
    winners = None if record.winners is None else sum(1 << seat for seat in record.winners)
    told = told_without_rounds(line) if found else json.loads(line)
    text = "null".join(around_rounds(told))
    return PlayedTranscript.of(common, transcript, record.total, winners, text)


#: What checks records, one for each thread.
_own = threading.local()


def _checker() -> Checker:
    if not hasattr(_own, "checker"):
        _own.checker = Checker()
    found: Checker = _own.checker
    return found


# ---------------------------------------------------------------- decisions into records


def to_jsonl(path: Path, file: IO[str], workers: int | None = None, tick: Tick = lambda games: None) -> int:
    """Write the records of a file of decisions, a line for each game. All must hold. How many there are."""
    reader, games = DecisionReader(path), 0
    for lines in spread(partial(_lines, path, reader.game), _together(reader.games()), workers, "threads"):
        for line in lines:
            file.write(line + "\n")
        games += len(lines)
        tick(len(lines))
    if not games:
        raise no_records(str(path))
    return games


def _together(games: Iterator[Columns]) -> Iterator[tuple[int, list[Columns]]]:
    """The games in pieces, each with the number of its first."""
    piece: list[Columns] = []
    first = 0
    for each in games:
        piece.append(each)
        if len(piece) == GAMES:
            yield first, piece
            first, piece = first + GAMES, []
    if piece:
        yield first, piece


def _lines(path: Path, game: Game, piece: tuple[int, list[Columns]]) -> list[str]:
    first, games = piece
    lines = []
    for number, each in enumerate(games, first):
        try:
            lines.append(_line(game, each))
        except StichwerkError as problem:
            where = f"{path}, game {number}"
            raise BadRecord(f"{where}: {problem.message}; nothing was written", problem.code) from None
    return lines


def _line(game: Game, columns: Columns) -> str:
    """The record of a game; refuses one whose rows do not keep the rules, or do not lead to what it says besides."""
    data = _told_besides(columns.record)
    record = from_data({**data, "rounds": []})
    if record.game != game:
        raise BadRecord(f"this is a game of {record.game.id}, but the file is of {game.id}")
    common = course(record.game, record.options, len(record.seats))
    transcript, outcome, vector = common.room(), room_for_outcome(common.players), common.vector.copy()
    transcribe(columns, transcript)
    vector[1] = columns.first_dealer
    book = game.book
    if not 0 <= columns.first_dealer < common.players or not loops_of(game).game_holds(
        book.new_states(), vector, book.deck, room_for_counts(game), book.new_mask(), common.laid, transcript.decks,
        transcript.log, transcript.sheet, transcript.rounds, True, outcome,
    ):  # fmt: skip
        raise BadRecord("its decks or actions are not by the rules")
    over, finished, winners, *totals = outcome.tolist()
    transcript.over = bool(over)
    line = common.rounds_text(transcript).join(around_rounds(data))
    agrees = tuple(totals) == record.total and record.winners == (seats_in(winners) if finished else None)
    if not agrees or record.deals is not None:
        check(read(line))  # which says what is wrong, if anything is
    return line


def _told_besides(text: str) -> dict[str, Any]:
    """The record but for its rounds, in whose place there is nothing."""
    try:
        data = json.loads(text)
    except (TypeError, ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or "rounds" not in data:
        raise BadRecord("the column record does not hold a record")
    return data
