"""Where a request comes from: only our own page may ask on a visitor's behalf, and only under a name that is ours."""

import socket
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException
from litestar.handlers import BaseRouteHandler

from stichwerk.server.errors import NoEntry
from stichwerk.server.web.settings import Settings

#: Where this stands in the scope of a request, another process of the cluster has relayed it, and has counted it.
RELAYED = "stichwerk.relayed"

#: Names that end like this belong to nobody's domain: they are given at home.
_AT_HOME = (".local", ".lan", ".home", ".internal", ".home.arpa", ".localhost")


def relayed(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Whether another process has taken this request, and has looked where it comes from."""
    return RELAYED in connection.scope


def own_origin(headers: Any, settings: Settings) -> bool:
    """Whether a browser comes from our own page. (Programs tell no origin; they hold no visitor's tokens either.)"""
    origin: str | None = headers.get("origin")
    if origin is None:
        return True
    if settings.origin is not None:
        return origin.lower() == settings.origin
    host: str = headers.get("host", "nowhere")
    return urlsplit(origin).netloc.lower() == host.lower()


def own_host(host: str, settings: Settings) -> bool:
    """Whether people reach the server under this name: else a foreign page could have a name of its own lead here.

    >>> home = Settings()
    >>> own_host("localhost:8000", home), own_host("192.168.1.7:8000", home), own_host("evil.example:8000", home)
    (True, True, False)
    >>> own_host("cards.example.org", Settings(public_url="https://cards.example.org"))
    True
    """
    name = _name_of(host)
    if settings.proxy and not settings.public_url:
        return True  # the proxy knows by which names it can be reached, and lets nothing else through
    ours = {settings.host.lower(), "localhost", socket.gethostname().lower()}
    if settings.public_url:
        ours.add(urlsplit(settings.public_url).hostname or "")
    return name in ours or "." not in name or name.endswith(_AT_HOME) or _is_address(name)


def _name_of(host: str) -> str:
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return "?.?"


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def only_ours(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """A guard: refuses requests under a foreign name, and those that another site's page has a browser send."""
    if relayed(connection):
        return
    settings: Settings = connection.app.state.service.settings
    if not own_host(connection.headers.get("host", "localhost"), settings):
        raise NoEntry("this server is not known by this name: start it with --public-url", "foreign-host")
    if connection.scope.get("method") in ("POST", "PUT", "PATCH", "DELETE"):
        if not own_origin(connection.headers, settings):
            raise NoEntry("this can be asked only by our own page, or by a program", "foreign-origin")
        kind = connection.headers.get("content-type", "").partition(";")[0].strip().lower()
        # A form of another site could send anything else; but no form deletes.
        if kind != "application/json" and connection.scope.get("method") != "DELETE":
            raise HTTPException("what is sent must be application/json", status_code=415)
