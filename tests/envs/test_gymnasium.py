"""Gymnasium: its own checker, unchanged, and ours: opponents, rewards, illegal actions."""

import warnings
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from stichwerk.bots import Knowledge
from stichwerk.envs.gymnasium import ILLEGAL_REWARD, SeatEnv, id_of
from stichwerk.errors import BadOption, BadPlayers, IllegalMove, UnknownBot
from stichwerk.games import game, games
from stichwerk.kernel.rng import Rng
from support.env_tables import VARIANTS, Variant


def made(variant: Variant, **more: Any) -> SeatEnv:
    return SeatEnv(variant.game_id, **variant.agreed, **more)


def play(env: SeatEnv, seed: int) -> tuple[float, list[Any]]:
    """A whole episode at random: the sum of the rewards, and all that was seen."""
    env.action_space.seed(seed)
    observation, info = env.reset(seed=seed)
    seen, total, over = [observation.tolist()], 0.0, False
    while not over:
        assert (env.action_masks() == info["action_mask"]).all()
        assert env.observation_space.contains(observation)
        observation, reward, over, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
        total += reward
        seen.append(observation.tolist())
        assert not truncated
    return total, seen


@pytest.mark.parametrize("game_id", [found.id for found in games()])
@pytest.mark.parametrize("agreed", [{}, {"players": 3, "rounds": 1, "seat": 2}])
def test_the_checker_of_gymnasium(game_id: str, agreed: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(id_of(game(game_id)), **agreed).unwrapped)


def test_the_games_are_registered() -> None:
    names = {"stichwerk/NullNichtig-v0", "stichwerk/Rage-v0", "stichwerk/AllesOderNichts-v0"}
    assert names <= set(gymnasium.registry)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_rewards_add_up_to_ones_points(variant: Variant) -> None:
    env = made(variant, seat=1)
    total, _ = play(env, seed=3)
    assert total == env.table.totals()[1]
    assert env.plan.book.at.finished(env.table.states, 0)


def test_the_same_seed_gives_the_same_game() -> None:
    env = made(VARIANTS[4])
    assert play(env, 5) == play(env, 5)
    assert play(env, 5) != play(env, 6)


class Noting:
    """A bot that plays the first legal action and notes what it was given."""

    name = "noting"

    def __init__(self) -> None:
        self.seats: list[int] = []

    def choose(self, hidden: Knowledge, legal: Sequence[int], rng: Rng) -> int:
        self.seats.append(hidden.seat)
        others = [seat for seat in range(8) if seat != hidden.seat]
        assert not hidden.states["hand"][0, others].any(), "the bot sees other hands"
        return legal[0]


def test_every_opponent_sits_at_its_seat_and_sees_no_other_hand() -> None:
    bots = [Noting() for _ in range(3)]
    play(made(Variant("rage", 4), seat=1, rounds=1, opponents=bots), seed=1)
    assert [set(bot.seats) for bot in bots] == [{2}, {3}, {0}]
    one = Noting()
    play(made(Variant("rage", 4), rounds=1, opponents=one), seed=1)
    assert set(one.seats) == {1, 2, 3}


def test_an_illegal_action_ends_the_game_and_says_why() -> None:
    env = made(Variant("rage", 4), rounds=1)
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(3)
    assert (reward, terminated) == (ILLEGAL_REWARD, True)
    assert info["refused"] == "seat 0, B3: bid first, from 0 to 10"
    assert not info["action_mask"].any()
    with pytest.raises(IllegalMove, match="the game is over: call reset"):
        env.step(106)


def test_an_illegal_action_raises_where_that_is_wanted() -> None:
    env = made(Variant("rage", 4), illegal="raise")
    env.reset(seed=1)
    before = env.table.states.tobytes()
    with pytest.raises(IllegalMove, match="bid first"):
        env.step(np.int64(3))
    assert env.table.states.tobytes() == before


@pytest.mark.parametrize(
    ("wrong", "error", "reason"),
    [
        ({"opponents": ["random"]}, BadPlayers, "4 players need 3 opponents, not 1"),
        ({"opponents": "champion"}, UnknownBot, "there is no bot 'champion'"),
        ({"seat": 4}, BadPlayers, "there is no seat 4"),
        ({"illegal": "ignore"}, BadOption, 'illegal must be "end" or "raise"'),
        ({"render_mode": "rgb_array"}, BadOption, "render_mode must be"),
    ],
)
def test_what_cannot_be_played_is_refused(wrong: dict[str, Any], error: type[Exception], reason: str) -> None:
    with pytest.raises(error, match=reason):
        SeatEnv("rage", **wrong)


def test_one_sees_ones_own_cards_only() -> None:
    env = made(Variant("rage", 3), render_mode="ansi", seat=2)
    env.reset(seed=1)
    lines = str(env.render()).splitlines()
    assert [len(line.split(", ")[1].split()) for line in lines[1:4]][2] == 10
    assert all("10 cards, 0 tricks" in line or "10 cards, bid" in line for line in lines[1:3])
