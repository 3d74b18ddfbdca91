"""How quick the page is for whoever plays, as their own browser sees it, and whether that is quick enough.

A crowded machine makes everything look slow now and then. So of moves of one kind the median counts, and a task counts
with the processor time it took, not with the time in which others had the processor. How crowded it is, `crowding`
tells. Nothing of this hides a page that is slow by itself.
"""

import json
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page

from stichwerk.client import Seat
from support.browser.people import Player
from support.browser.tables import table_with_bots
from support.server.running import Running

#: The budgets, in milliseconds.
READY_WITHIN = 1000
DRAWN_WITHIN = 100
BUSY_AT_MOST = 50
#: Over a slow line: the network of a phone in the countryside.
READY_WITHIN_SLOWLY = 1800
#: A frame that takes longer than two of sixty a second is seen; while cards move on a slow processor, so many may.
LATE_FRAME = 32
LATE_FRAMES_AT_MOST = 0.02
#: The sum of the browser's own measure of what jumps: the share of the window, times the share of its height.
JUMPS_AT_MOST = 0.01

#: Of the processor, while a page is loaded: so many times slower.
SLOWER = 4
#: Slow 4G: bytes per second each way, and milliseconds to the server and back.
SLOW_LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 200_000}
#: The server's answer is this late, in milliseconds: what is drawn sooner did not wait for it.
ANSWERS_LATE = 300

_WATCH = Path(__file__).with_name("watch.js").read_text()
_LATE = f"""
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (data) {{ setTimeout(() => send.call(this, data), {ANSWERS_LATE}); }};
"""


# ---------------------------------------------------------------- until one can do something


def lobby_ready(chromium: Browser, url: str, slow_line: bool = False) -> float:
    """Milliseconds from asking for the lobby, never seen before, until its first button has done what it does; with a
    slow processor, or over a slow line instead.
    """
    return _ready(chromium, url, "/", "watched.readyWhen('.games button', 'dialog[open]')", slow_line)


def table_ready(chromium: Browser, url: str, seat: Seat, slow_line: bool = False) -> float:
    """Milliseconds from asking for a table, with nothing of the page known, until a card can be picked up."""
    seats = json.dumps(json.dumps({seat.table: seat.token}))
    held = f"localStorage.setItem('stichwerk-seats', {seats});"
    what = held + "watched.readyWhen('[data-hand] [data-card]', '.picked')"
    return _ready(chromium, url, f"/#/table/{seat.table}", what, slow_line)


def at_the_table(chromium: Browser, url: str, seat: Seat) -> None:
    """Go there once, so that the cards are dealt."""
    player = Player(chromium, url)
    player.sit(seat)
    player.page.locator("[data-hand] [data-card]").first.wait_for()
    player.leave()


def crowding() -> float:
    """How many times as long as its processor time anything takes on this machine now; alone on it: 1."""
    began, used = time.perf_counter(), time.process_time()
    while time.process_time() - used < 0.2:
        pass
    return (time.perf_counter() - began) / (time.process_time() - used)


def _ready(chromium: Browser, url: str, path: str, what: str, slow_line: bool) -> float:
    context = chromium.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    try:
        page = context.new_page()
        page.add_init_script(f"{_WATCH}\n{what}")
        browser = context.new_cdp_session(page)
        if slow_line:
            browser.send("Network.enable")
            browser.send("Network.emulateNetworkConditions", SLOW_LINE)
        else:
            browser.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.goto(url + path)
        return float(_awaited(page, "watched.ready"))
    finally:
        context.close()


def _awaited(page: Page, expression: str) -> Any:
    """Its value, once it has one. (Our own policy forbids Playwright's way to wait for it.)"""
    for _ in range(500):
        if (value := page.evaluate(expression)) is not None:
            return value
        page.wait_for_timeout(20)
    raise TimeoutError(expression)


# ---------------------------------------------------------------- while one plays


