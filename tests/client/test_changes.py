"""A place at a table puts what has changed on top of what it knows, and asks where it does not know enough."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable

import msgspec
import pytest
from websockets.asyncio.server import ServerConnection, serve

from stichwerk.client import Refused
from stichwerk.client.at_table import AtTable
from stichwerk.protocol import messages
from stichwerk.protocol.messages import Changed, Changes, Hello, News, Pace, Presence, TableView, Welcome, Whole
from support.server.clients import in_loop

VIEW = TableView("TABLE", "rage", {}, "lobby", False, Pace(), (), 0, None, 0)
Answer = Callable[[ServerConnection, Hello], Awaitable[None]]


@contextlib.asynccontextmanager
async def server(answer: Answer) -> AsyncIterator[AtTable]:
    """A place at a table of a server that answers a hello like this."""

    async def talk(socket: ServerConnection) -> None:
        hello = messages.decode(await socket.recv())
        assert isinstance(hello, Hello)
        await answer(socket, hello)

    async with serve(talk, "127.0.0.1", 0) as running:
        port = next(iter(running.sockets)).getsockname()[1]
        yield AtTable(f"http://127.0.0.1:{port}", "TABLE", None)


async def say(socket: ServerConnection, message: messages.FromServer) -> None:
    await socket.send(messages.encode(message), text=True)


def number(seq: int, after: int) -> Changes:
    return Changes(seq, after, 0, Changed({"number": seq}), (), Changed({"hints": True}))


def whole(seq: int) -> News:
    return News(seq, 0, (), msgspec.structs.replace(VIEW, number=seq))


@in_loop
async def test_what_has_changed_is_heard_as_news():
    async def answer(socket: ServerConnection, hello: Hello) -> None:
        assert hello.v == messages.VERSION
        await say(socket, Welcome(2, 4, 0, VIEW, Presence((), 1)))
        await say(socket, number(5, 4))
        await say(socket, number(7, 5))
        await socket.wait_closed()

    heard: list[messages.FromServer] = []
    async with server(answer) as place:
        place.listeners.append(heard.append)
        async with place:
            while place.since != 7:
                await asyncio.sleep(0)
            assert place.view == msgspec.structs.replace(VIEW, number=7, hints=True)
    assert [type(each) for each in heard] == [Welcome, News, News]


@in_loop
async def test_where_something_is_missing_the_whole_table_is_asked_for():
    async def answer(socket: ServerConnection, hello: Hello) -> None:
        await say(socket, Welcome(2, 4, 0, VIEW, Presence((), 1)))
        await say(socket, number(6, 5))
        assert isinstance(messages.decode(await socket.recv()), Whole)
        await say(socket, whole(6))
        await say(socket, number(8, 6))
        await socket.wait_closed()

    async with server(answer) as place, place:
        while place.since != 8:
            await asyncio.sleep(0)
        assert place.view is not None
        assert place.view.number == 8


@in_loop
async def test_a_server_of_before_is_asked_in_the_old_way():
    async def answer(socket: ServerConnection, hello: Hello) -> None:
        if hello.v > 1:
            await say(socket, messages.Error("bad-version", "this server speaks version 1, not 2: reload"))
            return
        await say(socket, Welcome(1, 4, 0, VIEW, Presence((), 1)))
        await say(socket, whole(5))
        await socket.wait_closed()

    async with server(answer) as place, place:
        while place.since != 5:
            await asyncio.sleep(0)


@in_loop
async def test_a_server_that_speaks_no_version_we_know_is_told_of():
    async def answer(socket: ServerConnection, hello: Hello) -> None:
        await say(socket, messages.Error("bad-version", f"this server speaks version 9, not {hello.v}: reload"))

    async with server(answer) as place:
        with pytest.raises(Refused, match="version 9, not 1"):
            async with place:
                pass
