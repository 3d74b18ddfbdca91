"""The searches: playouts per second, simulations per second against OpenSpiel's ISMCTS, and how long levels think."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from stichwerk.arena import compare
from stichwerk.bots import Knowledge
from stichwerk.bots.ismcts import IsmctsBot
from stichwerk.bots.levels import LEVELS, level
from stichwerk.bots.search import Search, SearchPlan
from stichwerk.games import game, game_ids
from stichwerk.games.setup import Setup
from stichwerk.kernel.rng import rng, shuffle

PLAYERS = 4
#: Rage, round 6: five cards each.
ROUND, CARDS = 6, 5
PLAYOUTS = 20_000
SIMULATIONS = 1000
SAMPLES = 15
#: As many as give every hand size of every game.
THINKING_DEALS = 20


def search(report: Any) -> None:
    """Rage for four, all have bid and hold five cards, the first is to lead; on one core."""
    _playouts(report)
    _against_open_spiel(report)
    _thinking(report)


def _bids() -> list[int]:
    """The actions so far: everybody bids one."""
    return [game("rage").book.presentation.actions(game("rage").options()).numbers["bid:1"]] * PLAYERS


def _deck() -> Any:
    """A deck with an ordinary deal: five colour cards for the first seat, so that it has five actions."""
    rage = game("rage")
    names = rage.book.presentation.card_names(rage.options())
    for stream in range(100):
        deck, generator = rage.book.deck.copy(), rng(6, stream)
        shuffle(generator, deck, deck.size)
        if all(names[card][1:].isdigit() for card in deck[:CARDS]):
            return deck
    raise AssertionError("one deal in two is like this")


def _position() -> tuple[Knowledge, list[int]]:
    """What the first seat knows, and its actions."""
    rage, states = game("rage"), game("rage").book.new_states()
    at = rage.book.at
    Setup(rage, rage.options(), PLAYERS).begin(states, 0, dealer=PLAYERS - 1, round_no=ROUND)
    deck = _deck()
    at.deal(states, 0, deck)
    for seat, action in enumerate(_bids()):
        at.apply(states, 0, seat, action)
    at.hide(states, 0, 0)
    return Knowledge(rage, rage.options(), 0, states), sorted(deck[:CARDS].tolist())


def _level_5(simulations: int) -> SearchPlan:
    """As the strongest level searches, with another number of simulations."""
    strongest: Any = level(5).make(game("rage"), "5")
    return replace(strongest.search.plan, simulations=simulations)


def _fastest(call: Callable[[], Any]) -> float:
    call()
    times = []
    for _ in range(SAMPLES):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def _playouts(report: Any) -> None:
    """Complete playouts from the position, all actions in the same worlds, as the search's `tally` does."""
    hidden, legal = _position()
    strongest = _level_5(PLAYOUTS).candidates
    for policy, goal in (("uniform", 150_000), ("rules", 40_000)):
        for candidates in (0, strongest):
            plan = SearchPlan(PLAYOUTS, policy=policy, candidates=candidates)
            speed = _playout_speed(plan, hidden, legal)
            worlds = "plain worlds" if candidates == 0 else f"worlds by bids (1 of {candidates})"
            bound = (f">= {goal:,}", speed >= goal) if candidates == 0 else ("", None)
            report.add(f"rage, 5 cards: {policy} playouts/s, {worlds}", f"{speed:,.0f}", *bound)


def _playout_speed(plan: SearchPlan, hidden: Knowledge, legal: list[int]) -> float:
    searcher = Search(hidden.game, plan)
    return PLAYOUTS / _fastest(lambda: searcher.tally(hidden, legal, rng(1)))


def _against_open_spiel(report: Any) -> None:
    """Searches of a thousand simulations, in turn, so that all see the same weather; the median of the ratios counts.

    The goal is for what is like for like: uniform playouts in plain worlds.
    """
    try:
        theirs = {"OpenSpiel's ISMCTS": _peer(fast=False), "the same with our rollouts and worlds": _peer(fast=True)}
    except ImportError:
        report.add("ISMCTS against OpenSpiel", "open_spiel is not installed")
        return
    hidden, legal = _position()
    ismcts = IsmctsBot(hidden.game, SIMULATIONS)
    plain = Search(hidden.game, SearchPlan(SIMULATIONS, policy="uniform", candidates=0))
    level_5 = Search(hidden.game, _level_5(SIMULATIONS))
    ours = {
        "our ISMCTS": lambda: ismcts.choose(hidden, legal, rng(1)),
        "our search, uniform playouts, plain worlds": lambda: plain.best(hidden, legal, rng(1)),
        "our search as level 5 does it": lambda: level_5.best(hidden, legal, rng(1)),
    }
    speeds = _speeds({name: (call, 1) for name, call in theirs.items()} | {name: (ours[name], 5) for name in ours})
    own, fast = (speeds[name] for name in theirs)
    for name in theirs:
        report.add(f"{name}: simulations/s", f"{speeds[name].max():,.0f}")
    for name in ours:
        ratio, other = (float(np.median(speeds[name] / peer)) for peer in (own, fast))
        goal = (">= 100 times", ratio >= 100) if name != "our search as level 5 does it" else ("", None)
        report.add(f"{name}: simulations/s", f"{speeds[name].max():,.0f}; {ratio:,.0f} and {other:,.0f} times", *goal)


def _thinking(report: Any) -> None:
    """How long each level thinks about a move that is not forced, on one core, over rounds of all sizes."""
    for game_id in game_ids():
        times = []
        for found in LEVELS:
            played = compare(game_id, str(found.number), str(found.number), deals=THINKING_DEALS, workers=1)
            times.append(played.one.ms_per_move(0))
        goal = ("level 5 <= 200 ms", times[-1] <= 200)
        report.add(f"{game_id}: ms per move, levels 1 to 5", ", ".join(f"{ms:.2f}" for ms in times), *goal)


def _speeds(calls: dict[str, tuple[Callable[[], Any], int]]) -> dict[str, Any]:
    """Simulations per second of each call, in samples of so many calls each."""
    speeds = {name: np.zeros(SAMPLES) for name in calls}
    for call, _ in calls.values():
        call()
    for sample in range(SAMPLES):
        for name, (call, times) in calls.items():
            start = time.perf_counter()
            for _ in range(times):
                call()
            speeds[name][sample] = times * SIMULATIONS / (time.perf_counter() - start)
    return speeds


def _peer(fast: bool) -> Callable[[], Any]:
    """A search of OpenSpiel's bot in the same position, all in Python or with our compiled rollouts and worlds."""
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    from stichwerk.envs.spiel_table import RandomRollouts, Resampler, dealt, load

    table = load("rage", PLAYERS, round_no=ROUND)
    state = dealt(table, _deck().tolist())
    for action in _bids():
        state.apply_action(action)
    evaluator = RandomRollouts(seed=1) if fast else RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ISMCTSBot(table, evaluator, game("rage").tuning.uct_c, SIMULATIONS, use_observation_string=True)
    if fast:
        bot.set_resampler(Resampler(seed=2))
    return lambda: bot.step(state)
