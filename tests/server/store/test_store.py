"""The store: durable appends in groups, an index that follows from the log, and clear words when something is wrong."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import wait
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, event, text

from stichwerk.server.domain.facts import Line
from stichwerk.server.domain.index import Row
from stichwerk.server.errors import Conflict, StoreError
from stichwerk.server.store import schema
from stichwerk.server.store.log import Store


def row(table: str, code: str | None = None, **other: Any) -> Row:
    usual = {"status": "lobby", "listed": True, "changed_at": 5, "summary": table.encode(), "tokens": ()}
    other = {**usual, **other}
    return Row(table, code, **other)


def test_lines_come_back_in_order(url, open_store):
    store = open_store(url)
    store.append("A", 1, 10, [b"one", b"two"]).result()
    store.append("B", 1, 11, [b"other"]).result()
    store.append("A", 3, 12, [b"three"]).result()
    assert store.lines("A") == [Line(1, 10, b"one"), Line(2, 10, b"two"), Line(3, 12, b"three")]
    assert store.lines("A", 2) == [Line(3, 12, b"three")]
    assert store.lines("C") == []


def test_a_second_line_with_the_same_number_is_a_conflict(url, open_store):
    store = open_store(url)
    store.append("A", 1, 0, [b"one"]).result()
    with pytest.raises(Conflict):
        store.append("A", 1, 0, [b"again"]).result()
    with pytest.raises(Conflict):
        open_store(url).append("A", 1, 0, [b"from elsewhere"]).result()
    assert store.lines("A") == [Line(1, 0, b"one")]


def test_a_failing_append_fails_alone(url, open_store):
    store = open_store(url)
    block(store)
    appended = [store.append("A", 1 + number // 2, 0, [b"%d" % number]) for number in range(40)]
    wait(appended)
    assert [future.exception() is None for future in appended] == [True, False] * 20
    assert all(isinstance(future.exception(), Conflict) for future in appended[1::2])
    assert [line.fact for line in store.lines("A")] == [b"%d" % number for number in range(0, 40, 2)]


def block(store: Store) -> None:
    """Keep the writer busy for a moment, so that what comes next is one group."""
    store._writer.submit(lambda connection: time.sleep(0.1))


def test_many_appends_are_one_transaction(url, open_store):
    store = open_store(url)
    block(store)
    before = store.commits
    wait([store.append(f"T{number}", 1, 0, [b"x"]) for number in range(300)])
    assert store.commits - before <= 3


@pytest.mark.parametrize("count", [2, 3, 4, 5, 1024, 1025, 2500])
def test_lines_that_are_stored_together(url, open_store, count):
    """In one statement, or in several if there are many: each is there, and nothing else."""
    store = open_store(url)
    store.append("A", 1, 7, [b"the first"]).result()
    store.append("A", 2, 8, [b"%d" % number for number in range(count)]).result()
    assert store.lines("A", 1) == [Line(2 + number, 8, b"%d" % number) for number in range(count)]


def test_the_index_is_written_with_the_lines_or_not_at_all(url, open_store):
    store = open_store(url)
    store.append("A", 1, 0, [b"x"], row("A", "CODE", tokens=(("hash", 2),))).result()
    assert store.table_of_code("CODE") == "A"
    assert [(held.table, held.seat, held.summary) for held in store.held(["hash", "other"])] == [("A", 2, b"A")]
    with pytest.raises(Conflict):
        store.append("B", 1, 0, [b"x"], row("B", "CODE")).result()
    assert store.lines("B") == []
    store.append("A", 2, 0, [b"y"], row("A", None, status="over")).result()
    assert store.table_of_code("CODE") is None
    assert store.held(["hash"]) == []
    assert store.count() == {"over": 1}
    store.append("B", 1, 0, [b"x"], row("B", "CODE")).result()


def test_lists_have_the_latest_first_and_only_what_is_listed(url, open_store):
    store = open_store(url)
    for number in range(5):
        store.append(f"T{number}", 1, 0, [b"x"], row(f"T{number}", changed_at=number, listed=number != 3)).result()
    store.append("T4", 2, 0, [b"x"], row("T4", status="over")).result()
    assert store.listed(["lobby", "playing"], since=0) == [b"T2", b"T1", b"T0"]
    assert store.listed(["lobby", "over"], since=0, limit=2) == [b"T4", b"T2"]
    assert store.listed(["lobby", "playing"], since=2) == [b"T2"]
    assert sorted(store.unchanged("lobby", before=1, limit=9)) == ["T0", "T1"]
    assert store.unchanged("lobby", before=9, limit=2) == ["T0", "T1"]
    assert store.unchanged("lobby", before=9, limit=2, after="T1") == ["T2", "T3"]


def test_the_index_can_be_rebuilt_from_the_log(url, open_store):
    store = open_store(url)
    for table in "ABC":
        store.append(table, 1, 0, [b"x"], row(table, f"CODE{table}", tokens=((f"hash {table}", 0),))).result()
    with create_engine(store.url).begin() as connection:
        connection.execute(text("DELETE FROM tables"))
        connection.execute(text("UPDATE seats SET seat = 9"))
    assert store.rebuild_index(lambda table, lines: row(table, f"C{len(lines)}{table}", tokens=((table, 1),))) == 3
    assert store.table_of_code("C1B") == "B"
    assert [held.seat for held in store.held(["A", "B", "hash A"])] == [1, 1]


def test_a_row_that_the_log_does_not_tell_for_sure_is_left_as_it_is(url, open_store):
    store = open_store(url)
    for table in "ABC":
        store.append(table, 1, 0, [b"x"], row(table, f"CODE{table}", tokens=((f"hash {table}", 0),))).result()
    store.append("D", 1, 0, [b"x"]).result()
    store.append("E", 1, 0, [b"x"]).result()
    told = {"A": row("A", "CODEX"), "B": row("B", "CODEY", sure=False), "C": None, "D": row("D", "CODEZ", sure=False)}
    assert store.rebuild_index(lambda table, lines: told.get(table)) == 5
    codes = {code: store.table_of_code(code) for code in ("CODEA", "CODEB", "CODEC", "CODEX", "CODEY", "CODEZ")}
    assert codes == {"CODEA": None, "CODEB": "B", "CODEC": "C", "CODEX": "A", "CODEY": None, "CODEZ": "D"}
    assert [held.table for held in store.held(["hash A", "hash B"])] == ["B"]
    assert store.count() == {"lobby": 4}


def test_the_key_stays_the_same(url, open_store):
    first = open_store(url).invite_key()
    assert len(first) == 64
    assert open_store(url).invite_key() == first


def test_the_migrations_make_exactly_the_schema(url, open_store):
    open_store(url)
    with create_engine(url).connect() as connection:
        context = MigrationContext.configure(connection)
        differences = compare_metadata(context, schema.metadata)
    assert differences == []


def test_what_is_handed_in_is_written_before_it_closes(url):
    store = Store(url)
    futures = [store.append(f"T{number}", 1, 0, [b"x"]) for number in range(50)]
    store.close()
    assert all(future.exception(0) is None for future in futures)
    with pytest.raises(StoreError, match="shutting down"):
        store.append("late", 1, 0, [b"x"]).result()


def test_ten_thousand_stored_tables_open_at_once(url):
    Store(url).close()
    ids = [f"T{number}" for number in range(10_000)]
    with create_engine(url).begin() as connection:  # all at once: it is not the writing that is measured
        lines = [{"table_id": table, "seq": seq, "at": 0, "fact": b"x" * 150} for table in ids for seq in range(1, 6)]
        rows = [{"id": table, "code": table, "status": "lobby", "listed": True, "changed_at": 0, "summary": b"{}"}
                for table in ids]  # fmt: skip
        connection.execute(schema.log.insert(), lines)
        connection.execute(schema.tables.insert(), rows)
        connection.execute(schema.seats.insert(), [{"token": table, "table_id": table, "seat": 0} for table in ids])
    start = time.perf_counter()
    store = Store(url)
    assert len(store.listed(["lobby"], since=0)) == 100
    assert len(store.lines("T77")) == 5
    assert store.table_of_code("T9999") == "T9999"
    assert time.perf_counter() - start < 3
    store.close()


# ---------------------------------------------------------------- killed

WRITER = """
import sys
from stichwerk.server.store.log import Store
store = Store(sys.argv[1])
for group in range(10_000):
    futures = [store.append(f"T{table}", group + 1, 0, [b"x"]) for table in range(20)]
    for table, future in enumerate(futures):
        future.result()
        print(table, group + 1, flush=True)
