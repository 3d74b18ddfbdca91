"""Pictures of every page and phase, at four sizes, in both themes, with fixed deals: to look at, and to mend what is
not good enough. ``make screenshots``, or a few of them: ``make screenshots ARGS="--only rage --sizes small"``.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from browser.conftest import FLAGS, chromium_path, served  # noqa: E402
from browser.people import SIZES, Player  # noqa: E402
from browser.tables import FIXED_CUT, FIXED_SEED, table_with_bots  # noqa: E402

#: A game, the number of players, options; what to call its pictures.
TABLES = [
    ("rage", 4, {}, "rage"),
    ("rage", 8, {}, "rage-8"),
    ("rage", 3, {"bidding": "secret"}, "rage-secret"),
    ("null-nichtig", 4, {}, "null-nichtig"),
    ("null-nichtig", 6, {"teams": True}, "null-nichtig-teams"),
    ("alles-oder-nichts", 4, {}, "alles-oder-nichts"),
    ("alles-oder-nichts", 6, {"deck": "6x8"}, "alles-oder-nichts-6"),
]
PAGES = {
    "lobby": "/",
    "new-table": "/new/rage",
    "settings": "/settings",
    "rules": "/rules",
    "rules-rage": "/rules/rage",
    "rules-null-nichtig": "/rules/null-nichtig",
    "rules-alles-oder-nichts": "/rules/alles-oder-nichts",
    "trouble": "/table/nowhere",
}


def main() -> None:
    """Take the pictures that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "pictures")
    parser.add_argument("--only", default="", help="those whose name has this in it")
    parser.add_argument("--sizes", nargs="*", default=list(SIZES), choices=list(SIZES))
    parser.add_argument("--themes", nargs="*", default=["light", "dark"], choices=["light", "dark"])
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        with served(Path(folder), before=FIXED_SEED) as server:
            for size in asked.sizes:
                for theme in asked.themes:

                    def person() -> Player:
                        come = Player(browser, server.url, size, color_scheme=theme)  # noqa: B023
                        come.page.add_init_script(FIXED_CUT)
                        return come

                    def shot(player: Player, name: str) -> None:
                        player.page.wait_for_timeout(250)
                        player.page.screenshot(path=asked.out / f"{name}-{size}-{theme}.png")  # noqa: B023
                        print(f"{name}-{size}-{theme}.png")  # noqa: B023

                    _pages(person, shot, asked.only)
                    for game, players, options, name in TABLES:
                        if asked.only in name:
                            seat = table_with_bots(server, game, players, **options)
                            player = person()
                            player.sit(seat)
                            for moment in _moments(player):
                                shot(player, f"{name}-{moment}")
                            player.leave()


def _pages(person: Callable[[], Player], shot: Callable[[Player, str], None], only: str) -> None:
    wanted = {name: path for name, path in PAGES.items() if only in name}
    if wanted:
        visitor = person()
        for name, path in wanted.items():
            visitor.visit(path)
            shot(visitor, name)
        visitor.leave()
    if only in "waiting-room":
        host = person()
        host.opens_a_table("null-nichtig", 4)
        shot(host, "waiting-room")
        host.leave()


def _moments(player: Player) -> Iterator[str]:
    """What is worth a picture in a game: each phase when it begins, cards on the table, the ends."""
    seen: set[str] = set()

    def when(moment: str, now: Callable[[], bool]) -> bool:
        if moment in seen or not now():
            return False
        seen.add(moment)
        return True

    def on_the_table() -> dict[str, object]:
        table: dict[str, object] = player.views[-1]["play"]["table"]
        return table

    while not player.over:
        if player.phase is not None and player.may_act:
            if when(player.phase, lambda: True):
                yield player.phase
            if player.phase == "play" and when("trick", lambda: len(on_the_table()["trick"]) >= 2):  # type: ignore[arg-type]
                yield "trick"
            if player.phase == "play" and when("late", lambda: on_the_table()["tricks_done"] == 3):
                yield "late"
        if not player.act():
            player.page.wait_for_timeout(20)
    player.page.wait_for_timeout(500)
    yield "game-over"


if __name__ == "__main__":
    main()
