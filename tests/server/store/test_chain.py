"""The chain over each log: what was changed, lost or moved is noticed, and nothing else is."""

import sqlite3
import time
from collections.abc import Mapping

import pytest
from sqlalchemy import Connection, create_engine

from stichwerk.server.domain.facts import Line
from stichwerk.server.errors import Conflict, DamagedLog, StoreError
from stichwerk.server.store import chain, rows, schema, writer
from stichwerk.server.store.chain import Head, StoredLine
from stichwerk.server.store.log import Store
from support.server.damage import ACCIDENTS, flipped, happens, run_sql
from support.server.kept import kept_tables

FACTS = [b"fact %d" % number for number in range(1, 9)]


def kept(url: object, table: str = "A") -> tuple[list[StoredLine], Head | None]:
    with create_engine(url).connect() as connection:  # type: ignore[call-overload]
        log, heads = schema.log, schema.heads
        asked = log.select().where(log.c.table_id == table).order_by(log.c.seq)
        head = connection.execute(heads.select().where(heads.c.table_id == table)).first()
        return [StoredLine(*row[1:]) for row in connection.execute(asked)], None if head is None else Head(*head[1:])


def damage(store: Store, table: str = "A") -> str:
    with pytest.raises(DamagedLog) as error:
        store.lines(table)
    assert error.value.code == "bad-log"
    assert len(error.value.message.splitlines()) == 1
    return error.value.flaws


@pytest.mark.parametrize("accident", ACCIDENTS)
def test_damage_is_noticed_and_all_others_are_read(url, open_store, accident):
    store = open_store(url)
    for table in "AB":
        store.append(table, 1, 5, FACTS[:5]).result()
        store.append(table, 6, 7, FACTS[5:]).result()
    store.write(lambda connection: connection.execute(schema.tables.insert().values(
        id="A", code=None, status="lobby", listed=True, changed_at=0, summary=b"{}"
    ))).result()  # fmt: skip
    store.close()
    said = happens(url, accident, "A")
    store = open_store(url)
    assert said in damage(store)
    assert [line.fact for line in store.lines("B")] == FACTS


def test_every_line_has_a_hash_and_the_last_is_the_head(url, open_store):
    store = open_store(url)
    for seq, fact in enumerate(FACTS[:3], 1):
        store.append("A", seq, seq, [fact]).result()
    store.append("A", 4, 9, FACTS[3:]).result()
    hashes = list(chain.links("A", store.lines("A")))
    store.close()
    stored, head = kept(url)
    assert [each.hash for each in stored] == hashes
    assert head == Head(8, hashes[-1])


def test_where_a_log_ends_is_kept_soon_and_for_many_lines_at_once(url, open_store, monkeypatch):
    monkeypatch.setattr(writer, "_HEADS_WITHIN", 0.3)
    written: list[Head] = []
    write = rows.write_heads

    def counted(connection: Connection, heads: Mapping[str, Head]) -> None:
        written.extend(heads.values())
        write(connection, heads)

    monkeypatch.setattr(rows, "write_heads", counted)
    store = open_store(url)
    for seq, fact in enumerate(FACTS, 1):
        store.append("A", seq, 0, [fact]).result()
    patience = time.monotonic() + 20
    while (head := kept(url)[1]) is None or head.seq < 8:
        assert time.monotonic() < patience
        time.sleep(0.02)
    assert len(written) < 8
    assert head == Head(8, list(chain.links("A", store.lines("A")))[-1])


def test_after_a_crash_the_head_may_be_behind(url, open_store, monkeypatch):
    store = open_store(url)
    store.append("A", 1, 0, FACTS[:4]).result()
    store.close()
    monkeypatch.setattr(rows, "write_heads", lambda connection, heads: None)  # it was killed before
    store = open_store(url)
    store.append("A", 5, 0, FACTS[4:]).result()
    store.close()
    monkeypatch.undo()
    head = kept(url)[1]
    assert head is not None
    assert head.seq == 4
    store = open_store(url)
    assert [line.fact for line in store.lines("A")] == FACTS


def test_the_chain_goes_on_after_a_restart_and_in_other_processes(url, open_store, monkeypatch):
    one, two = open_store(url), open_store(url)
    one.append("A", 1, 0, [b"1"]).result()
    two.append("A", 2, 0, [b"2", b"3"]).result()
    with pytest.raises(Conflict):
        one.append("A", 2, 0, [b"late"]).result()
    one.append("A", 4, 0, [b"4"]).result()
    open_store(url).append("A", 5, 0, [b"5"]).result()
    assert [line.fact for line in one.lines("A")] == [b"1", b"2", b"3", b"4", b"5"]


def test_hashes_that_are_not_remembered_any_more_are_asked_for(url, open_store, monkeypatch):
    monkeypatch.setattr(writer, "_REMEMBERED", 2)
    store = open_store(url)
    for seq in (1, 2, 3):
        for table in "ABCD":
            store.append(table, seq, 0, [b"%d" % seq]).result()
    assert len(store._writer._heads) == 2
    assert [len(store.lines(table)) for table in "ABCD"] == [3, 3, 3, 3]


