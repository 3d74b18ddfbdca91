"""Any process takes any connection: clients play at tables that other processes lead, and notice nothing."""

import asyncio
import socket
from contextlib import suppress
from functools import partial

import msgspec
import pytest
from sqlalchemy import make_url, text

from stichwerk.errors import StichwerkError
from stichwerk.play.record import read
from stichwerk.play.verify import check
from stichwerk.protocol import messages
from stichwerk.protocol.messages import Hello, JoinTable, NewInvite, Seat
from stichwerk.server.cluster import mesh
from stichwerk.server.errors import LedElsewhere
from stichwerk.server.live.connection import NoMoreMessages
from stichwerk.server.store import leases
from stichwerk.server.store.log import Store
from support.server.clients import Client, gathered, in_loop, next_of, wish_for
from support.server.cluster import Node, nodes
from support.server.sittings import cut_of

pytestmark = pytest.mark.parametrize("url", ["postgresql"], indirect=True)
WISH = wish_for(("alles-oder-nichts", 3), 3, listed=True)


async def joined(node: Node, seat: Seat, name: str) -> Seat:
    answer = await node.post("/api/tables/join", JoinTable(name, code=seat.code))
    assert answer.status_code == 201, answer.text
    return msgspec.json.decode(answer.content, type=Seat)


@in_loop
async def test_a_game_of_three_at_three_processes(url):
    async with nodes(url, 3) as (one, two, three):
        host = msgspec.json.decode((await one.post("/api/tables", WISH)).content, type=Seat)
        seats = [host, await joined(two, host, "Bernd"), await joined(three, host, "Claudia")]
        clients = [Client(node, seat, seat.seat) for node, seat in zip((three, one, two), seats, strict=True)]
        for client in clients:
            await client.connect()
        assert [node.member.leads for node in (one, two, three)] == [0, 0, 1], "where the first one sat down"
        assert [node.mesh.clients_away for node in (one, two, three)] == [1, 1, 0]
        await clients[0].send(messages.Start, 1)
        views = await asyncio.gather(*(client.play() for client in clients))
        assert {view.status for view in views} == {"over"}
        for node in (one, two, three):
            answer = await node.http.get(f"/api/tables/{host.table}/games/1/record")
            check(read(answer.text))
            sheets = await node.http.get(f"/api/tables/{host.table}/sheet")
            assert sheets.json()["number"] == 1


@in_loop
async def test_what_is_asked_over_http_is_asked_of_the_leader(url):
    async with nodes(url, 2) as (one, two):
        host = msgspec.json.decode((await one.post("/api/tables", WISH)).content, type=Seat)
        told = (await two.post(f"/api/tables/{host.table}/invites", NewInvite(1), host.token)).json()
        answer = await two.post("/api/tables/join", JoinTable("Bernd", invite=told["invite"]))
        assert answer.status_code == 201
        assert [value for name, value in answer.headers.multi_items() if name == "x-frame-options"] == ["DENY"]
        refused = await two.post("/api/tables/join", JoinTable("Bernd", invite=told["invite"]))
        assert (refused.status_code, refused.json()["code"]) == (403, "invite-used")
        seen = [(await node.http.get(f"/api/tables/{host.table}")).json() for node in (one, two)]
        assert seen[0] == seen[1]
        assert [seat["name"] for seat in seen[0]["seats"]] == ["Anja", "Bernd", ""]
        assert (await two.http.get(f"/api/tables/{host.table}/sheet")).json()["code"] == "game-not-begun"
        assert (await two.http.get("/api/tables/NOTHING/sheet")).status_code == 404
        assert [node.member.leads for node in (one, two)] == [1, 0]


@in_loop
async def test_lists_tell_who_is_there_wherever_it_is(url):
    async with nodes(url, 2) as (one, two):
        clients = await gathered(one.directory, 2, wish_for(("rage", 3), 2, listed=True))
        await one.member.confirm()
        listed = [(await node.http.get("/api/tables")).json()[0] for node in (one, two)]
        assert listed[0] == listed[1]
        assert listed[0]["here"] == 2
        for client in clients:
            client.link.close()
        await asyncio.sleep(0)
        while (await two.http.get("/api/tables")).json()[0]["here"]:
            await one.member.confirm()


@in_loop
async def test_who_is_refused_by_the_leader_hears_why(url):
    async with nodes(url, 2) as (one, two):
        seat = await one.directory.open(WISH)
        await one.connect(Hello(seat.table))
        with pytest.raises(StichwerkError, match="no longer yours") as refused:
            await two.connect(Hello(seat.table, token="another"))
        assert refused.value.code == "bad-token"
        assert one.member.leads == 1
        with pytest.raises(StichwerkError) as refused:
            await two.connect(Hello("NOTHING"))
        assert refused.value.code == "unknown-table"


@in_loop
async def test_who_leaves_is_away_at_the_leader(url):
    async with nodes(url, 2) as (one, two):
        seat = await one.directory.open(WISH)
        watching = await one.connect(Hello(seat.table))
        client = Client(two, seat)
        await client.connect()
        while not (await next_of(watching, messages.Presence)).here[0]:
            pass
        client.link.close()
        while (await next_of(watching, messages.Presence)).here[0]:
            pass
        assert two.mesh.clients_away == 0


