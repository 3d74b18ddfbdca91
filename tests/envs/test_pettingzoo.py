"""PettingZoo: its own tests, unchanged, and ours: turns, rewards, masks, secrets."""

import warnings
from typing import Any

import pytest
from pettingzoo.test import api_test, render_test, seed_test

from stichwerk.envs.pettingzoo import TableEnv, Version
from stichwerk.errors import BadDeal, BadOption, IllegalMove
from stichwerk.games import game
from stichwerk.kernel.rng import rng
from support.env_tables import VARIANTS, Variant

#: What PettingZoo says about every environment whose observations are dictionaries with a mask.
ABOUT_DICTIONARIES = ("Observation is not a NumPy array", "Observation space for each agent probably should be")


def env_of(variant: Variant, **more: Any) -> Any:
    return Version(game(variant.game_id)).env(**variant.agreed, **more)


def raw(variant: Variant, **more: Any) -> TableEnv:
    return Version(game(variant.game_id)).raw_env(**variant.agreed, **more)


def random_step(env: Any) -> None:
    observation, _, termination, _, _ = env.last()
    env.step(None if termination else env.action_space(env.agent_selection).sample(observation["action_mask"]))


@pytest.mark.parametrize("rounds", ["game", 1])
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_tests_of_pettingzoo(variant: Variant, rounds: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(env_of(variant, rounds=rounds), num_cycles=250)
    assert "Passed API test" in capsys.readouterr().out
    assert not [warning for warning in caught if not str(warning.message).startswith(ABOUT_DICTIONARIES)]
    seed_test(lambda: env_of(variant, rounds=rounds), num_cycles=60)


@pytest.mark.parametrize("variant", VARIANTS[::3], ids=str)
def test_the_render_test_of_pettingzoo(variant: Variant) -> None:
    render_test(lambda render_mode: env_of(variant, render_mode=render_mode))


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_whole_game_is_played_and_rewards_add_up_to_the_totals(variant: Variant) -> None:
    env = raw(variant)
    env.reset(seed=5)
    for agent in env.possible_agents:
        env.action_space(agent).seed(1)
    sums = dict.fromkeys(env.possible_agents, 0)
    for agent in env.agent_iter():
        _, reward, termination, _, _ = env.last()
        sums[agent] += reward
        if termination:
            assert env.plan.book.at.finished(env.table.states, 0)
        random_step(env)
    assert tuple(sums.values()) == env.table.totals()
    assert any(sums.values())


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_worlds_that_a_seat_cannot_tell_apart_look_the_same(variant: Variant) -> None:
    env, generator = raw(variant, rounds=1), rng(4)
    env.reset(seed=6)
    at, differed = env.plan.book.at, 0
    while not all(env.terminations.values()):
        truth = env.table.states.copy()
        for seat, agent in enumerate(env.possible_agents):
            seen = env.observe(agent)
            at.redeal(env.table.states, 0, seat, generator)
            differed += env.table.states.tobytes() != truth.tobytes()
            again = env.observe(agent)
            assert all((seen[part] == again[part]).all() for part in seen)
            assert env.table.text(seat) == text_of(env, seat, truth)
        random_step(env)
    assert differed > 10


def text_of(env: TableEnv, seat: int, states: Any) -> str:
    """The text that the seat sees in the true world, which is put back."""
    env.table.states[:] = states
    return env.table.text(seat)


def test_secret_choices_are_made_from_the_dealers_left() -> None:
    env = raw(Variant("rage", 4, {"bidding": "secret"}))
    env.reset(seed=1, options={"dealer": 1})
    asked = []
    for _ in range(4):
        asked.append(env.agent_selection)
        random_step(env)
    assert asked == ["player_2", "player_3", "player_0", "player_1"]


def test_only_the_agent_whose_turn_it_is_has_legal_actions() -> None:
    env = raw(Variant("null-nichtig", 3))
    env.reset(seed=1)
    masks = {agent: int(env.observe(agent)["action_mask"].sum()) for agent in env.agents}
    assert masks.pop(env.agent_selection) > 0
    assert set(masks.values()) == {0}


def test_an_illegal_action_is_refused_and_nothing_happens() -> None:
    env = raw(Variant("rage", 4))
    env.reset(seed=1)
    before = env.table.states.tobytes()
    wrong: dict[Any, str] = {
        3: "B3: bid first",
        106.0: "there is no action 106.0",
        117: "there is no action 117",
        "B3": "no action 'B3'",
        None: "None",
    }
    for action, reason in wrong.items():
        with pytest.raises(IllegalMove, match=reason):
            env.step(action)
    assert env.table.states.tobytes() == before


def test_given_decks_are_dealt_and_wrong_ones_refused() -> None:
    env = raw(Variant("rage", 3), rounds=1)
    deck = game("rage").book.deck.tolist()
    env.reset(options={"decks": [deck], "dealer": 2})
    assert env.observe("player_1")["observation"][env.plan.book.layout.start("hand") + 10 :][:10].tolist() == [1] * 10
    with pytest.raises(BadDeal):
        env.reset(options={"decks": [[0, *deck[:-1]]]})
    with pytest.raises(IllegalMove, match="there is no seat 3"):
        env.reset(options={"dealer": 3})


def test_it_can_be_shown_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    env = raw(Variant("alles-oder-nichts", 3), render_mode="ansi")
    env.reset(seed=1)
    assert str(env.render()).splitlines()[1] == "seat 0: 6 cards, 0 tricks, total 0"
    loud = raw(Variant("rage", 3), render_mode="human")
    loud.reset(seed=1)
    assert "Rage, round 1, seat " in capsys.readouterr().out
    assert raw(Variant("rage", 3)).render() is None
    with pytest.raises(BadOption, match='render_mode must be None, "ansi" or "human"'):
        raw(Variant("rage", 3), render_mode="rgb_array")
