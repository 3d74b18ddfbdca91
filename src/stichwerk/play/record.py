"""Records: a game as one line of JSON, written and read. (`stichwerk.play.verify` checks one against the rules.)

A record holds everything a game was: the deals, the moves, the points. A file has one per line (``.jsonl``). A record
that stops in the middle of a game is valid as unfinished; its ``winners`` are null.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from stichwerk.errors import BadRecord, StichwerkError, is_text, quoted
from stichwerk.games import Game, game
from stichwerk.games.options import Options
from stichwerk.pictures.record_html import record_html
from stichwerk.play.fair import FairDeals
from stichwerk.play.record_shape import KEYS, RecordedRound, check_seats, game_of

#: The version of the format, the first key of a record.
FORMAT = 1
#: How deep lists and objects may be nested, in further keys too.
DEEPEST = 32


@dataclass(frozen=True)
class Record:
    """A record of the right shape: its parts are of the right kinds. Whether it keeps the rules, `verify` says."""

    game: Game
    options: Options
    seats: tuple[str, ...]
    rounds: tuple[RecordedRound, ...]
    total: tuple[int, ...]
    winners: tuple[int, ...] | None
    extra: Mapping[str, Any]

    def _repr_html_(self) -> str:
        """The picture in a notebook: the score sheet of the rounds that are over."""
        rounds = [to_builtins(part) for part in self.rounds]
        seed = self.extra.get("seed")
        return record_html(self.game, self.options, self.seats, rounds, self.total, self.winners, seed)

    @property
    def deals(self) -> FairDeals | None:
        """The fair deals behind the record, if its seed is published."""
        if "seed" not in self.extra:
            return None
        return FairDeals(self.extra["seed"], tuple(self.extra.get("salts") or [""] * len(self.seats)))


class RecordData(dict[str, Any]):
    """A record as the plain data that `Match.record` gives; in a notebook it shows itself as a `Record` does."""

    def _repr_html_(self) -> str | None:
        try:
            return from_data(self)._repr_html_()
        except StichwerkError:  # somebody has changed it since
            return None


#: A record in any of its shapes: read already, as the data that `Match.record` gives, or as a line of JSON.
AnyRecord = Record | dict[str, Any] | str


def game_data(
    game: Game,
    options: Options,
    seats: Sequence[str],
    rounds: Sequence[Mapping[str, Any]],
    total: Sequence[int],
    winners: Sequence[int] | None,
) -> dict[str, Any]:
    """A record as plain data. ``rounds`` as `round_data` makes them."""
    return {
        "stichwerk": FORMAT,
        "game": game.id,
        "options": options.to_mapping(),
        "seats": list(seats),
        "rounds": list(rounds),
        "total": list(total),
        "winners": None if winners is None else list(winners),
    }


def round_data(
    dealer: int,
    deck: Sequence[str],
    players: int,
    hand_size: int,
    moves: Sequence[tuple[int, str]],
    score: Sequence[int] | None,
) -> dict[str, Any]:
    """A round as plain data: the deck was dealt seat by seat, the rest is the stock, top first."""
    data: dict[str, Any] = {
        "dealer": dealer,
        "hands": [list(deck[seat * hand_size : (seat + 1) * hand_size]) for seat in range(players)],
        "stock": list(deck[players * hand_size :]),
        "moves": [[seat, move] for seat, move in moves],
    }
    if score is not None:
        data["score"] = list(score)
    return data


def to_line(record: Mapping[str, Any]) -> str:
    """A record's data as one line (without the line's end)."""
    return json.dumps(record, ensure_ascii=False)


def record_of(given: AnyRecord) -> Record:
    """A record, whatever shape it comes in."""
    if isinstance(given, Record):
        return given
    return read(given) if isinstance(given, str) else from_data(given)


def read(line: str) -> Record:
    """A record from one line of JSON."""
    try:
        data = json.loads(line, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as problem:
        at = f" at column {problem.colno}" if isinstance(problem, json.JSONDecodeError) else ""
        reason = getattr(problem, "msg", str(problem)) + at
        raise BadRecord(f"this is not a whole line of JSON ({reason}); a record is one JSON object per line") from None
    return from_data(data)


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def read_file(path: Path) -> Iterator[tuple[int, Record | StichwerkError]]:
    """The records of a file with their line numbers; in place of a broken one, the error."""
    for number, line in read_lines(path):
        yield number, read_bytes(line)


def read_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """The lines of a file that hold anything, with their numbers."""
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield number, line
    except (OSError, ValueError) as problem:  # a path with a zero byte is a ValueError
        reason = getattr(problem, "strerror", None) or str(problem)
        raise BadRecord(f"cannot read {path}: {reason.lower()}", "no-file") from None


def read_records(path: Path | str) -> Iterator[Record]:
    """The records of a file, one after the other. A broken one raises, and says in which line it stands."""
    for number, found in read_file(Path(path)):
        if isinstance(found, StichwerkError):
            raise BadRecord(f"{path}:{number}: {found.message}", found.code)
        yield found


def read_bytes(line: bytes) -> Record | StichwerkError:
    """The record in a line of a file; if there is none, the error."""
    try:
        return read(line.decode())
    except UnicodeDecodeError:
        return BadRecord("this is not text in UTF-8; a record is one JSON object per line")
    except StichwerkError as problem:
        return problem


def from_data(data: Any, games: Mapping[str, Game] | None = None) -> Record:
    """A record from plain data. ``games`` are games of one's own, beside those of Stichwerk."""
    _check_plain(data)
    if not isinstance(data, dict):
        raise BadRecord("a record is a JSON object")
    _check_format(data.get("stichwerk"))  # first: another format may have another shape
    told = game_of(data)
    found = (games or {}).get(told.game) or game(told.game)
    options = found.options.read(told.options)
    options.check_players(len(told.seats))
    check_seats(told)
    extra = {key: value for key, value in data.items() if key not in KEYS}
    return Record(found, options, told.seats, told.rounds, told.total, told.winners, extra)


def _check_format(version: Any) -> None:
    if type(version) is not int or version < 1:
        raise BadRecord(f'"stichwerk" must be the format version, {FORMAT}')
    if version > FORMAT:
        raise BadRecord(
            f"the record has format {version}, newer than {FORMAT}, which this Stichwerk reads: update it",
            "newer-format",
        )


def _check_plain(data: Any) -> None:
    """Whatever a record holds must be possible to write again: not nested without end, Unicode text, finite
    numbers."""
    level = [data]
    for _ in range(DEEPEST):
        for part in level:
            if isinstance(part, str) and not is_text(part):
                raise BadRecord(f"{quoted(part)} is not Unicode text")
            if isinstance(part, float) and not isfinite(part):
                raise BadRecord("a number is too large")
        inside = [part for part in level if isinstance(part, (dict, list))]
        if not inside:
            return
        level = [item for part in inside for item in (part if isinstance(part, list) else (*part, *part.values()))]
    raise BadRecord(f"the record is nested more than {DEEPEST} deep")
