"""What goes wrong over HTTP, as JSON: a code for programs, a sentence for people, and a fitting status."""

import logging
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec
from litestar.types import ExceptionHandlersMap
from msgspec import Struct

from stichwerk.errors import IllegalMove, StichwerkError, UnknownGame
from stichwerk.protocol.messages import ErrorCode
from stichwerk.server.errors import NoEntry, NotNow, StoreError, UnknownTable, UnreadableLog
from stichwerk.server.web.limits import TooMany
from stichwerk.server.wire.outbox import STORE_TROUBLE

log = logging.getLogger("stichwerk.server")


class Problem(Struct, frozen=True):
    """Why something was not done."""

    code: ErrorCode
    text: str
    rule: str = ""


_STATUSES: dict[type[StichwerkError], int] = {
    UnknownTable: 404,
    UnknownGame: 404,
    NoEntry: 403,
    NotNow: 409,
    UnreadableLog: 409,
    IllegalMove: 409,
    TooMany: 429,
    StoreError: 503,
}

#: What Litestar says when somebody goes away in the middle of a request: no failure of ours.
_GONE = "client disconnected prematurely"
_CODES = {
    401: "no-entry",
    403: "no-entry",
    404: "not-found",
    405: "bad-method",
    413: "too-long",
    415: "bad-type",
    429: "too-many",
}
_TEXTS = {
    404: "there is nothing at this address",
    405: "this address is asked in another way: see /api/docs",
    413: "this is too long",
}

#: For the OpenAPI page: what any of our addresses may answer beside what it is for.
DOCUMENTED = {
    status: ResponseSpec(data_container=Problem, description=text, generate_examples=False)
    for status, text in (
        (400, "It cannot be read, or cannot be had like that."),
        (403, "A token, an invite or a code that does not open this door."),
        (404, "There is no such table or game."),
        (409, "Not at this time."),
        (413, "It is too long."),
        (415, "It is not application/json."),
        (429, "Too much from one address: wait a little."),
        (503, "The database does not answer, or the server is restarting."),
    )
}


def status_of(problem: StichwerkError) -> int:
    """The HTTP status of a mistake; where nothing else fits it is the asker's: 400."""
    return next((status for kind, status in _STATUSES.items() if isinstance(problem, kind)), 400)


def _said(_: Request[Any, Any, Any], problem: StichwerkError) -> Response[Problem]:
    rule = problem.rule if isinstance(problem, IllegalMove) else ""
    status = status_of(problem)
    wait = problem.wait if isinstance(problem, TooMany) else 5
    headers = {"Retry-After": str(wait)} if status in (429, 503) else {}
    # Where the database is, and what is wrong with it, is for those who run the server.
    text = STORE_TROUBLE if isinstance(problem, StoreError) else problem.message
    return Response(Problem(problem.code, text, rule), status_code=status, headers=headers)


def _refused(_: Request[Any, Any, Any], problem: HTTPException) -> Response[Problem]:
    status = problem.status_code
    if status >= 500 and problem.detail == _GONE:
        return Response(Problem("bad-request", "the request broke off"), status_code=400)
    if status >= 500:
        return _failed(_, problem)
    text = _TEXTS.get(status, problem.detail)
    if isinstance(problem, ValidationException) and isinstance(problem.extra, list):
        details = [f"{each.get('key', '')}: {each.get('message', '')}".strip(": ") for each in problem.extra]
        text = "this cannot be read: " + "; ".join(details)
    headers = {key: value for key, value in (problem.headers or {}).items() if key.lower() == "allow"}
    return Response(Problem(_CODES.get(status, "bad-request"), text), status_code=status, headers=headers)


def _failed(_: Request[Any, Any, Any], problem: Exception) -> Response[Problem]:
    log.error("a request failed", exc_info=problem)
    return Response(Problem("server-error", "something went wrong here; nothing was changed"), status_code=500)


def _no_text(_: Request[Any, Any, Any], problem: UnicodeError) -> Response[Problem]:
    return Response(Problem("bad-request", "this cannot be read: it is not UTF-8"), status_code=400)


def _too_deep(_: Request[Any, Any, Any], problem: RecursionError) -> Response[Problem]:
    return Response(Problem("bad-request", "this cannot be read: it is nested too deep"), status_code=400)


HANDLERS: ExceptionHandlersMap = {
    RecursionError: _too_deep,
    UnicodeError: _no_text,
    StichwerkError: _said,
    HTTPException: _refused,
    Exception: _failed,
}
