"""What `test_card` runs in a process of its own, in which Numba simulates a graphics card."""

import sys

import pytest

from stichwerk.envs.vector import VectorEnv
from stichwerk.errors import BadOption, IllegalMove
from support.card_games import same_games
from support.env_tables import Variant

#: What is played: the variant, its round, and so many steps that the round ends.
PLAYED = {
    "rage": (Variant("rage", 3, {"bidding": "secret", "march": True}), 9, 10),
    "null-nichtig": (Variant("null-nichtig", 3), 1, 42),
    "alles-oder-nichts": (Variant("alles-oder-nichts", 3, {"deck": "6x8"}), 1, 26),
}


def check_same_games(game_id: str) -> None:
    """Two short games side by side, as on the processor: deals, steps, ends, and random play without looking."""
    variant, first, steps = PLAYED[game_id]
    ended = same_games(variant, 2, steps, 5, rounds=1, first_round=first)
    assert ended >= 2


def check_refusals() -> None:
    """An illegal action is refused in the same words, and nothing happens in any game."""
    here, there = (VectorEnv("rage", 2, players=2, first_round=10, device=device) for device in ("cpu", "cuda"))
    for env in (here, there):
        with pytest.raises(IllegalMove, match="call reset first"):
            env.sample()
        env.reset(seed=1)
        before = env.states["bid"].copy()
        for actions in ([106, 5], [106, 117], [106, -1], [1.5, 2.5], [106]):
            with pytest.raises(IllegalMove) as refused:
                env.step(actions)
            assert (refused.value.code, str(refused.value)) == expected.setdefault(str(actions), _said(refused.value))
        with pytest.raises(BadOption, match="steps must be a whole number from 1 on, not 0"):
            env.play(0)
        assert (env.states["bid"] == before).all()
        assert len(env.states) == 2


expected: dict[str, tuple[str, str]] = {}


def _said(problem: IllegalMove) -> tuple[str, str]:
    return problem.code, str(problem)


if __name__ == "__main__":
    check_refusals() if sys.argv[1] == "refusals" else check_same_games(sys.argv[1])
