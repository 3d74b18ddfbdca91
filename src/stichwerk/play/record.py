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

from stichwerk.errors import BadRecord, StichwerkError, is_text, quoted
from stichwerk.games import Game, game
from stichwerk.games.options import Options
from stichwerk.pictures.record_html import record_html
from stichwerk.play.fair import FairDeals

#: The version of the format, the first key of a record.
FORMAT = 1
KEYS = ("stichwerk", "game", "options", "seats", "rounds", "total", "winners")
ROUND_KEYS = ("dealer", "hands", "stock", "moves", "score")
#: How deep lists and objects may be nested, in further keys too.
DEEPEST = 32


@dataclass(frozen=True)
class Record:
    """A record of the right shape: its parts are of the right kinds. Whether it keeps the rules, `verify` says."""

    game: Game
    options: Options
    seats: tuple[str, ...]
    rounds: tuple[Mapping[str, Any], ...]
    total: tuple[int, ...]
    winners: tuple[int, ...] | None
    extra: Mapping[str, Any]

    def _repr_html_(self) -> str:
        """The picture in a notebook: the score sheet of the rounds that are over."""
        parts = (self.game, self.options, self.seats, self.rounds, self.total, self.winners)
        return record_html(*parts, seed=self.extra.get("seed"))

    @property
    def deals(self) -> FairDeals | None:
        """The fair deals behind the record, if its seed is published."""
        if "seed" not in self.extra:
            return None
        return FairDeals(self.extra["seed"], tuple(self.extra.get("salts") or [""] * len(self.seats)))


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
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield number, _read_bytes(line)
    except (OSError, ValueError) as problem:  # a path with a zero byte is a ValueError
        reason = getattr(problem, "strerror", None) or str(problem)
        raise BadRecord(f"cannot read {path}: {reason.lower()}", "no-file") from None


def read_records(path: Path | str) -> Iterator[Record]:
    """The records of a file, one after the other. A broken one raises, and says in which line it stands."""
    for number, found in read_file(Path(path)):
        if isinstance(found, StichwerkError):
            raise BadRecord(f"{path}:{number}: {found.message}", found.code)
        yield found


def _read_bytes(line: bytes) -> Record | StichwerkError:
    try:
        return read(line.decode())
    except UnicodeDecodeError:
        return BadRecord("this is not text in UTF-8; a record is one JSON object per line")
    except StichwerkError as problem:
        return problem


def from_data(data: Any, games: Mapping[str, Game] | None = None) -> Record:
    """A record from plain data. ``games`` are games of one's own, beside those of Stichwerk."""
    _check_plain(data)
    _expect(isinstance(data, dict), "a record is a JSON object")
    version = data.get("stichwerk")
    _expect(type(version) is int and version >= 1, f'"stichwerk" must be the format version, {FORMAT}')
    if version > FORMAT:
        raise BadRecord(
            f"the record has format {version}, newer than {FORMAT}, which this Stichwerk reads: update it",
            "newer-format",
        )
    for key in KEYS:
        _expect(key in data, f"the record has no {key!r}")
    _expect(isinstance(data["game"], str), '"game" must be a game\'s id')
    found = (games or {}).get(data["game"]) or game(data["game"])
    _expect(isinstance(data["options"], dict), '"options" must be an object')
    options = found.options.read(data["options"])
    seats = data["seats"]
    _expect(_is_list(seats, str) and all(map(str.strip, seats)), '"seats" must be the list of the players\' names')
    options.check_players(len(seats))
    _expect(_is_list(data["rounds"], dict), '"rounds" must be a list of objects')
    for number, part in enumerate(data["rounds"], 1):
        _check_round_shape(part, number, len(seats))
    _expect(_is_list(data["total"], int, len(seats)), '"total" must be one number per seat')
    winners = data["winners"]
    _expect(winners is None or _is_list(winners, int), '"winners" must be a list of seats, or null')
    extra = {key: value for key, value in data.items() if key not in KEYS}
    _check_deal_keys(extra, len(seats))
    return Record(
        game=found,
        options=options,
        seats=tuple(seats),
        rounds=tuple(data["rounds"]),
        total=tuple(data["total"]),
        winners=None if winners is None else tuple(winners),
        extra=extra,
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


def _check_round_shape(part: Mapping[str, Any], number: int, players: int) -> None:
    where = f"round {number}: "
    for key in ROUND_KEYS[:-1]:
        _expect(key in part, f"{where}no {key!r}")
    for key in part:
        _expect(key in ROUND_KEYS, f"{where}there is no key {key!r}; there are {', '.join(ROUND_KEYS)}")
    _expect(type(part["dealer"]) is int and 0 <= part["dealer"] < players, f'{where}"dealer" must be a seat')
    hands = part["hands"]
    _expect(
        _is_list(hands, list, players) and all(_is_list(hand, str) for hand in hands),
        f'{where}"hands" must be a list of cards for each of the {players} seats',
    )
    _expect(_is_list(part["stock"], str), f'{where}"stock" must be a list of cards')
    _expect(_is_list(part["moves"], list), f'{where}"moves" must be a list of moves')
    for count, move in enumerate(part["moves"], 1):
        _expect(
            len(move) == 2 and type(move[0]) is int and isinstance(move[1], str),
            f'{where}move {count} must be a seat and a move, like [0, "bid:3"]',
        )
    if "score" in part:
        _expect(_is_list(part["score"], int, players), f'{where}"score" must be one number per seat')


def _check_deal_keys(extra: Mapping[str, Any], players: int) -> None:
    for key in ("seed", "commitment"):
        _expect(isinstance(extra.get(key, ""), str), f"{key!r} must be a text")
    for key in ("salts", "cuts"):
        _expect(key not in extra or _is_list(extra[key], str, players), f'"{key}" must be one text per seat')
    dealer = extra.get("first_dealer", 0)
    _expect(type(dealer) is int and 0 <= dealer < players, '"first_dealer" must be a seat')


def _is_list(value: Any, kind: type, length: int | None = None) -> bool:
    return (
        isinstance(value, list)
        and all(type(item) is kind for item in value)
        and (length is None or len(value) == length)
    )


def _expect(condition: bool, message: str) -> None:
    if not condition:
        raise BadRecord(message)
