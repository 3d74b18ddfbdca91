"""``stich serve``: tables in the browser, for friends and bots. ``stich`` alone is this with ``--open``."""

import argparse
import os
import sys
import webbrowser

from stichwerk.games import games, problems
from stichwerk.play.precompile import HINTS, bot_steps, precompile_all, precompile_bots_with_progress, steps
from stichwerk.server.web.service import Service
from stichwerk.server.web.serving import bound, serve
from stichwerk.server.web.settings import Settings

#: All that thinks at a server.
THINKING = ("1", "2", "3", "4", "5", HINTS)


def run(asked: argparse.Namespace) -> int:
    """Serve until told to stop."""
    settings = Settings.read(vars(asked), os.environ)
    with bound(settings) as door:
        if not settings.port:
            settings = Settings.read({**vars(asked), "port": door.getsockname()[1]}, os.environ)
        service = Service(settings)
        service.store.claim()
        warm_up()

        def listening() -> None:
            print(f"Stichwerk is open at {settings.url} (Ctrl-C closes it)", flush=True)
            if asked.open and has_display():
                webbrowser.open(settings.url)

        serve(settings, service, door, listening)
    print("Stichwerk is closed; all games are kept.", file=sys.stderr)
    return 0


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
