"""Backups: whole, of one moment, while people play; and a database of either kind made of one of the other."""

import sqlite3
import threading
import time

import pytest
from sqlalchemy import create_engine

from stichwerk.cli.main import main
from stichwerk.server.domain.index import row_from_log
from stichwerk.server.errors import StoreError
from stichwerk.server.store import backup, schema
from stichwerk.server.store.backup import KEPT, back_up, restore
from stichwerk.server.store.check import findings
from support.server.damage import happens
from support.server.kept import put_there
from support.server.sittings import OPEN, Sitting

#: What belongs to the processes that run now, and not to the games.
NOT_KEPT = {"processes", "leases"}


def filled(open_store, url):
    """A database with a table at which was played, and its index."""
    store = open_store(url)
    sitting = Sitting("rage", (OPEN, OPEN)).join("Bernd", "Claudia").start()
    for line in sitting.log:
        store.append("TABLE", line.seq, line.at, [line.fact]).result()
    store.rebuild_index(row_from_log)
    store.invite_key()
    store.check()
    store.close()
    return open_store(url)


def contents(url):
    with create_engine(url).connect() as connection:
        return {table.name: sorted(map(tuple, connection.execute(table.select()))) for table in KEPT}


def test_every_table_of_the_database_is_in_a_backup_or_known_not_to_be():
    assert {table.name for table in KEPT} == set(schema.metadata.tables) - NOT_KEPT


def test_there_and_back(url, sqlite_url, open_store, tmp_path):
    store, file, again = filled(open_store, url), tmp_path / "backup.db", f"sqlite:///{tmp_path / 'again.db'}"
    back_up(store, file)
    assert sorted(each.name for each in tmp_path.glob("*backup*")) == ["backup.db"]  # nothing is left beside it
    assert file.stat().st_mode & 0o077 == 0
    assert restore(file, again) == 1
    assert contents(again) == contents(url)
    assert contents(again)["log"]
    assert [each.flaws for each in findings(open_store(again))] == [()]
    assert open_store(again).invite_key() == store.invite_key()


def test_from_sqlite_into_either(url, open_store, tmp_path):
    kept = f"sqlite:///{tmp_path / 'kept.db'}"
    back_up(filled(open_store, kept), tmp_path / "backup.db")
    restore(tmp_path / "backup.db", url)
    assert contents(url) == contents(kept)
    with pytest.raises(StoreError, match="there are tables in this database already"):
        restore(tmp_path / "backup.db", url)
    assert contents(url) == contents(kept)


def test_it_is_of_one_moment_while_others_write(url, open_store, tmp_path):
    store, stop = filled(open_store, url), threading.Event()
    written = 0

    def write():
        nonlocal written
        while not stop.is_set():
            written += 1  # two lines in each transaction: a backup has both of them, or none
            store.append("BUSY", 2 * written - 1, 0, [b"one", b"two"]).result()

    thread = threading.Thread(target=write)
    thread.start()
    try:
        for count in (1, 2, 3):
            while written <= count and thread.is_alive():
                time.sleep(0.01)
            back_up(store, tmp_path / "backup.db")
            busy = [line for line in contents(f"sqlite:///{tmp_path / 'backup.db'}")["log"] if line[0] == "BUSY"]
            assert [line[1] for line in busy] == list(range(1, len(busy) + 1))
            assert len(busy) % 2 == 0
    finally:
        stop.set()
        thread.join()
    assert written > 3


def test_one_of_an_older_version_is_brought_up_to_date(tmp_path, open_store):
    put_there(f"sqlite:///{tmp_path / 'old.db'}", "v1")
    before = (tmp_path / "old.db").read_bytes()
    url = f"sqlite:///{tmp_path / 'new.db'}"
    assert restore(tmp_path / "old.db", url) == 33
    assert [each.flaws for each in findings(open_store(url)) if each.flaws] == []
    assert (tmp_path / "old.db").read_bytes() == before


def test_the_commands(tmp_path, open_store, capsys):
    url, file = f"sqlite:///{tmp_path / 'a.db'}", str(tmp_path / "backup.db")
    filled(open_store, url).close()
    assert main(["backup", file, "--db", url]) == 0
    assert capsys.readouterr().out == f"{file}: 1 table\n"
    assert main(["backup", file, "--db", url]) == 2
    assert "is there already" in capsys.readouterr().err
    happens(url, "a byte of a fact", "TABLE")
    assert main(["backup", file, "--db", url, "--force"]) == 1  # it is kept, and it is said
    assert "damaged, and was when it was copied" in capsys.readouterr().err
    assert main(["restore", file, "--db", str(tmp_path / "b.db")]) == 0
    assert capsys.readouterr().out == "restored: 1 table\n"


@pytest.mark.parametrize("what", ["nothing", "text", "half", "of another program"])
def test_what_is_no_backup(tmp_path, open_store, what, capsys):
    file, target = tmp_path / "backup.db", tmp_path / "target.db"
    if what == "text":
        file.write_text("not a database, but long enough for one" * 100)
    elif what == "half":
        back_up(filled(open_store, f"sqlite:///{tmp_path / 'a.db'}"), file)
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    elif what == "of another program":
        with create_engine(f"sqlite:///{file}").begin() as connection:
            connection.exec_driver_sql("CREATE TABLE notes (text)")
    assert main(["restore", str(file), "--db", str(target)]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ")
    assert error.count("\n") == 1
    assert not target.exists()


def test_a_full_disk_is_that_of_the_copy(tmp_path, monkeypatch):
    class Full:
        def execute(self, *_: object) -> None:
            raise sqlite3.OperationalError("database or disk is full")

        def close(self) -> None:
            """Nothing."""

    monkeypatch.setattr(sqlite3, "connect", lambda *_, **__: Full())
    with pytest.raises(StoreError, match="tiny/copy") as error:
        backup._vacuum_into(tmp_path / "tiny" / ".copy-1" / "copy", tmp_path / "roomy.db")
    assert error.value.code == "db-full"