@in_loop
async def test_a_leader_that_stops_hands_over_and_nothing_is_lost(url):
    async with nodes(url, 3) as (one, two, three):
        clients = await gathered(one.directory, 3, WISH)
        for client in clients:
            client.link.close()
        for client, node in zip(clients, (one, two, three), strict=True):
            client.directory = node
            await client.connect()
        playing = [asyncio.create_task(play_on(client, (two, three))) for client in clients]
        while clients[0].view is None or clients[0].view.play is None or clients[0].view.play.table.round < 2:
            await asyncio.sleep(0.01)
        await one.service.close()
        views = await asyncio.gather(*playing)
        assert {view.status for view in views} == {"over"}
        check(read(await two.directory.queries.record(clients[0].seat.table, 1)))
        lease = two.service.store.read(partial(leases.lease_of, table=clients[0].seat.table))
        assert lease is not None
        assert lease.epoch == 2


async def play_on(client: Client, elsewhere: tuple[Node, ...]) -> messages.TableView:
    """To the end of the game; whenever the connection ends, once more at another process."""
    number = client.seat.seat
    while True:
        with suppress(NoMoreMessages):
            return await client.play()
        number += 1
        client.directory = elsewhere[number % len(elsewhere)]


@in_loop
async def test_a_leader_that_was_frozen_writes_nothing_and_sends_its_clients_away(url):
    async with nodes(url, 2) as (one, two):
        clients = await gathered(one.directory, 3, WISH)
        table = clients[0].seat.table
        one.freeze()
        aged = text("UPDATE processes SET beat = beat - 60000 WHERE id = :one")
        two.service.store.change(lambda connection: connection.execute(aged, {"one": one.id}))
        taken = Client(two, clients[1].seat, 1)
        await taken.connect()
        assert two.member.leads == 1
        before = len(two.service.store.lines(table))
        one.member._sure_at = float("inf")  # it has woken, and does not doubt anything
        await clients[0].send(messages.Cut, cut_of("salt"))  # what it asks is neither stored nor refused
        assert clients[0].link.closed
        assert one.member.leads == 0
        await asyncio.gather(*(ended(client) for client in clients))
        assert len(two.service.store.lines(table)) == before
        assert taken.link.closed is False


async def ended(client: Client) -> None:
    with suppress(NoMoreMessages):
        while True:
            await client.link.next()


@in_loop
async def test_a_table_is_led_where_the_first_one_sits_down_unless_it_has_begun(url):
    async with nodes(url, 2) as (one, two):
        seat = await one.directory.open(WISH)
        first = await two.connect(Hello(seat.table, token=seat.token))
        assert (one.member.leads, two.member.leads, two.mesh.clients_away) == (0, 1, 0)
        second = await one.connect(Hello(seat.table))
        assert (one.member.leads, two.member.leads, one.mesh.clients_away) == (0, 1, 1), "somebody is there already"
        first.close()
        second.close()
        clients = await gathered(one.directory, 3, WISH)  # they have begun
        for client in clients:
            client.link.close()
        while any(room.connections or room.lock.locked() for room in one.directory.rooms):
            await asyncio.sleep(0.01)
        await two.connect(Hello(clients[0].seat.table))
        assert one.member.leads == 1, "to load it anew elsewhere would cost more than to relay"


@in_loop
async def test_who_was_believed_to_be_gone_looks_what_it_still_leads(url):
    """Its machine slept, so that it does not doubt anything itself; or another process could not reach it."""
    async with nodes(url, 2) as (one, two):
        clients = await gathered(one.directory, 3, WISH)
        kept = await one.directory.open(WISH)
        assert one.member._beating is not None
        one.member._beating.cancel()
        two.service.store.change(partial(leases.bury, process=one.id))
        taken = Client(two, clients[1].seat, 1)
        await taken.connect()
        assert (one.member.leads, two.member.leads) == (2, 1)
        assert not one.member.doubtful
        await one.member.confirm()
        await asyncio.gather(*(ended(client) for client in clients))
        assert (one.member.leads, two.member.leads) == (1, 1)
        assert one.member.sure_of(kept.table)


@in_loop
async def test_a_table_that_was_led_by_others_meanwhile_is_read_anew(url):
    async with nodes(url, 2) as (one, two):
        seat = await one.directory.open(WISH)
        await one.member.give_back([seat.table])  # it is still in memory
        host = Client(two, seat)
        await host.connect()
        await host.send(messages.AddSeat)
        await two.directory.hand_over()
        seen = await one.directory.queries.look(seat.table, lambda table: len(table.seats))
        assert seen == len(WISH.seats) + 2


@in_loop
async def test_another_cluster_that_came_while_all_were_away_is_told(url, caplog):
    async with nodes(url, 1) as (one,):
        stranger = one.member.process._replace(id="stranger", address="10.0.0.9:1", secret="another")
        one.service.store.change(lambda connection: leases.beat(connection, stranger))
        await one.member.confirm()
        await one.member.confirm()
        assert caplog.text.count("(10.0.0.9:1) works with this database and has another cluster secret") == 1


