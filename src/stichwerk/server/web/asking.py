"""Who asks over HTTP: the address to count for, and the token, which goes into the header ``Authorization``."""

from typing import Annotated, Any

from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.params import HeaderParameter

from stichwerk.server.errors import NoEntry
from stichwerk.server.web.limits import Allowances, Window, address_key
from stichwerk.server.web.origins import relayed
from stichwerk.server.web.service import Service

Bearer = Annotated[
    str | None, HeaderParameter(name="Authorization", max_length=200, description="Bearer, and the token of a seat.")
]
Serving = NamedDependency[Service]


def address_of(connection: ASGIConnection[Any, Any, Any, Any], service: Service) -> str:
    """Whom to count for."""
    peer = connection.client.host if connection.client is not None else ""
    if relayed(connection):
        return peer
    # A client may send such a line, too: the one that counts was added last, by the proxy.
    told = ",".join(connection.headers.getall("x-forwarded-for", [])) or None if service.settings.proxy else None
    return address_key(peer, told)


def may(limit: Window | Allowances, connection: ASGIConnection[Any, Any, Any, Any], service: Service) -> bool:
    """Use up one of what an address may do; False if there is none. Where it was relayed, it was counted already."""
    return relayed(connection) or limit.take(address_of(connection, service))


def token_in(authorization: str | None) -> str | None:
    """The token of whoever asks; None without one."""
    if authorization is None:
        return None
    kind, _, token = authorization.partition(" ")
    if kind.lower() != "bearer" or not token.strip():
        raise NoEntry("the header Authorization must be: Bearer, a space, and the token of a seat", "bad-token")
    return token.strip()


def required(authorization: str | None) -> str:
    """The token of whoever asks, who has to have one."""
    token = token_in(authorization)
    if token is None:
        raise NoEntry("this needs the token of a seat, in the header Authorization: Bearer …", "no-token")
    return token
