"""Requests about tables that another process leads: handed on as they are, with the answer that comes back.

Whatever asks for a table raises `LedElsewhere`; here that becomes an answer. What was relayed once is not relayed
again.
"""

import asyncio
import time
from typing import Any

from litestar import Litestar, Request, Response
from litestar.types import Message, Receive, Scope, Send

from stichwerk.errors import StichwerkError
from stichwerk.server.cluster.mesh import ASK_AGAIN, PATIENCE, NotThere, RelayedRequest, RelayedResponse
from stichwerk.server.errors import LedElsewhere
from stichwerk.server.web.asking import address_of
from stichwerk.server.web.origins import RELAYED, relayed
from stichwerk.server.web.service import Service

#: Between two processes these mean nothing, or something else.
_OF_THE_CONNECTION = {b"connection", b"keep-alive", b"transfer-encoding", b"upgrade", b"te", b"trailer", b"expect"}


class FromLeader(Response[None]):
    """The answer of the process that leads the table."""

    def __init__(self, request: Request[Any, Any, Any], where: LedElsewhere, service: Service) -> None:
        super().__init__(None)
        self._request, self._where, self._service = request, where, service

    def to_asgi_response(self, *_: Any, **__: Any) -> Any:
        """What Litestar calls to have it sent."""
        return self._send

    async def _send(self, scope: Scope, receive: Receive, send: Send) -> None:
        answered = await self._found()
        headers = [(name, value) for name, value in answered.headers if name.lower() not in _OF_THE_CONNECTION]
        start: Any = {"type": "http.response.start", "status": answered.status, "headers": headers}
        await send(start)
        await send({"type": "http.response.body", "body": answered.body, "more_body": False})

    async def _found(self) -> RelayedResponse:
        service, where, asked = self._service, self._where, await _asked(self._request, self._service)
        until = time.monotonic() + PATIENCE
        while service.mesh is not None and time.monotonic() < until:
            try:
                return await service.mesh.request(where, asked)
            except NotThere:
                await asyncio.sleep(ASK_AGAIN)
            try:
                await service.directory.lead(where.table)
                if (answered := await service.mesh.answer(asked)) is not None:
                    return answered
            except LedElsewhere as problem:
                where = problem
            except StichwerkError:
                break
        text = b'{"code":"shutdown","text":"the server is restarting: try again in a moment","rule":""}'
        return RelayedResponse(503, [(b"content-type", b"application/json"), (b"retry-after", b"1")], text)


def relay(request: Request[Any, Any, Any], problem: LedElsewhere) -> Response[Any]:
    """The table is led elsewhere: ask there. At the end of the one hop, only say so."""
    if relayed(request):
        request.scope[RELAYED]["elsewhere"] = True  # type: ignore[literal-required]
        return Response(None, status_code=503)
    service: Service = request.app.state.service
    return FromLeader(request, problem, service)


async def _asked(request: Request[Any, Any, Any], service: Service) -> RelayedRequest:
    scope = request.scope
    left_out = set(_OF_THE_CONNECTION)
    if not request.route_handler.opt.get("compresses_itself"):
        left_out.add(b"accept-encoding")  # what goes back is compressed here
    return RelayedRequest(
        method=scope["method"],
        scheme=scope["scheme"],
        path=scope["path"],
        query=scope["query_string"],
        headers=[(name, value) for name, value in scope["headers"] if name.lower() not in left_out],
        body=await request.body(),
        address=address_of(request, service),
    )


async def answer(app: Litestar, asked: RelayedRequest) -> RelayedResponse | None:
    """Answer a request of another process here; None if the table is not led here."""
    told: dict[str, bool] = {}
    scope: Any = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": asked.method,
        "scheme": asked.scheme,
        "path": asked.path,
        "raw_path": asked.path.encode(),
        "query_string": asked.query,
        "root_path": "",
        "headers": asked.headers,
        "client": (asked.address, 0),
        "server": None,
        "state": {},
        "extensions": {},
        RELAYED: told,
    }
    found = RelayedResponse(500, [], b"")
    body: list[bytes] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": asked.body, "more_body": False}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            found.status, found.headers = message["status"], [(bytes(k), bytes(v)) for k, v in message["headers"]]
        elif message["type"] == "http.response.body":
            body.append(message.get("body", b""))

    await app(scope, receive, send)
    found.body = b"".join(body)
    return None if told.get("elsewhere") else found
