"""Databases for the tests: SQLite in a file, and PostgreSQL where its programs are installed."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import create_engine, make_url, text

from stichwerk.server.store.log import Store
from support.server.kept import put_there
from support.server.postgres import NoPostgres, Postgres

#: A running server to use instead of one that is started here; new databases are made beside the one named.
POSTGRES_URL = os.environ.get("STICHWERK_TEST_POSTGRES")


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL server, started for this run of the tests."""
    if POSTGRES_URL:
        yield POSTGRES_URL
        return
    pytest.importorskip("psycopg", reason="psycopg is not installed: pip install stichwerk[postgres]")
    try:
        server = Postgres()
    except NoPostgres as problem:
        pytest.skip(str(problem))
    try:
        yield server.url
    finally:
        server.close()


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
