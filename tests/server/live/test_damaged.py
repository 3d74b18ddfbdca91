"""A damaged table is refused in a sentence, logged once, kept as it is; and everything else is served."""

import logging
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from stichwerk.errors import StichwerkError
from stichwerk.protocol import messages
from stichwerk.protocol.error_codes import FOR_GOOD
from stichwerk.protocol.messages import Hello, JoinTable, NewTable, Seat
from stichwerk.server.domain.index import row_from_log
from stichwerk.server.domain.timers import FORGOTTEN
from stichwerk.server.errors import UnreadableLog
from stichwerk.server.live.directory import Directory
from stichwerk.server.store.log import Store
from stichwerk.server.web.problems import status_of
from support.server.clients import in_loop, next_of
from support.server.damage import ACCIDENTS, happens, run_sql
from support.server.kept import kept_tables, put_there
from support.server.sittings import OPEN


def everything(store: Store) -> list[Any]:
    """All that the database has."""
    names = ("log", "heads", "tables", "seats")
    with create_engine(store.url).connect() as connection:
        return [sorted(map(repr, connection.execute(text(f"SELECT * FROM {name}")))) for name in names]


async def a_lobby(directory: Directory) -> Seat:
    """A listed table with six lines in its log."""
    seat = await directory.open(NewTable("rage", "Anja", [OPEN, OPEN, OPEN, OPEN, OPEN], listed=True))
    for name in ("Bernd", "Claudia", "Dieter"):
        await directory.join(JoinTable(name, table=seat.table))
    for number in (4, 5):
        await directory.ask(seat.table, seat.token, messages.SetSeat(str(number), number, "bot", 2))
    return seat


async def refused(ask: Any) -> StichwerkError:
    with pytest.raises(StichwerkError) as error:
        await ask
    return error.value


@pytest.mark.parametrize("accident", ACCIDENTS)
@in_loop
async def test_whoever_opens_it_is_told_and_all_others_play(url, open_store, accident, caplog):
    store = open_store(url)
    first = Directory(store)
    seat, other = await a_lobby(first), await a_lobby(first)
    await first.close()
    store.close()
    said = happens(url, accident, seat.table)
    store = open_store(url)
    before = everything(store)
    directory = Directory(store)
    for _ in range(2):
        for ask in (
            directory.queries.view(seat.table),
            directory.queries.view(seat.table, seat.token),
            directory.connect(Hello(seat.table, token=seat.token)),
            directory.ask(seat.table, seat.token, messages.Start("1")),
            directory.queries.statistics(seat.table),
            directory.queries.record(seat.table, 1),
            directory.join(JoinTable("Eva", code=seat.code)),
        ):
            problem = await refused(ask)
            assert (problem.code, status_of(problem)) == ("bad-log", 409)
            assert problem.message.startswith("this table is damaged")
            assert "try again" not in problem.message
    assert "bad-log" in FOR_GOOD
    [told] = [each for each in caplog.records if each.levelno >= logging.ERROR]
    assert seat.table in told.getMessage()
    assert said in told.getMessage()
    assert not any(secret in told.getMessage() for secret in (seat.token, seat.code or "-", "Anja", "Opened"))
    assert {each.id for each in await directory.queries.listed()} == {seat.table, other.table}
    mine = await directory.queries.mine([seat.token, other.token])
    assert {each.table.id for each in mine} == {seat.table, other.table}
    assert everything(store) == before
    assert seat.table not in directory.rooms._rooms
    await directory.ask(other.table, other.token, messages.SetSeat("open", 4, "open"))
    assert (await directory.join(JoinTable("Eva", code=other.code))).table == other.table
    await directory.close()


@in_loop
async def test_it_is_not_swept_away(url, open_store, caplog):
    now = 1_000_000
    store = open_store(url)
    first = Directory(store, lambda: now)
    seat, other = await a_lobby(first), await a_lobby(first)
    await first.close()
    happens(url, "a line in the middle", seat.table)
    directory = Directory(store, lambda: now + 2 * FORGOTTEN)
    with caplog.at_level(logging.INFO):
        for _ in range(3):
            await directory.sweeper.close_forgotten()
    assert len([each for each in caplog.records if each.levelno >= logging.WARNING]) == 1
    assert (await directory.queries.view(other.table)).status == "closed"
    assert store.count() == {"lobby": 1, "closed": 1}
    store.rebuild_index(row_from_log)
    assert store.count() == {"lobby": 1, "closed": 1}
    await directory.close()


@in_loop
async def test_damage_that_comes_while_people_sit_there(url, open_store):
    directory = Directory(open_store(url))
    seat = await a_lobby(directory)
    connection = await directory.connect(Hello(seat.table, token=seat.token))
    happens(url, "a byte of a fact", seat.table)
    directory.rooms.room(seat.table).table = None  # it was quiet, and left memory
    await connection.receive(messages.encode(messages.Start("go")))
    error = await next_of(connection, messages.Error)
    assert (error.code, error.id) == ("bad-log", "go")
    await directory.close()


@pytest.mark.parametrize("change", [
    "UPDATE log SET fact = replace(fact, '\"move\":\"', '\"move\":\"x') WHERE table_id = '{}'",
    "UPDATE log SET fact = replace(fact, '\"seat\":', '\"seat\":1') WHERE table_id = '{}'",
    "UPDATE log SET fact = '{{' WHERE table_id = '{}' AND seq = 5",
])  # fmt: skip
@in_loop
async def test_an_old_log_that_tells_nonsense_is_damaged_as_well(open_store, tmp_path, caplog, change):
    """Without hashes, all that can be seen is that it cannot have happened."""
    put_there(url := f"sqlite:///{tmp_path / 'old.db'}", "v1")
    table = next(each for each in kept_tables("v1") if each.what == "rage: choosing in secret")
    run_sql(url, change.format(table.id))
    directory = Directory(open_store(url))
    for _ in range(2):
        assert isinstance(await refused(directory.queries.view(table.id)), UnreadableLog)
    assert (
        len([each for each in caplog.records if each.levelno >= logging.ERROR and table.id in each.getMessage()]) == 1
    )
    await directory.close()
