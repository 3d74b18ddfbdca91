"""Learn to play with masked PPO (sb3-contrib) in about a minute, against random bots.

It plays the last rounds of Rage (from three cards down to one) at seat 0 and afterwards compares itself, on deals that
it has not seen, with a random player at the same seat. Needs torch and sb3-contrib: `make test-train` installs them.

    python examples/train_ppo.py
"""

import time
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

import stichwerk.envs.gymnasium
from stichwerk.envs.gymnasium import SeatEnv

ROUNDS: dict[str, Any] = {"players": 3, "first_round": 8, "rounds": 3}


class Until(BaseCallback):
    """Ends the training when the time is up."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._end = time.monotonic() + seconds

    def _on_step(self) -> bool:
        return time.monotonic() < self._end


def table() -> SeatEnv:
    """You at seat 0 against random bots."""
    env = gymnasium.make(stichwerk.envs.gymnasium.id_of(stichwerk.games.game("rage")), **ROUNDS).unwrapped
    assert isinstance(env, SeatEnv)
    return env


def train(seconds: float = 60, seed: int = 1) -> MaskablePPO:
    """Learn for so long."""
    torch.set_num_threads(1)
    model = MaskablePPO(
        "MlpPolicy", table(), n_steps=2048, batch_size=256, learning_rate=1e-3, gamma=1.0, ent_coef=0.01, seed=seed
    )
    model.learn(10**9, callback=Until(seconds))
    return model


def mean_points(model: MaskablePPO | None, games: int, seed: int) -> tuple[float, float]:
    """The mean points of a game and their standard error; without a model, random play."""
    env, points = table(), np.zeros(games)
    for number in range(games):
        observation, info = env.reset(seed=seed + number)
        env.action_space.seed(seed + number)
        over = False
        while not over:
            if model is None:
                action = int(env.action_space.sample(info["action_mask"]))
            else:
                action = int(model.predict(observation, action_masks=env.action_masks(), deterministic=True)[0])
            observation, reward, over, _, info = env.step(action)
            points[number] += reward
    return float(points.mean()), float(points.std(ddof=1) / np.sqrt(games))


if __name__ == "__main__":
    learned = train()
    for name, model in (("random", None), ("learned", learned)):
        mean, error = mean_points(model, games=1000, seed=10**6)
        print(f"{name}: {mean:.1f} ± {1.96 * error:.1f} points per game (95 %)")
