"""When something is wrong: a clear sentence and a way on, every time."""

import tempfile
from pathlib import Path

from browser.conftest import served
from studio import FIXED_SERVER, Studio

#: A browser that may keep nothing.
NO_STORAGE = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked') } })"
#: A newer version of the page has been loaded and waits.
UPDATE_WAITS = """
const waiting = new EventTarget();
const registration = Object.assign(new EventTarget(), { waiting });
const fake = { controller: waiting, register: async () => registration, addEventListener() {} };
Object.defineProperty(navigator, 'serviceWorker', { value: fake });
"""
DEAD_ENDS = {
    "table": "/#/table/nowhere",
    "page": "/#/non/sense",
    "game": "/#/new/skat",
    "replay": "/#/replay/nowhere/1",
}


def dead_ends(studio: Studio) -> None:
    """Addresses that lead nowhere, and an invite that does no longer."""
    anja = studio.sitter()
    for name, path in DEAD_ENDS.items():
        anja.page.goto(anja.url + path)
        anja.page.reload()
        anja.page.locator("[role=alert]").wait_for()
        studio.shot(anja, f"trouble-{name}")
    anja.page.goto(anja.url + "/#invite=nonsense")
    anja.page.locator("form input[autocomplete]").fill("Anja")
    anja.tap("form button")
    anja.page.locator("[role=alert]").wait_for()
    studio.shot(anja, "trouble-invite")


def browser(studio: Studio) -> None:
    """A browser that keeps nothing; a newer version that waits."""
    for name, script in (("storage", NO_STORAGE), ("update", UPDATE_WAITS)):
        anja = studio.sitter()
        anja.page.add_init_script(script)
        anja.visit("/")
        anja.page.reload()
        anja.page.locator("main [role=status], aside[role=status]").first.wait_for()
        studio.shot(anja, f"trouble-{name}")


def connection(studio: Studio) -> None:
    """The network is gone at the table; the server is gone in the lobby and at the start."""
    anja = studio.at_a_table("null-nichtig", 4)
    anja.play(until=lambda: anja.phase == "play" and len(anja.table["trick"]) >= 2 and anja.may_act)
    anja.context.set_offline(True)
    anja.page.locator(".lost").wait_for()
    studio.shot(anja, "table-connection-lost")
    with tempfile.TemporaryDirectory() as folder, served(Path(folder), before=FIXED_SERVER) as server:
        bernd = studio.sitter(server.url, service_workers="block")
        bernd.visit("/")
        server.kill()
        bernd.tap(".games .primary")
        bernd.page.locator("dialog input[autocomplete]").fill("Bernd")
        bernd.tap("dialog button[type=submit]")
        bernd.page.locator("dialog [role=alert]").wait_for()
        studio.shot(bernd, "trouble-server-away-dialog")
        bernd.page.keyboard.press("Escape")
        bernd.page.goto(bernd.url + "/#/settings")
        studio.shot(bernd, "trouble-server-away")


SCENES = (dead_ends, browser, connection)
