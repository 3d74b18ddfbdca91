"""Several processes on one machine: one that serves nobody starts the others, watches over them, and replaces them.

All of them accept from one listening socket, so that a new client never comes to one that is gone or frozen. Each tells
the supervisor every second that its event loop runs. One that ends is replaced; one that is silent is killed, so that
its clients hear of it. On SIGHUP all are replaced, one after the other, each when its successor is ready: so a new
version comes in without anybody waiting. When the supervisor is gone, however it went, the others notice and stop.
"""

import asyncio
import logging
import os
import secrets
import shutil
import signal
import socket
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from stichwerk.server.web.logs import configure
from stichwerk.server.web.settings import Settings

log = logging.getLogger("stichwerk.server")

_DOOR, _HALL, _REPLACES = "STICHWERK_WORKER_DOOR", "STICHWERK_WORKER_HALL", "STICHWERK_WORKER_REPLACES"
#: Every so many seconds a worker tells that it runs, and after such a silence it is killed: by then others may lead its
#: tables.
_TELL_EVERY, SILENT = 0.5, 4.0
#: One that does not even begin is killed, too. (The first of all may have everything to compile.)
_BEGINS_WITHIN = 900.0
#: How long a worker may take to stop.
_STOPS_WITHIN = 20.0
#: A worker that ended within so many seconds is replaced only after a pause.
_TOO_SOON, _PAUSE = 5.0, 2.0


@dataclass(frozen=True)
class Worker:
    """What a worker has from its supervisor."""

    descriptor: int
    hall: Path
    replaces: str

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> "Worker | None":
        """As it stands in the environment; None in a process that nobody supervises."""
        told = environment.get(_DOOR)
        return None if told is None else cls(int(told), Path(environment[_HALL]), environment.get(_REPLACES, ""))

    def door(self) -> socket.socket:
        """The port, which was taken by the supervisor."""
        door = socket.socket(fileno=self.descriptor)
        door.setblocking(False)
        return door

    def tell(self, text: str) -> None:
        """Say something to the supervisor."""
        with suppress(OSError):  # it is gone, as will be noticed in a moment
            print(text, flush=True)

    async def watched(self, stop: Callable[[], None]) -> None:
        """Tell that all is well, again and again; ``stop`` when the supervisor is gone."""
        loop = asyncio.get_running_loop()

        def gone() -> None:
            loop.remove_reader(0)
            stop()

        loop.add_reader(0, gone)
        while True:
            await asyncio.sleep(_TELL_EVERY)
            self.tell("")


def supervise(settings: Settings, door: socket.socket, listening: Callable[[], None]) -> int:
    """Have so many workers serve until told to stop; the exit code. ``listening`` is called when all of them do."""
    configure(settings.log)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if settings.workers > cores:
        told = "1 core" if cores == 1 else f"{cores} cores"
        print(f"Note: {settings.workers} workers on {told}: more than one for each is no faster.", file=sys.stderr)
    if not settings.cluster_secret:
        settings = replace(settings, cluster_secret=secrets.token_hex(32))
    return asyncio.run(_Supervisor(settings, door).run(listening))


class _Place:
    """A place for a worker, and who has it."""

    def __init__(self, process: Process, began: float) -> None:
        self.process, self.began = process, began
        self.id = ""  # as soon as it is ready
        self.heard_at = began
        self.ready: asyncio.Future[bool] = asyncio.get_running_loop().create_future()


