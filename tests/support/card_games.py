"""The same games on the processor and on a graphics card (or in Numba's simulator of one), compared bit for bit."""

from typing import Any

import numpy as np

from stichwerk.envs.vector import VectorEnv
from support.env_tables import Variant


def same_games(variant: Variant, games: int, steps: int, played: int, **more: Any) -> int:
    """Play so many steps, then so many more without looking, in both places. Returns how many games ended meanwhile."""
    here = VectorEnv(variant.game_id, games, **variant.agreed, **more)
    there = VectorEnv(variant.game_id, games, **variant.agreed, **more, device="cuda")
    ended = 0
    for seed in (5, None):  # without a seed the random numbers go on
        same(here.reset(seed=seed), there.reset(seed=seed))
        same_states(here, there)
        for _ in range(steps):
            actions = here.sample().copy()
            same(actions, there.sample())
            stepped = here.step(actions)
            same(stepped, there.step(actions))
            same_states(here, there)
            ended += int(stepped[2].sum())
    same(here.play(played), there.play(played))
    same_states(here, there)
    same(here.sample(), there.sample())
    return ended


def same(here: Any, there: Any) -> None:
    """Assert that two answers of an environment are the same: arrays, or tuples and dictionaries of them."""
    if isinstance(here, dict):
        assert list(here) == list(there)
        here, there = tuple(here.values()), tuple(there.values())
    if isinstance(here, tuple):
        for one, other in zip(here, there, strict=True):
            same(one, other)
        return
    fetched = there if isinstance(there, np.ndarray) else there.cpu().numpy()
    assert (here.shape, here.dtype) == (fetched.shape, fetched.dtype)
    np.testing.assert_array_equal(here, fetched)


def same_states(here: VectorEnv, there: VectorEnv) -> None:
    """Assert that the true states are the same, byte by byte."""
    states: Any = there.states
    assert here.states.tobytes() == states.records().tobytes()
