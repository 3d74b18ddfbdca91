"""Steps per second of the vector environment, also against our own for PettingZoo and against OpenSpiel."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from stichwerk.envs.vector import VectorEnv
from stichwerk.games import games

GAMES = 4096
SAMPLES = 1500


def steps_per_second(env: VectorEnv, sampling: bool) -> tuple[float, float]:
    """Of `step`, with observations and masks; the best and the median of many samples. With or without `sample`."""
    env.reset(seed=1)
    times = []
    for _ in range(SAMPLES):
        actions = env.sample().copy()
        start = time.perf_counter()
        env.step(env.sample() if sampling else actions)
        times.append(time.perf_counter() - start)
    return env.num_envs / min(times), env.num_envs / float(np.median(times))


def vector(report: Any) -> None:
    """Rage, 4 players, 4,096 games on one core, observations and masks written in every step; then the ratios."""
    env = VectorEnv("rage", GAMES, players=4)
    best, median = steps_per_second(env, sampling=False)
    written = f"{best / 1e6:.2f} million (median {median / 1e6:.2f})"
    report.add("vector environment, rage: steps/s on one core", written, ">= 3 million", best >= 3e6)
    sampled, _ = steps_per_second(env, sampling=True)
    report.add("the same with random actions drawn", f"{sampled / 1e6:.2f} million")
    for found in games():
        if found.id != "rage":
            other, middle = steps_per_second(VectorEnv(found.id, GAMES, players=4), sampling=False)
            written = f"{other / 1e6:.2f} million (median {middle / 1e6:.2f})"
            report.add(f"vector environment, {found.id}: steps/s on one core", written)
    peers: dict[str, Callable[[], int]] = {}
    try:
        peers["our environment for PettingZoo, rage"] = _pettingzoo()
    except ImportError:
        report.add("PettingZoo", "pettingzoo is not installed")
    try:
        peers["OpenSpiel oh_hell from Python, masks"] = _oh_hell(tensors=False)
        peers["OpenSpiel oh_hell from Python, masks and tensors"] = _oh_hell(tensors=True)
    except ImportError:
        report.add("OpenSpiel", "open_spiel is not installed")
    for name, play in peers.items():
        ratios, speeds = [], []
        for _ in range(20):  # in turn, so that both see the same weather
            start = time.perf_counter()
            steps = play()
            theirs = steps / (time.perf_counter() - start)
            start = time.perf_counter()
            for _ in range(10):
                env.step(env.sample())
            ratios.append(10 * GAMES / (time.perf_counter() - start) / theirs)
            speeds.append(theirs)
        written = f"{max(speeds):,.0f}; vector env. {np.median(ratios):,.0f} times"
        report.add(f"{name}: steps/s", written)


def _pettingzoo() -> Callable[[], int]:
    """The beginning of a game of Rage with random actions; returns the steps."""
    from stichwerk.envs.pettingzoo import rage_v0

    env, generator = rage_v0.raw_env(players=4), np.random.default_rng(1)

    def play() -> int:
        env.reset(seed=1)
        for _ in range(200):
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(int(generator.choice(np.flatnonzero(mask))))
        return 200

    play()
    return play


def _oh_hell(tensors: bool) -> Callable[[], int]:
    """Rounds of Oh Hell with random actions, each step with its mask; returns the steps.

    Oh Hell has no observation tensor, and its information state tensor is long (3,898 numbers where our observations
    have 418), so it is measured with and without.
    """
    import pyspiel

    game, generator = pyspiel.load_game("oh_hell(players=4,num_tricks_fixed=10)"), np.random.default_rng(1)

    def play() -> int:
        steps = 0
        for _ in range(5):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(int(generator.choice(state.legal_actions())))
                    continue
                if tensors:
                    state.information_state_tensor()
                mask = state.legal_actions_mask()
                state.apply_action(int(generator.choice(np.flatnonzero(mask))))
                steps += 1
        return steps

    play()
    return play
