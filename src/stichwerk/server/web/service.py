"""All parts of a running server, without any network: opened together, closed together."""

import asyncio
from contextlib import suppress
from typing import Any

from stichwerk.server.cluster.mesh import Mesh
from stichwerk.server.cluster.siblings import Siblings
from stichwerk.server.errors import StoreError
from stichwerk.server.live.directory import Directory
from stichwerk.server.live.leadership import Member
from stichwerk.server.live.profiles import Profiles
from stichwerk.server.live.replays import Replays
from stichwerk.server.live.reviews import Reviews
from stichwerk.server.live.runner import Runner
from stichwerk.server.live.shared_pads import SharedPads
from stichwerk.server.store.log import Store
from stichwerk.server.web.limits import Allowances, Counted, Window
from stichwerk.server.web.metrics import Metrics
from stichwerk.server.web.pulse import Pulse
from stichwerk.server.web.settings import Settings
from stichwerk.server.web.sharing import SharedLimits, Spent

#: Short codes can be guessed, with much patience: so many attempts to join a minute.
_JOINS_PER_MINUTE = 30
#: To play a long game again takes the server a second or two.
_REPLAYS_PER_MINUTE = 60
#: To review a game takes ten seconds of a processor; to look at a review that was made, nothing.
_REVIEWS_PER_HOUR = 60


class Service:
    """The store, the tables, the bots, the limits and the counts of one server."""

    def __init__(
        self,
        settings: Settings,
        store: Store | None = None,
        member: Member | None = None,
        links: Any = None,
        siblings: Siblings | None = None,
    ) -> None:
        self.settings = settings
        self.store = store or Store(settings.database_url())
        self.member = member
        self.directory = Directory(self.store) if member is None else Directory(self.store, member.now, member)
        self.siblings = siblings
        self.mesh = None if member is None else Mesh(member, settings.cluster_secret, links, self.directory)
        #: The connection that a hello asks for, wherever its table is led.
        self.connect = self.directory.connect if self.mesh is None else self.mesh.connect
        self.replays = Replays(self.directory)
        self.reviews = Reviews(self.directory)
        self.profiles = Profiles(self.directory, self.reviews)
        self.shared_pads = SharedPads(self.directory.rooms, self.directory.now)
        self.runner = Runner(self.directory)
        self.opening = Window(settings.tables_per_hour, 3600)
        self.requests = Allowances(settings.requests_per_minute, settings.requests_per_minute / 60)
        # A server without limits for requests has none here either.
        joins = _JOINS_PER_MINUTE if settings.requests_per_minute else 0
        self.joining = Window(joins, 60)
        replays = _REPLAYS_PER_MINUTE if settings.requests_per_minute else 0
        self.replaying = Allowances(replays, replays / 60)
        reviews = _REVIEWS_PER_HOUR if settings.requests_per_minute else 0
        self.reviewing = Window(reviews, 3600)
        self.sockets = Counted(settings.sockets_per_address)
        self.metrics = Metrics()
        self.pulse = Pulse(lambda: self.store.check())
        self.wires: set[Any] = set()  # the sockets that are open
        self._join_others()
        self._watch()
        self._closing: asyncio.Task[None] | None = None

    def _watch(self) -> None:
        watch, directory, runner, store = self.metrics.watch, self.directory, self.runner, self.store
        watch("connections", "Clients that are connected to a table", lambda: directory.queries.connected)
        watch("tables_loaded", "Tables in memory", lambda: directory.queries.loaded)
        watch("bots_thinking", "Bots that think, or wait for their moment", lambda: runner.thinking)
        watch("reviews_under_way", "Reviews that are made, or wait", lambda: self.reviews.under_way)
        watch("facts", "Facts stored", lambda: directory.commands.facts_stored, counts=True)
        watch("bot_moves", "Moves of bots", lambda: runner.moves, counts=True)
        watch("reviews", "Reviews made", lambda: self.reviews.made, counts=True)
        watch("commits", "Transactions of the database", lambda: store.commits, counts=True)

    def _join_others(self) -> None:
        member, mesh = self.member, self.mesh
        if member is None or mesh is None:
            return
        member.lost = self.directory.lost
        member.people = self.directory.queries.people_at_listed
        spent: dict[str, Spent] = {
            "tables": self.opening, "requests": self.requests, "joins": self.joining,
            "replays": self.replaying, "reviews": self.reviewing,
        }  # fmt: skip
        limits = SharedLimits(spent, self.sockets)
        limits.tell(False)  # from now on it is written down
        mesh.tell_used, mesh.used = limits.tell, limits.hear
        mesh.answered = self.metrics.answered.observe
        watch = self.metrics.watch
        watch("processes", "Processes of the cluster that are alive", lambda: len(member.living))
        watch("tables_led", "Tables that this process leads", lambda: member.leads)
        watch("links", "Links to other processes", lambda: mesh.links)
        watch("clients_away", "Clients here whose table another process leads", lambda: mesh.clients_away)
        watch("relayed", "Clients connected to a table that another process leads", lambda: mesh.relayed, counts=True)
        if (siblings := self.siblings) is not None:
            told = "Connections handed over to the worker that leads their table"
            watch("handed_over", told, lambda: siblings.handed_over, counts=True)

    async def begin(self) -> None:
        """Inside the event loop, before the first client comes."""
        if self.member is not None and self.mesh is not None:
            await self.member.confirm()
            self.member.begin()
            await self.mesh.open()

    @property
    def closing(self) -> bool:
        """Whether the server is about to stop."""
        return self._closing is not None

    async def close(self) -> None:
        """Tell everybody, finish what was begun, and close the store. A second call waits for the first."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close())
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        await self.runner.close()
        self.replays.close()
        await self.reviews.close()
        if self.member is not None and self.mesh is not None:
            self.member.leave()
            self.mesh.stop()
            with suppress(StoreError):  # then others wait until this process counts as dead
                await self.directory.hand_over()
        await self.directory.close()
        if self.member is not None and self.mesh is not None:
            await self.mesh.close()
            await self.member.end()
        await asyncio.to_thread(self.store.close)
