"""The log is not the wire: what other versions have written is read, or refused in a sentence; no table is lost."""

import json
import logging
from dataclasses import replace
from typing import Any, get_args

import msgspec
import pytest
from sqlalchemy import create_engine

from stichwerk.errors import StichwerkError, UnknownGame
from stichwerk.protocol import messages
from stichwerk.protocol.messages import Hello, JoinTable, NewTable
from stichwerk.server.domain import facts, summaries
from stichwerk.server.domain.facts import Line
from stichwerk.server.domain.index import row_from_log
from stichwerk.server.domain.table import Table
from stichwerk.server.domain.timers import FORGOTTEN
from stichwerk.server.domain.tokens import hashed
from stichwerk.server.errors import UnreadableLog
from stichwerk.server.live import sweeper
from stichwerk.server.live.directory import Directory
from stichwerk.server.store import schema
from stichwerk.server.store.log import Store
from stichwerk.server.web.problems import status_of
from support.server.clients import in_loop, next_of
from support.server.damage import run_sql
from support.server.kept import kept_tables, put_there, shown
from support.server.sittings import OPEN, Sitting, timed

NEWER = b'{"fact":"Kibitzed","id":"7","seat":1,"says":"hm"}'


@pytest.fixture
def store(sqlite_url, open_store) -> Store:
    return open_store(sqlite_url)


def changed(line: Line, change: Any) -> Line:
    """A line as another version would have written it."""
    data = json.loads(line.fact)
    change(data)
    return Line(line.seq, line.at, json.dumps(data).encode())


def unreadable(code: str, line: bytes) -> str:
    with pytest.raises(UnreadableLog) as error:
        facts.decode(line)
    assert error.value.code == code
    assert len(error.value.message.splitlines()) == 1
    return error.value.message


# ---------------------------------------------------------------- one fact


def test_the_first_line_has_the_format():
    first = json.loads(Sitting().log[0].fact)
    assert (first["fact"], first["v"]) == ("Opened", facts.FORMAT)
    del first["v"]  # as it was written before
    opened = facts.decode(json.dumps(first).encode())
    assert isinstance(opened, facts.Opened)
    assert opened.v == 1


def test_a_pace_with_a_field_that_is_not_known():
    sitting = Sitting(pace=timed(20, reserve=5)).join("Bernd")
    newer = changed(sitting.log[0], lambda data: data["pace"].update(byoyomi=3))
    table = Table.of("TABLE", [newer, *sitting.log[1:]])
    assert (table.pace, table.names) == (facts.Pace(move=20, reserve=5), ["Anja", "Bernd"])


def test_what_can_be_wished_for_has_a_place_in_the_log():
    for wished, stored in ((messages.Pace, facts.Pace), (messages.SeatWish, facts.SeatWish)):
        assert wished.__struct_fields__ == stored.__struct_fields__
        assert msgspec.structs.asdict(wished()) == msgspec.structs.asdict(stored())
        assert not stored.__struct_config__.forbid_unknown_fields
    # What a later version lets people wish for is none of the log's business.
    opened = facts.decode(
        b'{"fact":"Opened","table":"T","game":"rage","seats":[{"kind":"kibitz","level":9}],"pace":{"move":1},'
        b'"name":"Anja","token":"t"}'
    )
    assert isinstance(opened, facts.Opened)


@pytest.mark.parametrize("kind", get_args(facts.AnyFact), ids=lambda kind: kind.__name__)
def test_every_fact_passes_over_what_it_does_not_know(kind):
    assert not kind.__struct_config__.forbid_unknown_fields
    assert issubclass(kind, facts.Fact)


def test_a_fact_that_only_a_newer_version_knows():
    assert "'Kibitzed'" in unreadable("newer-log", NEWER)
    assert len(unreadable("newer-log", b'{"fact":"%s"}' % (b"x" * 10_000))) < 200


def test_a_log_of_a_newer_format():
    line = Sitting().log[0]
    assert "format 2" in unreadable("newer-log", changed(line, lambda data: data.update(v=2)).fact)
    assert "format 9" in unreadable("newer-log", changed(line, lambda data: data.update(v=9, seats="many")).fact)


@pytest.mark.parametrize(
    "line",
    [b"", b"\xff", b"[]", b"{}", b'{"fact":7}', b'{"fact":"Moved"}', b'{"fact":"Moved","seat":"first","move":"R1"}'],
)
def test_a_damaged_line(line):
    unreadable("bad-log", line)


