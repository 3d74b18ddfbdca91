"""Connections to a table: several devices, slow and hostile clients, and how they are told that it is over."""

import asyncio
from collections.abc import Sequence

import pytest

from stichwerk.protocol import messages
from stichwerk.protocol.messages import Hello, JoinTable, NewTable
from stichwerk.server.errors import NoEntry, NotNow, StoreError
from stichwerk.server.live import connection as connections
from stichwerk.server.live.connection import NoMoreMessages
from stichwerk.server.live.directory import Directory
from stichwerk.server.store.log import Store
from support.server.clients import drained, from_server, in_loop, loaded, next_of, seen_after
from support.server.sittings import OPEN


@pytest.fixture
def store(sqlite_url, open_store) -> Store:
    return open_store(sqlite_url)


@in_loop
async def test_the_same_token_on_two_devices(store):
    directory = Directory(store)
    host = await directory.open(NewTable("rage", "Anja", [OPEN]))
    first = await directory.connect(Hello(host.table, token=host.token))
    second = await directory.connect(Hello(host.table, token=host.token))
    await next_of(first, messages.Welcome)
    await next_of(second, messages.Welcome)
    await first.receive(messages.encode(messages.AddSeat("1")))
    assert (await next_of(second, messages.News)).view == (await next_of(first, messages.News)).view
    second.close()
    await asyncio.sleep(0.05)
    assert drained(first)[-1] == messages.Presence((True, False, False), 0)
    first.close()
    await asyncio.sleep(0.05)
    assert loaded(directory, host.table).seats[0].here is False
    await directory.close()


@in_loop
async def test_the_welcome_comes_first(store):
    directory = Directory(store)
    host = await directory.open(NewTable("rage", "Anja", [OPEN] * 3))
    for number in range(20):
        coming = asyncio.ensure_future(directory.connect(Hello(host.table, token=host.token)))
        asking = directory.ask(host.table, host.token, messages.SetSeat(str(number), 1, "bot", 1 + number % 5))
        connection, _ = await asyncio.gather(coming, asking)
        assert isinstance(drained(connection)[0], messages.Welcome)
        connection.close()
    await directory.close()


@in_loop
async def test_a_slow_client_is_dropped_and_finds_everything_again(store):
    directory = Directory(store)
    host = await directory.open(NewTable("rage", "Anja", [OPEN] * 3))
    slow = await directory.connect(Hello(host.table))
    quick = await directory.connect(Hello(host.table, token=host.token))
    for number in range(connections.MOST_WAITING + 5):
        await directory.ask(host.table, host.token, messages.SetSeat(str(number), 1, "bot", 1 + number % 5))
        drained(quick)
    assert slow.closed
    assert from_server.decode(await slow.next()).why == "slow"
    with pytest.raises(NoMoreMessages):
        await slow.next()
    assert directory.rooms._rooms[host.table].watching(loaded(directory, host.table)) == 0
    again = await directory.connect(Hello(host.table, since=5))
    assert (await next_of(again, messages.Welcome)).seq == connections.MOST_WAITING + 6
    await directory.close()


HOSTILE = [
    b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"type":"fly"}', b'{"type":"move","id":"1"}', b"[" * 4000,
    b'{"type":"move","id":1,"move":"bid:1"}', b'{"type":"move","id":"' + b"x" * 65 + b'","move":"bid:1"}',
    b"x" * 5000, b'{"type":"cut","id":"1","commitment":"x"}', b'{"type":"hello","table":"x"}',
    b'{"type":"set-seat","id":"1","seat":-1,"kind":"bot"}', b'{"type":"move","id":"1","move":"a","seat":2}',
]  # fmt: skip


@pytest.mark.parametrize("data", HOSTILE, ids=lambda data: repr(data[:30]))
@in_loop
async def test_messages_that_cannot_be_read(store, data):
    directory = Directory(store)
    host = await directory.open(NewTable("rage", "Anja", [OPEN]))
    connection = await directory.connect(Hello(host.table, token=host.token))
    await next_of(connection, messages.Welcome)
    await connection.receive(data)
    assert (await next_of(connection, messages.Error)).code == "bad-message"
    await connection.receive(b'{"type":"ping","n":7}')
    assert (await next_of(connection, messages.Pong)).n == 7
    for _ in range(connections.MOST_MISTAKES):
        await connection.receive(b"nonsense")
    assert connection.closed
    await directory.close()


@in_loop
async def test_a_spectator_can_do_nothing(store):
    directory = Directory(store)
    host = await directory.open(NewTable("rage", "Anja", [OPEN]))
    watcher = await directory.connect(Hello(host.table))
    assert (await next_of(watcher, messages.Welcome)).view.code is None
    await watcher.receive(messages.encode(messages.Start("s")))
    error = await next_of(watcher, messages.Error)
    assert (error.code, error.id) == ("only-watching", "s")
    await directory.close()


@in_loop
async def test_phrases_are_heard_by_all_but_not_too_many(store):
    directory = Directory(store)
    host = await directory.open(NewTable("rage", "Anja", [OPEN]))
    watcher = await directory.connect(Hello(host.table))
    await directory.ask(host.table, host.token, messages.Phrase("1", "hello"))
    assert (await next_of(watcher, messages.Said)) == messages.Said(0, "hello")
    with pytest.raises(NotNow, match="one thing at a time"):
        await directory.ask(host.table, host.token, messages.Phrase("2", "hello"))
    await directory.close()


