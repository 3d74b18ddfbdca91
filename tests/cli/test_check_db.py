"""``stich check-db``: what is damaged is told, and what is known for sure is repaired. Nothing is removed."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from stichwerk.protocol import messages
from stichwerk.protocol.messages import JoinTable, NewTable, Seat, SeatWish
from stichwerk.server.errors import DamagedLog
from stichwerk.server.live.directory import Directory
from stichwerk.server.store.log import Store
from support.server.damage import ACCIDENTS, happens, run_sql
from support.server.kept import kept_tables, put_there

OPEN = SeatWish("open")
#: What can be repaired.
REPAIRED = {
    "a byte of a fact": "line 3 is as it was written",
    "a byte of the first fact": "line 1 is as it was written",
    "a bit of a time": "line 4 is as it was written",
    "a byte of a hash": "the hash of line 3 is right again",
    "a hash": "the hash of line 4 is right again",
    "the last lines": "accepted without what is lost: lines 5 to 6 are missing at the end",
}


async def opened(url: str) -> list[Seat]:
    """Two tables with six lines each."""
    store = Store(url)
    directory = Directory(store)
    seats = []
    for _ in range(2):
        seat = await directory.open(NewTable("rage", "Anja", [OPEN, OPEN, OPEN, OPEN, OPEN], listed=True))
        for name in ("Bernd", "Claudia", "Dieter"):
            await directory.join(JoinTable(name, table=seat.table))
        for number in (4, 5):
            await directory.ask(seat.table, seat.token, messages.SetSeat(str(number), number, "bot", 2))
        seats.append(seat)
    await directory.close()
    store.close()
    return seats


@pytest.fixture
def db(tmp_path) -> Path:
    return tmp_path / "stichwerk.db"


@pytest.fixture
def tables(db) -> list[str]:
    return [seat.table for seat in asyncio.run(opened(f"sqlite:///{db}"))]


def content(db: Path) -> list[list[str]]:
    with create_engine(f"sqlite:///{db}").connect() as connection:
        names = ("log", "heads", "tables", "seats")
        return [sorted(map(repr, connection.execute(text(f"SELECT * FROM {name}")))) for name in names]


def test_a_sound_database(stich, db, tables):
    before = content(db)
    shown = stich("check-db", "--db", db)
    assert (shown.code, shown.out, shown.err) == (0, "2 tables: 2 sound, 0 damaged\n", "")
    assert stich("check-db", "--db", db, "--repair").out == shown.out
    assert content(db) == before


@pytest.mark.parametrize("accident", ACCIDENTS)
def test_damage_is_told_and_repaired_where_that_is_known_for_sure(stich, db, tables, accident):
    sound = content(db)
    said = happens(f"sqlite:///{db}", accident, tables[0])
    damaged = content(db)
    shown = stich("check-db", "--db", db)
    assert shown.code == 1
    assert all(f"{tables[0]}: {each}" in shown.out or each in shown.out for each in said.split(", "))
    assert shown.out.endswith("2 tables: 1 sound, 1 damaged\n")
    assert tables[1] not in shown.out
    assert content(db) == damaged, "only to look changes nothing"
    mended = stich("check-db", "--db", db, "--repair")
    store = Store(f"sqlite:///{db}")
    if accident in REPAIRED:
        assert (mended.code, stich("check-db", "--db", db).code) == (0, 0)
        assert f"{tables[0]}: repaired: {REPAIRED[accident]}" in mended.out
        assert store.lines(tables[0])
        assert content(db) == sound or accident == "the last lines"
    else:
        assert (mended.code, stich("check-db", "--db", db).code) == (1, 1)
        assert content(db) == damaged
        with pytest.raises(DamagedLog):
            store.lines(tables[0])
    store.close()


@pytest.mark.parametrize("change", [
    "DELETE FROM tables",
    "DELETE FROM tables; DELETE FROM seats",
    "DELETE FROM seats",
    "UPDATE tables SET status = 'closed'",
    "UPDATE tables SET summary = '{'",
    "UPDATE tables SET code = NULL, listed = 0",
    "UPDATE seats SET seat = 3 - seat",
    "UPDATE seats SET table_id = 'ELSEWHERE' WHERE seat = 2",
])  # fmt: skip
def test_the_index_is_written_anew_from_the_log(stich, db, tables, change):
    before = content(db)
    run_sql(f"sqlite:///{db}", *change.split("; "))
    shown = stich("check-db", "--db", db)
    assert shown.code == 1
    assert shown.out.endswith("2 tables: 2 sound, 0 damaged; 2 with a fault in the index\n")
    assert "--repair" in shown.err
    mended = stich("check-db", "--db", db, "--repair")
    assert (mended.code, mended.err) == (0, "")
    assert mended.out.endswith("2 tables: 2 sound, 0 damaged; 2 repaired\n")
    assert content(db) == before


def test_the_row_of_a_damaged_table_is_found_again_as_far_as_its_log_goes(stich, db, tables):
    happens(f"sqlite:///{db}", "a line in the middle", tables[0])
    run_sql(f"sqlite:///{db}", "DELETE FROM tables", "DELETE FROM seats")
    shown = stich("check-db", "--db", db, "--repair")
    assert (shown.code, "written anew" in shown.out) == (1, True)
    store = Store(f"sqlite:///{db}")
    assert store.count() == {"lobby": 2}
    store.close()


def test_an_old_database_gets_its_chain(stich, db):
    put_there(f"sqlite:///{db}", "v1")
    shown = stich("check-db", "--db", db)
    assert (shown.code, "start the server once" in shown.err, shown.err.count("\n")) == (2, True, 1)
    Store(f"sqlite:///{db}").close()
    shown = stich("check-db", "--db", db)
    assert (shown.code, shown.out) == (0, "33 tables: 33 sound, 0 damaged\n")
    assert "33 of them have no chain yet" in shown.err
    assert stich("check-db", "--db", db, "--repair").code == 0
    shown = stich("check-db", "--db", db)
    assert (shown.code, shown.out, shown.err) == (0, "33 tables: 33 sound, 0 damaged\n", "")
    table = kept_tables("v1")[5].id
    happens(f"sqlite:///{db}", "a bit of a time", table)
    assert f"{table}: line 4 was changed" in stich("check-db", "--db", db).out


def test_a_table_that_cannot_be_played_here_is_no_damage(stich, db, tables):
    store = Store(f"sqlite:///{db}")
    store.append(tables[0], 7, 9, [b'{"fact":"Kibitzed"}']).result()
    store.close()
    shown = stich("check-db", "--db", db)
    assert (shown.code, "newer Stichwerk" in shown.out) == (0, True)
    before = content(db)
    assert stich("check-db", "--db", db, "--repair").code == 0
    assert content(db) == before


def test_it_is_refused_while_a_server_runs(stich, db, tables):
    store = Store(f"sqlite:///{db}")
    store.claim()
    for how in ((), ("--repair",)):
        shown = stich("check-db", "--db", db, *how)
        assert (shown.code, shown.out) == (2, "")
        assert "another server works with this database" in shown.err
    store.close()


def test_a_database_that_is_not_there_is_not_made(stich, db):
    shown = stich("check-db", "--db", db)
    assert (shown.code, shown.err) == (2, f"error: there is no database {db}: name another one with --db\n")
    assert list(db.parent.iterdir()) == []


def test_the_database_of_the_variable(stich, db, tables, monkeypatch):
    monkeypatch.setenv("STICHWERK_DB", str(db))
    assert stich("check-db").out == "2 tables: 2 sound, 0 damaged\n"


def test_a_broken_page_is_told_in_a_line(stich, db, tables):
    run_sql(f"sqlite:///{db}", "PRAGMA wal_checkpoint(TRUNCATE)")
    data = db.read_bytes()
    page = data.index(b'"Claudia"') // 4096 * 4096
    db.write_bytes(data[:page] + b"\xff" * 8 + data[page + 8 :])
    shown = stich("check-db", "--db", db)
    assert shown.code in (1, 2)
    assert "Traceback" not in shown.out + shown.err
