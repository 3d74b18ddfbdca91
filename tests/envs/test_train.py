"""The example that trains: `make test-train` runs this, after it has installed torch and sb3-contrib."""

import pytest

from support.env_tables import example


def test_masked_ppo_learns_to_beat_random_play() -> None:
    pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed: `make test-train` installs it and tests")
    ppo = example("train_ppo")
    random_play, error = ppo.mean_points(None, games=300, seed=10**6)
    learned, other_error = ppo.mean_points(ppo.train(seconds=12), games=300, seed=10**6)
    assert learned - random_play > 3 * (error**2 + other_error**2) ** 0.5
