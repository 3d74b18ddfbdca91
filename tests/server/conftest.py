"""Databases for the tests: SQLite in a file, and PostgreSQL where its programs are installed."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, make_url, text

from stichwerk.server.store.log import Store
from support.server.kept import put_there

#: A running server to use instead of one that is started here; new databases are made beside the one named.
POSTGRES_URL = os.environ.get("STICHWERK_TEST_POSTGRES")


def _programs() -> Path | None:
    """The folder with PostgreSQL's own programs."""
    found = shutil.which("initdb")
    places = [Path(found).resolve().parent] if found else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((place for place in places if (place / "initdb").exists() and (place / "postgres").exists()), None)


def _free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL server, started for this run of the tests."""
    if POSTGRES_URL:
        yield POSTGRES_URL
        return
    programs = _programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed: no initdb here, and STICHWERK_TEST_POSTGRES is not set")
    pytest.importorskip("psycopg", reason="psycopg is not installed: pip install stichwerk[postgres]")
    user = None
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        user = next((name for name in ("postgres", "nobody") if _exists(name)), None)
        if user is None:
            pytest.skip("PostgreSQL does not run as root, and there is no user postgres or nobody")
    folder = Path(tempfile.mkdtemp(prefix="stichwerk-pg-"))
    if user is not None:
        shutil.chown(folder, user)
    port = _free_port()
    as_user: dict[str, Any] = {"user": user} if user else {}
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    subprocess.run(
        [programs / "initdb", "-D", folder / "data", "-U", "stichwerk", "-A", "trust", "-E", "UTF8", "--no-sync"],
        check=True, **as_user, **quiet,
    )  # fmt: skip
    run: list[str | Path] = [programs / "pg_ctl", "-D", folder / "data", "-w", "-t", "60", "-l", folder / "log"]
    # Nobody pulls the plug of this one: it need not wait for the disk.
    started = [*run, "-o", f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off", "start"]
    subprocess.run(started, check=True, **as_user, **quiet)
    try:
        yield f"postgresql+psycopg://stichwerk@127.0.0.1:{port}/postgres"
    finally:
        subprocess.run([*run, "-m", "immediate", "stop"], check=False, **as_user, **quiet)
        shutil.rmtree(folder, ignore_errors=True)


def _exists(user: str) -> bool:
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path) -> Iterator[str]:
    """A fresh database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'stichwerk.db'}"
        return
    server = request.getfixturevalue("postgres")
    name = f"test_{os.getpid()}_{next(_numbers)}"
    admin = create_engine(server, isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    yield make_url(server).set(database=name).render_as_string(hide_password=False)
    with admin.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    admin.dispose()


_numbers = iter(range(1_000_000))


@pytest.fixture
def sqlite_url(tmp_path) -> str:
    """A fresh SQLite file."""
    return f"sqlite:///{tmp_path / 'stichwerk.db'}"


@pytest.fixture
def old_url(url) -> str:
    """The database that version 1 of the log was kept in: a fresh copy."""
    put_there(url, "v1")
    return url


@pytest.fixture
def open_store() -> Iterator[Callable[..., Store]]:
    """Opens stores that are closed after the test."""
    opened: list[Store] = []

    def open_(url: str, **how: Any) -> Store:
        opened.append(Store(url, **how))
        return opened[-1]

    yield open_
    for store in opened:
        store.close()
