"""Clients that mean no good, over real sockets: each is told why, or sent away; the table goes on."""

import asyncio
import contextlib
import json
import re
import socket as sockets
import time
from collections.abc import Iterator
from typing import Any
from urllib.request import urlopen

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from stichwerk.client import Refused, Seat, SeatWish
from stichwerk.protocol.messages import Revoke, Start
from stichwerk.server.live.connection import LONGEST_MESSAGE, MOST_MISTAKES
from support.server.running import QUICK, Running, at_random, begin, in_loop, play_out, seated


@pytest.fixture(scope="module")
def running(tmp_path_factory) -> Iterator[Running]:
    limits = ("--tables-per-hour", "0", "--requests-per-minute", "0")
    with Running(tmp_path_factory.mktemp("server") / "test.db", *limits) as server:
        yield server
        assert "Traceback" not in server.logged()


def socket_of(server: Running, **how: Any) -> connect:
    return connect(server.url.replace("http", "ws") + "/ws", compression=None, max_size=2**20, **how)


async def told(socket: ClientConnection, *wanted: str) -> dict[str, Any]:
    """The next message of one of these types."""
    while True:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 10))
        if not wanted or message["type"] in wanted:
            return message


async def is_closed(socket: ClientConnection) -> int | None:
    """Wait until the server has closed the socket; the code it gives."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            await asyncio.wait_for(socket.recv(), 20)
    return socket.close_code


async def hello(socket: ClientConnection, seat: Seat, **other: Any) -> dict[str, Any]:
    await socket.send(json.dumps({"type": "hello", "table": seat.table, "token": seat.token, **other}))
    return await told(socket)


async def goes_on(server: Running, seats: list[Seat]) -> None:
    """The table can be played to its end."""
    views = await play_out(server.client, seats)
    assert views[0].status == "over"


@pytest.fixture
def short() -> dict[str, Any]:
    """A short game."""
    return {"game": "null-nichtig", "people": 3, "options": {"rounds": 1}}


# ---------------------------------------------------------------- at the door


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ({"table": "NOWHERE"}, "unknown-table"),
        ({"table": "'; DROP TABLE log; --"}, "unknown-table"),
        ({"table": "\0"}, "unknown-table"),
        ({"table": "NOWHERE", "token": "x" * 43}, "unknown-table"),
        ({"table": "NOWHERE", "v": 99}, "bad-version"),
        ({"table": "x" * 65}, "bad-message"),
        ({"table": "NOWHERE", "seat": 0}, "bad-message"),
        ({}, "bad-message"),
    ],
)
@in_loop
async def test_a_hello_that_leads_nowhere(running, first, code):
    async with socket_of(running) as socket:
        await socket.send(json.dumps({"type": "hello", **first}))
        answer = await told(socket)
        assert (answer["type"], answer["code"]) == ("error", code)
        assert await is_closed(socket) == 1008


@in_loop
async def test_wrong_tokens(running, short):
    seats, others = await seated(running.client, **short), await seated(running.client, **short)
    for token in ("x" * 43, "", others[0].token, seats[0].token[:-1]):
        async with socket_of(running) as socket:
            answer = await hello(socket, Seat(seats[0].table, 0, token))
            assert (answer["type"], answer["code"]) == ("error", "bad-token")
            assert await is_closed(socket) == 1008
    await goes_on(running, seats)


@in_loop
async def test_a_token_shows_its_own_seat_whatever_is_claimed(running, short):
    seats = await seated(running.client, **short)
    async with socket_of(running) as socket:
        welcome = await hello(socket, Seat(seats[1].table, 0, seats[1].token))
        assert welcome["view"]["you"] == 1


@in_loop
async def test_invites_are_used_once_and_can_be_revoked(running):
    client = running.client
    host = await client.open("rage", "Anja", [SeatWish("open"), SeatWish("open")], pace=QUICK)
    invite = await client.invite(host, 1)
    await client.join("Bernd", invite=invite)
    with pytest.raises(Refused, match="sits there already") as used:
        await client.join("Carla", invite=invite)
    assert (used.value.code, used.value.status) == ("invite-used", 403)
    second, anywhere = await client.invite(host, 2), await client.invite(host)
    async with client.at(host) as table:
        await table.ask(Revoke, 2)
        await table.ask(Revoke)
    for old in (second, anywhere):
        with pytest.raises(Refused) as revoked:
            await client.join("Carla", invite=old)
        assert revoked.value.code == "invite-revoked"
    for bad in (invite[:-1], invite[::-1], "x", "é.ü"):
        with pytest.raises(Refused) as damaged:
            await client.join("Carla", invite=bad)
        assert damaged.value.code == "bad-invite"
    with pytest.raises(Refused) as gone:
        await client.join("Carla", code=host.code or "")
    assert gone.value.code == "bad-code"


@in_loop
async def test_only_the_host_invites(running, short):
    seats = await seated(running.client, **short)
    with pytest.raises(Refused) as refused:
        await running.client.invite(seats[1])
    assert refused.value.code == "only-host"


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost:1", "file://"])
@in_loop
async def test_another_page_cannot_connect(running, origin):
    with pytest.raises(InvalidStatus) as refused:
        async with socket_of(running, origin=origin):
            pass
    assert refused.value.response.status_code == 403


@in_loop
async def test_our_own_page_can_connect(running, short):
    seats = await seated(running.client, **short)
    async with socket_of(running, origin=running.url) as socket:
        assert (await hello(socket, seats[0]))["type"] == "welcome"


# ---------------------------------------------------------------- what is no message

DEEP = "[" * 2000 + "]" * 2000

NONSENSE = [
    "", " ", "{", "null", "[]", "1e999", '"move"', "{}", '{"type":"fly"}', '{"type":1}', DEEP,
    '{"type":"move"}', '{"type":"move","id":"a"}', '{"type":"move","id":1,"move":"Y1"}',
    '{"type":"move","id":"a","move":"Y1","seat":1}',
    '{"type":"move","id":"a","move":"' + "x" * 300 + '"}',
    '{"type":"move","id":"a","move":' + DEEP[:1900] + "}",
    '{"type":"hello","table":"x"}', '{"type":"welcome"}', '{"type":"cut","id":"a","commitment":"G"}',
    '{"type":"set-seat","id":"a","seat":-1,"kind":"open"}', "😀", '{"type":"move","id":"\\ud800","move":"Y1"}',
]  # fmt: skip


@in_loop
async def test_nonsense_is_answered_with_an_error_and_the_table_goes_on(running, short):
    seats = await seated(running.client, **short)
    for first in range(0, len(NONSENSE), MOST_MISTAKES - 1):
        async with socket_of(running) as socket:
            await hello(socket, seats[1])
            for text in NONSENSE[first : first + MOST_MISTAKES - 1]:
                await socket.send(text)
                answer = await told(socket, "error", "ack", "closing")
                assert answer["type"] == "error", (text, answer)
            await socket.send('{"type":"ping","n":7}')
            assert (await told(socket, "pong"))["n"] == 7
    await goes_on(running, seats)


@in_loop
async def test_too_much_nonsense_is_the_end(running, short):
    seats = await seated(running.client, **short)
    async with socket_of(running) as socket:
        await hello(socket, seats[1])
        for _ in range(MOST_MISTAKES):
            await socket.send("{")
        closing = await told(socket, "closing")
        assert (closing["why"], closing["again"]) == ("bad-message", False)
        assert await is_closed(socket) == 1008
    await goes_on(running, seats)


@pytest.mark.parametrize("text", NONSENSE)
@in_loop
async def test_nonsense_instead_of_hello(running, text):
    if text.startswith('{"type":"hello"'):
        return
    async with socket_of(running) as socket:
        await socket.send(text)
        assert (await told(socket))["code"] == "bad-message"
        assert await is_closed(socket) == 1008


@in_loop
async def test_binary_and_oversized_messages_are_the_end(running, short):
    seats = await seated(running.client, **short)
    async with socket_of(running) as socket:
        await hello(socket, seats[1])
        await socket.send(b'{"type":"ping"}')
        assert (await told(socket, "closing"))["why"] == "bad-message"
        assert await is_closed(socket) == 1008
    for size in (LONGEST_MESSAGE + 1, 2**24):
        for greeted in (True, False):
            async with socket_of(running) as socket:
                if greeted:
                    await hello(socket, seats[1])
                with contextlib.suppress(ConnectionClosed):
                    await socket.send("x" * size)
                assert await is_closed(socket) in (1009, 1006)
    await goes_on(running, seats)


@in_loop
async def test_a_text_that_is_no_text_is_the_end_and_nothing_for_the_log(running, short):
    seats = await seated(running.client, **short)
    async with socket_of(running) as socket:
        await hello(socket, seats[1])
        await socket.send(b"\xff\xfe", text=True)
        assert (await told(socket, "closing"))["why"] == "bad-message"
        assert await is_closed(socket) == 1008
    assert "Traceback" not in running.logged()


@in_loop
async def test_endless_fragments_are_the_end(running, short):
    seats = await seated(running.client, **short)

    async def drops():
        for _ in range(100_000):
            yield "x" * 100

    async with socket_of(running) as socket:
        await hello(socket, seats[1])
        with contextlib.suppress(ConnectionClosed):
            await socket.send(drops())
        assert await is_closed(socket) in (1009, 1006)


# ---------------------------------------------------------------- too much, too slow


@in_loop
async def test_a_flood_of_messages_is_cut_off_and_nobody_else_notices(running, short):
    seats = await seated(running.client, **short)
    before = running.memory()

    async def flood() -> int | None:
        async with socket_of(running) as socket:
            await hello(socket, seats[2])
            with contextlib.suppress(ConnectionClosed):
                for number in range(10_000):
                    if number % 20 == 0:
                        await asyncio.sleep(0)  # the one who measures is in the same process
                    await socket.send(json.dumps({"type": "move", "id": str(number), "move": "Y1"}))
            return await is_closed(socket)

    async with running.client.at(seats[0]) as table:
        floods = asyncio.gather(*(flood() for _ in range(5)))
        slowest = 0.0
        while not floods.done():
            began = time.perf_counter()
            with pytest.raises(Refused):
                await table.move("Y1")
            slowest = max(slowest, time.perf_counter() - began)
            await asyncio.sleep(0.05)
        assert set(await floods) <= {1008, 1006}
        assert slowest < 1
    assert running.memory() < before + 50 * 2**20
    await goes_on(running, seats)


@in_loop
async def test_a_client_that_takes_nothing_is_dropped_and_holds_up_nobody(running):
    """It watches a long game of bots, and never reads."""
    seat = await running.client.open("rage", "Anja", [SeatWish("bot", 1)] * 5, pace=QUICK)
    before = count(running, "stichwerk_connections")
    stuck = sockets.socket()
    stuck.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    stuck.connect(("localhost", running.port))
    with stuck:
        async with socket_of(running, sock=stuck) as socket:
            await socket.send(json.dumps({"type": "hello", "table": seat.table}))
            await told(socket)
            socket.transport.pause_reading()
            async with running.client.at(seat) as table:
                await table.ask(Start)
                await table.play(at_random(0))
                while count(running, "stichwerk_connections") > before + 1:
                    await asyncio.sleep(0.2)
            socket.transport.abort()


def count(server: Running, name: str) -> float:
    with urlopen(f"{server.url}/metrics") as answer:
        found = re.search(rf"^{name} (\S+)$", answer.read().decode(), re.M)
    assert found, name
    return float(found[1])


@in_loop
async def test_half_open_handshakes_and_silence_hold_up_nobody(running, short):
    doors = [sockets.create_connection(("localhost", running.port)) for _ in range(50)]
    for door in doors[:25]:
        door.send(b"GET /ws HTTP/1.1\r\nHost: x\r\n")
    seats = await seated(running.client, **short)
    await goes_on(running, seats)
    for door in doors:
        door.close()


# ---------------------------------------------------------------- at the table


@in_loop
async def test_moves_out_of_turn_and_for_others_are_refused(running):
    seats = await seated(running.client, "rage", 3)
    async with contextlib.AsyncExitStack() as stack:
        tables = [await stack.enter_async_context(running.client.at(seat)) for seat in seats]
        await begin(tables[0], 3)
        playing = [asyncio.create_task(table.play(lambda view: asyncio.sleep(3600, ""))) for table in tables]
        while tables[0].view is None or tables[0].view.play is None:
            await asyncio.sleep(0.01)
        first = tables[0].view.play.table.waiting[0]
        for number, table in enumerate(tables):
            if number != first:
                with pytest.raises(Refused, match="turn") as refused:
                    await table.move("bid:1")
                assert refused.value.code == "not-your-turn"
        async with running.client.at(seats[0].table) as watching:
            with pytest.raises(Refused) as refused:
                await watching.move("bid:1")
            assert refused.value.code == "only-watching"
        with pytest.raises(Refused) as refused:
            await tables[first].move("bid:99")
        assert refused.value.code
        await tables[first].move("bid:1")
        for each in playing:
            each.cancel()


@in_loop
async def test_the_same_message_twice_is_played_once(running):
    seat = await running.client.open("rage", "Anja", [SeatWish("open")], pace=QUICK)
    async with socket_of(running) as socket:
        await hello(socket, seat)
        for _ in range(3):
            await socket.send('{"type":"add-seat","id":"once"}')
        answers = [await told(socket, "ack") for _ in range(3)]
        assert {(each["id"], each["seq"]) for each in answers} == {("once", answers[0]["seq"])}
    view = await running.client.request("GET", f"/api/tables/{seat.table}", dict)
    assert len(view["seats"]) == 3