@in_loop
async def test_whoever_is_removed_is_sent_away(store):
    directory = Directory(store)
    host = await directory.open(NewTable("rage", "Anja", [OPEN]))
    seat = await directory.join(JoinTable("Bernd", code=host.code))
    guest = await directory.connect(Hello(seat.table, token=seat.token))
    await directory.ask(host.table, host.token, messages.SetSeat("1", 1, "bot"))
    assert (await next_of(guest, messages.Closing)).why == "seat-gone"
    with pytest.raises(NoEntry):
        await directory.connect(Hello(seat.table, token=seat.token))
    watcher = await directory.connect(Hello(host.table))
    await directory.ask(host.table, host.token, messages.Leave("2"))
    assert (await next_of(watcher, messages.Closing)).why == "table-closed"
    await directory.close()


@in_loop
async def test_shutting_down_tells_everybody(store):
    directory = Directory(store)
    host = await directory.open(NewTable("rage", "Anja", [OPEN]))
    connection = await directory.connect(Hello(host.table, token=host.token))
    await directory.close()
    closing = await next_of(connection, messages.Closing)
    assert (closing.why, closing.again) == ("shutdown", True)
    with pytest.raises(StoreError, match="restarting"):
        await directory.open(NewTable("rage", "Anja", [OPEN]))


@in_loop
async def test_what_has_changed_follows_on_what_was_told_over_the_same_connection(store):
    directory = Directory(store)
    host = await directory.open(NewTable("rage", "Anja", [OPEN, OPEN]))
    old = await directory.connect(Hello(host.table, token=host.token))
    new = await directory.connect(Hello(host.table, messages.VERSION, host.token))
    known = (await next_of(new, messages.Welcome)).view
    await directory.ask(host.table, host.token, messages.AddSeat("1"))
    late = await directory.connect(Hello(host.table, messages.VERSION, host.token))
    welcome = await next_of(late, messages.Welcome)
    for kind, values in ((messages.AddSeat, ("2",)), (messages.SetSeat, ("3", 1, "bot", 4))):
        await directory.ask(host.table, host.token, kind(*values))
    news = [message for message in drained(old) if isinstance(message, messages.News)]
    since = 1
    for message, told in zip([each for each in drained(new) if isinstance(each, messages.Changes)], news, strict=True):
        known, since = seen_after(message, known, since), message.seq
        assert known == told.view
    view, since = welcome.view, welcome.seq
    for message in drained(late):
        if isinstance(message, messages.Changes):
            view, since = seen_after(message, view, since), message.seq
    assert view == known
    await directory.close()


@in_loop
async def test_the_whole_table_is_told_to_who_asks_and_to_all_after_a_quiet_time(store):
    directory = Directory(store)
    host = await directory.open(NewTable("rage", "Anja", [OPEN, OPEN]))
    connection = await directory.connect(Hello(host.table, messages.VERSION, host.token))
    drained(connection)
    await connection.receive(messages.encode(messages.Whole()))
    [news] = drained(connection)
    assert news.view == (await directory.queries.view(host.table, host.token))
    directory.rooms.drop_quiet(0)
    kinds = []
    for number in range(2):
        await directory.ask(host.table, host.token, messages.AddSeat(str(number)))
        kinds += [type(message) for message in drained(connection)]
    assert kinds == [messages.News, messages.Changes]
    await directory.close()


@in_loop
async def test_a_version_that_is_not_spoken_is_refused(store):
    directory = Directory(store)
    host = await directory.open(NewTable("rage", "Anja", [OPEN]))
    for version in (0, messages.VERSION + 1):
        with pytest.raises(NoEntry, match=f"not {version}: reload"):
            await directory.connect(Hello(host.table, version, host.token))
    await directory.close()


@in_loop
async def test_what_is_written_at_once_overtakes_nothing_that_waits(store):
    directory = Directory(store)
    host = await directory.open(NewTable("rage", "Anja", [OPEN]))
    connection = await directory.connect(Hello(host.table, token=host.token))
    drained(connection)
    written: list[bytes] = []
    open_now = True

    def outlet(data: Sequence[bytes]) -> bool:
        if open_now:
            written.extend(data)
        return open_now

    connection.outlet = outlet
    connection.send_bytes(b"1")
    open_now = False
    connection.send_bytes(b"2")
    assert written == [b"1"]
    open_now = True
    connection.send_bytes(b"3")
    assert written == [b"1", b"2", b"3"]
    open_now = False
    connection.send_bytes(b"4")
    written += [await connection.next(), *connection.rest()]
    assert written == [b"1", b"2", b"3", b"4"]
    await directory.close()


@in_loop
async def test_who_asks_gets_the_news_and_the_answer_in_one_piece(store):
    directory = Directory(store)
    host = await directory.open(NewTable("rage", "Anja", [OPEN]))
    connection = await directory.connect(Hello(host.table, token=host.token))
    drained(connection)
    pieces: list[list[bytes]] = []

    def outlet(data: Sequence[bytes]) -> bool:
        pieces.append(list(data))
        return True

    connection.outlet = outlet
    await connection.receive(messages.encode(messages.AddSeat("1")))
    assert [[type(from_server.decode(each)) for each in piece] for piece in pieces] == [[messages.News, messages.Ack]]
    await connection.receive(messages.encode(messages.AddSeat("1")))  # it has happened: only the answer comes again
    assert [type(from_server.decode(each)) for each in pieces[-1]] == [messages.Ack]
    await directory.close()
