"""The network below the messages: heads, slow requests, silent clients and floods of frames come to an end."""

import gc
import re
import socket
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from stichwerk.server.web.doorkeeper import Doorkeeper
from support.server.running import Running

#: So that nobody has to wait ten seconds for a time that is up.
QUICK = "import stichwerk.server.web.protocols as p; p.REQUEST_WITHIN = 0.5"


@pytest.fixture(scope="module")
def running(tmp_path_factory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("server")
    with Running(folder / "test.db", "--requests-per-minute", "0", before=QUICK) as server:
        yield server
        assert "Traceback" not in server.logged()


def connected(running: Running) -> socket.socket:
    found = socket.create_connection(("127.0.0.1", running.port), timeout=10)
    found.settimeout(10)
    return found


def answer(door: socket.socket) -> bytes:
    """All that comes until the other side closes."""
    parts = []
    with suppress(ConnectionError):
        while part := door.recv(65536):
            parts.append(part)
    return b"".join(parts)


def handshake(running: Running) -> socket.socket:
    door = connected(running)
    lines = ["GET /ws HTTP/1.1", "Host: x", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"]
    door.sendall("\r\n".join([*lines, "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "", ""]).encode())
    found = b""
    while b"\r\n\r\n" not in found:
        found += door.recv(4096)
    assert b" 101 " in found
    return door


def well(running: Running) -> bool:
    door = connected(running)
    door.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    return b" 200 " in answer(door)


# ---------------------------------------------------------------- heads


@pytest.mark.parametrize(
    "head",
    [
        b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + b"a" * 40_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X-Many: abcdefghij\r\n" * 2000 + b"\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: 1\r\n" * 300 + b"\r\n",
        b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: upgrade\r\nX: "
        + b"a" * 40_000
        + b"\r\n\r\n",
    ],
    ids=["address", "one header", "many headers", "many short headers", "websocket"],
)
def test_a_head_that_is_too_long_is_refused(running, head):
    door = connected(running)
    door.sendall(head)
    told = answer(door)
    assert told.startswith(b"HTTP/1.1 431 ")
    assert b'"code":"too-long"' in told
    assert well(running)


@pytest.mark.parametrize("begin", [b"GET /", b"GET / HTTP/1.1\r\nX-Long: ", b"GET / HTTP/1.1\r\n"])
def test_a_head_without_end_takes_no_memory(running, begin):
    before = running.memory()
    door = connected(running)
    sent = 0
    with suppress(ConnectionError):
        door.sendall(begin)
        while sent < 100_000_000:
            door.sendall(b"X: 12345\r\n" * 6000)
            sent += 60_000
    assert sent < 20_000_000
    assert running.memory() - before < 30_000_000
    assert "bytes in the head of a request" in running.logged()


def test_a_head_of_ordinary_size_in_small_pieces(running):
    door = connected(running)
    for part in (
        b"GET /heal",
        b"thz HTTP/1.1\r\nHo",
        b"st: x\r\nCookie: ",
        b"c" * 8000,
        b"\r\nConnection: close\r\n\r\n",
    ):
        door.sendall(part)
        time.sleep(0.01)
    assert b" 200 " in answer(door)


def test_nonsense_fills_no_log(running):
    for _ in range(5):
        door = connected(running)
        door.sendall(b"\x16\x03\x01 this is not HTTP\r\n\r\n")
        assert answer(door).startswith(b"HTTP/1.1 400 ")
    assert "Invalid HTTP" not in running.logged()


# ---------------------------------------------------------------- bodies


def test_who_goes_on_with_a_body_that_was_refused_is_cut_off(tmp_path):
    """With the ordinary times, which are long enough to send all of it."""
    with Running(tmp_path / "test.db") as server:
        door = connected(server)
        head = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        door.sendall(head + b"Content-Length: 100000000\r\n\r\n")
        sent = 0
        with suppress(ConnectionError):
            while sent < 100_000_000:
                door.sendall(b" " * 65_536)
                sent += 65_536
        assert sent < 20_000_000
        assert well(server)


# ---------------------------------------------------------------- requests that wait


def test_some_requests_at_once_are_answered_one_after_the_other(running):
    door = connected(running)
    for _ in range(2):  # and it goes on
        door.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" + b"GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n" * 5)
        told = b""
        while told.count(b'"text":"there is nothing') < 5:
            told += door.recv(65_536)
        assert re.findall(rb"HTTP/1.1 (\d+) ", told) == [b"200"] + [b"404"] * 5


def test_too_many_requests_at_once_are_the_end_of_the_connection(running):
    door = connected(running)
    with suppress(ConnectionError):
        door.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 3000)
    told = answer(door)
    assert told.count(b"HTTP/1.1 ") < 300
    assert "requests of one connection that wait" in running.logged()
    assert well(running)


def test_no_socket_begins_while_something_else_is_being_answered(running):
    door = connected(running)
    wish = b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    door.sendall(
        b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" + wish + b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    told = answer(door)
    assert told.startswith(b"HTTP/1.1 200 ")
    assert b" 101 " not in told


def test_who_asks_and_does_not_read_is_cut_off(running):
    """And what was being answered notices that nobody is there any more, without a word in the log."""
    door = socket.socket()
    door.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    door.settimeout(10)
    door.connect(("127.0.0.1", running.port))
    began, cut_off = time.monotonic(), False
    while not cut_off and time.monotonic() - began < 8:
        time.sleep(0.01)
        try:
            door.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n")
        except ConnectionError:
            cut_off = True
    assert cut_off
    time.sleep(0.2)
    assert "Traceback" not in running.logged()
    assert well(running)


# ---------------------------------------------------------------- time


def test_a_request_that_does_not_come_in_time_is_refused(running):
    door = connected(running)
    door.sendall(b"GET /healthz HTTP/1.1\r\nX-Slow: ")
    began = time.monotonic()
    with suppress(ConnectionError):
        for _ in range(40):
            door.sendall(b"a")
            time.sleep(0.05)
    assert answer(door).startswith(b"HTTP/1.1 408 ") or time.monotonic() - began < 3
    assert "seconds for a request" in running.logged()


@pytest.mark.parametrize("said", [b"", b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"])
def test_who_says_nothing_more_is_cut_off(running, said):
    door = connected(running)
    door.sendall(said)
    began = time.monotonic()
    answer(door)
    assert time.monotonic() - began < 3


def test_a_second_request_on_one_connection_has_its_own_time(running):
    door = connected(running)
    for _ in range(3):
        door.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        told = b""
        while not told.endswith(b"}"):  # head and body may come apart
            told += door.recv(4096)
        assert b" 200 " in told
        time.sleep(0.3)
    door.sendall(b"GET /healthz HTTP/1.1\r\nHost: ")
    began = time.monotonic()
    answer(door)
    assert time.monotonic() - began < 3


# ---------------------------------------------------------------- frames


@pytest.mark.parametrize(
    ("what", "frames"),
    [
        ("pings", (b"\x89\xfd" + bytes(4) + bytes(125)) * 500),
        ("pongs", (b"\x8a\x80" + bytes(4)) * 10_000),
        ("fragments", b"\x01\x80" + bytes(4) + (b"\x00\x80" + bytes(4)) * 10_000),
    ],
)
def test_a_flood_of_frames_is_cut_off(running, what, frames):
    before = running.memory()
    door = handshake(running)
    began, sent = time.monotonic(), 0
    with suppress(ConnectionError):
        while time.monotonic() - began < 5:
            door.sendall(frames)
            sent += len(frames)
        pytest.fail(f"{what}: {sent} bytes were taken")
    assert running.memory() - before < 30_000_000
    assert "frames that are no messages" in running.logged()
    assert well(running)


def test_some_pings_are_answered(running):
    door = handshake(running)
    for _ in range(5):
        door.sendall(b"\x89\x82" + bytes(4) + b"hi")
        assert door.recv(100) == b"\x8a\x02hi"


def test_handshakes_that_are_reset_leave_nothing_behind(tmp_path):
    """Not even for Python's search for garbage, which does not come often enough."""

    def many(count: int) -> None:
        for _ in range(count):
            door = handshake(server)
            door.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
            door.close()

    with Running(tmp_path / "test.db", "--requests-per-minute", "0", before="import gc; gc.disable()") as server:
        many(300)
        before = server.memory()
        many(1500)
        assert server.memory() - before < 5_000_000  # it was 18 KB each


def test_handshakes_count_as_requests(tmp_path):
    with Running(tmp_path / "test.db", "--requests-per-minute", "20") as server:
        answers = []
        for _ in range(30):
            door = connected(server)
            door.sendall(
                b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
            )
            answers.append(b" 101 " in door.recv(4096))
            door.close()
        assert answers[0]
        assert not answers[-1]


# ---------------------------------------------------------------- the doorkeeper


class Transport:
    """A connection from an address."""

    def __init__(self, address: str, left: Callable[["Transport"], None] = lambda transport: None) -> None:
        self.address, self.left = address, left

    def get_extra_info(self, what: str) -> tuple[str, int]:
        assert what == "peername"
        return self.address, 1234

    def abort(self) -> None:
        self.left(self)


def test_connections_are_counted_by_address():
    doorkeeper = Doorkeeper(most=0, per_address=2)
    one, two, three, other = Transport("10.0.0.1"), Transport("10.0.0.1"), Transport("10.0.0.1"), Transport("10.0.0.2")
    assert [doorkeeper.enter(each) for each in (one, two, three, other)] == [True, True, False, True]
    doorkeeper.leave(one)  # type: ignore[arg-type]
    doorkeeper.leave(one)  # type: ignore[arg-type]
    assert doorkeeper.enter(three)
    assert doorkeeper.open == 3


def test_who_comes_too_often_is_shut_out():
    doorkeeper = Doorkeeper(most=0, per_address=0, per_minute=3)
    for number in range(5):
        transport = Transport("10.0.0.1")
        assert doorkeeper.enter(transport) == (number < 3)
        doorkeeper.leave(transport)  # type: ignore[arg-type]
    assert doorkeeper.enter(Transport("10.0.0.2"))


def test_when_all_are_taken_the_longest_silent_goes():
    gone: list[Transport] = []
    doorkeeper = Doorkeeper(most=2, per_address=0)
    playing, silent, newcomer = (Transport(f"10.0.0.{n}", gone.append) for n in range(3))
    assert doorkeeper.enter(playing)
    assert doorkeeper.enter(silent)
    doorkeeper.heard(playing)  # type: ignore[arg-type]
    assert doorkeeper.enter(newcomer)
    assert gone == [silent]
    doorkeeper.heard(newcomer)  # type: ignore[arg-type]
    assert not doorkeeper.enter(silent)  # all others have something to say


def test_a_limit_is_told_once_in_a_while(caplog):
    doorkeeper = Doorkeeper(most=0, per_address=1)
    assert doorkeeper.enter(Transport("10.0.0.1"))
    for _ in range(5):
        assert not doorkeeper.enter(Transport("10.0.0.1"))
    assert [record.message for record in caplog.records] == ["a limit is reached: connections of one address (1)"]
    assert "10.0.0.1" not in caplog.text


def test_the_doorkeeper_remembers_nobody_who_is_gone():
    doorkeeper = Doorkeeper(most=0, per_address=1)
    transport = Transport("10.0.0.1")
    assert doorkeeper.enter(transport)
    doorkeeper.leave(transport)  # type: ignore[arg-type]
    seen = weakref.ref(transport)
    del transport
    gc.collect()
    assert seen() is None
    assert not doorkeeper._by_address