def test_whole_logs_of_an_old_version_with_more_in_them(open_store, tmp_path):
    """Whatever a newer version adds to any fact, the table is the same."""
    put_there(url := f"sqlite:///{tmp_path / 'old.db'}", "v1")
    store = open_store(url)

    def more(data: dict[str, Any]) -> None:
        for part in (data, data.get("pace", {}), *data.get("seats", ())):
            part["added"] = {"later": [1, None]}

    for kept in kept_tables("v1"):
        lines = [changed(line, more) for line in store.lines(kept.id)]
        assert shown(Table.of(kept.id, lines)) == kept.shown, kept.what


# ---------------------------------------------------------------- a table that cannot be read


class Odd:
    """Beside the tables of ours there is another in the database, with a log that was changed after it was played."""

    def __init__(self, store: Store, begun: bool, *, game: str = "rage", newer: bool = False) -> None:
        self.store = store
        sitting = Sitting("rage", (OPEN, OPEN), listed=True)
        if begun:
            sitting.join("Bernd", "Claudia").start().play_until_round(2)
        self.now = sitting.now
        lines = [changed(line, _hash_token) for line in sitting.log]
        row = row_from_log("ODD", lines)
        assert row is not None
        self.row = replace(row, summary=row.summary.replace(b'"rage"', b'"%s"' % game.encode()))
        lines[0] = changed(lines[0], lambda data: data.update(game=game))
        self.lines = [*lines, Line(len(lines) + 1, self.now, NEWER)] if newer else lines
        for line in self.lines:
            store.append("ODD", line.seq, line.at, [line.fact], self.row).result()

    def index(self) -> list[Any]:
        """All that the index says of it."""
        with create_engine(self.store.url).connect() as connection:
            asked = (
                schema.tables.select().where(schema.tables.c.id == "ODD"),
                schema.seats.select().where(schema.seats.c.table_id == "ODD"),
            )
            return [sorted(connection.execute(each)) for each in asked]


def _hash_token(data: dict[str, Any]) -> None:
    if "token" in data:
        data["token"] = hashed(data["token"])


ODD = [
    pytest.param({"game": "skat"}, False, "unknown-game", id="a lobby of a game that is not installed"),
    pytest.param({"game": "skat"}, True, "unknown-game", id="a game that is not installed"),
    pytest.param({"newer": True}, False, "newer-log", id="a lobby with a newer fact"),
    pytest.param({"newer": True}, True, "newer-log", id="a game with a newer fact"),
]


@pytest.mark.parametrize(("how", "begun", "code"), ODD)
@in_loop
async def test_asked_for_it_is_refused_in_a_sentence_and_all_others_are_there(store, how, begun, code):
    odd = Odd(store, begun, **how)
    directory = Directory(store, lambda: odd.now)
    ours = await directory.open(NewTable("rage", "Eva", [OPEN], listed=True))
    for ask in (
        lambda: directory.queries.view("ODD"),
        lambda: directory.connect(Hello("ODD")),
        lambda: directory.ask("ODD", "token 0", messages.Start("1")),
        lambda: directory.queries.statistics("ODD"),
        lambda: directory.queries.record("ODD", 1),
        lambda: directory.invite("ODD", "token 0", None),
        lambda: directory.join(JoinTable("Frank", table="ODD")),
        lambda: directory.bot_moves("ODD", 0, "bid:1", 9),
    ):
        with pytest.raises(StichwerkError) as error:
            await ask()
        assert error.value.code == code
        assert len(error.value.message.splitlines()) == 1
    assert "ODD" not in directory.rooms._rooms
    assert {each.id: each.game for each in await directory.queries.listed()} == {
        "ODD": how.get("game", "rage"),
        ours.table: "rage",
    }
    assert [(each.table.id, each.seat) for each in await directory.queries.mine(["token 0"])] == [("ODD", 0)]
    assert (await directory.join(JoinTable("Frank", code=ours.code))).table == ours.table
    assert store.lines("ODD") == odd.lines
    await directory.close()


