"""Whose bot thinks next: by table, and by how much its bots have thought of late."""

import asyncio
from contextlib import suppress

from stichwerk.server.live.thinking_turns import ThinkingTurns
from support.server.clients import in_loop


class Hall:
    """Tables whose bots think as long as they are told to, by a clock that is set by hand."""

    def __init__(self, places: int = 1) -> None:
        self.now = 0.0
        self.turns = ThinkingTurns(places, lambda: self.now)
        self.thinking: list[str] = []
        self.order: list[str] = []
        self._done: dict[str, list[asyncio.Event]] = {}
        self.tasks: list[asyncio.Task[None]] = []

    async def wants(self, *tables: str) -> None:
        """A bot of each of these tables wants to think."""
        for table in tables:
            self.tasks.append(asyncio.create_task(self._think(table)))
        await self._settle()

    async def _think(self, table: str) -> None:
        async with self.turns.turn(table):
            self.order.append(table)
            self.thinking.append(table)
            done = asyncio.Event()
            self._done.setdefault(table, []).append(done)
            await done.wait()

    async def thought(self, seconds: float) -> None:
        """The bots that think have done so after this time."""
        self.now += seconds
        thinking, self.thinking = self.thinking, []
        for table in thinking:
            self._done[table].pop(0).set()
        await self._settle()

    async def _settle(self) -> None:
        for _ in range(10):
            await asyncio.sleep(0)


@in_loop
async def test_a_table_whose_bot_has_just_thought_waits_behind_those_that_have_not():
    hall = Hall()
    await hall.wants("A", "A", "A", "B", "C")
    for _ in range(5):
        await hall.thought(0.1)
    assert hall.order == ["A", "B", "C", "A", "A"]


@in_loop
async def test_a_table_that_thinks_little_goes_before_those_that_think_much():
    hall = Hall()
    many = [f"T{number}" for number in range(20)]
    await hall.wants(*many, *many, *many)
    for _ in range(25):
        await hall.thought(0.5)
    for _ in range(5):  # move after move, without a pause
        hall.order.clear()
        await hall.wants("one")
        await hall.thought(0.5)
        assert hall.order == ["one"], "it waits for the thought that is under way, and for no other"
        await hall.thought(0.02)  # the bot of the one table is weak
        assert hall.order[1] in many


@in_loop
async def test_one_bot_of_a_table_at_a_time_while_others_wait():
    hall = Hall(places=2)
    await hall.wants("A", "A", "B")
    assert hall.order == ["A", "A"], "nobody else was there when they came"
    await hall.thought(0.1)
    await hall.wants("A", "A")
    assert hall.thinking == ["B", "A"]
    await hall.wants("C")
    await hall.thought(5.0)
    assert hall.thinking == ["C", "A"]


@in_loop
async def test_a_lone_table_thinks_in_all_places_and_never_waits():
    hall = Hall(places=3)
    await hall.wants("A", "A", "A")
    assert hall.thinking == ["A"] * 3
    await hall.thought(1.0)
    await hall.wants("A")
    assert hall.thinking == ["A"]


@in_loop
async def test_what_was_long_ago_is_forgiven():
    hall = Hall()
    await hall.wants("A")
    await hall.thought(10.0)
    await hall.wants("B")
    await hall.thought(9.0)
    await hall.wants("C", "B", "A")
    await hall.thought(600.0)
    await hall.thought(0.1)
    assert hall.order == ["A", "B", "C", "B", "A"], "first come, first served, as if nothing had been"
    assert set(hall.turns._used) == {"B", "C"}


@in_loop
async def test_a_bot_that_is_called_off_leaves_its_place_to_the_next():
    hall = Hall()
    await hall.wants("A", "B", "C")
    hall.tasks[1].cancel()
    await hall.thought(0.1)
    assert hall.thinking == ["C"]
    await hall.wants("D")
    hall.now += 0.1
    hall.tasks[2].cancel()  # the one that thinks
    await hall._settle()
    assert hall.order[-1] == "D"
    for task in hall.tasks:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    assert (hall.turns._free, hall.turns._waiting) == (1, [])
