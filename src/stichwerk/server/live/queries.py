"""What can be asked about tables without changing anything: views, lists, statistics, records."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from stichwerk.protocol import messages
from stichwerk.server.domain import facts, index, summaries
from stichwerk.server.domain.table import Table
from stichwerk.server.domain.tokens import hashed
from stichwerk.server.live.rooms import Rooms
from stichwerk.server.wire import outbox

T = TypeVar("T")

#: A table without any change for so many milliseconds is no longer listed: a game takes an hour, not a day.
LISTED_FOR = 12 * 3_600_000


class Queries:
    """Questions about the tables in these rooms, and in their store."""

    def __init__(self, rooms: Rooms, now: Callable[[], int]) -> None:
        self._rooms, self._now = rooms, now

    async def look(self, table: str, tell: Callable[[Table], T]) -> T:
        """What is to be told of a table as it is now."""
        room = self._rooms.room(table)
        async with room.lock:
            return tell(await self._rooms.loaded(room))

    async def view(self, table: str, token: str | None = None) -> messages.TableView:
        """The table as the holder of the token (or a spectator) sees it now."""
        owner = None if token is None else hashed(token)
        return await self.look(table, lambda found: outbox.view(found, found.seat_of(owner)))

    async def statistics(self, table: str) -> messages.Statistics:
        """What has been played at a table."""
        return await self.look(table, index.statistics)

    async def record(self, table: str, number: int) -> str:
        """The record of a finished game, as one line: ``stich verify`` accepts it."""
        return await self._rooms.read(
            self._rooms.from_log, table, lambda lines: index.record_line(table, lines, number)
        )

    async def listed(self, limit: int = 100) -> list[messages.TableSummary]:
        """The tables that everybody may see, those first that changed last."""
        since = self._now() - LISTED_FOR
        found = await self._rooms.read(self._rooms.store.listed, ("lobby", "cutting", "playing"), since, limit)
        tables = [kept for each in found if (kept := summaries.decode(each)) is not None]
        elsewhere = [each.id for each in tables if self.in_memory(each.id) is None]
        people = await self._rooms.read(self._rooms.store.people_at, elsewhere) if self._rooms.store.fence else {}
        return [outbox.summary(each, people.get(each.id, 0) or self._people_at(each.id)) for each in tables]

    def people_at_listed(self) -> dict[str, int]:
        """How many people are connected at each listed table that is led here."""
        tables = [room.table for room in self._rooms if room.table is not None]
        return {table.id: self._people_at(table.id) for table in tables if table.listed and table.status != "closed"}

    async def mine(self, tokens: Sequence[str]) -> list[messages.MySeat]:
        """The tables at which these tokens hold a seat."""
        places = {hashed(token): place for place, token in enumerate(tokens)}
        held = await self._rooms.read(self._rooms.store.held, list(places))
        return [
            messages.MySeat(places[each.token], each.seat, outbox.summary(kept))
            for each in held
            if (kept := summaries.decode(each.summary)) is not None
        ]

    async def points_of_day(self, day: str, game_id: str, level: int) -> messages.WithSameCards:
        """What everybody has made of the cards of a day, against bots of this level."""
        return await self._points_with(facts.key_of_day(day, game_id, level))

    async def points_of_game(self, table: str, number: int) -> messages.WithSameCards:
        """What others have made of the cards of a game at this table."""
        return await self._points_with(facts.KnownDeal("", table=table, game=number).key("", None))

    async def _points_with(self, same_cards: str) -> messages.WithSameCards:
        return messages.WithSameCards(tuple(await self._rooms.read(self._rooms.store.points_with, same_cards)))

    def in_memory(self, table: str) -> Table | None:
        """The table if it is loaded; look only."""
        room = self._rooms.find(table)
        return None if room is None else room.table

    def _people_at(self, table: str) -> int:
        """How many of those who sit at a table are connected now."""
        found = self.in_memory(table)
        return 0 if found is None else sum(seat.here for seat in found.seats)

    @property
    def loaded(self) -> int:
        """How many tables are in memory."""
        return sum(room.table is not None for room in self._rooms)

    @property
    def connected(self) -> int:
        """How many clients are connected."""
        return sum(len(room.connections) for room in self._rooms)