def test_a_group_with_conflicts_in_it_is_chained_all_the_same(url, open_store):
    store = open_store(url)
    store._writer.submit(lambda connection: time.sleep(0.1))  # so that what comes next is one group
    done = [store.append("A", 1 + number // 2, 0, [b"%d" % number]) for number in range(20)]
    assert [future.exception() is None for future in done] == [True, False] * 10
    assert [line.fact for line in store.lines("A")] == [b"%d" % number for number in range(0, 20, 2)]


def test_nothing_is_appended_behind_a_line_that_is_not_there(url, open_store):
    store = open_store(url)
    store.append("A", 1, 0, [b"1"]).result()
    for seq in (3, 2**20):
        with pytest.raises(Conflict):
            store.append("A", seq, 0, [b"later"]).result()
    assert len(store.lines("A")) == 1


def test_a_head_that_was_changed(url, open_store):
    store = open_store(url)
    store.append("A", 1, 0, FACTS).result()
    store.close()
    store, head = open_store(url), kept(url)[1]
    assert head is not None
    for other in (Head(8, flipped(head.hash)), Head(4, head.hash), Head(9, head.hash)):
        changed = schema.heads.update().values(seq=other.seq, hash=other.hash)
        store.write(lambda connection, changed=changed: connection.execute(changed)).result()
        assert damage(store)


@pytest.mark.parametrize("column", ["at", "fact", "hash", "seq"])
def test_a_value_of_another_kind_in_sqlite(sqlite_url, open_store, column):
    store = open_store(sqlite_url)
    store.append("A", 1, 0, FACTS).result()
    run_sql(sqlite_url, f"UPDATE log SET {column} = 'text' WHERE seq = 3")
    assert damage(store)


def test_a_broken_page_of_sqlite_is_the_trouble_of_its_tables_alone(tmp_path, open_store):
    store = open_store(f"sqlite:///{tmp_path}/x.db")
    tables = [f"T{number:03}" for number in range(60)]
    for table in tables:
        store.append(table, 1, 0, [table.encode() * 250]).result()
    store.close()
    with sqlite3.connect(tmp_path / "x.db") as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    data = (tmp_path / "x.db").read_bytes()
    page = data.index(b"T030T030") // 4096 * 4096
    (tmp_path / "x.db").write_bytes(data[:page] + b"\xff" * 8 + data[page + 8 :])
    store = open_store(f"sqlite:///{tmp_path}/x.db")
    assert damage(store, "T030")
    assert store.lines("T003")[0].fact == b"T003" * 250
    assert store.lines("T055")[0].fact == b"T055" * 250


# ---------------------------------------------------------------- old databases


def test_old_lines_are_watched_from_the_next_line_on(old_url, open_store):
    store = open_store(old_url)
    table = kept_tables("v1")[0].id
    old = store.lines(table)
    assert {each.hash for each in kept(old_url, table)[0]} == {None}
    assert kept(old_url, table)[1] is None
    store.append(table, len(old) + 1, old[-1].at, [b'{"fact":"Woken"}']).result()
    store.close()
    store = open_store(old_url)
    stored, head = kept(old_url, table)
    assert [each.hash is None for each in stored] == [True] * len(old) + [False]
    assert head == Head(len(old) + 1, stored[-1].hash)
    assert store.lines(table)[:-1] == old
    happens(store.url, "a byte of the first fact", table)
    assert damage(store, table) == f"line {len(old) + 1} was changed"


def test_a_gap_in_an_old_log_is_noticed_at_once(old_url, open_store):
    store = open_store(old_url)
    table = next(each.id for each in kept_tables("v1") if len(store.lines(each.id)) > 5)
    happens(store.url, "a line in the middle", table)
    assert damage(store, table) == "line 4 is missing"


def test_a_database_is_not_upgraded_while_an_older_server_works_with_it(old_url, open_store, tmp_path):
    from stichwerk.server.store.claim import ClaimedServer, claimed_file

    if old_url.startswith("sqlite"):
        with claimed_file(tmp_path / "stichwerk.db"), pytest.raises(StoreError) as refused:
            Store(old_url)
    else:
        claimed = ClaimedServer(engine := create_engine(old_url))
        with pytest.raises(StoreError) as refused:
            Store(old_url)
        claimed.release()
        engine.dispose()
    assert refused.value.code == "db-taken"
    assert open_store(old_url).lines(kept_tables("v1")[0].id)


# ---------------------------------------------------------------- the walk itself


def chained(facts: list[bytes]) -> list[StoredLine]:
    lines = [Line(seq, 0, fact) for seq, fact in enumerate(facts, 1)]
    return [
        StoredLine(line.seq, line.at, line.fact, own) for line, own in zip(lines, chain.links("T", lines), strict=True)
    ]


def test_every_flipped_bit_of_any_line_shows():
    stored = chained(FACTS)
    head = Head(8, stored[-1].hash)
    assert chain.check("T", stored, head).flaws == []
    for place, line in enumerate(stored):
        changed = [line._replace(seq=line.seq ^ 1 << bit) for bit in range(16)]
        changed += [line._replace(at=line.at ^ 1 << bit) for bit in range(63)]
        for name in ("fact", "hash"):
            data = getattr(line, name)
            changed += [
                line._replace(
                    **{name: data[: bit // 8] + bytes([data[bit // 8] ^ 1 << bit % 8]) + data[bit // 8 + 1 :]}
                )
                for bit in range(8 * len(data))
            ]
        for each in changed:
            others = sorted([*stored[:place], each, *stored[place + 1 :]])
            assert chain.check("T", others, head).flaws, each


def test_lines_of_another_table_do_not_fit():
    assert chain.check("U", chained(FACTS), None).flaws[0].line == 1


def test_lines_that_are_appended_while_the_log_is_read_are_no_damage():
    stored = chained(FACTS)
    assert chain.check("T", stored, Head(5, stored[4].hash)).flaws == []


def test_the_lines_before_the_damage_are_told():
    stored = chained(FACTS)
    found = chain.check("T", [*stored[:4], stored[4]._replace(fact=b"other"), *stored[5:]], None)
    assert [line.seq for line in found.lines] == [1, 2, 3, 4]
    assert [(flaw.kind, flaw.line) for flaw in found.flaws] == [("changed", 5)]
