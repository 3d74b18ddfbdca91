"""The web application: addresses, the WebSocket, the pages, and headers that allow a browser only what we need."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.types import Message, Scope

from stichwerk.server.errors import LedElsewhere
from stichwerk.server.web import openapi
from stichwerk.server.web.api import api, healthz, metrics
from stichwerk.server.web.origins import RELAYED
from stichwerk.server.web.problems import HANDLERS
from stichwerk.server.web.relaying import answer, relay
from stichwerk.server.web.service import Service
from stichwerk.server.web.settings import Settings
from stichwerk.server.web.site import site
from stichwerk.server.web.sockets import no_socket, table_socket, watch_over_stuck

log = logging.getLogger("stichwerk.server")

#: The longest body of a request, in bytes.
LONGEST_BODY = 32_768


def create_app(settings: Settings, service: Service | None = None) -> Litestar:
    """The application; opens the database that the settings name, unless it gets a service that has."""
    running = service or Service(settings)
    headers = _headers(settings)

    async def before_send(message: Message, scope: Scope) -> None:
        if message["type"] == "http.response.start" and RELAYED not in scope:
            message["headers"] = [*message["headers"], *headers]
            running.metrics.requests.labels(str(message["status"])).inc()
            log.debug("%s %s: %s", scope.get("method"), scope.get("path_template"), message["status"])

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await running.begin()
        watch = asyncio.create_task(watch_over_stuck(running))
        try:
            yield
        finally:
            watch.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await watch
            await running.close()

    app = Litestar(
        route_handlers=[
            *site(),
            healthz,
            metrics,
            api(),
            table_socket,
            no_socket,
        ],
        dependencies={"service": Provide(lambda: running, sync_to_thread=False)},
        state=State({"service": running}),
        exception_handlers={**HANDLERS, LedElsewhere: relay},
        before_send=[before_send],
        lifespan=[lifespan],
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000, exclude_opt_key="compresses_itself"),
        openapi_config=openapi.config(),
        request_max_body_size=LONGEST_BODY,
        logging_config=None,
        debug=False,
    )
    if running.mesh is not None:
        running.mesh.answer = partial(answer, app)
    return app


def _headers(settings: Settings) -> list[tuple[bytes, bytes]]:
    """A browser may load only from here, tells nobody where it comes from, and shows the page in no frame."""
    sockets = ""
    if settings.origin is not None:  # older browsers do not count a WebSocket to the same host as 'self'
        sockets = " " + settings.origin.replace("http", "ws", 1)
    policy = (
        f"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        f"manifest-src 'self'; worker-src 'self'; connect-src 'self'{sockets}; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    )
    found = {
        "Content-Security-Policy": policy,
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    }
    if settings.public_url.startswith("https:"):
        found["Strict-Transport-Security"] = "max-age=31536000"
    return [(name.lower().encode(), value.encode()) for name, value in found.items()]
