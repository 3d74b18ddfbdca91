"""One server per database: a second one is refused at the start, and a database that hangs is noticed."""

import os
import signal
import subprocess
import time
from pathlib import Path

import httpx
import pytest

from stichwerk.server.errors import StoreError
from stichwerk.server.store.log import Store
from support.server.running import Running


def test_a_second_claim_is_refused_until_the_first_is_gone(url, open_store):
    one, two = open_store(url), open_store(url)
    one.claim()
    with pytest.raises(StoreError, match="another server works with this database") as refused:
        two.claim()
    assert refused.value.code == "db-taken"
    one.check()
    one.close()
    two.claim()


def test_a_database_in_memory_is_nobody_elses():
    store = Store("sqlite://")
    store.claim()
    store.close()


def test_a_second_server_says_why_it_does_not_start(tmp_path):
    with Running(tmp_path / "test.db") as first:
        with pytest.raises(AssertionError, match="another server works with this database"):
            Running(tmp_path / "test.db")
        first.kill()
    with Running(tmp_path / "test.db") as second:  # the system has unlocked it
        assert second.stop() == 0


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_a_database_that_hangs_is_noticed_and_the_server_stops(url, tmp_path):
    with Running(tmp_path / "only-for-its-log.db", "--db", url) as server:
        assert asked(server.url) == 200
        stopped = backends(postmaster_of(url))
        for each in stopped:
            os.kill(each, signal.SIGSTOP)
        try:
            time.sleep(1)  # so long counts what was found before
            began = time.monotonic()
            assert [asked(server.url) for _ in range(12)] == [503] * 12
            assert time.monotonic() - began < 12 * 2
            began = time.monotonic()
            assert server.stop() == 0
            assert time.monotonic() - began < 10
        finally:
            for each in stopped:
                os.kill(each, signal.SIGCONT)


def asked(url: str) -> int:
    try:
        return int(httpx.get(f"{url}/healthz", timeout=5).status_code)
    except httpx.HTTPError:
        return 0


def postmaster_of(url: str) -> int:
    store = Store(url)
    with store._engine.connect() as connection:
        folder = connection.exec_driver_sql("SHOW data_directory").scalar()
    store.close()
    return int((Path(str(folder)) / "postmaster.pid").read_text().splitlines()[0])


def backends(postmaster: int) -> list[int]:
    shown = subprocess.run(["ps", "-o", "pid=", "--ppid", str(postmaster)], capture_output=True, text=True).stdout
    return [postmaster, *map(int, shown.split())]