class _Supervisor:
    def __init__(self, settings: Settings, door: socket.socket) -> None:
        self._settings, self._door = settings, door
        #: Where workers hand each other connections; nobody else may enter.
        self._hall = tempfile.mkdtemp(prefix="stichwerk-")
        self._places: list[_Place] = []
        self._stopping = asyncio.Event()
        self._renewing: asyncio.Task[None] | None = None
        self._renewed: set[_Place] = set()  # they stop because a successor is there
        self._keeping: set[asyncio.Task[None]] = set()

    async def run(self, listening: Callable[[], None]) -> int:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._stopping.set)
        loop.add_signal_handler(signal.SIGHUP, self._renew)
        try:
            # The first compiles and migrates what is to be; the others find it done.
            for many in (1, self._settings.workers - 1):
                for place in [await self._start() for _ in range(many)]:
                    if not await self._until_ready(place):
                        return 0 if self._stopping.is_set() else await place.process.wait() or 1
            listening()
            watching = asyncio.create_task(self._watch())
            await self._stopping.wait()
            watching.cancel()
            return 0
        finally:
            await self._stop()
            shutil.rmtree(self._hall, ignore_errors=True)

    # ------------------------------------------------------------ one worker

    async def _start(self, replaces: str = "") -> _Place:
        host = self._settings.link_place[0]
        address = f"[{host}]:0" if ":" in host else f"{host}:0"  # a port for each, and new ones for their successors
        settings = replace(self._settings, workers=1, cluster_address=address)
        told = {f"STICHWERK_{each.name.upper()}": _text(getattr(settings, each.name)) for each in fields(settings)}
        told |= {_DOOR: str(self._door.fileno()), _HALL: self._hall, _REPLACES: replaces}
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "stichwerk", "serve",
            stdin=PIPE, stdout=PIPE, pass_fds=[self._door.fileno()], env={**os.environ, **told},
            start_new_session=True,
        )  # fmt: skip
        place = _Place(process, time.monotonic())
        self._places.append(place)
        task = asyncio.create_task(self._keep(place))
        self._keeping.add(task)
        task.add_done_callback(self._keeping.discard)
        return place

    async def _until_ready(self, place: _Place) -> bool:
        stopping = asyncio.create_task(self._stopping.wait())
        either: set[asyncio.Future[Any]] = {place.ready, stopping}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        return place.ready.done() and place.ready.result()

    async def _keep(self, place: _Place) -> None:
        """Listen to a worker until it ends; then start another one, unless it was meant to."""
        assert place.process.stdout is not None
        while line := await place.process.stdout.readline():
            place.heard_at = time.monotonic()
            if text := line.decode().strip():
                place.id = text
                if not place.ready.done():
                    place.ready.set_result(True)
        code = await place.process.wait()
        self._places.remove(place)
        was_ready = bool(place.id)
        if not place.ready.done():
            place.ready.set_result(False)
        if self._stopping.is_set() or place in self._renewed or not was_ready:
            return
        log.error("a worker ended (%s) and is replaced", _how(code))
        if time.monotonic() - place.began < _TOO_SOON:
            await asyncio.sleep(_PAUSE)
        await self._replace(place.id)

    async def _replace(self, gone: str) -> None:
        while not self._stopping.is_set():
            place = await self._start(gone)
            if await self._until_ready(place):
                return
            await asyncio.sleep(_PAUSE)

    async def _watch(self) -> None:
        last = time.monotonic()
        while True:
            await asyncio.sleep(_TELL_EVERY)
            now = time.monotonic()
            slept, last = now - last > SILENT / 2, now
            for place in self._places:
                if slept:  # we have slept ourselves: what they said is still to be read
                    place.heard_at = now
                if now - place.heard_at > (SILENT if place.id else _BEGINS_WITHIN):
                    log.error("a worker was silent for %.0f seconds and is killed", now - place.heard_at)
                    place.process.kill()

    # ------------------------------------------------------------ all of them

    def _renew(self) -> None:
        if self._renewing is None or self._renewing.done():
            self._renewing = asyncio.create_task(self._renew_all())

    async def _renew_all(self) -> None:
        for old in list(self._places):
            await self._until_ready(old)  # one that is just beginning may have begun with what is to be replaced
            if old not in self._places:
                continue  # it ended by itself, and its successor is as new as any
            new = await self._start()
            if not await self._until_ready(new):
                log.error("a new worker did not start: the old ones go on")
                return
            surplus = old if old in self._places else new  # one that ended meanwhile has another successor already
            self._renewed.add(surplus)
            await self._end(surplus)
            self._renewed.discard(surplus)
        log.info("all workers have been replaced")

    async def _stop(self) -> None:
        self._stopping.set()
        if self._renewing is not None:
            self._renewing.cancel()
        await asyncio.gather(*(self._end(place) for place in list(self._places)))
        await asyncio.gather(*self._keeping, return_exceptions=True)

    async def _end(self, place: _Place) -> None:
        if place.process.returncode is None:
            place.process.terminate()
        try:
            await asyncio.wait_for(place.process.wait(), _STOPS_WITHIN)
        except TimeoutError:
            place.process.kill()
            await place.process.wait()


def _text(value: object) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)


def _how(code: int) -> str:
    return f"exit code {code}" if code >= 0 else signal.Signals(-code).name
