"""Many games at once: 4,096 tables of Rage, a policy that sees all of them in one array, and the steps per second.

python examples/vector_loop.py
"""

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stichwerk.envs.vector import VectorEnv
from stichwerk.games import game

BID_TWO = game("rage").book.presentation.actions(game("rage").options()).numbers["bid:2"]


def bid_two(observations: dict[str, NDArray[Any]], sampled: NDArray[np.int64]) -> NDArray[np.int64]:
    """A policy for all games at once: where two tricks can be bid, bid two; else what was drawn at random."""
    return np.where(observations["action_mask"][:, BID_TWO], BID_TWO, sampled)


def play(games: int = 4096, steps: int = 500, seed: int = 1) -> tuple[float, float, float]:
    """Seat 0 bids two, the others at random. Mean points of a round: seat 0, the others; steps per second."""
    env = VectorEnv("rage", games, players=4, rounds=1)
    observations, infos = env.reset(seed=seed)
    sums, rounds = np.zeros(4), 0
    start = time.perf_counter()
    for _ in range(steps):
        sampled = env.sample()
        actions = np.where(infos["seat"] == 0, bid_two(observations, sampled), sampled)
        observations, rewards, terminations, _, infos = env.step(actions)
        sums += rewards.sum(axis=0)
        rounds += int(terminations.sum())
    speed = games * steps / (time.perf_counter() - start)
    mean = sums / max(rounds, 1)
    return float(mean[0]), float(mean[1:].mean()), speed


if __name__ == "__main__":
    ours, others, speed = play()
    print(f"points per round: always bidding two {ours:.2f}, at random {others:.2f}")
    print(f"{speed / 1e6:.2f} million steps per second, the policy included")
