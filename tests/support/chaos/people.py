"""People who play on whatever happens, and write down every acknowledgement and how long they heard nothing."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from stichwerk.client import AtTable, Client, NoServer, Pace, Refused, Seat, SeatWish
from stichwerk.protocol import messages
from stichwerk.protocol.error_codes import GONE_ON
from stichwerk.protocol.messages import TableView
from stichwerk.server.domain.tokens import new_token
from support.server.running import at_random

#: Answers that mean that the server was in trouble: whoever gets one may ask again.
TROUBLE = ("db-", "shutdown", "elsewhere", "server-error")
#: What is played, and by how many: short games, so that many end.
GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("alles-oder-nichts", 3, {}),
    ("null-nichtig", 4, {"rounds": 2}),
    ("rage", 3, {}),
]
_PING_EVERY = 0.5


@dataclass(frozen=True)
class Acknowledged:
    """What a server has said is done."""

    table: str
    seat: int
    id: str
    seq: int
    kind: str
    move: str


@dataclass
class Notes:
    """What all people together have seen."""

    acknowledged: list[Acknowledged] = field(default_factory=list)
    troubles: Counter[str] = field(default_factory=Counter)
    games: int = 0
    reconnects: int = 0
    silences: list[tuple[float, float]] = field(default_factory=list)  # when each ended, and how long it was
    finished: set[str] = field(default_factory=set)

    def longest_silence(self, since: float = 0.0, until: float = float("inf")) -> tuple[float, float]:
        """The longest that somebody heard nothing, and when that ended."""
        found = [(seconds, at) for at, seconds in self.silences if since < at < until]
        return max(found, default=(0.0, 0.0))


class Person(AtTable):
    """A client that writes down what it is told, and asks all the time whether anybody is there."""

    def __init__(self, client: Client, seat: Seat, notes: Notes) -> None:
        super().__init__(client.url, seat.table, seat.token)
        self._seat, self._notes = seat, notes
        self._heard_at = time.monotonic()
        self.listeners.append(self._heard)
        self._pinging: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "Person":
        self._heard_at = time.monotonic()
        self._pinging = asyncio.create_task(self._ping())
        await super().__aenter__()
        return self

    async def __aexit__(self, *problem: Any) -> None:
        if self._pinging is not None:
            self._pinging.cancel()
        self._notes.reconnects += max(0, self.connects - 1)
        await super().__aexit__(*problem)

    async def ask(self, kind: Callable[..., messages.Ask], *values: Any, **named: Any) -> messages.Ack:
        """Ask, and write down what was acknowledged."""
        ack = await super().ask(kind, *values, **named)
        name, move = getattr(kind, "__name__", ""), str(values[0]) if values else ""
        self._notes.acknowledged.append(Acknowledged(self._seat.table, self._seat.seat, ack.id, ack.seq, name, move))
        return ack

    def _heard(self, message: Any) -> None:
        if isinstance(message, messages.Error | messages.Closing):
            return  # only who can go on is back
        now = time.monotonic()
        silence = now - self._heard_at
        if silence > 2 * _PING_EVERY:
            self._notes.silences.append((now, silence))
        self._heard_at = now

    async def _ping(self) -> None:
        while True:
            await asyncio.sleep(_PING_EVERY)
            if self._socket is not None:
                await self._send(self._socket, messages.encode(messages.Ping()))

    async def play_on(self, random: Random, thinks: float) -> TableView:
        """To the end of the game, through whatever trouble."""
        choose = at_random(random.random())

        async def slowly(view: TableView) -> str:
            await asyncio.sleep(random.uniform(0, 2 * thinks))
            return choose(view)

        while True:
            try:
                return await self.play(slowly)
            except Refused as problem:
                if not problem.code.startswith(TROUBLE):
                    raise
                self._notes.troubles[problem.code] += 1
                await asyncio.sleep(0.2)


async def play_again_and_again(
    client: Client, notes: Notes, random: Random, over: Callable[[], bool], thinks: float = 0.05
) -> None:
    """A group of people who open a table, play, look at the record, and open another one."""
    while not over():
        game, players, options = random.choice(GAMES)
        people = random.randrange(2, players + 1)
        seats = await _seated(client, notes, game, options, people, players - people)
        persons = [Person(client, seat, notes) for seat in seats]
        async with asyncio.TaskGroup() as group:
            for person in persons:
                group.create_task(_play(person, people, random, thinks))
        table = seats[0].table
        line = await insisted(notes, lambda: client.record(table))  # noqa: B023
        assert line.startswith("{")
        notes.games += 1
        notes.finished.add(table)


async def _play(person: Person, people: int, random: Random, thinks: float) -> None:
    async with person:
        if person._seat.seat == 0:
            await _begin(person, people)
        await person.play_on(random, thinks)


async def _begin(person: Person, people: int) -> None:
    while True:
        while person.presence is None or sum(person.presence.here) < people:
            await asyncio.sleep(0.02)
        try:
            await person.ask(messages.Start, 1)
            return
        except Refused as problem:
            if problem.code == "already-begun":
                return
            if not problem.code.startswith(TROUBLE) and problem.code not in GONE_ON:
                raise
            person._notes.troubles[problem.code] += 1
            await asyncio.sleep(0.2)


async def _seated(
    client: Client, notes: Notes, game: str, options: dict[str, Any], people: int, bots: int
) -> list[Seat]:
    wishes = [SeatWish("open")] * (people - 1) + [SeatWish("bot", 1)] * bots
    # Nobody's seat goes to a bot: people are never away for so long that they would not mind.
    pace = Pace(bots=0.05, grace=120)
    host = await insisted(notes, lambda: client.open(game, "Person 0", wishes, options=options, pace=pace))
    seats = [host]
    for number in range(1, people):
        secret = new_token()  # asked twice, it is the same seat
        code = host.code or ""
        seats.append(await insisted(notes, lambda: client.join(f"Person {number}", code=code, secret=secret)))  # noqa: B023
    return seats


async def insisted(notes: Notes, ask: Callable[[], Any]) -> Any:
    """Ask over HTTP until there is an answer: a proxy that finds no server, or a connection that breaks, is no
    answer.
    """
    while True:
        try:
            return await ask()
        except NoServer:
            notes.troubles["http: no answer"] += 1
        except Refused as problem:
            if not problem.code.startswith(TROUBLE):
                raise
            notes.troubles[f"http: {problem.code}"] += 1
        await asyncio.sleep(0.2)
