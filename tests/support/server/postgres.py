"""A PostgreSQL server for the tests, which can be restarted, killed and followed by a standby."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, make_url, text


class NoPostgres(Exception):
    """It cannot be started here, and why."""


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


class Postgres:
    """A server with its own data, until it is closed."""

    def __init__(self, standby_of: "Postgres | None" = None) -> None:
        found = _programs()
        if found is None:
            raise NoPostgres("PostgreSQL is not installed: no initdb here, and STICHWERK_TEST_POSTGRES is not set")
        self._programs, self._user = found, None
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            self._user = next((name for name in ("postgres", "nobody") if _exists(name)), None)
            if self._user is None:
                raise NoPostgres("PostgreSQL does not run as root, and there is no user postgres or nobody")
        self.folder, self.port = Path(tempfile.mkdtemp(prefix="stichwerk-pg-")), free_port()
        if self._user is not None:
            shutil.chown(self.folder, self._user)
        if standby_of is None:
            made = ["initdb", "-D", "data", "-U", "stichwerk", "-A", "trust", "-E", "UTF8", "--no-sync"]
        else:
            primary = f"host=127.0.0.1 port={standby_of.port} user=stichwerk application_name=standby"
            made = ["pg_basebackup", "-D", "data", "-R", "--no-sync", "-c", "fast", "-d", primary]
        self._run(*made, check=True)
        self.start()

    @property
    def url(self) -> str:
        """The database that is always there."""
        return f"postgresql+psycopg://stichwerk@127.0.0.1:{self.port}/postgres"

    def start(self, check: bool = True) -> None:
        """Start, and wait until it answers."""
        # Nobody pulls the plug of this one: it need not wait for the disk.
        how = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200"
        self._run("pg_ctl", "-D", "data", "-w", "-t", "60", "-l", "log", "-o", how, "start", check=check)

    def stop(self, how: str = "immediate") -> None:
        """Stop: ``fast``, or ``immediate`` as if it had been killed."""
        self._run("pg_ctl", "-D", "data", "-w", "-t", "60", "-m", how, "stop", check=False)

    def wait_for_standby(self) -> None:
        """From now on nothing is durable that a standby does not have."""
        admin = create_engine(self.url, isolation_level="AUTOCOMMIT")
        with admin.connect() as connection:
            connection.execute(text("ALTER SYSTEM SET synchronous_standby_names = 'standby'"))
            connection.execute(text("SELECT pg_reload_conf()"))
        admin.dispose()

    def promote(self) -> None:
        """Be the main server from now on."""
        self._run("pg_ctl", "-D", "data", "-w", "promote", check=True)

    def new_database(self, name: str) -> str:
        """A fresh database; its URL."""
        admin = create_engine(self.url, isolation_level="AUTOCOMMIT")
        with admin.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        admin.dispose()
        return make_url(self.url).set(database=name).render_as_string(hide_password=False)

    def close(self) -> None:
        """Stop, and leave nothing."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str, check: bool) -> None:
        as_user: dict[str, Any] = {"user": self._user} if self._user else {}
        command = [str(self._programs / program), *arguments]
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": self.folder}
        subprocess.run(command, check=check, **as_user, **quiet)


def _programs() -> Path | None:
    """The folder with PostgreSQL's own programs."""
    found = shutil.which("initdb")
    places = [Path(found).resolve().parent] if found else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((place for place in places if (place / "initdb").exists() and (place / "postgres").exists()), None)


def _exists(user: str) -> bool:
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True
