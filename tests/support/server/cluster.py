"""Processes of a cluster, all in this one: everything is real but that they could die."""

import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import httpx

from stichwerk.protocol import messages
from stichwerk.server.cluster.joining import join, new_process_id, the_process
from stichwerk.server.cluster.mesh import Mesh
from stichwerk.server.live.connection import Connection
from stichwerk.server.live.directory import Directory
from stichwerk.server.live.leadership import Member
from stichwerk.server.store.log import Store
from stichwerk.server.web.app import create_app
from stichwerk.server.web.service import Service
from stichwerk.server.web.settings import Settings

SECRET = "a secret of the tests"


def links() -> socket.socket:
    """A port for links."""
    door = socket.create_server(("127.0.0.1", 0))
    door.setblocking(False)
    return door


def member_of(url: str, secret: str = SECRET, **process: Any) -> tuple[Store, Member, socket.socket]:
    """A process that has joined."""
    me, door = new_process_id(), links()
    store = Store(url, member=me)
    here = the_process(me, f"127.0.0.1:{door.getsockname()[1]}", secret)._replace(**process)
    try:
        return store, join(store, here), door
    except BaseException:
        store.close()
        raise


class Node:
    """A process with its application."""

    def __init__(self, url: str, **settings: Any) -> None:
        store, self.member, door = member_of(url)
        self.settings = Settings(db=url, cluster_secret=SECRET, **settings)
        self.service = Service(self.settings, store, self.member, door)
        self.app = create_app(self.settings, self.service)
        app: Any = self.app
        self.http = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost:8000")

    @property
    def mesh(self) -> Mesh:
        assert self.service.mesh is not None
        return self.service.mesh

    @property
    def id(self) -> str:
        return self.member.process.id

    @property
    def directory(self) -> Directory:
        return self.service.directory

    async def connect(self, hello: messages.Hello) -> Connection:
        """As a socket of this process does."""
        return await self.service.connect(hello)

    async def post(self, path: str, body: Any, token: str | None = None) -> httpx.Response:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        return await self.http.post(path, content=messages.encode(body), headers=headers)

    def freeze(self) -> None:
        """As if it could neither say nor hear anything any more: others may think that it is dead."""
        assert self.member._beating is not None
        self.member._beating.cancel()
        self.member._sure_at = float("-inf")


@asynccontextmanager
async def nodes(url: str, many: int, **settings: Any) -> AsyncIterator[Sequence[Node]]:
    """So many processes that know each other."""
    async with AsyncExitStack() as stack:
        found = []
        for _ in range(many):
            found.append(Node(url, **settings))
            stack.push_async_callback(found[-1].service.close)
            stack.push_async_callback(found[-1].http.aclose)
        for node in found:
            await node.service.begin()
        for node in found:
            await node.member.confirm()
        yield found
