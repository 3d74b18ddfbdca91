"""An attack on the table server with bare sockets, by somebody who means no good: ``python benchmarks/attack.py``.

Each attack has a server of its own. Told are the memory it has gained; how long ``/healthz`` took at worst for somebody
else, in a process of their own, while the attack went on; and the longest turn of the server's event loop, computing
and on the clock: all three processes share the cores, and what the clock says more is time that the loop waited for
one. Some only: ``python benchmarks/attack.py churn pings``. Longer: ``--seconds 60``, or until so much is done:
``--count 100000``.
"""

import argparse
import asyncio
import base64
import json
import logging
import multiprocessing
import os
import random
import socket
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import httpx
import loop_probe

from support.server.running import Running

#: What the server may gain in memory, and how long it may take to answer others, under any attack.
MOST_MEMORY, SLOWEST = 30_000_000, 0.1
_BYSTANDER = "127.0.99.99"


@dataclass
class Victim:
    """A server under attack, and what is measured of it."""

    running: Running
    done: int = 0

    @property
    def port(self) -> int:
        """Where it listens."""
        return self.running.port

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

# ---------------------------------------------------------------- what others notice


def bystander(port: int, pipe: "Connection[list[float], str]") -> None:
    """Somebody who only asks whether the server is well, on a new connection each time; until they are asked how long
    it took."""
    waits: list[float] = []
    while not pipe.poll(0.05):
        began, answer = time.perf_counter(), b""
        with suppress(OSError):
            made = socket.create_connection(("127.0.0.1", port), 60, source_address=(_BYSTANDER, 0))
            with made, made.makefile("rb") as answered:
                made.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                answer = answered.read()
        waits.append(time.perf_counter() - began if b" 200 " in answer[:40] else 60.0)
    pipe.send(waits)


class Bystander:
    """The same in a process of its own: an attack takes all the time of its own process."""

    def __init__(self, port: int) -> None:
        self._pipe, end = multiprocessing.Pipe()
        self._process = multiprocessing.Process(target=bystander, args=(port, end), daemon=True)
        self._process.start()

    def waits(self) -> list[float]:
        """How long each answer took, now that it is over."""
        self._pipe.send("enough")
        found: list[float] = self._pipe.recv()
        self._process.join()
        return found or [60.0]


async def again(attack: Callable[[Victim, str], Awaitable[None]], victim: Victim, address: str) -> None:
    """The same until it is called off."""
    while True:
        with suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
            await attack(victim, address)
        await asyncio.sleep(0)


async def under(attack: str, seconds: float, count: int | None, addresses_used: int) -> bool:
    """One attack on a server of its own; whether it held."""
    work, at_once = ATTACKS[attack]
    limits = _WITHOUT_LIMITS.get(attack, [])
    with (
        tempfile.TemporaryDirectory() as folder,
        Running(Path(folder) / "test.db", *limits, before=loop_probe.program(Path(folder) / "turns")) as running,
    ):
        victim, turns = Victim(running), Path(folder) / "turns"
        quiet_one = Bystander(victim.port)
        await asyncio.sleep(1)
        before, quiet = running.memory(), max(quiet_one.waits()[1:] or [0])
        loop_probe.forget(turns)
        other = Bystander(victim.port)
        places = addresses(addresses_used)
        tasks = [asyncio.create_task(again(work, victim, places[n % len(places)])) for n in range(at_once)]
        peak, began = before, time.monotonic()
        while victim.done < count if count is not None else time.monotonic() < began + seconds:
            await asyncio.sleep(0.25)
            peak = max(peak, running.memory())
        took = time.monotonic() - began
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        waits = sorted(other.waits())
        clock, computing = loop_probe.longest(turns)
        said = [line for line in running.logged().splitlines() if "Traceback" in line or "ERROR" in line]
        reached = sum("a limit is reached" in line for line in running.logged().splitlines())
    grown, slowest, typical = peak - before, waits[-1], waits[len(waits) // 2]
    held = grown <= MOST_MEMORY and slowest <= SLOWEST and not said
    row = [attack, f"{victim.done:,}", addresses_used, f"{took:.0f} s", f"{grown / 1e6:+.0f} MB"]
    row += [f"{typical * 1000:.0f} ms", f"{slowest * 1000:.0f} ms (quiet: {quiet * 1000:.0f})"]
    row += [f"{computing * 1000:.0f} ms ({clock * 1000:.0f})", reached]
    print("|", " | ".join(map(str, [*row, "held" if held else "NOT HELD"])), "|", flush=True)
    for line in said[:3]:
        print("   ", line)
    return held


def main() -> int:
    """Attack, and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("attacks", nargs="*", choices=[*ATTACKS, []], help="all if none is named")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--count", type=int, help="instead: until so many messages, connections or bytes are sent")
    parser.add_argument("--addresses", type=int, default=1, help="from so many addresses of the loopback net")
    asked = parser.parse_args()
    logging.disable()  # asyncio tells of every connection that was reset
    columns = ["attack", "done", "addresses", "took", "memory", "/healthz, median", "worst", "longest turn (clock)"]
    columns += ["lines in the log", ""]
    print("|", " | ".join(columns), "|")
    print("|" + "---|" * len(columns), flush=True)
    how = (asked.seconds, asked.count, asked.addresses)
    held = [asyncio.run(under(each, *how)) for each in asked.attacks or ATTACKS]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