@dataclass(frozen=True)
class Watched:
    """What somebody's browser did while they played."""

    moves: dict[str, list[float]]  # by kind: milliseconds from each tap until it was drawn
    busy: float  # the longest that the page did anything, in milliseconds of processor time
    busy_by_the_clock: float
    jumps: float  # while cards are played
    jumped: list[str]  # what did
    jumps_of_trays: float  # when what is to be chosen from comes and goes

    @property
    def problems(self) -> list[str]:
        """The budgets that were not met."""
        slow = {what: median(took) for what, took in self.moves.items() if median(took) > DRAWN_WITHIN}
        found = [f"{what}: drawn after {took:.0f} ms" for what, took in slow.items()]
        if self.busy > BUSY_AT_MOST:
            found.append(f"the page was busy for {self.busy:.0f} ms")
        if self.jumps > JUMPS_AT_MOST:
            found.append(f"things jump, {self.jumps:.4f}: {self.jumped}")
        return found


def watch_play(
    chromium: Browser, running: Running, game: str, players: int, size: str, tricks: int = 99, **settings: Any
) -> Watched:
    """Play so many tricks of a new game with bots, a round at most, with all that moves; the server is far away."""
    seat = table_with_bots(running, game, players)
    player = _sits(chromium, running, seat, size, _WATCH + _LATE, settings)
    try:
        chromium.start_tracing(page=player.page, categories=["toplevel"])
        try:
            player.play(until=lambda: player.phase == "over" or _tricks(player) >= tricks)
            player.page.wait_for_timeout(2 * ANSWERS_LATE)
            seen = player.page.evaluate("watched")
        finally:
            trace = json.loads(chromium.stop_tracing())
    finally:
        player.leave()
    assert not player.problems, player.problems
    return _watched(seen, trace["traceEvents"])


@dataclass(frozen=True)
class Frames:
    """What was drawn while something moved."""

    count: int
    late: int
    longest: float  # milliseconds

    @property
    def share(self) -> float:
        """Of those that came too late."""
        return self.late / max(1, self.count)


def watch_frames(
    chromium: Browser, running: Running, game: str, players: int, size: str, tricks: int, **settings: Any
) -> Frames:
    """The frames in which something moves on a slow processor, while so many tricks are played; after the last of a
    round, the next one is dealt.
    """
    seat = table_with_bots(running, game, players)
    player = _sits(chromium, running, seat, size, _WATCH, settings)
    try:
        slowed = player.context.new_cdp_session(player.page)
        slowed.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        player.page.evaluate("watched.countFrames()")
        player.play(until=lambda: [each["event"] for each in player.happened].count("TrickTaken") >= tricks)
        took = player.page.evaluate("watched.frames")
    finally:
        player.leave()
    return Frames(len(took), sum(each > LATE_FRAME for each in took), max(took))


def _sits(chromium: Browser, running: Running, seat: Seat, size: str, script: str, settings: dict[str, Any]) -> Player:
    """Somebody at a table where everything moves, and everything has come to rest."""
    player = Player(chromium, running.url, size, reduced_motion="no-preference")
    player.context.add_init_script(script)
    player.keep("seats", {seat.table: seat.token})
    player.keep("settings", settings)
    player.page.goto(f"{player.url}/#/table/{seat.table}")
    player.page.reload()
    player.page.locator("[data-hand] [data-card]").first.wait_for()
    player.page.wait_for_load_state("networkidle")
    return player


def _tricks(player: Player) -> int:
    """How many tricks of the round have been taken."""
    return int(player.views[-1]["play"]["table"]["tricks_done"])


def _watched(seen: dict[str, Any], events: list[dict[str, Any]]) -> Watched:
    moves = defaultdict(list)
    for tap in seen["taps"]:
        assert tap["took"] is not None, f"a tap ({tap['what']}) did nothing"
        moves[tap["what"]].append(float(tap["took"]))
    threads = {(each["pid"], each["tid"]) for each in events if each["args"].get("name") == "CrRendererMain"}
    tasks = [each for each in events if "tdur" in each and (each["pid"], each["tid"]) in threads]
    longest = max(tasks, key=lambda task: int(task["tdur"]))
    jumps = [each for each in seen["shifts"] if each["playing"]]
    return Watched(
        moves=dict(moves),
        busy=longest["tdur"] / 1000,
        busy_by_the_clock=max(task["dur"] for task in tasks) / 1000,
        jumps=sum(each["value"] for each in jumps),
        jumped=sorted({name for each in jumps for name in each["what"]}),
        jumps_of_trays=sum(each["value"] for each in seen["shifts"] if not each["playing"]),
    )
