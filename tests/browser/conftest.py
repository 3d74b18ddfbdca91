"""Real browsers at a real server: Chromium, driven by Playwright, and ``stich serve`` in a process of its own."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from stichwerk.server.web.site import STATIC
from support.browser.people import Player
from support.browser.tables import FIXED_SEED
from support.server.running import Running

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # What the address bar would show takes each new window 400 files and most of a second.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
]
#: Machines may be busy. What is expected is usually there at once.
expect.set_options(timeout=20_000)
CHROMIUMS = ("chromium-headless-shell", "chromium", "google-chrome")
NO_LIMITS = ("--tables-per-hour", "--sockets-per-address", "--messages-per-second", "--requests-per-minute")


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """There can be only one in a process."""
    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """A browser, for all tests."""
    browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
    yield browser
    browser.close()


def chromium_path() -> str:
    """The browser of the system; Playwright brings none. Without a window of its own it is a good deal quicker."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)
    assert found, "there is no Chromium: install it (on Debian: apt install chromium), or name it in CHROMIUM"
    return found


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for all tests that do not stop it. What is dealt depends on nothing but the cut of the browser."""
    assert (STATIC / "index.html").is_file(), "the browser client is not built: make web"
    with served(tmp_path_factory.mktemp("server"), before=FIXED_SEED) as server:
        yield server


def served(folder: Path, before: str = "") -> Running:
    """A server with its database in a folder of its own, without limits; ``before``: Python to run before it starts."""
    return Running(folder / "tables.db", *(word for name in NO_LIMITS for word in (name, "0")), before=before)


@pytest.fixture
def person(chromium: Browser, running: Running) -> Iterator[Callable[..., Player]]:
    """Opens browsers of people who do not know of each other; at the end none of them may have had an error."""
    people: list[Player] = []

    def come(size: str = "phone", **settings: Any) -> Player:
        people.append(Player(chromium, settings.pop("url", running.url), size, **settings))
        return people[-1]

    yield come
    assert running.process.poll() is None, f"the server is gone: {running.logged()}"
    problems = [problem for each in people for problem in each.problems]
    for each in people:
        each.leave()
    assert not problems, problems
