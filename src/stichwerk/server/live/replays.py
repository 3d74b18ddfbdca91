"""Score sheets, and games that are over, move by move. What takes long happens beside the event loop, one at a time:
those who play come first.
"""

import asyncio
import gzip
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

from stichwerk.bots.levels import LEVELS
from stichwerk.errors import StichwerkError
from stichwerk.play.match import Match
from stichwerk.play.record import Record, from_data, read
from stichwerk.play.verify import replay, steps
from stichwerk.protocol import messages, wire_events
from stichwerk.review.held import held_at
from stichwerk.server.domain.table import Table
from stichwerk.server.errors import NotNow
from stichwerk.server.live.directory import Directory
from stichwerk.server.live.pars import par_of_line
from stichwerk.server.wire.outbox import play_of

T = TypeVar("T")

_LEVELS = {each.number for each in LEVELS}
#: A replay of more frames than this has to be asked for round by round.
MOST_FRAMES = 2000


class BadReplay(StichwerkError):
    """A replay that cannot be had like that."""

    code = "bad-replay"


class ReplayWish(NamedTuple):
    """Which replay somebody wants: of a seat (None: of a spectator) or with all cards open, of one round or of all,
    and whether compressed.
    """

    seat: int | None = None
    open: bool = False
    round: int | None = None
    gzipped: bool = False


class Replays:
    """What can be had of the games at the tables, beside what happens there now."""

    def __init__(self, directory: Directory) -> None:
        self._directory = directory
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="stichwerk-replay")

    async def sheet(self, table: str, number: int | None = None) -> messages.Sheet:
        """The score sheet of a game at the table: of the present one, or of an earlier one."""
        now = await self._directory.queries.look(table, lambda found: _sheet_now(found, number))
        if now is not None:
            return now
        assert number is not None, "without a number it is the present game"
        line = await self._directory.queries.record(table, number)
        return await self._beside(lambda: sheet_of(replay(read(line)), number))

    async def replay(self, table: str, number: int, wish: ReplayWish) -> bytes:
        """A finished game at the table, as JSON."""
        line = await self._directory.queries.record(table, number)
        return await self._beside(lambda: _packed(read(line), wish))

    async def replay_record(self, record: Mapping[str, Any], wish: ReplayWish) -> bytes:
        """The same for any record."""
        return await self._beside(lambda: _packed(from_data(record), wish))

    async def par(self, table: str, number: int, seat: int) -> messages.CardsWorth:
        """What Masters make of the cards that a seat had in a finished game."""
        line = await self._directory.queries.record(table, number)
        return await self._beside(lambda: par_of_line(line, seat))

    async def held(self, table: str, number: int, round_no: int, move: int) -> messages.HeldCards:
        """What the others could have held before a move of a finished game."""
        line = await self._directory.queries.record(table, number)
        found = await self._beside(lambda: held_at(read(line), round_no, move))
        return messages.HeldCards(found.seat, found.hands)

    async def _beside(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._worker, work)

    def close(self) -> None:
        """Begin nothing more."""
        self._worker.shutdown(wait=False, cancel_futures=True)


# ---------------------------------------------------------------- the score sheet


def _sheet_now(table: Table, number: int | None) -> messages.Sheet | None:
    """The sheet of the present game, if it is the one asked for."""
    if number is not None and number != table.number:
        return None
    if table.match is None:
        raise NotNow("there is no score sheet before the first deal", "game-not-begun")
    return sheet_of(table.match, table.number)


def sheet_of(match: Match, number: int) -> messages.Sheet:
    """The score sheet of a game. It has only rounds that are finished, in which everything is known."""
    players, planned = len(match.names), match.options.rounds_planned(len(match.names))
    sizes = None if planned is None else tuple(match.options.hand_size(players, each + 1) for each in range(planned))
    return messages.Sheet(number, match.game.id, match.names, match.sheet, sizes, match.winners)


# ---------------------------------------------------------------- the replay


def _packed(record: Record, wish: ReplayWish) -> bytes:
    told = messages.encode(replay_of(record, wish))
    return gzip.compress(told, 6) if wish.gzipped else told


def replay_of(record: Record, wish: ReplayWish) -> messages.Replay:
    """The frames of a recorded game. A record that breaks the rules raises `BadRecord`."""
    _check(record, wish)
    return messages.Replay(
        game=record.game.id,
        options=record.options.to_mapping(),
        names=record.seats,
        bots=_levels(record),
        seat=wish.seat,
        open=wish.open,
        rounds=len(record.rounds),
        round=wish.round,
        frames=tuple(_frames(record, wish)),
    )


def _levels(record: Record) -> tuple[int | None, ...]:
    """The levels of the bots, as far as the record tells: anybody may have written it."""
    told = record.extra.get("bots")
    known = told if isinstance(told, list) and len(told) == len(record.seats) else [None] * len(record.seats)
    return tuple(each if type(each) is int and each in _LEVELS else None for each in known)


def _check(record: Record, wish: ReplayWish) -> None:
    rounds, players = len(record.rounds), len(record.seats)
    if wish.seat is not None and wish.seat >= players:
        raise BadReplay(f"there is no seat {wish.seat}; seats go from 0 to {players - 1}", "unknown-seat")
    if wish.round is not None and wish.round > rounds:
        raise BadReplay(f"there is no round {wish.round}; the game has {rounds}", "no-round")
    if wish.round is None and sum(1 + len(part.moves) for part in record.rounds) > MOST_FRAMES:
        raise BadReplay("this game is too long to look at as a whole: ask for it round by round", "too-long")


def _frames(record: Record, wish: ReplayWish) -> Iterator[messages.Frame]:
    told = 0
    for number, match in steps(record):
        if wish.round in (None, number):
            yield _frame(match, wish, told)
        told = match.event_count


def _frame(match: Match, wish: ReplayWish, since: int) -> messages.Frame:
    events = match.all_events(since) if wish.open else match.events(wish.seat, since)
    seen = match.revealed() if wish.open else match.view(wish.seat)
    return messages.Frame(wire_events.of_match(events), play_of(match, seen, None))
