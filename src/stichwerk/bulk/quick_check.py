"""Records checked by compiled code. It knows only whether a record holds: why one does not, `play.verify` says.

What is quick here is nothing but another way to `stichwerk.play.verify.check`. A record that is not found to hold, be
it broken or only written in an unusual way, is checked there again.
"""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Raw

from stichwerk.bulk.replaying import loops_of, room_for_counts, room_for_outcome
from stichwerk.bulk.scan import Scanner
from stichwerk.bulk.seeded_decks import SeededDecks
from stichwerk.bulk.transcript import DEALER, Course, Transcript, course
from stichwerk.errors import BadRecord, StichwerkError
from stichwerk.games import game_ids
from stichwerk.games.view import seats_in
from stichwerk.play.fairness import KeptReceipt
from stichwerk.play.record import Record, from_data, read_bytes
from stichwerk.play.record_shape import KEYS, Name
from stichwerk.play.report import Report, checked, held
from stichwerk.play.verify import check_commitment

_PARTS = msgspec.json.Decoder(dict[str, Raw])
_SEATS = msgspec.json.Decoder(tuple[Name, ...])
_NUMBERS = msgspec.json.Decoder(tuple[int, ...])
_WINNERS = msgspec.json.Decoder(tuple[int, ...] | None)
#: The further keys of a game with fair deals that nobody signed. With any others a record is read in the usual way.
_DEALT: dict[str, msgspec.json.Decoder[Any]] = {
    "seed": msgspec.json.Decoder(str),
    "commitment": msgspec.json.Decoder(str),
    "salts": msgspec.json.Decoder(list[str]),
}


def told_without_rounds(line: bytes) -> dict[str, Any]:
    """What a record tells but for its rounds, in whose place there is nothing. The line must be that of a record."""
    return {key: None if key == "rounds" else _value(part) for key, part in _PARTS.decode(line).items()}


class Checker:
    """Checks records; what is needed for it is made once."""

    def __init__(self) -> None:
        self._kinds: dict[Course, _Kind] = {}

    def report(self, number: int, line: bytes, kept: Sequence[KeptReceipt] = ()) -> Report:
        """What is to be said of a line."""
        found = self.record(line)
        if found is None:
            return checked(number, read_bytes(line), kept)
        return held(number, found[0], kept)

    def record(self, line: bytes) -> tuple[Record, Transcript] | None:
        """The record in a line, without its rounds, and these as a transcript, if it holds. None: nobody knows yet.

        The transcript is good until the next record.
        """
        try:
            parts = _PARTS.decode(line)
            record = _without_rounds(parts)
            transcript = self._kind(record).transcript(record, bytes(parts["rounds"]))
        except (KeyError, ValueError, RecursionError, msgspec.MsgspecError, StichwerkError):
            return None
        return None if transcript is None else (record, transcript)

    def _kind(self, record: Record) -> "_Kind":
        found = course(record.game, record.options, len(record.seats))
        if found not in self._kinds:
            if len(self._kinds) > 256:
                self._kinds.clear()
            self._kinds[found] = _Kind(found)
        return self._kinds[found]


class _Kind:
    """Checks the records of games that are played alike."""

    def __init__(self, course: Course) -> None:
        self.course, book = course, course.game.book
        self._scanner, self._transcript = Scanner(course), course.room()
        self._check = loops_of(course.game).game_holds
        self._states, self._mask, self._counts = book.new_states(), book.new_mask(), room_for_counts(course.game)
        self._seeded = SeededDecks(book.deck)
        self._outcome, self._vector = room_for_outcome(course.players), course.vector.copy()

    def transcript(self, record: Record, rounds: bytes) -> Transcript | None:
        """The rounds of the record, if they keep the rules, and lead to what it says besides."""
        found = self._transcript
        if not self._scanner.read(rounds, found):
            return None
        self._vector[1] = found.sheet[0, DEALER] if found.rounds else 0
        holds = self._check(
            self._states, self._vector, self.course.game.book.deck, self._counts, self._mask, self.course.laid,
            found.decks, found.log, found.sheet, found.rounds, False, self._outcome,
        )  # fmt: skip
        over, finished, winners, *totals = self._outcome.tolist()
        if not holds or bool(over) != found.over or tuple(totals) != record.total:
            return None
        if record.winners != (seats_in(winners) if finished else None):
            return None
        return found if self._follows_from_its_seed(record, found) else None

    def _follows_from_its_seed(self, record: Record, found: Transcript) -> bool:
        deals = record.deals
        if deals is None:
            return True
        check_commitment(record, deals, int(found.sheet[0, DEALER]) if found.rounds else None)
        return self._seeded.follow(deals, found.decks, found.rounds)


def _without_rounds(parts: dict[str, Raw]) -> Record:
    """A record of the right shape, but for its rounds, which are left out."""
    further = parts.keys() - KEYS
    if not further <= _DEALT.keys():
        return from_data({key: [] if key == "rounds" else _value(part) for key, part in parts.items()})
    seats, total = _SEATS.decode(parts["seats"]), _NUMBERS.decode(parts["total"])
    told = _of_a_kind(bytes(parts["stichwerk"]), bytes(parts["game"]), bytes(parts["options"]), len(seats), game_ids())
    if len(total) != len(seats):
        raise BadRecord("another number of seats")
    extra = {key: _DEALT[key].decode(part) for key, part in parts.items() if key in further}
    if len(extra.get("salts", seats)) != len(seats):
        raise BadRecord("another number of salts")
    return Record(told.game, told.options, seats, (), total, _WINNERS.decode(parts["winners"]), extra)


@lru_cache(maxsize=256)
def _of_a_kind(version: bytes, game: bytes, options: bytes, seats: int, known: tuple[str, ...]) -> Record:
    """Some record with these things, of this many seats. (``known``: games come and go.)"""
    told = {"stichwerk": version, "game": game, "options": options}
    return from_data(
        {key: _value(part) for key, part in told.items()}
        | {"seats": ["somebody"] * seats, "rounds": [], "total": [0] * seats, "winners": None}
    )


def _value(part: Any) -> Any:
    return json.loads(bytes(part).decode())