@in_loop
async def test_a_process_that_cannot_be_reached_is_told(url, caplog, monkeypatch):
    monkeypatch.setattr(mesh, "_NOT_REACHED_FOR", 0.3)
    async with nodes(url, 1) as (one,):
        silent = socket.create_server(("127.0.0.1", 0))  # it lets everybody in, and says nothing
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        monkeypatch.setattr(mesh, "_DIAL_WITHIN", 0.2)
        other = one.member.process._replace(id="other", address=address)
        for _ in range(6):  # it may have much to compile
            one.service.store.change(lambda connection: leases.beat(connection, other))
            await asyncio.sleep(0.2)
        assert "cannot be reached at" not in caplog.text
        monkeypatch.setattr(mesh, "_BEGINS_WITHIN", 0.3)
        while "cannot be reached at" not in caplog.text:
            one.service.store.change(lambda connection: leases.beat(connection, other))
            await asyncio.sleep(0.2)
        assert f"cannot be reached at {address}: is its --cluster-address right" in caplog.text
        silent.close()


@pytest.mark.parametrize("hours", [1, -1])
@in_loop
async def test_the_clock_of_the_database_jumps(url, hours):
    """PostgreSQL itself is asked, with a clock of ours: whoever leads goes on leading, and nobody is locked out."""
    store = Store(url)
    for statement in (
        "CREATE SCHEMA ahead",
        "CREATE TABLE ahead.by AS SELECT interval '0' AS much",
        "CREATE FUNCTION ahead.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS "
        "'SELECT pg_catalog.clock_timestamp() + much FROM ahead.by'",
        f"ALTER DATABASE {make_url(url).database} SET search_path = ahead, public, pg_catalog",
    ):
        store.change(lambda connection: connection.exec_driver_sql(statement))  # noqa: B023
    async with nodes(url, 2) as (one, two):
        clients = await gathered(one.directory, 3, WISH)
        for client, node in zip(clients, (two, one, two), strict=True):
            client.link.close()
            client.directory = node
            await client.connect()
        before = one.directory.now()
        store.change(lambda connection: connection.exec_driver_sql(f"UPDATE ahead.by SET much = interval '{hours} h'"))
        playing = [asyncio.create_task(play_on(client, (one, two))) for client in clients]
        views = await asyncio.gather(*playing)
        assert {view.status for view in views} == {"over"}
        for node in (one, two):
            await node.member.confirm()
        assert abs(one.directory.now() - before - hours * 3_600_000) < 60_000
        assert sorted((one.member.leads, two.member.leads)) == [0, 1]
        found = one.service.store.lines(clients[0].seat.table)
        assert [line.at for line in found] == sorted(line.at for line in found)
    store.close()


@in_loop
async def test_a_table_of_a_newer_version_is_for_a_process_of_that_version(url):
    async with nodes(url, 2) as (one, two):
        seat = await one.directory.open(WISH)
        newer = b'{"fact": "Danced"}'
        one.service.store.append(seat.table, 2, 0, [newer]).result()
        room = one.directory.rooms.room(seat.table)
        room.table = None
        with pytest.raises(StichwerkError) as refused:  # all are of this version
            await one.directory.connect(Hello(seat.table))
        assert refused.value.code == "newer-log"
        one.member.living = {two.id: two.member.process._replace(version="99")}
        with pytest.raises(LedElsewhere) as elsewhere:
            await one.directory.connect(Hello(seat.table))
        assert elsewhere.value.process == two.id
        assert one.member.leads == 0


@in_loop
async def test_limits_count_for_all_processes_together(url):
    async with nodes(url, 2, tables_per_hour=3, sockets_per_address=2) as (one, two):
        await linked(one, two)
        for _ in range(3):
            assert (await one.post("/api/tables", WISH)).status_code == 201
        here = "127.0.0.1"
        counts, item = two.service.opening._counts, two.service.opening._item
        assert item is not None
        while counts.test(item, here):
            await asyncio.sleep(0.05)
        refused = await two.post("/api/tables", WISH)
        assert (refused.status_code, refused.json()["code"]) == (429, "too-many-tables")

        assert one.service.sockets.enter(here)
        assert two.service.sockets.enter(here)
        while one.service.sockets.enter(here):
            one.service.sockets.leave(here)
            await asyncio.sleep(0.05)
        two.service.sockets.leave(here)
        while not one.service.sockets.enter(here):
            await asyncio.sleep(0.05)


async def linked(*found: Node) -> None:
    while any(node.mesh.links < len(found) - 1 for node in found):
        await asyncio.sleep(0.05)


@in_loop
async def test_the_time_is_that_of_the_database(url, monkeypatch):
    monkeypatch.setattr("time.time_ns", lambda: 0)
    async with nodes(url, 2) as (one, two):
        assert abs(one.directory.now() - two.directory.now()) < 1000
        assert abs(one.directory.now() - one.service.store.read(leases.clock)) < 1000
