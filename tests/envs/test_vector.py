"""Many games at once: every step is what the rules say, game by game."""

from typing import Any

import numpy as np
import pytest

from stichwerk.envs.vector import VectorEnv
from stichwerk.errors import BadOption, BadPlayers, IllegalMove
from stichwerk.games import game
from support.env_tables import VARIANTS, Variant

GAMES = 12


def made(variant: Variant, games: int = GAMES, **more: Any) -> VectorEnv:
    return VectorEnv(variant.game_id, games, **variant.agreed, **more)


def seen_by_the_rules(env: VectorEnv, i: int) -> tuple[int, list[int], list[bool]]:
    """Seat, observation and legal actions of a game, asked from the rules one by one."""
    book, states = env.plan.book, env.states[i : i + 1].copy()
    seat = int(book.loops.to_act(states[0]))
    observation, bits = book.new_observation(), book.new_mask()
    book.at.observe(states, 0, seat, observation)
    book.at.legal(states, 0, seat, bits)
    mask = [bool(int(bits[action // 48]) >> action % 48 & 1) for action in range(len(env.plan.actions))]
    return seat, observation.tolist(), mask


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_step_is_the_same_as_stepping_each_game_alone(variant: Variant) -> None:
    env = made(variant)
    observations, infos = env.reset(seed=3)
    at = env.plan.book.at
    ended = dealt = 0
    for _ in range(150):
        for i in range(0, GAMES, 5):
            seen = observations["observation"][i].tolist(), observations["action_mask"][i].tolist()
            assert (infos["seat"][i], *seen) == seen_by_the_rules(env, i)
        before, actions, seats = env.states.copy(), env.sample().copy(), infos["seat"].copy()
        observations, rewards, terminations, truncations, infos = env.step(actions)
        assert not truncations.any()
        for i in range(GAMES):
            at.apply(before, i, seats[i], actions[i])
            if at.awaiting(before, i):
                assert before[i].tobytes() == env.states[i].tobytes()
                assert (rewards[i].any(), terminations[i]) == (False, False)
            else:
                assert rewards[i].tolist() == before["scores"][i, : env.players].tolist()
                assert terminations[i] == at.finished(before, i)
                assert env.states["round_no"][i] == (1 if terminations[i] else before["round_no"][i] + 1)
                ended += int(terminations[i])
                dealt += 1
    assert dealt > 0
    assert ended > 0 or variant.game_id == "rage"


@pytest.mark.parametrize("variant", [VARIANTS[0], VARIANTS[5]], ids=str)
def test_games_do_not_depend_on_the_number_of_threads(variant: Variant) -> None:
    alone, together = made(variant), made(variant, threads=3)
    alone.reset(seed=7)
    together.reset(seed=7)
    for _ in range(120):
        actions = alone.sample()
        assert actions.tolist() == together.sample().tolist()
        alone.step(actions)
        together.step(actions)
        assert alone.states.tobytes() == together.states.tobytes()
    together.close()


@pytest.mark.parametrize("variant", [VARIANTS[2], VARIANTS[5], VARIANTS[8]], ids=str)
def test_play_is_many_random_steps(variant: Variant) -> None:
    stepped, played = made(variant, rounds=1), made(variant, rounds=1, threads=2)
    stepped.reset(seed=7)
    played.reset(seed=7)
    points, ended = np.zeros((GAMES, variant.players)), np.zeros(GAMES, bool)
    for _ in range(100):
        observations, rewards, terminations, _, infos = stepped.step(stepped.sample())
        points += rewards
        ended |= terminations
    observations_then, rewards, terminations, truncations, infos_then = played.play(100)
    assert stepped.states.tobytes() == played.states.tobytes()
    assert stepped.sample().tolist() == played.sample().tolist()
    assert all((observations[name] == observations_then[name]).all() for name in observations)
    assert (infos["seat"] == infos_then["seat"]).all()
    assert (rewards == points).all()
    assert (terminations == ended).all()
    assert ended.any()
    assert not truncations.any()
    played.close()


@pytest.mark.parametrize("steps", [0, -1, 1.5, "all", None, True])
def test_a_number_of_steps_is_a_whole_number(steps: Any) -> None:
    env = made(VARIANTS[4])
    with pytest.raises(IllegalMove, match="call reset first"):
        env.play(1)
    env.reset(seed=1)
    with pytest.raises(BadOption, match="steps must be a whole number from 1 on, not"):
        env.play(steps)


def test_a_game_does_not_depend_on_how_many_others_there_are() -> None:
    few, many = made(VARIANTS[4], games=2), made(VARIANTS[4], games=9)
    few.reset(seed=7)
    many.reset(seed=7)
    assert few.states.tobytes() == many.states[:2].tobytes()


def test_the_seed_decides_the_deals() -> None:
    env = made(VARIANTS[4])
    env.reset(seed=1)
    first = env.states.tobytes()
    env.reset()
    assert env.states.tobytes() != first
    env.reset(seed=2)
    assert env.states.tobytes() != first
    env.reset(seed=1)
    assert env.states.tobytes() == first


def test_deals_and_dealers_are_drawn_anew_in_every_game() -> None:
    env = VectorEnv("rage", 3000, players=4, rounds=1, first_round=10)
    env.reset(seed=5)
    for _ in range(2):
        dealers = np.bincount(env.states["dealer"], minlength=4)
        assert (np.abs(dealers - 750) < 110).all()  # more than four standard deviations
        low_cards = [bin(word).count("1") for word in env.states["hand"][:, :4, :2].ravel().tolist()]
        assert abs(sum(low_cards) / 12000 - 96 / 112) < 0.015
        for _ in range(8):
            _, _, terminations, _, _ = env.step(env.sample())
        assert terminations.all()


def test_so_many_rounds_are_played_as_agreed() -> None:
    env = VectorEnv("rage", 4, players=2, rounds=2, first_round=9)
    env.reset(seed=1)
    ended = [step for step in range(1, 21) if env.step(env.sample())[2].all()]
    assert ended == [10, 20]  # 2 bids and 4 cards, then 2 bids and 2 cards
    assert (env.states["hand_size"] == 2).all()


def test_samples_are_legal_and_reach_everything() -> None:
    env = made(VARIANTS[4], games=2000)
    observations, _ = env.reset(seed=1)
    sampled = env.sample()
    assert observations["action_mask"][np.arange(2000), sampled].all()
    assert set(sampled.tolist()) == set(range(106, 117))  # every bid from 0 to 10


def test_an_illegal_action_is_refused_and_nothing_happens() -> None:
    env = made(VARIANTS[4])
    env.reset(seed=1)
    before, actions = env.states.tobytes(), env.sample().copy()
    actions[3] = 5
    with pytest.raises(IllegalMove, match=r"^game 3, seat \d, B5: bid first, from 0 to 10$"):
        env.step(actions)
    actions[3] = 117
    with pytest.raises(IllegalMove, match="there is no action 117; actions go from 0 to 116"):
        env.step(actions)
    actions[3] = -1
    with pytest.raises(IllegalMove, match="there is no action -1"):
        env.step(actions)
    assert env.states.tobytes() == before


@pytest.mark.parametrize("actions", [[1, 2], np.zeros(GAMES), np.zeros((GAMES, 1), int)])
def test_actions_are_one_whole_number_per_game(actions: Any) -> None:
    env = made(VARIANTS[4])
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="step needs 12 whole numbers"):
        env.step(actions)


def test_nothing_can_be_done_before_the_first_reset() -> None:
    env = made(VARIANTS[4])
    with pytest.raises(IllegalMove, match="call reset first"):
        env.sample()
    with pytest.raises(IllegalMove, match="call reset first"):
        env.step([0] * GAMES)


@pytest.mark.parametrize(
    ("wrong", "error", "reason"),
    [
        ({"games": 0}, BadOption, "games must be a whole number from 1 on, not 0"),
        ({"threads": 0}, BadOption, "threads must be"),
        ({"players": 9}, BadPlayers, "rage is for 2 to 8 players, not 9"),
        ({"options": {"colour": 1}}, BadOption, "rage has no option 'colour'"),
        ({"rounds": 0}, BadOption, 'rounds must be "game" or a whole number from 1 on, not 0'),
        ({"rounds": "all"}, BadOption, "not 'all'"),
        ({"first_round": 11}, BadOption, "first_round must be a whole number from 1 to 10, not 11"),
    ],
)
def test_what_cannot_be_played_is_refused(wrong: dict[str, Any], error: type[Exception], reason: str) -> None:
    with pytest.raises(error, match=reason):
        VectorEnv(**{"game": "rage", "games": 2, **wrong})


def test_the_spaces_hold_what_the_arrays_do() -> None:
    for game_id in ("null-nichtig", "rage", "alles-oder-nichts"):
        env = VectorEnv(game_id, 3)
        observations, _ = env.reset(seed=1)
        for i in range(3):
            assert env.single_observation_space.contains({name: part[i] for name, part in observations.items()})
        assert env.single_action_space.n == len(game(game_id).book.presentation.actions(env.plan.options))


def test_the_arrays_are_made_only_once() -> None:
    env = made(VARIANTS[4])
    before, _ = env.reset(seed=1)
    after, *_ = env.step(env.sample())
    assert all(before[name] is after[name] for name in before)
