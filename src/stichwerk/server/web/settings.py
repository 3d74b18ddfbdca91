"""How a server is to run: from the command line, from ``STICHWERK_…`` variables, or as it is by default."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from stichwerk.errors import StichwerkError

_PREFIX = "STICHWERK_"
#: So many letters and digits a secret has at least.
_SHORTEST_SECRET = 16


class BadSetting(StichwerkError):
    """A server cannot be run like that."""

    code = "bad-setting"


@dataclass(frozen=True)
class Settings:
    """How a server is to run. ``db``: a URL or the name of a file; empty is a file in the user's data folder.

    ``public_url``: how people reach the server, if not by the address it listens on. ``proxy``: it stands behind one
    that says in ``X-Forwarded-For`` who asks. Then, how much one address may do; 0 is no limit. ``workers``: so many
    processes here. With a ``cluster_secret``, others that know it share the database, and reach this one at its
    ``cluster_address``.
    """

    host: str = "localhost"
    port: int = 8000
    db: str = ""
    public_url: str = ""
    proxy: bool = False
    log: Literal["text", "json"] = "text"
    tables_per_hour: int = 60
    sockets_per_address: int = 100
    messages_per_second: int = 20
    requests_per_minute: int = 600
    workers: int = 1
    cluster_secret: str = ""
    cluster_address: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.port <= 65535:
            raise BadSetting(f"the port must be a number from 0 to 65535, not {self.port}")
        if self.public_url and not _is_address(self.public_url):
            raise BadSetting(f"the public URL must be written like https://cards.example.org, not {self.public_url!r}")
        if self.log not in ("text", "json"):
            raise BadSetting(f"the log is written as text or json, not {self.log!r}")
        _check_cluster(self)

    @classmethod
    def read(cls, given: Mapping[str, Any], environment: Mapping[str, str]) -> "Settings":
        """What is given on the command line (None: it is not) comes before the variables.

        >>> Settings.read({"port": 80}, {"STICHWERK_PORT": "9000", "STICHWERK_PROXY": "1"})
        Settings(host='localhost', port=80, db='', public_url='', proxy=True, log='text', ...)
        """
        values: dict[str, Any] = {}
        for each in fields(cls):
            written = environment.get(_PREFIX + each.name.upper())
            if given.get(each.name) is not None:
                values[each.name] = given[each.name]
            elif written:
                values[each.name] = _of_text(each.name, type(each.default), written)
        return cls(**values)

    @property
    def origin(self) -> str | None:
        """The origin that browsers tell when they come from our own page, if it is known."""
        if not self.public_url:
            return None
        url = urlsplit(self.public_url)
        return f"{url.scheme}://{url.netloc}".lower()

    @property
    def in_cluster(self) -> bool:
        """Whether this is one process of several."""
        return bool(self.cluster_secret)

    @property
    def link_place(self) -> tuple[str, int]:
        """Where other processes of the cluster reach this one; port 0: any that is free."""
        host, _, port = (self.cluster_address or "127.0.0.1:0").rpartition(":")
        return host.strip("[]"), int(port)

    @property
    def url(self) -> str:
        """The address to type into a browser."""
        if self.public_url:
            return self.public_url.rstrip("/") + "/"
        host = "localhost" if self.host in ("0.0.0.0", "::", "", "127.0.0.1", "::1") else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"

    def database_url(self) -> str:
        """The database as a URL; makes the user's data folder if it is to be there."""
        if "://" in self.db:
            return self.db
        if self.db:
            return f"sqlite:///{Path(self.db).expanduser()}"
        from platformdirs import user_data_path

        folder = user_data_path("stichwerk")
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            reason = (problem.strerror or str(problem)).lower()
            raise BadSetting(f"the folder {folder} cannot be made ({reason}): name a database with --db") from None
        return f"sqlite:///{folder / 'stichwerk.db'}"


def _check_cluster(settings: Settings) -> None:
    if settings.workers < 1:
        raise BadSetting(f"there must be at least one worker, not {settings.workers}")
    if settings.workers > 1 and sys.platform == "win32":
        raise BadSetting("several workers need Linux or macOS: leave out --workers")
    if (settings.workers > 1 or settings.in_cluster) and not settings.db.startswith("postgresql"):
        raise BadSetting(
            "SQLite is for one process: for several, name a PostgreSQL database with --db, or leave out --workers and "
            "the cluster secret",
            "one-process",
        )
    if settings.cluster_secret and len(settings.cluster_secret) < _SHORTEST_SECRET:
        raise BadSetting(f"the cluster secret must have at least {_SHORTEST_SECRET} letters and digits")
    if not settings.cluster_address:
        return
    if not settings.in_cluster:
        raise BadSetting("an address for a cluster needs its secret: set STICHWERK_CLUSTER_SECRET")
    try:
        host, port = settings.link_place
    except ValueError:
        host, port = "", -1
    if not host or not 0 <= port <= 65535:
        raise BadSetting(f"the cluster address must be written like 10.0.0.5:8100, not {settings.cluster_address!r}")
    if settings.workers > 1 and port:
        raise BadSetting(f"each of several workers has a port of its own: write the cluster address like {host}:0")


def _is_address(text: str) -> bool:
    try:
        url = urlsplit(text)
        _ = url.port
    except ValueError:
        return False
    return url.scheme in ("http", "https") and bool(url.hostname) and url.path in ("", "/") and not url.query


def _of_text(name: str, kind: type, text: str) -> Any:
    if kind is bool:
        return text.strip().lower() not in ("0", "false", "no", "off")
    if kind is not int:
        return text
    try:
        return int(text)
    except ValueError:
        raise BadSetting(f"{_PREFIX}{name.upper()} must be a whole number, not {text!r}") from None
