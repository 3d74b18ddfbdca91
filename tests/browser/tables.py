"""Tables for browsers to sit at, and what only the server knows of them."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from server.running import Running
from stichwerk.client import Pace, Seat, SeatWish
from stichwerk.server.messages import Start
from stichwerk.server.store import Store
from stichwerk.server.table import Table

T = TypeVar("T")


def done(asked: Coroutine[Any, Any, T]) -> T:
    """Wait for something that a client of ours does. (Playwright has an event loop of its own in this thread.)"""
    with ThreadPoolExecutor(1) as beside:
        return beside.submit(asyncio.run, asked).result()


def table_with_bots(running: Running, game: str, players: int, level: int = 1, **options: Any) -> Seat:
    """A game that has begun: a person and bots that do not wait."""

    async def opened() -> Seat:
        client = running.client
        wishes = [SeatWish("bot", level)] * (players - 1)
        seat = await client.open(game, "Anja", wishes, options=options, pace=Pace(bots=0))
        async with client.at(seat) as table:
            await table.ask(Start)
        return seat

    return done(opened())


def hands_at(running: Running, table: str) -> tuple[tuple[str, ...], ...]:
    """Everybody's cards: from the log, which only the server reads."""
    store = Store(f"sqlite:///{running.db}")
    try:
        match = Table.of(table, store.lines(table)).match
    finally:
        store.close()
    assert match is not None
    return match._engine.hands()
