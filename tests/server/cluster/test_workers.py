"""``stich serve --workers``: one server of several processes, replaced when they die, freeze or are to be new."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from stichwerk.cli.main import MISTAKE, main
from stichwerk.client import Client, Seat
from stichwerk.play.record import read
from stichwerk.play.verify import check
from stichwerk.protocol.messages import TableView
from support.server.cluster import SECRET
from support.server.running import Running, at_random, begin, patiently, seated

on_postgres = pytest.mark.parametrize("url", ["postgresql"], indirect=True)
UNLIMITED: dict[str, Any] = {"STICHWERK_MESSAGES_PER_SECOND": "0", "STICHWERK_REQUESTS_PER_MINUTE": "0"}
#: How long somebody thinks, in seconds: so long that a game lasts until all has happened that is to happen.
THINKS = 0.07


def workers_of(server: Running) -> list[int]:
    """The processes that serve."""
    shown = subprocess.run(["ps", "-o", "pid=", "--ppid", str(server.process.pid)], capture_output=True, text=True)
    return [int(each) for each in shown.stdout.split() if is_worker(int(each))]


def is_worker(pid: int) -> bool:
    try:
        return b"stichwerk" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


async def until(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.05)


async def play_slowly(client: Client, seats: list[Seat]) -> list[TableView]:
    async def play(seat: Seat) -> TableView:
        choose = at_random(seat.seat)

        async def slowly(view: TableView) -> str:
            await asyncio.sleep(THINKS)
            return choose(view)

        async with client.at(seat) as table:
            if seat.seat == 0:
                await begin(table, len(seats))
            return await table.play(slowly)

    return await asyncio.gather(*(play(seat) for seat in seats))


@on_postgres
@patiently
async def test_games_go_on_while_a_worker_freezes_and_all_are_renewed(url, tmp_path):
    with Running(tmp_path / "log", "--workers", "2", STICHWERK_DB=url, **UNLIMITED) as server:
        first = workers_of(server)
        assert len(first) == 2
        tables = [await seated(server.client, "alles-oder-nichts", 3) for _ in range(3)]
        playing = [asyncio.create_task(play_slowly(server.client, seats)) for seats in tables]
        await asyncio.sleep(0.5)
        os.kill(first[0], signal.SIGSTOP)
        began = time.monotonic()
        await until(lambda: not is_worker(first[0]))
        assert 3 < time.monotonic() - began < 20
        await until(lambda: "is replaced" in server.logged() and len(workers_of(server)) == 2)
        second = workers_of(server)
        server.process.send_signal(signal.SIGHUP)
        await until(lambda: "have been replaced" in server.logged())
        third = workers_of(server)
        assert not set(second) & set(third)
        for views in await asyncio.gather(*playing):
            assert {view.status for view in views} == {"over"}
        for seats in tables:
            check(read(await server.client.record(seats[0].table)))
        assert server.stop() == 0
        assert not any(is_worker(each) for each in third)
        assert "all games are kept" in server.logged()


@on_postgres
@patiently
async def test_one_that_dies_while_all_are_renewed_has_one_successor(url, tmp_path):
    with Running(tmp_path / "log", "--workers", "2", STICHWERK_DB=url) as server:
        first = workers_of(server)
        server.process.send_signal(signal.SIGHUP)
        await until(lambda: len(workers_of(server)) == 3)  # the first of the new ones is about to begin
        os.kill(first[1], signal.SIGKILL)
        await until(lambda: "have been replaced" in server.logged())
        await until(lambda: len(workers_of(server)) == 2)
        assert not set(first) & set(workers_of(server))
        assert server.stop() == 0


@on_postgres
def test_without_their_supervisor_they_stop(url, tmp_path):
    with Running(tmp_path / "log", "--workers", "2", STICHWERK_DB=url) as server:
        workers = workers_of(server)
        server.kill()
        while any(is_worker(each) for each in workers):
            time.sleep(0.05)


@on_postgres
def test_who_is_none_of_them_is_refused(url, tmp_path):
    with Running(tmp_path / "log", STICHWERK_DB=url, STICHWERK_CLUSTER_SECRET=SECRET) as server:
        told = refusal(STICHWERK_DB=url)
        assert "starts with their secret: STICHWERK_CLUSTER_SECRET" in told
        assert httpx.get(f"{server.url}/healthz").json() == {"status": "ok"}
        assert server.stop() == 0


def refusal(*arguments: str, **environment: str) -> str:
    """The one line that is said by a server that does not start."""
    command = [sys.executable, "-m", "stichwerk", "serve", "--port", "0", *arguments]
    ended = subprocess.run(
        command, capture_output=True, text=True, timeout=60, env={**os.environ, **environment}, check=False
    )
    assert ended.returncode == MISTAKE, ended
    assert ended.stdout == ""
    lines = [line for line in ended.stderr.splitlines() if not line.startswith("Note: ")]
    assert len(lines) == 1, lines
    return lines[0]


def test_a_database_that_is_gone_is_told_once():
    assert "is it running?" in refusal("--workers", "2", STICHWERK_DB="postgresql://nobody@127.0.0.1:9/nothing")


def test_more_workers_than_cores_are_noticed(capfd):
    many = str((os.cpu_count() or 1) + 1)
    assert main(["serve", "--port", "0", "--workers", many, "--db", "postgresql://nobody@127.0.0.1:9/x"]) == MISTAKE
    assert f"Note: {many} workers on" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "secret", "told"),
    [
        (["--workers", "2"], "", "SQLite is for one process"),
        ([], SECRET, "SQLite is for one process"),
        (["--db", "postgresql://x@localhost/x"], "short", "at least 16"),
        (["--db", "postgresql://x@localhost/x", "--cluster-address", "10.0.0.5:1"], "", "STICHWERK_CLUSTER_SECRET"),
        (["--db", "postgresql://x@localhost/x", "--cluster-address", "10.0.0.5"], SECRET, "must be written like"),
        (["--workers", "0"], "", "too small"),
        (
            ["--db", "postgresql://x@localhost/x", "--cluster-address", "10.0.0.5:81", "--workers", "2"],
            SECRET,
            "write the cluster address like 10.0.0.5:0",
        ),
    ],
)
def test_settings_that_cannot_be(tmp_path, monkeypatch, capsys, arguments, secret, told):
    monkeypatch.setenv("STICHWERK_DB", str(tmp_path / "test.db"))
    monkeypatch.setenv("STICHWERK_CLUSTER_SECRET", secret)
    assert main(["serve", "--port", "0", *arguments]) == MISTAKE
    line = capsys.readouterr().err
    assert told in line
    assert len(line.splitlines()) == 1
    assert not (tmp_path / "test.db").exists()


@on_postgres
def test_an_address_of_another_machine(monkeypatch, capsys, url):
    monkeypatch.setenv("STICHWERK_CLUSTER_SECRET", SECRET)
    assert main(["serve", "--port", "0", "--db", url, "--cluster-address", "192.0.2.1:0"]) == MISTAKE
    assert "see --cluster-address" in capsys.readouterr().err
