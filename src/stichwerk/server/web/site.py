"""The pages: the client that was built from ``web/``, the description of the API, and how long browsers keep what.

The files of the client have names that change with their content, so that a browser may keep them for good. What has a
fixed name (the page itself, the service worker) is asked for every time; if it is still the same, it is not sent again.
Everything is read and compressed once: visitors do not take the time of those who play. Beside the larger files of the
client lies a copy that was compressed more tightly when it was built, for browsers that can read it.
"""

import gzip
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path
from typing import Any, TypeAlias

from litestar import Request, Response, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

#: Where the build of the client is put (``make web``).
STATIC = Path(__file__).parents[1] / "static"
#: Pages that need no build.
PAGES = Path(__file__).parent / "pages"

_FOR_GOOD = CacheControlHeader(max_age=31_536_000, public=True, immutable=True)
_ASK_AGAIN = CacheControlHeader(no_cache=True)
#: So many bytes are worth compressing.
_WORTH_IT = 1000

_Asked: TypeAlias = Request[Any, Any, Any]
_page = partial(get, include_in_schema=False, sync_to_thread=False, compresses_itself=True)


def site() -> list[ControllerRouterHandler]:
    """Everything that is not the API."""
    return [
        index,
        pad,
        service_worker,
        docs,
        _files("/static/assets", STATIC / "assets", _FOR_GOOD),
        _files("/static", STATIC, _ASK_AGAIN),
        _files("/pages", PAGES, _ASK_AGAIN),
    ]


def _files(path: str, folder: Path, kept: CacheControlHeader) -> ControllerRouterHandler:
    @_page(path + "/{name:path}", cache_control=kept)
    def file(request: _Asked, name: FromPath[Path]) -> Response[bytes]:
        try:
            found = (folder / str(name).lstrip("/")).resolve()
        except (OSError, ValueError):  # no name of a file: too long, or with a zero byte
            raise NotFoundException from None
        if not found.is_relative_to(folder.resolve()):
            raise NotFoundException
        return _given(request, found)

    return file


@_page("/", cache_control=_ASK_AGAIN)
def index(request: _Asked) -> Response[bytes]:
    """The page to play on; in a clone whose client was not built, what to do about it."""
    built = STATIC / "index.html"
    return _given(request, built if built.is_file() else PAGES / "not_built.html")


@_page("/pad", cache_control=_ASK_AGAIN)
def pad(request: _Asked) -> Response[bytes]:
    """The score pad, which is a page of its own."""
    built = STATIC / "pad.html"
    return _given(request, built if built.is_file() else PAGES / "not_built.html")


@_page("/sw.js", cache_control=_ASK_AGAIN)
def service_worker(request: _Asked) -> Response[bytes]:
    """The service worker. It serves the whole site only if it comes from the top of it."""
    return _given(request, STATIC / "sw.js")


@_page("/api/docs", cache_control=_ASK_AGAIN)
def docs(request: _Asked) -> Response[bytes]:
    """The description of the API."""
    return _given(request, PAGES / "api.html")


# ---------------------------------------------------------------- files, kept ready


@dataclass(frozen=True)
class _Ready:
    """A file as it is sent; ``packed``: what can be sent instead, by its encoding, the smallest first."""

    media_type: str
    tag: str
    plain: bytes
    packed: dict[str, bytes]


def _given(request: _Asked, path: Path) -> Response[bytes]:
    try:
        there = path.is_file()
    except OSError:  # its name is too long
        there = False
    if not there:
        raise NotFoundException
    file = _ready(path, path.stat().st_mtime_ns)
    headers = {"ETag": file.tag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match", "").removeprefix("W/") == file.tag:
        return Response(b"", status_code=304, media_type=file.media_type, headers=headers)
    read = {each.split(";")[0].strip() for each in request.headers.get("accept-encoding", "").split(",")}
    for encoding, packed in file.packed.items():
        if encoding in read:
            return Response(packed, media_type=file.media_type, headers=headers | {"Content-Encoding": encoding})
    return Response(file.plain, media_type=file.media_type, headers=headers)


@lru_cache(maxsize=200)
def _ready(path: Path, _changed: int) -> _Ready:
    content = path.read_bytes()
    media_type = guess_type(path.name)[0] or "application/octet-stream"
    return _Ready(
        media_type=media_type,  # Litestar adds that a text is in UTF-8
        tag=f'"{sha256(content).hexdigest()[:24]}"',
        plain=content,
        packed=_packed(path, content) if len(content) >= _WORTH_IT and _compressible(media_type) else {},
    )


def _packed(path: Path, content: bytes) -> dict[str, bytes]:
    copy = path.with_name(f"{path.name}.br")
    # One that is older than its file belongs to another build.
    tight = copy.is_file() and copy.stat().st_mtime_ns >= path.stat().st_mtime_ns
    return ({"br": copy.read_bytes()} if tight else {}) | {"gzip": gzip.compress(content, mtime=0)}


def _compressible(media_type: str) -> bool:
    return not media_type.startswith("image/") or media_type == "image/svg+xml"
