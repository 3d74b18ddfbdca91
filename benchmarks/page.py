"""The page in a real browser: how soon it is there, how soon a move is drawn, how long it is busy, and what jumps.

The budgets and how they are measured are those of the tests (tests/support/browser/watching.py); here whole rounds are
played at normal speed, the next one is dealt, and every figure is shown. Some tables only: ``python benchmarks/page.py
--only rage``.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import Browser, sync_playwright
from results_table import ResultsTable

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from browser.conftest import FLAGS, chromium_path, served
from support.browser.tables import table_with_bots
from support.browser.watching import (
    ANSWERS_LATE,
    BUSY_AT_MOST,
    DRAWN_WITHIN,
    JUMPS_AT_MOST,
    LATE_FRAME,
    LATE_FRAMES_AT_MOST,
    PAD_DRAWN_WITHIN,
    PAD_READY_OFFLINE_WITHIN,
    READY_WITHIN,
    READY_WITHIN_SLOWLY,
    SLOWER,
    Watched,
    at_the_table,
    crowding,
    lobby_ready,
    pad_ready,
    pad_ready_offline,
    pad_taps,
    table_ready,
    watch_play,
)
from support.server.running import Running

LOADS = 9
TABLES = [
    ("rage", 4, "phone"),
    ("rage", 8, "phone"),
    ("rage", 8, "desktop"),
    ("null-nichtig", 4, "phone"),
    ("null-nichtig", 6, "phone"),
    ("null-nichtig", 6, "desktop"),
    ("alles-oder-nichts", 4, "phone"),
]
#: A whole round of each game, the deal of the next, and what follows.
TRICKS = 11
MOVES = ("card", "bid", "show", "lay one", "lay")


def page(report: ResultsTable, only: str = "") -> None:
    """All of it."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        with served(Path(folder)) as server:
            _first_visits(report, chromium, server)
            _pad(report, chromium, server.url)
            for game, players, size in TABLES:
                if only in game:
                    watched = watch_play(chromium, server, game, players, size, TRICKS)
                    _play(report, f"{game}, {players} players, {size}", watched)
        report.add("how crowded the machine was afterwards", f"everything takes {crowding():.1f} times as long")
        chromium.close()


def _first_visits(report: ResultsTable, chromium: Browser, server: Running) -> None:
    seat = table_with_bots(server, "rage", 8)
    at_the_table(chromium, server.url, seat)
    for how, goal, slowly in ((f"processor {SLOWER} times slower", READY_WITHIN, False), _SLOWLY):
        lobby, table = partial(lobby_ready, chromium, server.url), partial(table_ready, chromium, server.url, seat)
        _visits(report, f"the lobby: usable on a first visit, {how}", partial(lobby, slow_line=slowly), goal)
        _visits(report, f"a table of eight: usable on a first visit, {how}", partial(table, slow_line=slowly), goal)


def _pad(report: ResultsTable, chromium: Browser, url: str) -> None:
    where = f"the score pad: usable on a first visit, processor {SLOWER} times slower"
    _visits(report, where, partial(pad_ready, chromium, url), READY_WITHIN)
    offline = partial(pad_ready_offline, chromium, url)
    _visits(report, "the score pad: usable without a network", offline, PAD_READY_OFFLINE_WITHIN)
    taps = pad_taps(chromium, url)
    most = quantiles(taps, n=20, method="inclusive")[-1]
    report.add(
        "the score pad: a tap is drawn",
        f"p50 {median(taps):.0f} ms, p95 {most:.0f} ms, worst {max(taps):.0f} ms of {len(taps)}",
        f"p95 <= {PAD_DRAWN_WITHIN} ms",
        most <= PAD_DRAWN_WITHIN,
    )


_SLOWLY = ("1.6 Mbit/s, 150 ms away", READY_WITHIN_SLOWLY, True)


def _visits(report: ResultsTable, what: str, load: Callable[[], float], goal: int) -> None:
    visits = [(load(), crowding()) for _ in range(LOADS)]
    best, crowded = min(visits)
    report.add(
        what,
        f"best {best:.0f} ms (crowded {crowded:.1f} times), median {median(took for took, _ in visits):.0f} ms",
        f"<= {goal} ms",
        best <= goal,
    )


def _play(report: ResultsTable, where: str, watched: Watched) -> None:
    moves = [took for kind in MOVES for took in watched.moves.get(kind, [])]
    most = quantiles(moves, n=20, method="inclusive")[-1]
    report.add(
        f"{where}: a move is drawn (the server answers after {ANSWERS_LATE} ms)",
        f"p50 {median(moves):.0f} ms, p95 {most:.0f} ms, worst {max(moves):.0f} ms of {len(moves)}",
        f"p95 <= {DRAWN_WITHIN} ms",
        most <= DRAWN_WITHIN,
    )
    report.add(
        f"{where}: the longest task",
        f"{watched.busy:.0f} ms of work ({watched.busy_by_the_clock:.0f} ms by the clock)",
        f"<= {BUSY_AT_MOST} ms",
        watched.busy <= BUSY_AT_MOST,
    )
    report.add(
        f"{where}: frames over {LATE_FRAME} ms while something moves, processor {SLOWER} times slower",
        f"{watched.late:.1%} ({watched.late_frames} of {watched.frames})",
        f"<= {LATE_FRAMES_AT_MOST:.0%}",
        watched.late <= LATE_FRAMES_AT_MOST,
    )
    report.add(
        f"{where}: layout shift while cards are played",
        f"{watched.jumps:.4f} (when trays come and go {watched.jumps_of_trays:.3f})",
        f"<= {JUMPS_AT_MOST}",
        watched.jumps <= JUMPS_AT_MOST,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="tables of the games whose name has this in it")
    page(ResultsTable(), parser.parse_args().only)
