"""``stich serve``: how it starts, how it refuses to, and how it stops."""

import asyncio
import contextlib
import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from stichwerk.cli.main import MISTAKE, main
from stichwerk.client import Client, NoServer, SeatWish
from stichwerk.play.record import read
from stichwerk.play.verify import check
from stichwerk.protocol.messages import Closing, Start
from support.server.running import Running, at_random, begin, in_loop, play_out, seated


@pytest.fixture
def refused(monkeypatch, capsys) -> Callable[..., str]:
    """The one line that a server says which does not start."""

    def refused(*arguments: object, **environment: str) -> str:
        with monkeypatch.context() as patch:
            for name, value in environment.items():
                patch.setenv(name, value)
            assert main(["serve", *map(str, arguments)]) == MISTAKE
        lines = capsys.readouterr().err.splitlines()
        assert len(lines) == 1
        assert lines[0].startswith("error: ")
        return lines[0]

    return refused


# ---------------------------------------------------------------- bad starts


def test_a_port_that_is_taken(tmp_path):
    """In a process of its own, to see that nothing else is said."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        command = [sys.executable, "-m", "stichwerk", "serve", "--port", port, "--db", str(tmp_path / "x.db")]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 2
    assert ended.stdout == ""
    (line,) = ended.stderr.splitlines()
    assert port in line
    assert "--port" in line


def test_a_host_that_is_not_this_machine(tmp_path, refused):
    assert "--host" in refused("--host", "192.0.2.1", "--db", tmp_path / "x.db")
    assert "--host" in refused("--host", "no such host", "--db", tmp_path / "x.db")


def test_a_folder_that_is_not_there(tmp_path, refused):
    assert str(tmp_path / "nowhere") in refused("--port", 0, "--db", tmp_path / "nowhere" / "x.db")


def test_a_database_that_is_none(tmp_path, refused):
    (tmp_path / "x.db").write_text("cards " * 1000)
    assert "not a database" in refused("--port", 0, "--db", tmp_path / "x.db")


def test_a_database_of_another_program(tmp_path, refused):
    with contextlib.closing(sqlite3.connect(tmp_path / "x.db")) as database:
        database.execute("CREATE TABLE recipes (name TEXT)")
    assert "another program" in refused("--port", 0, "--db", tmp_path / "x.db")


def test_a_database_from_the_future(tmp_path, refused):
    with contextlib.closing(sqlite3.connect(tmp_path / "x.db")) as database:
        database.execute("CREATE TABLE alembic_version (version_num TEXT)")
        database.execute("INSERT INTO alembic_version VALUES ('9999')")
        database.commit()
    assert "newer" in refused("--port", 0, "--db", tmp_path / "x.db")


def test_a_database_that_another_program_holds(tmp_path, refused):
    with contextlib.closing(sqlite3.connect(tmp_path / "x.db", isolation_level=None)) as database:
        database.execute("BEGIN EXCLUSIVE")
        assert "locked" in refused("--port", 0, "--db", tmp_path / "x.db")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anything")
def test_a_database_that_cannot_be_written(tmp_path, refused):
    (tmp_path / "x.db").touch(mode=0o400)
    assert "writ" in refused("--port", 0, "--db", tmp_path / "x.db")


def test_a_database_server_that_does_not_answer(refused):
    pytest.importorskip("psycopg", reason="psycopg is not installed: pip install stichwerk[postgres]")
    line = refused("--port", 0, "--db", "postgresql://nobody:verysecret@127.0.0.1:9/nothing")
    assert "running" in line
    assert "verysecret" not in line


@pytest.mark.parametrize("db", ["mysql://x/y", "nonsense://"])
def test_a_database_of_an_unknown_kind(db, refused):
    assert "database must be" in refused("--port", 0, "--db", db)


def test_variables_that_cannot_be(tmp_path, refused):
    assert "STICHWERK_PORT" in refused("--db", tmp_path / "x.db", STICHWERK_PORT="many")
    assert "public URL" in refused("--db", tmp_path / "x.db", STICHWERK_PUBLIC_URL="cards")


# ---------------------------------------------------------------- starting and stopping


@pytest.mark.parametrize("arguments", [("serve",), ()], ids=["stich serve", "stich alone"])
def test_the_database_is_in_the_data_folder_by_default(tmp_path, arguments):
    command = [sys.executable, "-m", "stichwerk", *arguments]
    here = {"XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path), "STICHWERK_PORT": "0", "BROWSER": "true"}
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **here})
    with server:
        assert server.stdout is not None
        assert "http://localhost:" in server.stdout.readline()
        server.send_signal(signal.SIGINT)
        assert server.wait(20) == 0
    assert [each.name for each in tmp_path.rglob("*.db")] == ["stichwerk.db"]


@in_loop
async def test_told_to_stop_it_tells_everybody_and_loses_nothing(tmp_path):
    with Running(tmp_path / "test.db", "--messages-per-second", "0", "--log", "json") as server:
        seats = await seated(server.client, "rage", 3)
        heard: list[Any] = []

        async def play(seat):
            async with server.client.at(seat) as table:
                table.listeners.append(heard.append)
                if seat.seat == 0:
                    await begin(table, 3)
                return await table.play(at_random(seat.seat))

        playing = [asyncio.create_task(play(seat)) for seat in seats]
        while len(heard) < 100:
            await asyncio.sleep(0.01)
        began = time.monotonic()
        assert await asyncio.to_thread(server.stop) == 0
        assert time.monotonic() - began < 5
        closings = [each for each in heard if isinstance(each, Closing)]
        assert [(each.why, each.again) for each in closings] == [("shutdown", True)] * 3
        lines = server.logged().splitlines()
        assert lines[-1] == "Stichwerk is closed; all games are kept."
        assert all(json.loads(line)["level"] == "info" for line in lines[:-1])
        await asyncio.to_thread(server.start)
        views = await asyncio.gather(*playing)
        record = read(await server.client.record(seats[0].table))
        check(record)
        assert record.winners
        assert views[0].play.winners == record.winners


@in_loop
async def test_a_client_that_does_not_answer_cannot_stop_it_from_stopping(tmp_path):
    with Running(tmp_path / "test.db") as server:
        seat = await server.client.open("rage", "Anja", [SeatWish("bot", 1)])
        async with connect(server.url.replace("http", "ws") + "/ws", close_timeout=0.1) as socket:
            await socket.send(json.dumps({"type": "hello", "table": seat.table}))
            await socket.recv()
            socket.transport.pause_reading()
            began = time.monotonic()
            assert await asyncio.to_thread(server.stop) == 0
            assert time.monotonic() - began < 15
            socket.transport.abort()
            with contextlib.suppress(ConnectionClosed):
                await socket.recv()


@in_loop
async def test_a_backup_of_the_running_server_is_a_whole_database(tmp_path):
    """As docs/deploy.md says it: a copy made by SQLite itself, put back in place, has all tables."""
    with Running(tmp_path / "test.db") as server:
        seat = await server.client.open("rage", "Anja", [SeatWish("bot", 1)])
        async with server.client.at(seat) as table:
            await table.ask(Start)
        with contextlib.closing(sqlite3.connect(tmp_path / "test.db")) as database:
            database.execute("VACUUM INTO ?", [str(tmp_path / "backup.db")])
        server.kill()
    (tmp_path / "restored").mkdir()
    shutil.copy(tmp_path / "backup.db", tmp_path / "restored" / "test.db")
    with Running(tmp_path / "restored" / "test.db") as server:
        async with server.client.at(seat) as table:
            assert table.view is not None
            assert table.view.you == 0
            assert table.view.status != "lobby"


@in_loop
async def test_logs_tell_no_secrets(tmp_path):
    """Of a whole game with wrong tokens, bad messages and a failing store, nothing that somebody may not know."""
    with Running(tmp_path / "test.db", "--log", "json", "--messages-per-second", "0") as server:
        seats = await seated(server.client, "null-nichtig", 3, options={"rounds": 1})
        await play_out(server.client, seats)
        host = await server.client.open("rage", "Anja", [SeatWish("open")])
        invite = await server.client.invite(host)
        async with connect(server.url.replace("http", "ws") + "/ws?token=secret") as socket:
            await socket.send(json.dumps({"type": "hello", "table": seats[0].table, "token": "wrong-token"}))
            await socket.recv()
        server.stop()
        logged = server.logged() + server.said
        assert host.code is not None
        tables = (host.table, seats[0].table)
        for secret in (*(seat.token for seat in seats), invite, host.code, *tables, "secret", "wrong"):
            assert secret not in logged


@in_loop
async def test_no_server_is_told_in_a_sentence():
    with pytest.raises(NoServer, match="no server answers"):
        await Client("http://localhost:9").open("rage", "Anja")


def test_help_is_there_without_the_server():
    shown = subprocess.run([sys.executable, "-m", "stichwerk", "serve", "--help"], capture_output=True, text=True)
    assert "--public-url" in shown.stdout
