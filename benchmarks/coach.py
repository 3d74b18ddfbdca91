"""The coach on one core: how long a hint takes, how long a review, and how soon its first round is there.

What counts is the time of the processor: it is what the clock says on a machine that does nothing else.
"""

import time
from statistics import median
from typing import Any

from stichwerk.bots import bot
from stichwerk.games import game_ids, games
from stichwerk.play.bot_player import BotPlayer, seat_rng
from stichwerk.play.hints import hints
from stichwerk.play.match import Match
from stichwerk.play.precompile import HINTS, precompile_bots_with_progress
from stichwerk.review.plan import ReviewPlan
from stichwerk.review.results import ReviewedRound
from stichwerk.review.run import review_steps

NAMES = ("Anja", "Bernd", "Claudia", "Dieter")
#: Who plays the games: quick, and not without mistakes.
LEVEL = 2
#: Of the decisions of a game, how many there are for each that is asked a hint for.
EVERY = 5
GOAL_HINT, GOAL_REVIEW, GOAL_FIRST = 0.3, 20.0, 2.0


def coach(report: Any) -> None:
    """Whole games for four, every decision of all four reviewed."""
    precompile_bots_with_progress(games(), [str(LEVEL), HINTS])
    for game_id in game_ids():
        match, waits = _game(game_id)
        worst = f"{1000 * median(waits):.0f} ms (longest {1000 * max(waits):.0f})"
        report.add(f"{game_id}: a hint, median", worst, "<= 300 ms", median(waits) <= GOAL_HINT)
        _review(report, match)


def _game(game_id: str) -> tuple[Match, list[float]]:
    """A game, and how long the hints took in it."""
    match = Match.new(game_id, {}, NAMES, seed="coach")
    players = [BotPlayer(bot(LEVEL, game_id), seat_rng("coach", seat)) for seat in range(len(NAMES))]
    waits: list[float] = []
    moves = 0
    hints(match)  # loads the compiled code
    while not match.finished:
        if match.between_rounds:
            match.deal()
        seat = match.waiting[0]
        if len(match.knowledge(seat).legal()) > 1:
            moves += 1
            if moves % EVERY == 1:
                began = time.process_time()
                hints(match, seat)
                waits.append(time.process_time() - began)
        match.play(seat, players[seat].move(match.knowledge(seat)))
    return match, waits


def _review(report: Any, match: Match) -> None:
    record = match.record()
    list(review_steps(record, plan=ReviewPlan(work=1, deals=2)))  # loads the compiled code
    clock = time.perf_counter()
    began, first, decisions = time.process_time(), 0.0, 0
    for step in review_steps(record):
        if isinstance(step, ReviewedRound):
            first = first or time.process_time() - began
        else:
            decisions += 1
    whole, clock = time.process_time() - began, time.perf_counter() - clock
    title, rounds = match.game.id, len(match.sheet)
    goals = (f"<= {GOAL_REVIEW:.0f} s", whole <= GOAL_REVIEW), (f"<= {GOAL_FIRST:.0f} s", first <= GOAL_FIRST)
    report.add(
        f"{title}: a review, {rounds} rounds, {decisions} decisions",
        f"{whole:.1f} s (by the clock {clock:.1f})",
        *goals[0],
    )
    report.add(f"{title}: the first round of it", f"{first:.2f} s", *goals[1])
