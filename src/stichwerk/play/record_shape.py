"""The shape of a record: its keys, of which kind each is, and what is said if it is of another.

Whether what has the right shape also keeps the rules is the business of `stichwerk.play.verify`.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType, ValidationError, convert
from msgspec.structs import fields

from stichwerk.errors import BadRecord
from stichwerk.games.moves import bid_text

Seat = Annotated[int, Meta(ge=0)]
Name = Annotated[str, Meta(pattern=r"\S")]  # there is something to be seen of it
RecordedMove = tuple[int, str]


class RecordedRound(Struct, frozen=True, forbid_unknown_fields=True):
    """A round: what was dealt, what was played, and, if it is over, what it was worth. It has no further keys."""

    dealer: Seat
    hands: tuple[tuple[str, ...], ...]
    stock: tuple[str, ...]
    moves: tuple[RecordedMove, ...]
    score: tuple[int, ...] | UnsetType = UNSET


class RecordedReceipts(Struct, frozen=True):
    """What the dealing side has signed (see `stichwerk.play.receipts`): by seat, empty where there was nothing to sign;
    and with which public key."""

    key: str
    cuts: tuple[str, ...]
    openings: tuple[str, ...]


class RecordedGame(Struct, frozen=True):
    """A game. Beside these keys there may be any others; of those, some tell how the cards were dealt."""

    stichwerk: int
    game: str
    options: dict[str, Any]
    seats: tuple[Name, ...]
    rounds: tuple[RecordedRound, ...]
    total: tuple[int, ...]
    winners: tuple[int, ...] | None
    seed: str | UnsetType = UNSET
    commitment: str | UnsetType = UNSET
    salts: tuple[str, ...] | UnsetType = UNSET
    cuts: tuple[str, ...] | UnsetType = UNSET
    first_dealer: Seat | UnsetType = UNSET
    held_back: tuple[tuple[Seat, ...], ...] | UnsetType = UNSET
    receipts: RecordedReceipts | UnsetType = UNSET


#: The keys that a game must have, in the order they are written.
KEYS = tuple(field.name for field in fields(RecordedGame) if field.required)
#: The keys that a round may have; only the score may be missing.
ROUND_KEYS = tuple(field.name for field in fields(RecordedRound))

_SENTENCES = {
    "game": '"game" must be a game\'s id',
    "options": '"options" must be an object',
    "seats": '"seats" must be the list of the players\' names',
    "rounds": '"rounds" must be a list of objects',
    "total": '"total" must be one number per seat',
    "winners": '"winners" must be a list of seats, or null',
    "seed": "'seed' must be a text",
    "commitment": "'commitment' must be a text",
    "salts": '"salts" must be one text per seat',
    "cuts": '"cuts" must be one text per seat',
    "first_dealer": '"first_dealer" must be a seat',
    "held_back": '"held_back" must be a list of lists of seats',
    "receipts": '"receipts" must have a "key", and "cuts" and "openings" with one text per seat',
    "dealer": '"dealer" must be a seat',
    "hands": '"hands" must be a list of cards for each of the {players} seats',
    "stock": '"stock" must be a list of cards',
    "moves": '"moves" must be a list of moves',
    "score": '"score" must be one number per seat',
}


def game_of(data: Mapping[str, Any]) -> RecordedGame:
    """The game that stands in the data of a record; `BadRecord` says where it is not like one.

    >>> game_of({"stichwerk": 1, "game": "rage"})
    Traceback (most recent call last):
        ...
    stichwerk.errors.BadRecord: the record has no 'options'
    """
    try:
        return convert(data, RecordedGame)
    except ValidationError:
        raise BadRecord(_what_is_wrong(data)) from None


def check_seats(found: RecordedGame) -> None:
    """Check whatever there must be one of for each seat, and whatever names a seat."""
    players = len(found.seats)
    for number, part in enumerate(found.rounds, 1):
        _check_seats_of(part, players, f"round {number}: ")
    _check_seats_of(found, players, "")


def _check_seats_of(found: RecordedGame | RecordedRound, players: int, where: str) -> None:
    for key in ("dealer", "hands", "score", "total", "salts", "cuts", "first_dealer"):
        value = getattr(found, key, UNSET)
        if value is not UNSET and not (value < players if isinstance(value, int) else len(value) == players):
            raise BadRecord(where + _SENTENCES[key].format(players=players))
    held_back, receipts = getattr(found, "held_back", UNSET), getattr(found, "receipts", UNSET)
    if held_back is not UNSET and not all(seat < players for seats in held_back for seat in seats):
        raise BadRecord(_SENTENCES["held_back"])
    if receipts is not UNSET and not len(receipts.cuts) == len(receipts.openings) == players:
        raise BadRecord(_SENTENCES["receipts"])


# ---------------------------------------------------------------- the sentence for what is wrong


def _what_is_wrong(data: Mapping[str, Any]) -> str:
    """Looks at one key after the other. msgspec's own sentences name a path, and kinds that only programmers know."""
    for key in KEYS:
        if key not in data:
            return f"the record has no {key!r}"
    key = _of_another_kind(data, RecordedGame)[0]
    if key == "rounds" and _all_are(data[key], dict):
        players = len(data["seats"])
        return next(filter(None, (_wrong_in_round(part, n, players) for n, part in enumerate(data[key], 1))))
    return _SENTENCES[key]


def _wrong_in_round(part: Mapping[str, Any], number: int, players: int) -> str | None:
    where = f"round {number}: "
    for key in ROUND_KEYS:
        if key not in part and key != "score":
            return f"{where}no {key!r}"
    for key in part:
        if key not in ROUND_KEYS:
            return f"{where}there is no key {key!r}; there are {', '.join(ROUND_KEYS)}"
    wrong = _of_another_kind(part, RecordedRound)
    if not wrong:
        return None
    if wrong[0] == "moves" and _all_are(part["moves"], list):
        count = next(n for n, move in enumerate(part["moves"], 1) if not _is(move, RecordedMove))
        return f'{where}move {count} must be a seat and a move, like [0, "{bid_text(3)}"]'
    return where + _SENTENCES[wrong[0]].format(players=players)


def _of_another_kind(data: Mapping[str, Any], shape: type[Struct]) -> list[str]:
    return [field.name for field in fields(shape) if field.name in data and not _is(data[field.name], field.type)]


def _is(value: Any, kind: Any) -> bool:
    try:
        convert(value, kind)
    except ValidationError:
        return False
    return True


def _all_are(value: Any, kind: type) -> bool:
    return isinstance(value, list) and all(isinstance(item, kind) for item in value)