"""


def test_what_was_acknowledged_is_there_after_a_kill(url, open_store):
    process = subprocess.Popen([sys.executable, "-c", WRITER, url], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    told = [process.stdout.readline() for _ in range(300)]
    os.kill(process.pid, signal.SIGKILL)
    told += process.stdout.read().splitlines()
    process.wait()
    acknowledged = [tuple(map(int, line.split())) for line in told if line.count(" ") == 1 and line.strip()]
    assert len(acknowledged) >= 300
    store = open_store(url)
    stored = {(table, line.seq) for table in range(20) for line in store.lines(f"T{table}")}
    # The last line that was told may be cut off in the middle of its number.
    assert set(acknowledged[:-1]) <= stored


# ---------------------------------------------------------------- bad databases


def refused(url: str, code: str, **how: Any) -> str:
    with pytest.raises(StoreError) as error:
        Store(url, **how)
    assert error.value.code == code
    assert len(error.value.message.splitlines()) == 1
    return error.value.message


def test_postgresql_without_its_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert "pip install 'stichwerk[postgres]'" in refused("postgresql://anja@localhost/tables", "db-error")


def test_a_missing_folder(tmp_path):
    assert str(tmp_path / "none") in refused(f"sqlite:///{tmp_path}/none/x.db", "db-missing")


def test_a_file_that_is_no_database(tmp_path):
    (tmp_path / "x.db").write_text("Dear diary, " * 1000)
    refused(f"sqlite:///{tmp_path}/x.db", "db-foreign")


def test_a_database_of_another_program(tmp_path):
    with sqlite3.connect(tmp_path / "x.db") as connection:
        connection.execute("CREATE TABLE recipes (id INTEGER)")
    refused(f"sqlite:///{tmp_path}/x.db", "db-foreign")


def test_a_database_that_is_read_only(tmp_path):
    Store(f"sqlite:///{tmp_path}/x.db").close()
    store = Store(f"sqlite:///file:{tmp_path}/x.db?mode=ro&uri=true")
    with pytest.raises(StoreError) as error:
        store.append("A", 1, 0, [b"x"]).result()
    assert error.value.code == "db-read-only"
    store.close()


def test_a_locked_database(tmp_path):
    url = f"sqlite:///{tmp_path}/x.db"
    store = Store(url, patience_ms=50)
    other = sqlite3.connect(tmp_path / "x.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError) as error:
        store.append("A", 1, 0, [b"x"]).result()
    assert error.value.code == "db-locked"
    refused(url, "db-locked", patience_ms=50)
    other.execute("ROLLBACK")
    other.close()
    store.append("A", 1, 0, [b"x"]).result()
    store.close()


def test_a_full_disk(sqlite_url, open_store):
    store = open_store(sqlite_url)
    store.append("A", 1, 0, [b"x"]).result()

    pages = {"most": 20}

    @event.listens_for(store._engine, "before_cursor_execute")
    def _small(connection, cursor, statement, parameters, context, many):
        cursor.connection.execute(f"PRAGMA max_page_count={pages['most']}").close()

    block(store)
    futures = [store.append("A", 2 + number, 0, [b"x" * 30_000]) for number in range(5)]
    wait(futures)
    assert {getattr(future.exception(), "code", None) for future in futures} == {"db-full"}
    assert len(store.lines("A")) == 1
    pages["most"] = 2000
    store.append("A", 2, 0, [b"x" * 30_000]).result()


def test_a_database_from_the_future(url):
    Store(url).close()
    with create_engine(url).begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    assert "update it" in refused(url, "db-newer")


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "stichwerk.db",
        "postgresql+asyncpg://root@localhost/x",
        "sqlite+aiosqlite:///x.db",
        "mysql://root@localhost/x",
        "nonsense://x",
        "sqlite:/x:/y",
    ],
)
def test_a_url_that_is_none(wrong):
    refused(wrong, "db-url")


def test_a_server_that_does_not_answer():
    told = refused("postgresql://nobody@127.0.0.1:9/none?connect_timeout=2", "db-missing")
    assert "postgresql://nobody@127.0.0.1:9/none" in told, "as it was typed"


def test_a_missing_database(postgres):
    refused(postgres.replace("/postgres", "/nowhere"), "db-missing")
