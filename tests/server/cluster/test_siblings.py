"""Workers of one machine hand each other connections, so that nothing has to be relayed between them."""

import asyncio
import re
import socket
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from stichwerk.client import Client, SeatWish
from stichwerk.client.at_table import from_server
from stichwerk.protocol import messages
from stichwerk.server.cluster.siblings import Siblings
from support.server.clients import in_loop
from support.server.running import Running, patiently, play_out, seated

on_postgres = pytest.mark.parametrize("url", ["postgresql"], indirect=True)
UNLIMITED: dict[str, Any] = {"STICHWERK_MESSAGES_PER_SECOND": "0", "STICHWERK_REQUESTS_PER_MINUTE": "0"}


class Sibling(Siblings):
    """One that keeps what it gets."""

    def __init__(self, folder: Path, me: str) -> None:
        super().__init__(folder, me)
        self.got: asyncio.Queue[tuple[socket.socket, bytes]] = asyncio.Queue()
        self.open(lambda came, request: self.got.put_nowait((came, request)))


@in_loop
async def test_a_connection_with_its_request_goes_to_the_sibling(tmp_path):
    one, two = Sibling(tmp_path, "one"), Sibling(tmp_path, "two")
    client, here = socket.socketpair()
    assert one.hand_over("two", here.fileno(), b"GET /ws HTTP/1.1")
    here.close()
    came, request = await two.got.get()
    assert request == b"GET /ws HTTP/1.1"
    came.sendall(b"welcome")
    assert client.recv(10) == b"welcome"
    came.close()
    assert client.recv(10) == b""
    assert (one.handed_over, two.handed_over) == (1, 0)
    one.close()
    two.close()
    assert list(tmp_path.iterdir()) == []


@in_loop
async def test_what_cannot_be_handed_over_stays(tmp_path):
    one, gone = Sibling(tmp_path, "one"), Sibling(tmp_path, "gone")
    client, here = socket.socketpair()
    assert not one.hand_over("nobody", here.fileno(), b"GET")
    gone.close()
    assert not one.hand_over("gone", here.fileno(), b"GET")
    # One that is frozen does not take what it gets: when nothing more goes in, the rest is relayed.
    frozen = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    frozen.bind(str(tmp_path / "frozen"))
    while one.hand_over("frozen", here.fileno(), b"GET"):
        assert one.handed_over < 10_000
    here.close()
    frozen.close()  # it is killed: now its clients hear of it
    assert client.recv(10) == b""
    one.close()
    assert not one.hand_over("one", client.fileno(), b"GET")
    client.close()


@in_loop
async def test_a_folder_with_too_long_a_name_is_no_error(tmp_path):
    long = tmp_path / ("x" * 120)
    long.mkdir()
    one = Sibling(long, "one")
    assert not one.hand_over("one", 0, b"GET")
    one.close()


def counted(server: Running, name: str) -> set[float]:
    """A metric, as the workers tell it that happen to be asked."""
    found = set()
    for _ in range(30):
        told = re.search(rf"^{name} (\S+)$", httpx.get(f"{server.url}/metrics").text, re.MULTILINE)
        assert told is not None, name
        found.add(float(told[1]))
    return found


@on_postgres
@patiently
async def test_nothing_is_relayed_between_workers(url, tmp_path):
    with Running(tmp_path / "log", "--workers", "2", STICHWERK_DB=url, **UNLIMITED) as server:
        for number in range(4):
            seats = await seated(server.client, "alles-oder-nichts", 3)
            views = await play_out(server.client, seats, number)
            assert {view.status for view in views} == {"over"}
        assert counted(server, "stichwerk_relayed_total") == {0}
        assert max(counted(server, "stichwerk_handed_over_total")) > 0
        assert "ERROR" not in server.logged()
        # Who does not say for which table it comes, or says another one, plays all the same.
        open_ = [SeatWish("open")]
        seat = await server.client.open("rage", "Anja", open_)
        others = [await server.client.open("rage", "Bernd", open_) for _ in range(3)]
        for query in ("", *(f"?table={other.table}" for other in others), "?table=%00", f"?table={'x' * 5000}"):
            assert await welcomed(server.client, seat.table, query)
        assert server.stop() == 0
        assert "ERROR" not in server.logged()


async def welcomed(client: Client, table: str, query: str) -> bool:
    async with connect(client.url.replace("http", "ws") + "/ws" + query) as wire:
        await wire.send(messages.encode(messages.Hello(table)), text=True)
        return isinstance(from_server(await wire.recv()), messages.Welcome)
