"""An attack on the table server with bare sockets, by somebody who means no good: ``python benchmarks/attack.py``.

Each attack has a server of its own. Told are the memory it has gained, and how long ``/healthz`` took at worst for
somebody else while the attack went on. Some only: ``python benchmarks/attack.py churn pings``. Longer: ``--seconds
60``.
"""

import argparse
import asyncio
import base64
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support.server.running import Running

#: What the server may gain in memory, and how long it may take to answer others, under any attack.
MOST_MEMORY, SLOWEST = 30_000_000, 0.1
_BYSTANDER = "127.0.99.99"


@dataclass
class Victim:
    """A server under attack, and what is measured of it."""

    running: Running
    seconds: float
    done: int = 0
    waits: list[float] = field(default_factory=list)

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


async def headers(victim: Victim, address: str) -> None:
    """A head without end: many lines, or one long line."""
    _, writer = await victim.connect(address)
    one = random.random() < 0.5
    with suppress(OSError):
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n" + (b"X-Long: " if one else b""))
        while not writer.transport.is_closing():
            writer.write(b"a" * 65_536 if one else b"X-Many: abcdefghij\r\n" * 3000)
            victim.done += 65_536
            await writer.drain()


async def urls(victim: Victim, address: str) -> None:
    """An address without end."""
    _, writer = await victim.connect(address)
    with suppress(OSError):
        writer.write(b"GET /")
        while not writer.transport.is_closing():
            writer.write(b"a" * 65_536)
            victim.done += 65_536
            await writer.drain()


async def bodies(victim: Victim, address: str) -> None:
    """A body of 100 MB where a few lines are expected."""
    _, writer = await victim.connect(address)
    with suppress(OSError):
        writer.write(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n")
        writer.write(b"Content-Length: 100000000\r\n\r\n")
        while not writer.transport.is_closing():
            writer.write(b" " * 65_536)
            victim.done += 65_536
            await writer.drain()


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
        await asyncio.wait_for(reader.read(1000), 2)
        writer.transport.abort()


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
}

# ---------------------------------------------------------------- what others notice


async def bystander(victim: Victim) -> None:
    """Somebody who only asks whether the server is well, on a new connection each time."""
    while True:
        began = time.perf_counter()
        try:
            reader, writer = await victim.connect(_BYSTANDER)
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            answer = await asyncio.wait_for(reader.read(), 60)
            writer.close()
        except (OSError, TimeoutError):
            answer = b""
        victim.waits.append(time.perf_counter() - began if b" 200 " in answer[:40] else 60.0)
        await asyncio.sleep(0.05)


async def again(attack: Callable[[Victim, str], Awaitable[None]], victim: Victim, address: str) -> None:
    """The same until it is called off."""
    while True:
        with suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
            await attack(victim, address)
        await asyncio.sleep(0)


async def under(attack: str, seconds: float, addresses_used: int) -> bool:
    """One attack on a server of its own; whether it held."""
    work, at_once = ATTACKS[attack]
    with tempfile.TemporaryDirectory() as folder, Running(Path(folder) / "test.db") as running:
        victim = Victim(running, seconds)
        first = asyncio.create_task(bystander(victim))
        await asyncio.sleep(1)
        before, quiet = running.memory(), max(victim.waits[1:] or [0])
        victim.waits.clear()
        places = addresses(addresses_used)
        tasks = [asyncio.create_task(again(work, victim, places[n % len(places)])) for n in range(at_once)]
        peak = before
        for _ in range(int(seconds * 4)):
            await asyncio.sleep(0.25)
            peak = max(peak, running.memory())
        for task in (first, *tasks):
            task.cancel()
        await asyncio.gather(first, *tasks, return_exceptions=True)
        said = [line for line in running.logged().splitlines() if "Traceback" in line or "ERROR" in line]
        limits = sum("a limit is reached" in line for line in running.logged().splitlines())
    grown, slowest = peak - before, max(victim.waits or [60.0])
    typical = sorted(victim.waits)[len(victim.waits) // 2] if victim.waits else 60.0
    held = grown <= MOST_MEMORY and slowest <= SLOWEST and not said
    print(
        f"| {attack} | {victim.done:,} | {addresses_used} | {grown / 1e6:+.0f} MB | {typical * 1000:.0f} ms |"
        f" {slowest * 1000:.0f} ms (quiet: {quiet * 1000:.0f}) | {limits} | {'held' if held else 'NOT HELD'} |",
        flush=True,
    )
    for line in said[:3]:
        print("   ", line)
    return held


def main() -> int:
    """Attack, and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("attacks", nargs="*", choices=[*ATTACKS, []], help="all if none is named")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--addresses", type=int, default=1, help="from so many addresses of the loopback net")
    asked = parser.parse_args()
    print("| attack | done | addresses | memory | /healthz, median | worst | lines in the log | |")
    print("|---|---|---|---|---|---|---|---|", flush=True)
    held = [asyncio.run(under(each, asked.seconds, asked.addresses)) for each in asked.attacks or ATTACKS]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
