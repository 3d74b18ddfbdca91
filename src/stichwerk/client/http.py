"""What a program asks of a server over HTTP: tables, seats, invites, records, score sheets."""

import ssl
from collections.abc import Sequence
from functools import cache
from typing import Any, TypeVar
from urllib.parse import quote

import httpx
import msgspec

from stichwerk.client.at_table import AtTable
from stichwerk.client.refusals import NoServer, Refused
from stichwerk.protocol import messages
from stichwerk.protocol.messages import JoinTable, NewTable, Seat, SeatWish

T = TypeVar("T")

#: How long the server may keep silent, in seconds.
_PATIENCE = 30.0


class Client:
    """A server, seen from outside. ``url`` is the address of its page."""

    def __init__(self, url: str = "http://localhost:8000") -> None:
        self.url = url.rstrip("/")

    async def open(self, game: str, name: str, seats: Sequence[SeatWish] = (), **wish: Any) -> Seat:
        """Open a table; whoever does is its host. ``wish``: options, pace, listed."""
        return await self.request("POST", "/api/tables", Seat, NewTable(game, name, list(seats), **wish))

    async def join(self, name: str, **how: Any) -> Seat:
        """Take a seat, with an ``invite``, a ``code``, or the id of a listed ``table``."""
        return await self.request("POST", "/api/tables/join", Seat, JoinTable(name, **how))

    async def invite(self, seat: Seat, to: int | None = None) -> str:
        """Host: an invite to a seat, or to any open one."""
        asked = messages.NewInvite(to)
        path = f"/api/tables/{quote(seat.table)}/invites"
        return (await self.request("POST", path, messages.InviteLink, asked, seat.token)).invite

    async def record(self, table: str, number: int = 1) -> str:
        """The record of a finished game, one line."""
        return (await self._send("GET", f"/api/tables/{quote(table)}/games/{number}/record")).decode()

    async def sheet(self, table: str, number: int | None = None) -> messages.Sheet:
        """The score sheet of the present game at a table, or of an earlier one, with its arithmetic."""
        which = "" if number is None else f"?game={number}"
        return await self.request("GET", f"/api/tables/{quote(table)}/sheet{which}", messages.Sheet)

    def at(self, seat: Seat | str, since: int | None = None) -> AtTable:
        """Connect to a table: with a seat to play, with the id of a table to watch."""
        if isinstance(seat, str):
            return AtTable(self.url, seat, None, since)
        return AtTable(self.url, seat.table, seat.token, since)

    async def request(self, method: str, path: str, answer: type[T], body: Any = None, token: str | None = None) -> T:
        """Ask the API for something."""
        return msgspec.json.decode(await self._send(method, path, body, token), type=answer)

    async def _send(self, method: str, path: str, body: Any = None, token: str | None = None) -> bytes:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        data = None if body is None else messages.encode(body)
        if data is not None:
            headers["Content-Type"] = "application/json"
        try:
            # A connection each: a client may be used in one event loop after the other, and is never closed.
            async with httpx.AsyncClient(verify=_certificates(), timeout=_PATIENCE, follow_redirects=True) as http:
                response = await http.request(method, self.url + path, content=data, headers=headers)
        except httpx.TimeoutException:
            raise NoServer(f"no server answers at {self.url}: it was silent for {_PATIENCE:.0f} seconds") from None
        except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as problem:
            raise NoServer(f"no server answers at {self.url}: {problem}") from None
        if not response.is_success:
            raise _refused(response)
        return response.content


@cache
def _certificates() -> ssl.SSLContext:
    """Whom this machine trusts. Read once: it takes longer than a request."""
    return ssl.create_default_context()


def _refused(response: httpx.Response) -> Refused:
    try:
        told = msgspec.json.decode(response.content)
        return Refused(str(told["text"]), str(told["code"]), response.status_code)
    except (msgspec.MsgspecError, KeyError, TypeError):
        return Refused(f"the server answers {response.status_code}", "refused", response.status_code)
