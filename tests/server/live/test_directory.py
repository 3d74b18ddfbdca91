"""The directory: whole games in process, with restarts and trouble in the store."""

import asyncio
import json
from random import Random

import pytest
from sqlalchemy import create_engine

from stichwerk.errors import StichwerkError
from stichwerk.games.events import COMMON
from stichwerk.play.record import read
from stichwerk.play.verify import check
from stichwerk.protocol import messages, wire_events
from stichwerk.protocol.messages import Hello, JoinTable, Move, News, NewTable, Pace, Seat
from stichwerk.protocol.schema import json_schema
from stichwerk.protocol.wire_events import OWN
from stichwerk.server.domain import votes
from stichwerk.server.domain.index import row_from_log, row_of
from stichwerk.server.domain.table import Table
from stichwerk.server.domain.timers import FORGOTTEN
from stichwerk.server.errors import NoEntry, NotNow, StoreError, UnknownTable
from stichwerk.server.live.directory import Directory
from stichwerk.server.live.queries import LISTED_FOR
from stichwerk.server.live.runner import Runner
from stichwerk.server.store import schema
from stichwerk.server.store.log import Store
from support.server.clients import drained, gathered, in_loop, loaded, next_of, wish_for
from support.server.indexed import index_of
from support.server.sittings import BOT, OPEN, cut_of, match_at, play_of


@pytest.fixture
def store(sqlite_url, open_store) -> Store:
    return open_store(sqlite_url)


GAMES = [
    (("null-nichtig", 3), 3),
    (("null-nichtig", 4, ("rounds", 2)), 2),
    (("rage", 4), 4),
    (("rage", 3, ("bidding", "secret")), 1),
    (("alles-oder-nichts", 3), 3),
    (("alles-oder-nichts", 5), 2),
]


@pytest.mark.parametrize(("kind", "persons"), GAMES, ids=str)
@in_loop
async def test_whole_games_of_persons_and_bots(store, kind, persons):
    directory = Directory(store)
    runner = Runner(directory)
    clients = await gathered(directory, persons, wish_for(kind, persons))
    watcher = await directory.connect(Hello(clients[0].seat.table))
    views = await asyncio.gather(*(client.play() for client in clients))
    assert {view.status for view in views} == {"over"}
    line = await directory.queries.record(views[0].id, 1)
    record = read(line)
    check(record)
    assert [salt for salt in record.extra["salts"] if salt] == [f"salt {seat}" for seat in range(persons)]
    assert record.extra["seed"] == views[0].seed
    assert cut_of(record.extra["seed"]) == views[0].commitment
    # Live, from the log, and by a fresh start of the server: it is the same table.
    live = loaded(directory, views[0].id)
    again = Table.of(live.id, store.lines(live.id))
    assert row_from_log(live.id, store.lines(live.id)) == row_of(live) == row_of(again)
    assert match_at(again).record() == match_at(live).record()
    told = [message for message in drained(watcher) if isinstance(message, messages.News)]
    assert told == [] or play_of(told[-1].view).legal == ()
    await runner.close()
    await directory.close()


@in_loop
async def test_the_server_is_restarted_in_the_middle(url):
    random = Random(5)
    store = Store(url)
    directory = Directory(store)
    clients = await gathered(directory, 3, wish_for(("alles-oder-nichts", 3), 3))
    for patience in (*(random.uniform(0.05, 0.3) for _ in range(8)), None):
        playing = [asyncio.ensure_future(client.play()) for client in clients]
        await asyncio.wait(playing, timeout=patience, return_when=asyncio.FIRST_EXCEPTION)
        if all(task.done() and task.exception() is None for task in playing):
            break
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await directory.close()
        store.close()
        store = Store(url)
        directory = Directory(store)
        for client in clients:
            client.directory, client.connection = directory, None
    check(read(await directory.queries.record(clients[0].seat.table, 1)))
    # Nobody has missed anything: what each was told, live and after a restart, is the whole game.
    match = match_at(loaded(directory, clients[0].seat.table))
    for client in clients:
        seen = [type(event).__name__ for event in match.events(client.seat.seat)]
        names = {kind.__name__ for kind in COMMON} | set(OWN)
        assert [type(each).__name__ for each in client.happenings if type(each).__name__ in names] == seen
    await directory.close()
    store.close()


