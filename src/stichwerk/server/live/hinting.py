"""Hints for people at the tables: found out in a thread, from a copy of what their seat may know, told to them alone.

What was found out for a turn is remembered until the next one, so that to ask again costs nothing.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from stichwerk.play.hints import Hints, hints_about, hints_for
from stichwerk.server.live.room import Room
from stichwerk.server.live.thinking_turns import ThinkingTurns
from stichwerk.server.wire import outbox

Found = TypeVar("Found")

#: How often each move is tried.
PLAYOUTS = 1000
#: Of so many seats the last hints are remembered.
_REMEMBERED = 500


class Hinting:
    """Finds out what moves are worth, one position at a time; first the table for which least was done of late."""

    def __init__(self) -> None:
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="stichwerk-hint")
        self._turns = ThinkingTurns(1)
        self._found: dict[tuple[str, int], tuple[int, asyncio.Future[Hints]]] = {}
        #: Those of whom a move that they have in mind is looked at: of each one at a time, so that nobody has many.
        self._in_mind: set[tuple[str, int]] = set()

    async def tell(self, room: Room, token: str, message_id: str, move: str | None = None) -> None:
        """Tell whoever holds this token what the moves of their seat are worth, and this one that they have in mind;
        nothing if it is not its turn now.
        """
        table = room.table
        seat = None if table is None else table.seat_of(token)
        if table is None or table.match is None or seat is None:
            return
        turn = table.seats[seat].turn_seq
        if turn is None:
            return
        known = self._found.get((room.id, seat))
        if known is None or known[0] != turn:
            thought = partial(hints_for, table.match.knowledge(seat), playouts=PLAYOUTS)
            known = turn, asyncio.ensure_future(self._think(room.id, thought))
            self._remember((room.id, seat), known)
        if move is None:
            message = outbox.hints(message_id, turn, await asyncio.shield(known[1]))
        elif (room.id, seat) in self._in_mind:
            return
        else:
            knowledge = table.match.knowledge(seat)
            self._in_mind.add((room.id, seat))
            try:
                found = await asyncio.shield(known[1])
                about = partial(hints_about, knowledge, found, move, playouts=PLAYOUTS)
                told, asked = await self._think(room.id, about)
            finally:
                self._in_mind.discard((room.id, seat))
            message = outbox.hints(message_id, turn, told, asked)
        for connection in list(room.connections):
            if connection.token == token:
                connection.send(message)

    async def _think(self, table: str, thought: "partial[Found]") -> Found:
        async with self._turns.turn(table):
            return await asyncio.get_running_loop().run_in_executor(self._worker, thought)

    def _remember(self, seat: tuple[str, int], found: tuple[int, "asyncio.Future[Hints]"]) -> None:
        self._found.pop(seat, None)  # so that the first is the one that has been quiet for longest
        self._found[seat] = found
        while len(self._found) > _REMEMBERED:
            del self._found[next(iter(self._found))]

    def close(self) -> None:
        """Begin nothing more."""
        self._worker.shutdown(wait=False, cancel_futures=True)
