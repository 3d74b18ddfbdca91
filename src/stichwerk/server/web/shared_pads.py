"""Score pads that several phones fill, over HTTP. A phone asks again and again; what it hands in twice counts once."""

from typing import Annotated, Any

from litestar import Request, post
from litestar.params import JSONBody, PathParameter

from stichwerk.protocol import pads as messages
from stichwerk.server.web.asking import Bearer, Serving, address_of, may, required, token_in
from stichwerk.server.web.limits import TooMany
from stichwerk.server.web.problems import DOCUMENTED

PadId = Annotated[str, PathParameter(max_length=64, description="The id of a shared pad.")]


@post("/shared-pads", summary="Share a score pad", responses=DOCUMENTED)
async def share_pad(
    data: JSONBody[messages.SharePad], request: Request[Any, Any, Any], service: Serving
) -> messages.SharedPad:
    """Let others follow a score pad, and write on it if they may. Its steps are handed in after that."""
    if not may(service.opening, request, service):
        text = "you have opened many tables and pads: wait a while"
        raise TooMany(text, "too-many-tables", service.opening.wait(address_of(request, service)))
    pad, token = await service.shared_pads.share(data)
    page = service.settings.public_url.rstrip("/") or str(request.base_url).rstrip("/")
    return messages.SharedPad(pad, token, f"{page}/pad#/with/{pad}")


@post("/shared-pads/{pad:str}/phones", summary="Write on a shared pad", responses=DOCUMENTED)
async def take_part(
    pad: PadId, data: JSONBody[messages.TakePart], request: Request[Any, Any, Any], service: Serving
) -> messages.PadPhone:
    """This phone writes on the pad too. The token is told only once."""
    if not may(service.joining, request, service):
        wait = service.joining.wait(address_of(request, service))
        raise TooMany("you have tried many times: wait a minute", "too-many-joins", wait)
    return await service.shared_pads.take_part(pad, data)


@post("/shared-pads/{pad:str}/sync", summary="Hand in, and hear the news", status_code=200, responses=DOCUMENTED)
async def sync_pad(
    pad: PadId, data: JSONBody[messages.SyncPad], service: Serving, authorization: Bearer = None
) -> messages.PadNews:
    """What this phone has done on the pad; the answer is what has happened since it last asked. Without a token it
    only looks on. What others have entered covered is told as soon as it is open, and not before."""
    return await service.shared_pads.sync(pad, token_in(authorization), data)


@post("/shared-pads/{pad:str}/sharing", summary="Who may write", status_code=204, responses=DOCUMENTED)
async def change_sharing(
    pad: PadId, data: JSONBody[messages.ChangeSharing], service: Serving, authorization: Bearer = None
) -> None:
    """Host: change what others may do, give a player's place free, or end the sharing."""
    await service.shared_pads.change(pad, required(authorization), data)


#: All of them.
HANDLERS: list[Any] = [share_pad, take_part, sync_pad, change_sharing]