@in_loop
async def test_the_index_rebuilt_from_the_log_is_the_index(url, open_store):
    store = open_store(url)
    directory = Directory(store)
    runner = Runner(directory)
    await directory.open(NewTable("rage", "Eva", [OPEN]))
    for rounds, turns in ((1, None), (2, 10)):
        wish = wish_for(("alles-oder-nichts", 3, ("rounds", rounds)), 2, listed=True)
        clients = await gathered(directory, 2, wish)
        playing = asyncio.gather(*(client.play() for client in clients))
        if turns is None:
            await playing
        else:
            while loaded(directory, clients[0].seat.table).seq < 30:
                await asyncio.sleep(0.01)
            playing.cancel()
    await runner.close()
    await directory.close()
    before = index_of(url)
    assert len(before[0]) == 3
    assert {row.status for row in before[0]} == {"lobby", "playing", "over"}
    with create_engine(url).begin() as connection:
        connection.execute(schema.tables.update().values(status="lost", code=None))
        connection.execute(schema.seats.delete())
    assert await asyncio.to_thread(store.rebuild_index, row_from_log) == 3
    assert index_of(url) == before


# ---------------------------------------------------------------- coming to a table


@in_loop
async def test_invites_codes_and_lists(store):
    directory = Directory(store)
    host = await directory.open(NewTable("rage", "Anja", [OPEN, OPEN, OPEN], listed=True))
    assert [each.id for each in await directory.queries.listed()] == [host.table]
    link = await directory.invite(host.table, host.token, 2)
    seat = await directory.join(JoinTable("Bernd", invite=link.invite))
    assert seat.seat == 2
    with pytest.raises(NoEntry, match="somebody sits there"):
        await directory.join(JoinTable("Claudia", invite=link.invite))
    with pytest.raises(NoEntry, match="only the host"):
        await directory.invite(host.table, seat.token, None)
    with pytest.raises(NotNow, match="not open"):
        await directory.invite(host.table, host.token, 2)
    any_seat = await directory.invite(host.table, host.token, None)
    assert (await directory.join(JoinTable("Claudia", invite=any_seat.invite))).seat == 1
    await directory.ask(host.table, host.token, messages.Revoke("r"))
    with pytest.raises(NoEntry, match="no longer valid"):
        await directory.join(JoinTable("Dieter", invite=any_seat.invite))
    with pytest.raises(NoEntry, match="no table with this code"):
        await directory.join(JoinTable("Dieter", code=host.code))
    assert (await directory.join(JoinTable("Dieter", table=host.table))).seat == 3
    mine = await directory.queries.mine(["nonsense", seat.token])
    assert [(each.token, each.seat, each.table.id) for each in mine] == [(1, 2, host.table)]
    private = await directory.open(NewTable("rage", "Eva", [OPEN]))
    with pytest.raises(NoEntry, match="private"):
        await directory.join(JoinTable("Dieter", table=private.table))
    with pytest.raises(NoEntry):
        await directory.join(JoinTable("Dieter"))
    assert private.code is not None
    code = f" {private.code[:3].lower()} - {private.code[3:].lower()} "
    assert (await directory.join(JoinTable("Dieter", code=code))).table == private.table
    assert [each.id for each in await directory.queries.listed()] == [host.table]
    await directory.close()


@in_loop
async def test_two_people_take_the_last_seat_at_the_same_time(store):
    directory = Directory(store)
    host = await directory.open(NewTable("rage", "Anja", [OPEN]))
    wishes = [directory.join(JoinTable(f"Person {number}", code=host.code)) for number in range(6)]
    found = await asyncio.gather(*wishes, return_exceptions=True)
    assert sum(isinstance(each, Seat) for each in found) == 1
    assert {each.code for each in found if isinstance(each, StichwerkError)} == {"table-full"}
    await directory.close()


