"""Tables for browsers to sit at, and what only the server knows of them."""

import asyncio
from collections.abc import Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from stichwerk.client import Pace, Seat, SeatWish
from stichwerk.protocol.messages import Start
from stichwerk.server.domain.table import Table
from stichwerk.server.store.log import Store
from support.server.running import QUICK, Running, at_random

T = TypeVar("T")

#: For a server that draws no seed: what it deals depends on nothing but the cuts.
FIXED_SEED = "import stichwerk.server.domain.commands as commands; commands.new_seed = lambda: 'screenshots'"
NAMES = ("Anja", "Bernd", "Claudia", "Dirk", "Eva", "Frank", "Gisela", "Heinz")


def done(asked: Coroutine[Any, Any, T]) -> T:
    """Wait for something that a client of ours does. (Playwright has an event loop of its own in this thread.)"""
    with ThreadPoolExecutor(1) as beside:
        return beside.submit(asyncio.run, asked).result()


def table_with_bots(running: Running, game: str, players: int, level: int = 1, **wish: Any) -> Seat:
    """A game that has begun: a person and bots that do not wait."""
    return table_of(running, game, 1, players - 1, level, **wish)[0]


def table_of(
    running: Running,
    game: str,
    people: int,
    bots: int,
    level: int = 1,
    pace: Pace = QUICK,
    listed: bool = False,
    names: Sequence[str] = NAMES,
    begin: bool = True,
    **options: Any,
) -> list[Seat]:
    """A game that has begun (or will, when the host starts it); the seats of the people, the host's first."""

    async def opened() -> list[Seat]:
        client = running.client
        wishes = [SeatWish("open")] * (people - 1) + [SeatWish("bot", level)] * bots
        host = await client.open(game, names[0], wishes, options=options, pace=pace, listed=listed)
        guests = [await client.join(names[number], code=host.code or "") for number in range(1, people)]
        if begin:
            async with client.at(host) as table:
                await table.ask(Start)
        return [host, *guests]

    return done(opened())


def finished_game(running: Running, game: str, players: int, **wish: Any) -> Seat:
    """A game that was played to its end, without a browser."""
    seat = table_with_bots(running, game, players, **wish)

    async def played() -> None:
        async with running.client.at(seat) as table:
            await table.play(at_random(game))

    done(played())
    return seat


def hands_at(running: Running, table: str) -> tuple[tuple[str, ...], ...]:
    """Everybody's cards in the first round, and none later on: from the log, which only the server reads."""
    store = Store(f"sqlite:///{running.db}")
    try:
        match = Table.of(table, store.lines(table)).match
    finally:
        store.close()
    assert match is not None
    return match._engine.hands() if len(match._rounds) == 1 else ()
