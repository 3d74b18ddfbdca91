"""The description of the API. The bodies in it are described by the same code that reads and writes them."""

from functools import cache
from typing import Any

import msgspec
from litestar import Request
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from stichwerk import __version__
from stichwerk.protocol import messages
from stichwerk.protocol.schema import code_schemas
from stichwerk.server.web import catalogue
from stichwerk.server.web.api import Invitation, Proof
from stichwerk.server.web.problems import Problem

_BODIES = (
    messages.NewTable, messages.JoinTable, messages.Seat, messages.NewInvite, messages.TableSummary, messages.Tokens,
    messages.MySeat, messages.Statistics, messages.TableView, messages.Sheet, messages.Replay, catalogue.About,
    catalogue.GameInfo, Invitation, Proof, Problem, messages.SharePad, messages.SharedPad, messages.TakePart,
    messages.PadPhone, messages.SyncPad, messages.PadNews, messages.ChangeSharing,
)  # fmt: skip


class Described(JsonRenderPlugin):
    """The description as JSON, with every limit that is checked."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The description."""
        return msgspec.json.encode(with_limits(openapi_schema))


def with_limits(description: dict[str, Any]) -> dict[str, Any]:
    """The description with our own schemas of the bodies: the framework's leave out what is nested or forbidden."""
    described = dict(description)
    components = dict(description.get("components", {}))
    components["schemas"] = {**components.get("schemas", {}), **_schemas()}
    described["components"] = components
    return described


@cache
def _schemas() -> dict[str, Any]:
    _, found = msgspec.json.schema_components(_BODIES, ref_template="#/$defs/{name}")
    told = msgspec.json.encode({**found, **code_schemas()})
    schemas: dict[str, Any] = msgspec.json.decode(told.replace(b'"#/$defs/', b'"#/components/schemas/'))
    return schemas


def config() -> OpenAPIConfig:
    """Where the description is, and what stands above it."""
    return OpenAPIConfig(
        title="Stichwerk",
        version=__version__,
        description="Tables of Stichwerk. What is said at a table goes over the WebSocket: see docs/protocol.md.",
        path="/api",
        render_plugins=[Described(path="/openapi.json")],
        use_handler_docstrings=True,
    )
