"""``stich serve``: tables in the browser, for friends and bots. ``stich`` alone is this with ``--open``."""

import argparse
import gc
import os
import sys
import webbrowser
from dataclasses import replace

from stichwerk.games import games, problems
from stichwerk.play.precompile import HINTS, bot_steps, precompile_all, precompile_bots_with_progress, steps
from stichwerk.server.cluster.joining import join, new_process_id, the_process
from stichwerk.server.cluster.siblings import Siblings
from stichwerk.server.store.log import Store
from stichwerk.server.web.service import Service
from stichwerk.server.web.serving import bound, linked, serve
from stichwerk.server.web.settings import Settings
from stichwerk.server.web.workers import Worker, supervise

#: All that thinks at a server.
THINKING = ("1", "2", "3", "4", "5", HINTS)


def run(asked: argparse.Namespace) -> int:
    """Serve until told to stop."""
    gc.disable()  # until it serves: what is loaded now stays
    settings = Settings.read(vars(asked), os.environ)
    if (worker := Worker.of(os.environ)) is not None:
        return run_worker(settings, worker)
    with bound(settings) as door:
        if not settings.port:
            settings = replace(settings, port=door.getsockname()[1])

        def listening() -> None:
            print(f"Stichwerk is open at {settings.url} (Ctrl-C closes it)", flush=True)
            if asked.open and has_display():
                webbrowser.open(settings.url)

        if settings.workers > 1:
            code = supervise(settings, door, listening)
            if code:
                return code
        else:
            serve(settings, ready_service(settings), door, listening)
    print("Stichwerk is closed; all games are kept.", file=sys.stderr)
    return 0


def run_worker(settings: Settings, worker: Worker) -> int:
    """Serve as one of several processes, until told to stop or until the one that began it is gone."""
    with worker.door() as door:
        service = ready_service(settings, worker)
        assert service.member is not None, "a worker has a secret"
        me = service.member.process.id
        serve(settings, service, door, lambda: worker.tell(me), worker.watched)
    return 0


def ready_service(settings: Settings, worker: Worker | None = None) -> Service:
    """A service with its database, and everything compiled."""
    if not settings.in_cluster:
        service = Service(settings)
        service.store.claim()
        warm_up()
        return service
    me = new_process_id()
    store = Store(settings.database_url(), member=me)
    store.claim()
    links = linked(settings)
    address = f"{settings.link_place[0]}:{links.getsockname()[1]}"
    replaces = "" if worker is None else worker.replaces
    member = join(store, the_process(me, address, settings.cluster_secret), replaces)
    with member.announced():
        warm_up()
    return Service(settings, store, member, links, None if worker is None else Siblings(worker.hall, me))


def has_display() -> bool:
    """Whether a page can be shown here. Else a browser for the terminal would cover what the server says."""
    return sys.platform in ("win32", "darwin") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")))


def warm_up() -> None:
    """Compile what is not compiled yet, and load it, so that nobody has to wait at the first table."""
    precompile_all()
    for problem in problems():
        print(f"Left out: {problem}.", file=sys.stderr)
    precompile_bots_with_progress(games(), THINKING)
    for game in games():
        for _, use in (*steps(game), *bot_steps(game, THINKING)):
            use()