@pytest.mark.parametrize(("how", "begun", "code"), ODD)
@in_loop
async def test_it_is_never_given_up(store, how, begun, code, monkeypatch, caplog):
    """Neither is it closed, nor does it keep others from being closed that were really forgotten."""
    monkeypatch.setattr(sweeper, "_FORGOTTEN_AT_ONCE", 1)
    odd = Odd(store, begun, **how)
    before, now = odd.index(), odd.now
    directory = Directory(store, lambda: now)
    others = [await directory.open(NewTable("rage", "Eva", [OPEN])) for _ in range(3)]
    now += 2 * FORGOTTEN
    with caplog.at_level(logging.WARNING):
        for _ in range(6):
            await directory.sweeper.close_forgotten()
    assert [(await directory.queries.view(each.table)).status for each in others] == ["closed"] * 3
    assert not [each for each in caplog.records if each.levelno > logging.WARNING]
    assert (store.lines("ODD"), odd.index()) == (odd.lines, before)
    await directory.close()


@pytest.mark.parametrize(("how", "begun", "code"), ODD)
def test_the_index_made_anew_still_has_it(store, how, begun, code):
    odd = Odd(store, begun, **how)
    store.append("OURS", 1, 5, [facts.encode(facts.Opened(table="OURS", game="rage", name="Eva", token="e"))]).result()
    before = odd.index()
    assert store.rebuild_index(row_from_log) == 2
    assert odd.index() == before
    assert len(store.held(["e"])) == 1
    with create_engine(store.url).begin() as connection:  # it is lost altogether: now there is nothing but the log
        connection.execute(schema.tables.delete())
        connection.execute(schema.seats.delete())
    assert store.rebuild_index(row_from_log) == 2
    [row], seats = odd.index()
    assert (row.listed, row.code, seats) == (True, odd.row.code, before[1])
    if not (begun and code == "unknown-game"):  # without the rules, it is known as far as its first deal
        assert row == before[0][0]


def test_a_log_that_cannot_be_read_at_all_hides_no_other(store):
    store.append("BROKEN", 1, 0, [b"\x00"]).result()
    store.append("OURS", 1, 5, [facts.encode(facts.Opened(table="OURS", game="rage", name="Eva", token="e"))]).result()
    assert store.rebuild_index(row_from_log) == 2
    assert [held.table for held in store.held(["e"])] == ["OURS"]
    assert store.lines("BROKEN") == [Line(1, 0, b"\x00")]


@in_loop
async def test_a_newer_server_at_the_same_database(store):
    """It writes what this one does not know: this one says so, and goes on with all other tables."""
    directory = Directory(store)
    seat = await directory.open(NewTable("rage", "Anja", [OPEN]))
    other = await directory.open(NewTable("rage", "Eva", [OPEN]))
    connection = await directory.connect(Hello(seat.table, token=seat.token))
    store.append(seat.table, 2, directory.now(), [NEWER]).result()
    await connection.receive(messages.encode(messages.Start("go")))
    error = await next_of(connection, messages.Error)
    assert (error.code, error.id) == ("newer-log", "go")
    assert (await directory.queries.view(other.table)).status == "lobby"
    assert [each.table.id for each in await directory.queries.mine([seat.token])] == [seat.table]
    await directory.close()


@pytest.mark.parametrize("summary", ["CAST('{' AS BLOB)", "'{'", "x'ff00'", "7", "0.5", "''"])
@in_loop
async def test_a_damaged_row_of_the_index_hides_no_other(store, summary, caplog):
    directory = Directory(store)
    seats = [await directory.open(NewTable("rage", "Anja", [OPEN], listed=True)) for _ in range(2)]
    run_sql(store.url, f"UPDATE tables SET summary = {summary} WHERE id = '{seats[0].table}'")
    summaries._tell_once.cache_clear()
    for _ in range(2):
        assert [each.id for each in await directory.queries.listed()] == [seats[1].table]
        mine = await directory.queries.mine([seat.token for seat in seats])
        assert [each.table.id for each in mine] == [seats[1].table]
    assert [each.getMessage().count("check-db") for each in caplog.records] == [1]
    assert (await directory.queries.view(seats[0].table)).status == "lobby"
    await directory.close()


@in_loop
async def test_a_row_of_a_newer_version_is_listed(store):
    directory = Directory(store)
    seat = await directory.open(NewTable("rage", "Anja", [OPEN], listed=True))
    [row] = await directory.queries.listed()
    data = json.loads(messages.encode(row))
    for part in (data, data["pace"], *data["seats"]):
        part["added"] = 1
    with create_engine(store.url).begin() as connection:
        connection.execute(schema.tables.update().values(summary=json.dumps(data).encode()))
    assert await directory.queries.listed() == [row]
    assert row.id == seat.table
    await directory.close()


def test_how_it_is_said_over_http():
    assert (status_of(UnknownGame("")), status_of(UnreadableLog(""))) == (404, 409)
