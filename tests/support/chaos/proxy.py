"""An ordinary proxy, as it stands in front of several servers: it asks which of them are well, spreads connections over
them, and passes bytes. It can be restarted, and cut connections in the middle of a frame.
"""

import asyncio
import contextlib
from collections.abc import Callable
from random import Random

#: How often each server is asked whether it is well, and how long it may take to say so, in seconds.
ASK_EVERY, WELL_WITHIN = 0.5, 1.0


class Proxy:
    """``servers``: the ports as they are now."""

    def __init__(self, servers: Callable[[], list[int]], random: Random) -> None:
        self._servers, self._random = servers, random
        self._ill: set[int] = set()
        self._pipes: set[asyncio.Task[None]] = set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._cutting = 0
        self.port = 0

    async def open(self) -> None:
        """Listen; a second time at the same port."""
        self._server = await asyncio.start_server(self._come, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]
        self._asking = asyncio.create_task(self._ask_all())

    async def close(self) -> None:
        """Be gone, with all connections."""
        self._asking.cancel()
        self._server.close()
        for writer in list(self._writers):
            writer.transport.abort()
        await asyncio.gather(*self._pipes, return_exceptions=True)

    def cut(self, many: int) -> None:
        """Of so many connections, pass only a part of what comes next, and then nothing."""
        self._cutting += many

    async def _come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            found = await self._some_server()
            if found is None:
                writer.write(b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
                return
            there, to_server = found
            self._writers.add(to_server)
            pipes = {asyncio.create_task(self._pass(reader, to_server)), asyncio.create_task(self._pass(there, writer))}
            self._pipes |= pipes
            await asyncio.wait(pipes)
            self._pipes -= pipes
            to_server.transport.abort()
            self._writers.discard(to_server)
        finally:
            self._writers.discard(writer)
            writer.close()

    async def _some_server(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        ports = self._servers()
        self._random.shuffle(ports)
        for port in sorted(ports, key=self._ill.__contains__):
            with contextlib.suppress(OSError, TimeoutError):
                return await asyncio.wait_for(asyncio.open_connection("127.0.0.1", port), 1)
        return None

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                if self._cutting and len(data) > 2:
                    self._cutting -= 1
                    writer.write(data[: self._random.randrange(1, len(data))])
                    await writer.drain()
                    writer.transport.abort()
                    return
                writer.write(data)
                await writer.drain()
        writer.close()  # the other side has enough

    async def _ask_all(self) -> None:
        while True:
            await asyncio.gather(*(self._ask(port) for port in self._servers()))
            await asyncio.sleep(ASK_EVERY)

    async def _ask(self, port: int) -> None:
        try:
            async with asyncio.timeout(WELL_WITHIN):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
                well = b" 200 " in await reader.readline()
                writer.transport.abort()
        except (OSError, TimeoutError):
            well = False
        (self._ill.discard if well else self._ill.add)(port)
