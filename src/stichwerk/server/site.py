"""The pages: the client that was built from ``web/``, the description of the API, and how long browsers keep what.

The files of the client have names that change with their content, so that a browser may keep them for good. What has a
fixed name (the page itself, the service worker) is asked for every time.
"""

from pathlib import Path

from litestar import Router, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.response import File
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler

#: Where the build of the client is put (``make web``).
STATIC = Path(__file__).parent / "static"
#: Pages that need no build.
PAGES = Path(__file__).parent / "pages"

_FOR_GOOD = CacheControlHeader(max_age=31_536_000, public=True, immutable=True)
_ASK_AGAIN = CacheControlHeader(no_cache=True)


def site() -> list[ControllerRouterHandler]:
    """Everything that is not the API."""
    return [
        index,
        service_worker,
        docs,
        _files("/static/assets", STATIC / "assets", _FOR_GOOD),
        _files("/static", STATIC, _ASK_AGAIN),
        _files("/pages", PAGES, _ASK_AGAIN),
    ]


def _files(path: str, folder: Path, kept: CacheControlHeader) -> Router:
    return create_static_files_router(path=path, directories=[folder], name=path, cache_control=kept)


@get("/", include_in_schema=False, sync_to_thread=False, cache_control=_ASK_AGAIN)
def index() -> File:
    """The page to play on; in a clone whose client was not built, what to do about it."""
    built = STATIC / "index.html"
    return _page(built if built.is_file() else PAGES / "not_built.html")


@get("/sw.js", include_in_schema=False, sync_to_thread=False, cache_control=_ASK_AGAIN)
def service_worker() -> File:
    """The service worker. It serves the whole site only if it comes from the top of it."""
    built = STATIC / "sw.js"
    if not built.is_file():
        raise NotFoundException
    return File(built, media_type="text/javascript", content_disposition_type="inline")


@get("/api/docs", include_in_schema=False, sync_to_thread=False, cache_control=_ASK_AGAIN)
def docs() -> File:
    """The description of the API."""
    return _page(PAGES / "api.html")


def _page(path: Path) -> File:
    return File(path, media_type="text/html", content_disposition_type="inline")
