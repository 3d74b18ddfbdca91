"""Games in bulk: how many one core checks, simulates by rules of thumb and writes down, and converts.

Told is processor time, of which others on the machine take nothing: the best of several samples in one process.
"""

import io
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from stichwerk.bulk.convert import simulate_decisions, to_jsonl, to_parquet
from stichwerk.bulk.quick_check import Checker
from stichwerk.bulk.simulate import plan_of, records, simulate_and_record
from stichwerk.games import Game, games
from stichwerk.play.match import Match
from stichwerk.play.record import read_bytes, to_line
from stichwerk.play.report import checked

GAMES, FEW, SAMPLES = 512, 20, 7
#: The goals: games checked per second, and simulated by rules of thumb and written down per minute.
CHECKED, SIMULATED = 10_000, 100_000


def seconds(call: Callable[[], Any], samples: int = SAMPLES) -> float:
    """The processor time that a call takes."""
    call()
    times = []
    for _ in range(samples):
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    return min(times)


def bulk(report: Any) -> None:
    """All that is done with games by the million, on one core."""
    for found in games():
        checks(report, found)
        writes(report, found)


def checks(report: Any, found: Game) -> None:
    """Records checked in compiled code, and as before."""
    checker = Checker()
    lines = [line.encode() for line in records(plan_of(found, None, 4, 1), GAMES)]
    quick = GAMES / seconds(lambda: [checker.report(1, line) for line in lines])
    slow = FEW / seconds(lambda: [checked(1, read_bytes(line)) for line in lines[:FEW]], 3)
    assert all(checker.report(1, line).holding for line in lines)
    told = f"{quick:,.0f}; {quick / slow:,.0f} times the other way's {slow:,.0f}"
    report.add(f"{found.id}: records checked per second and core", told, f">= {CHECKED:,}", quick >= CHECKED)
    for what, salts in (("a seed", None), ("a seed and four cuts of 64 letters", [letter * 64 for letter in "abcd"])):
        seeded = [to_line(_seeded(found, f"{number:064x}", salts)).encode() for number in range(FEW)]
        assert all(checker.record(line) is not None for line in seeded)
        quick = FEW / seconds(partial(_all, lambda line: checker.report(1, line), seeded), 5 * SAMPLES)
        slow = FEW / seconds(partial(_all, lambda line: checked(1, read_bytes(line)), seeded), 3)
        told = f"{quick:,.0f}; {quick / slow:,.0f} times the other way's {slow:,.0f}"
        report.add(f"{found.id}: the same with {what}, so decks too", told, f">= {CHECKED:,}", quick >= CHECKED)


def _all(call: Callable[[bytes], Any], lines: list[bytes]) -> None:
    for line in lines:
        call(line)


def _seeded(found: Game, seed: str, salts: list[str] | None) -> dict[str, Any]:
    """The record of a game with fair deals, in which everybody does the first thing they may."""
    match = Match.new(found, names=["Anja", "Bernd", "Claudia", "Dieter"], seed=seed, salts=salts)
    while not match.finished:
        if match.between_rounds:
            match.deal()
        seat = match.waiting[0]
        match.play(seat, match.legal(seat)[0])
    return match.record()


def writes(report: Any, found: Game) -> None:
    """Games by rules of thumb, written down in both ways, and converted."""
    plan = plan_of(found, None, 4, 1, ["rules"])
    rate = 60 * GAMES
    goal = f">= {SIMULATED:,}"
    speed = rate / seconds(lambda: simulate_and_record(plan, GAMES, len, workers=1))
    report.add(f"{found.id}: games by rules per minute and core, as records", f"{speed:,.0f}", goal, speed >= SIMULATED)
    speed = rate / seconds(lambda: simulate_decisions(plan, GAMES, io.BytesIO(), workers=1))
    report.add(f"{found.id}: the same as decisions (Parquet)", f"{speed:,.0f}", goal, speed >= SIMULATED)
    with tempfile.TemporaryDirectory() as folder:
        lines, table = Path(folder) / "a.jsonl", Path(folder) / "a.parquet"
        with lines.open("w") as text:
            actions = simulate_and_record(plan, GAMES, lambda line: text.write(line + "\n"), workers=1).actions
        with table.open("wb") as file:
            to_parquet(lines, file, workers=1)
        there = rate / seconds(lambda: to_parquet(lines, io.BytesIO(), workers=1), 3)
        back = rate / seconds(lambda: to_jsonl(table, io.StringIO(), workers=1), 3)
        report.add(f"{found.id}: converted per minute, to Parquet and back", f"{there:,.0f}; {back:,.0f}")
        sizes = f"{lines.stat().st_size / GAMES:,.0f}; {table.stat().st_size / GAMES:,.0f} ({actions / GAMES:.0f} rows)"
        report.add(f"{found.id}: bytes per game, records and decisions", sizes)
