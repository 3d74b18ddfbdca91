"""How quick the page is for whoever plays, as their own browser sees it, and whether that is quick enough.

A crowded machine makes everything look slow now and then. So of moves of one kind the median counts, and a task counts
with the processor time it took, not with the time in which others had the processor. How crowded it is, `crowding`
tells. Nothing of this hides a page that is slow by itself.
"""

import json
import time
from bisect import bisect
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
#: The score pad without a network, and a tap on one of its keys.
PAD_READY_OFFLINE_WITHIN = 500
PAD_DRAWN_WITHIN = 50
#: Over a slow line: the network of a phone in the countryside.
READY_WITHIN_SLOWLY = 1800
#: There are sixty frames a second. One that takes as long as two is seen; while cards move on a slow processor, so many
#: may. (They are found by the work in them: a crowded machine makes frames late that are no fault of the page.)
FRAME = 1000 / 60
LATE_FRAME = 32
LATE_FRAMES_AT_MOST = 0.02
#: In a few tricks, played in a hurry, there are few frames, and most of them begin something.
LATE_FRAMES_TOLERATED = 0.1
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


#: The first thing that one does on the pad, and what comes of it.
_NEW_PAD = """watched.readyWhen('a[href="#/new"]', 'form input')"""
#: From a tap on a key of the pad until the cell that it fills is drawn.
_TAPS = """
watched.pad = [];
addEventListener("click", ({ target, timeStamp }) => {
  if (!(target instanceof Element) || !target.closest(".keys")) return;
  const cells = () => [...document.querySelectorAll(".cell")].map(({ textContent }) => textContent.trim()).join();
  const before = cells();
  const look = () => {
    if (cells() === before) requestAnimationFrame(look);
    else requestAnimationFrame(() => watched.pad.push(performance.now() - timeStamp));
  };
  requestAnimationFrame(look);
}, { capture: true });
"""


def pad_ready(chromium: Browser, url: str, slow_line: bool = False) -> float:
    """Milliseconds from asking for the score pad, never seen before, until a new one is begun."""
    return _ready(chromium, url, "/pad", _NEW_PAD, slow_line)


def pad_ready_offline(chromium: Browser, url: str) -> float:
    """The same after one visit, without a network, on a processor as it is."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    try:
        page = context.new_page()
        page.goto(f"{url}/pad")
        page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
        for _ in range(500):
            if page.evaluate("navigator.serviceWorker.controller !== null"):
                break
            page.wait_for_timeout(20)
        page.close()
        context.set_offline(True)
        page = context.new_page()
        page.add_init_script(f"{_WATCH}\n{_NEW_PAD}")
        page.goto(f"{url}/pad")
        return float(_awaited(page, "watched.ready"))
    finally:
        context.close()


def pad_taps(chromium: Browser, url: str, rounds: int = 3) -> list[float]:
    """Milliseconds from each tap on a key until it was drawn, for a pad of four."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    try:
        page = context.new_page()
        page.add_init_script(f"{_WATCH}\n{_TAPS}")
        page.goto(f"{url}/pad#/new")
        page.get_by_role("radio", name="Rage").check(force=True)
        names = page.get_by_role("combobox", name="Name")
        while names.count() < 4:
            page.get_by_role("button", name="Another player").click()
        for at in range(4):
            names.nth(at).fill(f"Player {at}")
        page.get_by_role("button", name="Begin").click()
        for number in range(rounds):
            hand = 10 - number
            for tap in (1, 2, 3, 0, 1, 2, 3, hand - 6):
                page.locator(".keys").get_by_role("button", name=str(tap), exact=True).click()
            page.get_by_role("button", name=f"Round {number + 2}", exact=True).click()
        page.wait_for_timeout(200)
        return [float(each) for each in page.evaluate("watched.pad")]
    finally:
        context.close()


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
    frames: int  # so many there should be while something moves
    late_frames: int  # so many would take too long on a slow processor

    @property
    def late(self) -> float:
        """The share of the late ones."""
        return self.late_frames / max(1, self.frames)

    @property
    def problems(self) -> list[str]:
        """The budgets that were not met."""
        slow = {what: median(took) for what, took in self.moves.items() if median(took) > DRAWN_WITHIN}
        found = [f"{what}: drawn after {took:.0f} ms" for what, took in slow.items()]
        if self.busy > BUSY_AT_MOST:
            found.append(f"the page was busy for {self.busy:.0f} ms")
        if self.jumps > JUMPS_AT_MOST:
            found.append(f"things jump, {self.jumps:.4f}: {self.jumped}")
        if self.late > LATE_FRAMES_TOLERATED:
            found.append(f"{self.late_frames} of {self.frames} frames are late")
        return found