@pytest.mark.parametrize("wrong", ["", "NONE", "\x00", "é", "x" * 64, "'; DROP TABLE log"])
@in_loop
async def test_an_unknown_table(store, wrong):
    directory = Directory(store)
    for call in (
        lambda: directory.connect(Hello(wrong)),
        lambda: directory.queries.view(wrong),
        lambda: directory.ask(wrong, "token", Move("1", "bid:1")),
        lambda: directory.queries.record(wrong, 1),
        lambda: directory.queries.statistics(wrong),
        lambda: directory.invite(wrong, "token", None),
    ):
        with pytest.raises(UnknownTable):
            await call()
    assert directory.rooms._rooms == {}
    await directory.close()


@in_loop
async def test_a_wrong_token_opens_nothing(store):
    directory = Directory(store)
    host = await directory.open(NewTable("rage", "Anja", [OPEN]))
    other = await directory.open(NewTable("rage", "Bernd", [OPEN]))
    for token in ("", "nonsense", other.token, "\ud800"):
        with pytest.raises(NoEntry):
            await directory.connect(Hello(host.table, token=token))
        with pytest.raises(NoEntry):
            await directory.ask(host.table, token, messages.Start("1"))
    with pytest.raises(NoEntry, match="reload"):
        await directory.connect(Hello(host.table, v=99))
    await directory.close()


# ---------------------------------------------------------------- memory, clock and trouble


@in_loop
async def test_quiet_tables_are_dropped_and_come_back(store):
    directory = Directory(store)
    clients = await gathered(directory, 2, wish_for(("rage", 2), 2))
    lonely = await directory.open(NewTable("rage", "Eva", [OPEN]))
    for client in clients:
        await client.send(messages.Cut, "")
    before = await directory.queries.view(clients[0].seat.table, clients[0].seat.token)
    await asyncio.sleep(0.01)
    directory.rooms.drop_quiet(0)
    assert directory.queries.loaded == 0
    assert list(directory.rooms._rooms) == [clients[0].seat.table]
    assert await directory.queries.view(clients[0].seat.table, clients[0].seat.token) == before
    assert [seat.here for seat in loaded(directory, clients[0].seat.table).seats] == [True, True]
    assert (await directory.queries.view(lonely.table)).status == "lobby"
    await directory.close()


@in_loop
async def test_tables_that_never_began_are_given_up_and_not_listed_for_ever(store):
    now = 1_000_000_000_000
    directory = Directory(store, now=lambda: now)
    forgotten = await directory.open(NewTable("rage", "Anja", [OPEN], listed=True))
    awaited = await directory.open(NewTable("rage", "Bernd", [OPEN], listed=True))
    waiting = await directory.connect(Hello(awaited.table, token=awaited.token))
    listed = await directory.queries.listed()
    assert {(each.id, each.here) for each in listed} == {(forgotten.table, 0), (awaited.table, 1)}
    now += LISTED_FOR + 1
    assert await directory.queries.listed() == []
    assert (await directory.join(JoinTable("Claudia", code=forgotten.code))).seat == 1, "it is not closed yet"
    now += FORGOTTEN - 1
    await directory.sweeper.close_forgotten()
    assert (await directory.queries.view(forgotten.table)).status == "lobby", "somebody has come since"
    now += 1
    await directory.sweeper.close_forgotten()
    assert (await directory.queries.view(forgotten.table)).status == "closed"
    assert (await directory.queries.view(awaited.table)).status == "lobby", "somebody is there, and waits"
    with pytest.raises(NoEntry, match="no table with this code"):
        await directory.join(JoinTable("Dieter", code=forgotten.code))
    waiting.close()
    await directory.close()


