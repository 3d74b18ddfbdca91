"""The same decks and actions give the same points everywhere: by the rules alone and in every environment."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stichwerk.envs.gymnasium import SeatEnv
from stichwerk.envs.pettingzoo import Version
from stichwerk.envs.spiel_table import dealt, load
from stichwerk.envs.vector import VectorEnv
from stichwerk.games import game
from stichwerk.kernel.rng import below, shuffle
from support.env_tables import VARIANTS, Variant, play_by_the_rules, shuffled_decks

seeds = st.integers(0, 10**9)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@settings(max_examples=8)
@given(seed=seeds)
def test_pettingzoo(variant: Variant, seed: int) -> None:
    decks, dealer = shuffled_decks(variant.game_id, 10, seed), seed % variant.players
    played = play_by_the_rules(variant, decks, dealer, seed)
    env = Version(game(variant.game_id)).raw_env(**variant.agreed, rounds=len(played.scores))
    env.reset(options={"decks": decks, "dealer": dealer})
    paid = []
    for action in played.actions:
        env.step(action)
        paid.append(tuple(env.rewards.values()))
    assert all(env.terminations.values())
    assert [points for points in paid if any(points)] == [points for points in played.scores if any(points)]
    assert env.table.totals() == tuple(map(sum, zip(*played.scores, strict=True)))


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@settings(max_examples=8)
@given(seed=seeds)
def test_openspiel(variant: Variant, seed: int) -> None:
    decks, dealer = shuffled_decks(variant.game_id, 1, seed), seed % variant.players
    round_no = 1 + seed % 2
    played = play_by_the_rules(variant, decks, dealer, seed, round_no)
    state = dealt(load(variant.game_id, variant.players, variant.options, round_no, dealer), decks[0])
    for action in played.actions:
        assert action in state.legal_actions()
        state.apply_action(action)
    assert state.is_terminal()
    assert tuple(state.returns()) == played.scores[0]
    assert state.rewards() == state.returns()


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@settings(max_examples=8)
@given(seed=seeds)
def test_vector(variant: Variant, seed: int) -> None:
    env = VectorEnv(variant.game_id, 3, **variant.agreed, rounds=1)
    env.reset(seed=seed)
    generators = env._games._deals.copy()  # what the next games are drawn from
    env.reset()
    book, played = env.plan.book, []
    for generator in generators:
        dealer, deck = below(generator, variant.players), book.deck.copy()
        empty = book.new_states()
        env.plan.begin(empty, 0, dealer)
        shuffle(generator, deck, int(book.at.cards_needed(empty, 0)))
        played.append(play_by_the_rules(variant, [deck.tolist()], dealer, seed))
    for actions in zip(*(one.actions for one in played), strict=True):
        _, rewards, terminations, _, _ = env.step(np.array(actions))
    assert terminations.all()
    assert [tuple(row) for row in rewards.tolist()] == [one.scores[0] for one in played]


@settings(max_examples=8)
@given(seed=seeds)
def test_gymnasium(seed: int) -> None:
    """You play what was played at your seat, and so do the others."""
    variant, decks = Variant("rage", 3), shuffled_decks("rage", 1, seed)
    played = play_by_the_rules(variant, decks, 2, seed)

    class Script:
        name = "script"

        def choose(self, hidden: object, legal: object, rng: object) -> int:
            return queue.pop(0)

    queue = played.actions.copy()
    env = SeatEnv("rage", players=3, rounds=1, opponents=Script(), seat=1)
    env.reset(options={"decks": decks, "dealer": 2})
    over, total = False, 0.0
    while not over:
        _, reward, over, _, _ = env.step(queue.pop(0))
        total += reward
    assert (queue, total) == ([], played.scores[0][1])