def watch_play(
    chromium: Browser, running: Running, game: str, players: int, size: str, tricks: int, **settings: Any
) -> Watched:
    """Play so many tricks of a new game with bots, with all that moves; the server is far away."""
    seat = table_with_bots(running, game, players)
    player = _sits(chromium, running, seat, size, _WATCH + _LATE, settings)
    try:
        chromium.start_tracing(page=player.page, categories=["toplevel", "blink.user_timing"])
        try:
            player.page.evaluate("watched.countFrames()")
            player.play(until=lambda: [each["event"] for each in player.happened].count("TrickTaken") >= tricks)
            player.page.wait_for_timeout(2 * ANSWERS_LATE)
            seen = player.page.evaluate("watched")
        finally:
            trace = json.loads(chromium.stop_tracing())
    finally:
        player.leave()
    assert not player.problems, player.problems
    return _watched(seen, trace["traceEvents"])


def _sits(chromium: Browser, running: Running, seat: Seat, size: str, script: str, settings: dict[str, Any]) -> Player:
    """Somebody at a table where everything moves, and everything has come to rest."""
    player = Player(chromium, running.url, size, reduced_motion="no-preference", painted=True)
    player.context.add_init_script(script)
    player.keep("seats", {seat.table: seat.token})
    player.keep("settings", settings)
    player.page.goto(f"{player.url}/#/table/{seat.table}")
    player.page.reload()
    player.page.locator("[data-hand] [data-card]").first.wait_for()
    player.page.wait_for_load_state("networkidle")
    return player


def _watched(seen: dict[str, Any], events: list[dict[str, Any]]) -> Watched:
    moves = defaultdict(list)
    for tap in seen["taps"]:
        assert tap["took"] is not None, f"a tap ({tap['what']}) did nothing"
        moves[tap["what"]].append(float(tap["took"]))
    tasks = _tasks(events)
    moving = [(start, end) for start, end in seen["frames"]]
    mark = next(each for each in events if each["name"] == "watched" and each["cat"] == "blink.user_timing")
    began = mark["ts"] / 1000 - seen["marked"]
    jumps = [each for each in seen["shifts"] if each["playing"]]
    return Watched(
        moves=dict(moves),
        busy=max(task.work for task in tasks),
        busy_by_the_clock=max(task.lasts for task in tasks),
        jumps=sum(each["value"] for each in jumps),
        jumped=sorted({name for each in jumps for name in each["what"]}),
        jumps_of_trays=sum(each["value"] for each in seen["shifts"] if not each["playing"]),
        frames=round(sum(end - start for start, end in moving) / FRAME),
        late_frames=sum(SLOWER * work > LATE_FRAME for work in _work_in(moving, tasks, began)),
    )


@dataclass
class _Task:
    """What the page did in one go, in milliseconds."""

    at: float  # by the clock of the trace
    lasts: float
    work: float  # of processor time


def _tasks(events: list[dict[str, Any]]) -> list[_Task]:
    """What the page did, one after the other. What a task did in its course (a message that it read) is told once more
    by itself: it is part of the task. What this driver of ours asked of the page is no work of the page's.
    """
    threads = {(each["pid"], each["tid"]) for each in events if each["args"].get("name") == "CrRendererMain"}
    noted = [each for each in events if "tdur" in each and (each["pid"], each["tid"]) in threads]
    tasks: list[_Task] = []
    for each in sorted(noted, key=lambda each: (each["ts"], -each["dur"])):
        at, work = each["ts"] / 1000, each["tdur"] / 1000
        if not tasks or at >= tasks[-1].at + tasks[-1].lasts:
            tasks.append(_Task(at, each["dur"] / 1000, work))
        elif each["args"].get("chrome_mojo_event_info", {}).get("mojo_interface_tag") == _DRIVER:
            tasks[-1].work -= work
    return tasks


#: By whose messages Playwright looks into the page.
_DRIVER = "blink.mojom.DevToolsSession"


def _work_in(frames: list[tuple[float, float]], tasks: list[_Task], began: float) -> list[float]:
    """How long the page had to work in each of these frames, in milliseconds of processor time. Its clock ``began`` to
    run then, by that of the trace.
    """
    work = [0.0] * len(frames)
    starts = [start for start, _ in frames]
    for task in tasks:
        at = task.at - began
        frame = bisect(starts, at) - 1
        if frame >= 0 and at < frames[frame][1]:
            work[frame] += task.work
    return work
