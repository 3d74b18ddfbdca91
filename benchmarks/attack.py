"""An attack on the table server with bare sockets, by somebody who means no good: ``python benchmarks/attack.py``.

Each attack has a server of its own. Told are the memory it has gained; how long ``/healthz`` took at worst for somebody
else (`bystander`), and how much longer than its peer, which nobody attacks; and the longest turn of the server's event
loop, computing and on the clock. Some only: ``python benchmarks/attack.py churn pings``. Longer: ``--seconds 60``, or
until so much is done: ``--count 100000``.
"""

import argparse
import asyncio
import base64
import json
import logging
import multiprocessing
import os
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import httpx
import loop_probe
from bystander import FIRST_CORE, Bystander, Wait, second_core

from support.server.running import Running

#: What the server may gain in memory, and how much longer than its peer it may take to answer others, under any attack.
MOST_MEMORY, SLOWEST = 30_000_000, 0.1


@dataclass
class Victim:
    """A server under attack, as the attacker sees it, and how much has been sent to it."""

    port: int
    count: "Synchronized[int]"

    @property
    def done(self) -> int:
        """Messages, connections or bytes so far. (Written by the attacker alone.)"""
        return self.count.value

    @done.setter
    def done(self, done: int) -> None:
        self.count.value = done

    async def connect(self, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A bare connection from one of the many addresses of this machine."""
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0))

    async def handshake(self, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A WebSocket, just after the handshake."""
        reader, writer = await self.connect(address)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = ["GET /ws HTTP/1.1", f"Host: localhost:{self.port}", "Upgrade: websocket", "Connection: Upgrade"]
        writer.write("\r\n".join([*lines, f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", ""]).encode())
        await reader.readuntil(b"\r\n\r\n")
        return reader, writer


def addresses(count: int) -> list[str]:
    """Addresses of the loopback net."""
    return [f"127.0.{number // 250 + 1}.{number % 250 + 1}" for number in range(count)]


def frame(opcode: int, payload: bytes, fin: bool = True) -> bytes:
    """A frame as clients send it: masked (with zeros)."""
    head = bytes([(0x80 if fin else 0) | opcode])
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + size.to_bytes(2)
    return head + length + bytes(4) + payload


# ---------------------------------------------------------------- the attacks


async def churn(victim: Victim, address: str) -> None:
    """Handshake, then reset, again and again."""
    with suppress(OSError, asyncio.IncompleteReadError):
        _, writer = await victim.handshake(address)
        victim.done += 1
        writer.transport.abort()
        return
    await asyncio.sleep(0.01)


async def pings(victim: Victim, address: str) -> None:
    """Pings whose pongs nobody reads."""
    _, writer = await victim.handshake(address)
    writer.transport.pause_reading()  # type: ignore[attr-defined]
    many = frame(9, bytes(125)) * 500
    with suppress(OSError):
        while not writer.transport.is_closing():
            writer.write(many)
            victim.done += 500
            await writer.drain()
    await asyncio.sleep(0.05)


async def fragments(victim: Victim, address: str) -> None:
    """A message that never ends, in empty parts."""
    _, writer = await victim.handshake(address)
    many = frame(1, b"", fin=False) + frame(0, b"", fin=False) * 10_000
    with suppress(OSError):
        while not writer.transport.is_closing():
            writer.write(many)
            victim.done += 10_000
            await writer.drain()
    await asyncio.sleep(0.05)


async def pour(victim: Victim, address: str, first: bytes, then: bytes) -> None:
    """Something that begins like a request, and then more and more of it."""
    _, writer = await victim.connect(address)
    with suppress(OSError):
        writer.write(first)
        while not writer.transport.is_closing():
            writer.write(then)
            victim.done += len(then)
            await writer.drain()


async def headers(victim: Victim, address: str) -> None:
    """A head without end: many lines, or one long line."""
    first = b"GET / HTTP/1.1\r\nHost: x\r\n"
    if random.random() < 0.5:
        await pour(victim, address, first + b"X-Long: ", b"a" * 65_536)
    else:
        await pour(victim, address, first, b"X-Many: abcdefghij\r\n" * 3000)


async def urls(victim: Victim, address: str) -> None:
    """An address without end."""
    await pour(victim, address, b"GET /", b"a" * 65_536)


async def bodies(victim: Victim, address: str) -> None:
    """A body of 100 MB where a few lines are expected."""
    head = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    await pour(victim, address, head + b"Content-Length: 100000000\r\n\r\n", b" " * 65_536)


async def slow(victim: Victim, address: str) -> None:
    """A request of which a letter comes now and then."""
    _, writer = await victim.connect(address)
    victim.done += 1
    with suppress(OSError):
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
        while not writer.transport.is_closing():
            writer.write(b"a")
            await writer.drain()
            await asyncio.sleep(1)


async def silent(victim: Victim, address: str) -> None:
    """Connections that say nothing."""
    with suppress(OSError):
        reader, _ = await victim.connect(address)
        victim.done += 1
        await reader.read()


async def deaf(victim: Victim, address: str) -> None:
    """Requests for pages that nobody reads."""
    _, writer = await victim.connect(address)
    writer.transport.pause_reading()  # type: ignore[attr-defined]
    with suppress(OSError):
        while not writer.transport.is_closing():
            writer.write(b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n" * 10)
            victim.done += 10
            await writer.drain()
            await asyncio.sleep(0.05)


async def nonsense(victim: Victim, address: str) -> None:
    """Messages that are none: broken JSON, wrong types, deep nests, odd bytes."""
    with suppress(OSError, asyncio.IncompleteReadError):
        reader, writer = await victim.handshake(address)
        hello = {"type": "hello", "v": 1, "table": "NOSUCHTABLE"}
        for payload in random.choices(
            [
                json.dumps(hello).encode(),
                b"{" * 2000,
                b'{"type":"move","id":"1","move":"' + bytes(range(32)) + b'"}',
                b"\xff\xfe\xfd" * 20,
                b"[" * 1500 + b"]" * 1500,
                json.dumps({**hello, "since": 10**30}).encode(),
            ],
            k=20,
        ):
            writer.write(frame(random.choice([1, 1, 1, 2]), payload))
            victim.done += 1
        await writer.drain()
        async with asyncio.timeout(2):  # wait_for may lose the word that it is called off
            await reader.read(1000)
        writer.transport.abort()


async def seated(victim: Victim, address: str) -> None:
    """Somebody with a seat at a game that goes on, who sends whatever can be sent: wrong moves, at the wrong time,
    twice, in the name of others, and things that no page would send."""
    transport = httpx.AsyncHTTPTransport(local_address=address)
    async with httpx.AsyncClient(transport=transport, base_url=f"http://127.0.0.1:{victim.port}") as client:
        wish = {"game": "rage", "name": "Mallory", "seats": [{"kind": "bot", "level": 1}] * 2}
        answer = await client.post("/api/tables", json=wish)
        if answer.status_code != 201:
            await asyncio.sleep(0.1)
            return
        table = answer.json()
    reader, writer = await victim.handshake(address)
    hello = {"type": "hello", "v": 1, "table": table["table"], "token": table["token"]}
    writer.write(frame(1, json.dumps(hello).encode()))
    reading = asyncio.create_task(_read_all(reader))
    with suppress(OSError):
        for _ in range(400):
            if writer.transport.is_closing():
                break
            writer.write(b"".join(frame(1, json.dumps(_hostile()).encode()) for _ in range(25)))
            victim.done += 25
            await writer.drain()
            await asyncio.sleep(0)
    writer.transport.abort()
    await asyncio.gather(reading, return_exceptions=True)


async def _read_all(reader: asyncio.StreamReader) -> None:
    while await reader.read(65_536):
        pass


def _hostile() -> dict[str, object]:
    anything: list[object] = [
        "",
        "bid:3",
        "R7",
        "lay:R1,R1,R1",
        "\x00",
        "\ud7ff" * 50,
        -1,
        10**20,
        None,
        [],
        {},
        0.5,
        True,
    ]
    kind = random.choice([
        "move", "cut", "open-cut", "ready", "rematch", "back", "pause", "resume", "start", "set-seat", "add-seat",
        "remove-seat", "revoke", "phrase", "ping", "hello", "no-such-thing",
    ])  # fmt: skip
    message: dict[str, object] = {
        "type": kind,
        "id": random.choice(["1", "2", str(random.random()), "x" * 64, "x" * 65]),
    }
    for key in random.sample(["move", "seen", "commitment", "salt", "seat", "level", "kind", "which", "v", "more"], 2):
        message[key] = random.choice(anything)
    if random.random() < 0.3:  # one that is well-formed
        message = {"type": "move", "id": str(random.random()), "move": random.choice(["bid:0", "bid:99", "R7", "B1"])}
    return message


ATTACKS: dict[str, tuple[Callable[[Victim, str], Awaitable[None]], int]] = {
    "churn": (churn, 60),
    "pings": (pings, 4),
    "fragments": (fragments, 4),
    "headers": (headers, 20),
    "urls": (urls, 20),
    "bodies": (bodies, 20),
    "slow": (slow, 1500),
    "silent": (silent, 1500),
    "deaf": (deaf, 50),
    "nonsense": (nonsense, 40),
    "seated": (seated, 20),
}
#: Whoever is to send a million messages must not be stopped by the limits for honest people.
_WITHOUT_LIMITS = {
    "seated": [
        word
        for name in ("tables-per-hour", "messages-per-second", "requests-per-minute", "sockets-per-address")
        for word in (f"--{name}", "0")
    ]
}

# ---------------------------------------------------------------- how it went


async def again(attack: Callable[[Victim, str], Awaitable[None]], victim: Victim, address: str) -> None:
    """The same for ever."""
    while True:
        with suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
            await attack(victim, address)
        await asyncio.sleep(0)


def attacker(attack: str, victim: Victim, addresses_used: int) -> None:
    """The attack, in a process of its own, from so many places at once."""
    second_core()
    logging.disable()  # asyncio tells of every connection that was reset
    work, at_once = ATTACKS[attack]
    places = addresses(addresses_used)

    async def attack_all() -> None:
        await asyncio.gather(*(again(work, victim, places[n % len(places)]) for n in range(at_once)))

    asyncio.run(attack_all())


@dataclass
class Outcome:
    """What an attack did to a server."""

    attack: str
    addresses: int
    done: int
    seconds: float
    grown: int
    quiet: list[Wait]
    waits: list[Wait]
    turn: tuple[float, float]
    log: list[str]

    @property
    def errors(self) -> list[str]:
        """Lines of the log that must not be there."""
        return [line for line in self.log if "Traceback" in line or "ERROR" in line]

    @property
    def held(self) -> bool:
        """Whether nobody else would have noticed."""
        return self.grown <= MOST_MEMORY and max(wait.beyond for wait in self.waits) <= SLOWEST and not self.errors

    def row(self) -> list[str]:
        """As it is told."""

        def ms(seconds: float) -> str:
            return f"{seconds * 1000:.0f} ms"

        server = sorted(wait.server for wait in self.waits)
        clock, computing = self.turn
        return [
            self.attack,
            f"{self.done:,}",
            str(self.addresses),
            f"{self.seconds:.0f} s",
            f"{self.grown / 1e6:+.0f} MB",
            f"{ms(server[len(server) // 2])} of {len(server):,}",
            f"{ms(server[-1])} (quiet: {ms(max(wait.server for wait in self.quiet))})",
            f"{ms(max(wait.beyond for wait in self.waits))} ({ms(max(wait.peer for wait in self.waits))})",
            f"{ms(computing)} ({ms(clock)})",
            str(sum("a limit is reached" in line for line in self.log)),
            "held" if self.held else "NOT HELD",
        ]


COLUMNS = [
    "attack",
    "done",
    "addresses",
    "took",
    "memory",
    "/healthz, median",
    "worst",
    "longer than its peer (the peer, worst)",
    "longest turn (clock)",
    "lines in the log",
    "",
]


def under(attack: str, seconds: float, count: int | None, addresses_used: int) -> Outcome:
    """One attack on a server of its own."""
    with tempfile.TemporaryDirectory() as folder:
        turns = Path(folder) / "turns"
        first = FIRST_CORE + loop_probe.program(turns)
        with Running(Path(folder) / "test.db", *_WITHOUT_LIMITS.get(attack, []), before=first) as running:
            quiet = Bystander(running.port)
            time.sleep(1)
            quiet_waits, before = quiet.waits(), running.memory()
            loop_probe.forget(turns)
            victim, other = Victim(running.port, multiprocessing.Value("q", 0)), Bystander(running.port)
            attacking = multiprocessing.Process(target=attacker, args=(attack, victim, addresses_used), daemon=True)
            attacking.start()
            peak, began = before, time.monotonic()
            while victim.done < count if count is not None else time.monotonic() < began + seconds:
                time.sleep(0.25)
                peak = max(peak, running.memory())
            took, waits = time.monotonic() - began, other.waits()
            attacking.kill()
            attacking.join()
            log, turn = running.logged().splitlines(), loop_probe.longest(turns)
    return Outcome(attack, addresses_used, victim.done, took, peak - before, quiet_waits, waits, turn, log)


def main() -> int:
    """Attack, and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("attacks", nargs="*", choices=[*ATTACKS, []], help="all if none is named")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--count", type=int, help="instead: until so many messages, connections or bytes are sent")
    parser.add_argument("--addresses", type=int, default=1, help="from so many addresses of the loopback net")
    asked = parser.parse_args()
    print("|", " | ".join(COLUMNS), "|")
    print("|" + "---|" * len(COLUMNS), flush=True)
    held = True
    for attack in asked.attacks or ATTACKS:
        outcome = under(attack, asked.seconds, asked.count, asked.addresses)
        held &= outcome.held
        print("|", " | ".join(outcome.row()), "|", flush=True)
        for line in outcome.errors[:3]:
            print("   ", line)
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
