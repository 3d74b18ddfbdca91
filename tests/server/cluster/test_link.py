"""Links: only who knows the secret is let in, and nothing can be changed on the way."""

import asyncio
import contextlib
import logging

import pytest

from stichwerk.server.cluster import link as links
from stichwerk.server.cluster.link import Kind, Link
from support.server.clients import in_loop
from support.server.cluster import SECRET


class End:
    """What one end of a link has heard."""

    def __init__(self) -> None:
        self.heard: list[tuple[int, int, bytes]] = []
        self.over = asyncio.Event()

    def link(self, secret: str, me: str, receiver: str = "") -> Link:
        return Link(secret, me, receiver, lambda _, *frame: self.heard.append(frame), lambda _: self.over.set())


class Pair:
    """Two ends, over a real network; ``between`` may change what goes from the first to the second."""

    def __init__(self, secrets: tuple[str, str] = (SECRET, SECRET), receiver: str = "B") -> None:
        self.a, self.b = End(), End()
        self.secrets, self.receiver = secrets, receiver

    async def __aenter__(self) -> "Pair":
        loop = asyncio.get_running_loop()
        self.server = await loop.create_server(self._accept, "127.0.0.1", 0)
        port = self.server.sockets[0].getsockname()[1]
        _, self.dialed = await loop.create_connection(
            lambda: self.a.link(self.secrets[0], "A", self.receiver), "127.0.0.1", port
        )
        return self

    def _accept(self) -> Link:
        self.accepted = self.b.link(self.secrets[1], "B")
        return self.accepted

    async def __aexit__(self, *_: object) -> None:
        self.dialed.abort()
        self.server.close()


@in_loop
async def test_frames_arrive_in_order_both_ways():
    async with Pair() as pair:
        await pair.dialed.ready
        sent = [(int(Kind.TEXT), number, bytes([number % 256]) * number * 50) for number in range(300)]
        for _, channel, payload in sent:
            pair.dialed.send(Kind.TEXT, channel, payload)
        pair.accepted.send(Kind.END, 7)
        while len(pair.b.heard) < len(sent) or not pair.a.heard:
            await asyncio.sleep(0.001)
        assert pair.b.heard == sent
        assert pair.a.heard == [(Kind.END, 7, b"")]
        assert pair.accepted.peer == "A"


@in_loop
async def test_what_is_sent_in_one_turn_is_one_record():
    async with Pair() as pair:
        await pair.dialed.ready
        before = pair.dialed._sealed
        for channel in range(100):
            pair.dialed.send(Kind.TEXT, channel, b"news")
        while len(pair.b.heard) < 100:
            await asyncio.sleep(0.001)
        assert pair.dialed._sealed == before + 1


@pytest.mark.parametrize("secrets", [(SECRET, "another secret"), ("another secret", SECRET), (SECRET, "")])
@in_loop
async def test_who_does_not_know_the_secret_is_not_let_in(secrets, caplog, monkeypatch):
    monkeypatch.setattr(links, "_told_at", -1e9)
    async with Pair(secrets) as pair:
        with pytest.raises(ConnectionError):
            await pair.dialed.ready
        pair.dialed.send(Kind.OPEN, 1, b"{}")
        await pair.b.over.wait()
        assert pair.b.heard == []
    assert "does not know the cluster's secret" in caplog.text
    assert not any(secret and secret in caplog.text for secret in secrets)


@in_loop
async def test_a_process_that_has_come_to_another_ones_port_is_not_let_in():
    async with Pair(receiver="C") as pair:
        with pytest.raises(ConnectionError):
            await pair.dialed.ready


@in_loop
async def test_who_says_nothing_is_sent_away(monkeypatch):
    monkeypatch.setattr(links, "GREET_WITHIN", 0.05)
    end = End()
    server = await asyncio.get_running_loop().create_server(lambda: end.link(SECRET, "B"), "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname()[:2])
    assert await reader.read() == b""
    writer.close()
    server.close()


@in_loop
async def test_who_is_not_let_in_hears_nothing(monkeypatch):
    end = End()

    def accept() -> Link:
        link = end.link(SECRET, "B")
        link.unwelcome = True
        return link

    server = await asyncio.get_running_loop().create_server(accept, "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname()[:2])
    with contextlib.suppress(ConnectionError):
        assert await reader.read() == b""
    await end.over.wait()
    writer.close()
    server.close()


@pytest.mark.parametrize("said", [b"\xff" * 50, b"\0\0\0\5GET /", b"\0\0\0\1\x90", b"\0\0\0\0" * 9])
@in_loop
async def test_nonsense_ends_the_link(said):
    end = End()
    server = await asyncio.get_running_loop().create_server(lambda: end.link(SECRET, "B"), "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname()[:2])
    writer.write(said)
    with contextlib.suppress(ConnectionError):
        assert await reader.read() == b""
    writer.close()
    server.close()
    assert end.heard == []


@in_loop
async def test_what_was_changed_on_its_way_ends_the_link(caplog):
    caplog.set_level(logging.ERROR)
    async with Pair() as pair:
        await pair.dialed.ready
        assert pair.dialed._sealing is not None
        record = bytearray(pair.dialed._sealing.encrypt(bytes(12), b"\1\0\0\0\0\0\0\0\0", None))
        record[3] ^= 1
        assert pair.dialed._transport is not None
        pair.dialed._transport.write(len(record).to_bytes(4, "big") + bytes(record))
        await pair.b.over.wait()
        assert pair.b.heard == []
    assert "changed on its way" in caplog.text