@in_loop
async def test_two_servers_at_the_same_database(sqlite_url, open_store):
    """Rows are the truth: whoever comes second looks again and decides anew."""
    one, two = Directory(open_store(sqlite_url)), Directory(open_store(sqlite_url))
    host = await one.open(NewTable("rage", "Anja", [OPEN] * 5))
    await two.queries.view(host.table)
    watcher = await one.connect(Hello(host.table))
    for number in range(5):
        directory = (one, two)[number % 2]
        assert (await directory.join(JoinTable(f"Person {number}", code=host.code))).seat == number + 1
    told = [message for message in drained(watcher) if isinstance(message, messages.News)]
    assert [seat.kind for seat in told[-1].view.seats] == ["person"] * 6  # also those who came elsewhere
    await one.close()
    await two.close()


@in_loop
async def test_what_cannot_be_stored_has_not_happened(store, monkeypatch):
    directory = Directory(store)
    clients = await gathered(directory, 2, wish_for(("rage", 2), 2))
    for client in clients:
        await client.send(messages.Cut, "")
    table = clients[0].seat.table
    before = await directory.queries.view(table)
    for client in clients:
        drained(client.link)
    on_turn = clients[play_of(before).table.waiting[0]]
    append = store.append_from_loop

    def broken(*values, **named):
        future = asyncio.get_running_loop().create_future()
        future.set_exception(StoreError("there is no room left for the database /srv/secret", "db-full"))
        return future

    monkeypatch.setattr(store, "append_from_loop", broken)
    await on_turn.send(Move, "bid:1")
    error = await next_of(on_turn.link, messages.Error)
    assert error.code == "db-full"
    assert "/srv/secret" not in error.text  # where the database is, players need not know
    monkeypatch.setattr(store, "append_from_loop", append)
    assert await directory.queries.view(table) == before
    on_turn.ids -= 1
    await on_turn.send(Move, "bid:1")  # the same message again
    assert (await next_of(on_turn.link, messages.Ack)).id == f"{on_turn.seat.seat} {on_turn.ids}"
    await directory.close()


@in_loop
async def test_the_clock_runs_by_itself(store):
    directory = Directory(store)
    runner = Runner(directory)
    wish = NewTable("rage", "Anja", [OPEN], pace=Pace(grace=0, bots=0.0))
    host = await directory.open(wish)
    guest = await directory.join(JoinTable("Bernd", code=host.code))
    connection = await directory.connect(Hello(host.table, token=host.token))
    visiting = await directory.connect(Hello(host.table, token=guest.token))
    await directory.ask(host.table, host.token, messages.Start("s"))
    visiting.close()
    await directory.ask(host.table, host.token, messages.Cut("c", ""))
    while True:
        news = await next_of(connection, messages.News)
        if news.view.status == "playing" and 0 in news.view.play.table.waiting:
            break
    assert news.view.seats[1].stand_in == "away"
    returned = await directory.connect(Hello(host.table, token=guest.token))
    assert (await next_of(returned, messages.Welcome)).view.seats[1].stand_in is None
    await runner.close()
    await directory.close()


@in_loop
async def test_somebody_who_has_fallen_asleep_is_asked_and_a_bot_plays_on(store, monkeypatch):
    monkeypatch.setattr(votes, "PEACE", 0)
    monkeypatch.setattr(votes, "ANSWER", 100)
    directory = Directory(store)
    awake, asleep = await gathered(directory, 2, NewTable("alles-oder-nichts", "Anja", [OPEN, BOT]), 1)
    for each in (awake, asleep):
        await each.send(messages.Cut, "")
    table = awake.seat.table
    await awake.send(messages.Nudge, 1)
    while not any(isinstance(each, wire_events.Nudged) for each in (await next_of(asleep.link, News)).happenings):
        pass
    assert loaded(directory, table).seats[1].votes == [0]
    while (news := await next_of(awake.link, News)).view.seats[1].stand_in is None:
        pass
    assert news.view.seats[1].stand_in == "asleep"
    await asleep.send(messages.Back)
    while (news := await next_of(awake.link, News)).view.seats[1].stand_in is not None:
        pass
    await directory.close()


