"""What a move costs at a table, without sockets: from a client's message to the answer and the news for all four.

Processor time is told, of the event loop and of the thread that writes. It depends less than other times on what else
the machine does; two states of the code are compared by running both at the same time:
``PYTHONPATH=OTHER/src python benchmarks/moves.py & python benchmarks/moves.py``.
"""

import argparse
import asyncio
import gc
import itertools
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from measured_servers import on_disk

from stichwerk.protocol import messages
from stichwerk.protocol.messages import Hello, JoinTable, NewTable, Pace, SeatWish
from stichwerk.server.live.connection import Connection
from stichwerk.server.live.directory import Directory
from stichwerk.server.store.log import Store

SEATS = 4


@dataclass
class MovesCounted:
    """What has happened, and the processor time that this program took for itself."""

    moves: int = 0
    own: float = 0.0
    sizes: list[int] = field(default_factory=list)


class FourAtATable:
    """Four connections to a table, and one hand that plays for all."""

    ids = itertools.count()

    def __init__(self, directory: Directory, id: str, connections: list[Connection], counted: MovesCounted) -> None:  # noqa: A002
        self._room, self._connections, self._counted = directory.rooms.room(id), connections, counted
        self._random = Random(next(self.ids))

    @classmethod
    async def opened(cls, directory: Directory, game: str, counted: MovesCounted) -> "FourAtATable":
        """A new one, at which a game has begun."""
        wish = NewTable(game, "Person 0", [SeatWish()] * (SEATS - 1), pace=Pace(bots=0, grace=3600))
        host = await directory.open(wish)
        others = [await directory.join(JoinTable(f"Person {n}", code=host.code)) for n in range(1, SEATS)]
        seats = [host, *others]
        connections = [await directory.connect(Hello(seat.table, messages.VERSION, seat.token)) for seat in seats]
        table = cls(directory, host.table, connections, counted)
        await table._ask(0, messages.Start(table._id()))
        await table._all(lambda: messages.Cut(table._id(), ""))
        return table

    def _id(self) -> str:
        return f"id {next(self.ids)}"

    async def _ask(self, seat: int, message: messages.Ask) -> None:
        began = time.thread_time()
        data = messages.encode(message)
        self._counted.own += time.thread_time() - began
        await self._connections[seat].receive(data)
        began = time.thread_time()
        for each in self._connections:
            self._counted.sizes += [len(await each.next()) for _ in range(len(each._waiting))]
        self._counted.own += time.thread_time() - began

    async def _all(self, make: Callable[[], messages.Ask]) -> None:
        for seat in range(SEATS):
            await self._ask(seat, make())

    async def play(self) -> None:
        """On and on, until it is cancelled."""
        while True:
            table = self._room.table
            assert table is not None
            assert table.match is not None
            if table.status == "over":
                await self._all(lambda: messages.Rematch(self._id()))
                await self._all(lambda: messages.Cut(self._id(), ""))
            elif not table.match.waiting:
                await self._all(lambda: messages.Ready(self._id()))
            else:
                began = time.thread_time()
                seat = table.match.waiting[0]
                view = table.match.view(seat)
                move = (
                    "lay:" + ",".join(view.table.places[seat].hand[: view.to_lay])
                    if view.to_lay
                    else self._random.choice(view.legal)
                )
                self._counted.own += time.thread_time() - began
                await self._ask(seat, messages.Move(self._id(), move))
                self._counted.moves += 1


async def measure(game: str, tables: int, seconds: float, folder: Path) -> str:
    """The costs, in a line."""
    store = Store(f"sqlite:///{folder / 'moves.db'}")
    directory, counted = Directory(store), MovesCounted()
    found = [await FourAtATable.opened(directory, game, counted) for _ in range(tables)]
    gc.collect()
    gc.disable()  # as the server does
    playing = [asyncio.create_task(table.play()) for table in found]
    await asyncio.sleep(seconds / 4)  # to warm up
    before, everything, loop = MovesCounted(counted.moves, counted.own), time.process_time(), time.thread_time()
    counted.sizes.clear()
    await asyncio.sleep(seconds)
    everything, loop = time.process_time() - everything, time.thread_time() - loop
    moves, own = counted.moves - before.moves, counted.own - before.own
    sent = sum(counted.sizes) / moves
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    await directory.close()
    store.close()
    costs = [1000 * each / moves for each in (everything - own, loop - own, everything - loop)]
    told = f"{costs[0]:.3f} ms of processor time per move (the loop {costs[1]:.3f}, the writer {costs[2]:.3f})"
    return f"{game}, {tables} tables: {told}; {sent:,.0f} bytes sent; {moves:,} moves"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="rage")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=5.0)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=on_disk()) as scratch:
        print(asyncio.run(measure(asked.game, asked.tables, asked.seconds, Path(scratch))))