@in_loop
async def test_an_id_that_was_used_for_another_message_is_refused(store):
    directory = Directory(store)
    host = await directory.open(NewTable("rage", "Anja", [OPEN, OPEN]))
    connection = await directory.connect(Hello(host.table, token=host.token))
    await connection.receive(messages.encode(messages.AddSeat("same")))
    done = await next_of(connection, messages.Ack)
    await connection.receive(messages.encode(messages.AddSeat("same")))
    assert await next_of(connection, messages.Ack) == done
    await connection.receive(messages.encode(messages.RemoveSeat("same", 1)))
    error = await next_of(connection, messages.Error)
    assert (error.code, error.id) == ("id-used", "same")
    await directory.close()


@in_loop
async def test_a_client_that_goes_away_in_the_middle_of_a_move_has_moved(store):
    directory = Directory(store)
    clients = await gathered(directory, 2, wish_for(("rage", 2), 2), 1)
    for client in clients:
        await client.send(messages.Cut, "")
    view = await directory.queries.view(clients[0].seat.table)
    on_turn = play_of(view).table.waiting[0]
    sending = asyncio.ensure_future(clients[on_turn].send(Move, "bid:1"))
    await asyncio.sleep(0)
    sending.cancel()
    other = clients[1 - on_turn].link
    while not (await next_of(other, messages.News)).view.play:
        pass
    news = await next_of(other, messages.News)
    assert news.view.play.table.waiting == (1 - on_turn,)
    await directory.close()


def test_the_schema_names_everything():
    schema = json_schema()
    assert json.dumps(schema)
    assert all("." not in name for name in schema["$defs"])
    for kind in COMMON:
        assert kind.__name__ in schema["$defs"]
    structs = [each for each in vars(wire_events).values() if hasattr(each, "__struct_config__")]
    told = {each.__name__ for each in structs if each.__struct_config__.tag_field == "event"}
    assert "CutsAgain" in told <= {*schema["$defs"]}


# ---------------------------------------------------------------- joining once more


@in_loop
async def test_a_join_whose_answer_was_lost_can_be_repeated(sqlite_url, open_store):
    directory = Directory(open_store(sqlite_url))
    host = await directory.open(NewTable("rage", "Anja", [OPEN, OPEN]))
    invite = await directory.invite(host.table, host.token, 1)
    wish = JoinTable("Bernd", invite=invite.invite, secret="a secret of Bernd's own")
    first = await directory.join(wish)
    assert await directory.join(wish) == first
    by_code = JoinTable("Claudia", code=host.code, secret="a secret of Claudia's own")
    seat = await directory.join(by_code)
    await directory.ask(host.table, host.token, messages.Start("1"))
    again = await directory.join(by_code)  # the code is worth nothing any more, but the seat is hers
    assert (again.table, again.seat, again.token) == (seat.table, seat.seat, seat.token)
    with pytest.raises(NoEntry):
        await directory.join(JoinTable("Claudia", code=host.code, secret="a secret of somebody else"))


@pytest.mark.parametrize("free", [1, 2])
@in_loop
async def test_a_join_that_comes_twice_at_once_takes_one_seat(sqlite_url, open_store, free):
    """As it does when a proxy, or a client that has waited for long, asks again before there was an answer."""
    directory = Directory(open_store(sqlite_url))
    host = await directory.open(NewTable("rage", "Anja", [OPEN] * free + [BOT]))
    invite = await directory.invite(host.table, host.token, 1)
    wish = JoinTable("Bernd", invite=invite.invite, secret="a secret of Bernd's own")
    first, again = await asyncio.gather(directory.join(wish), directory.join(wish))
    assert first == again
    seats = await directory.queries.look(host.table, lambda table: [seat.open for seat in table.seats])
    assert seats == [False, False, *[True] * (free - 1), False]
