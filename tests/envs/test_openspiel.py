"""OpenSpiel: its own tests, unchanged, its search, and ours: what a player may know, and other worlds."""

import copy
import pickle
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts, random_agent

from stichwerk.bots import bot
from stichwerk.envs.openspiel import RoundState
from stichwerk.envs.spiel_table import RandomRollouts, Resampler, SpielBot, dealt, knowledge, load, true_states
from stichwerk.errors import BadDeal, BadOption, BadPlayers, IllegalMove
from stichwerk.games import game
from stichwerk.kernel.rng import below, rng
from support.env_tables import VARIANTS, Variant, shuffled_decks

#: A later round where that has fewer cards, so that the long tests stay short.
ROUNDS = {"null-nichtig": 1, "rage": 8, "alles-oder-nichts": 4}
SECRET = [VARIANTS[0], VARIANTS[5], VARIANTS[6], VARIANTS[7]]
SAMPLER = pyspiel.UniformProbabilitySampler(0.0, 1.0)


def loaded(variant: Variant, round_no: int = 1, dealer: int = -1) -> Any:
    return load(variant.game_id, variant.players, variant.options, round_no, dealer)


def states_of(variant: Variant, seed: int, round_no: int = 1) -> Iterator[RoundState]:
    """The positions of a random round, after the deal, the last one included."""
    generator = rng(seed)
    state = dealt(loaded(variant, round_no), shuffled_decks(variant.game_id, 1, seed)[0])
    yield state
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[below(generator, len(legal))])
        yield state


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_tests_of_open_spiel(variant: Variant) -> None:
    later = 2 if "target" in variant.options or variant.game_id == "null-nichtig" else ROUNDS[variant.game_id]
    pyspiel.random_sim_test(loaded(variant, later), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game_id", ["null_nichtig", "rage", "alles_oder_nichts"])
def test_the_tests_of_open_spiel_with_all_parameters_left_out(game_id: str) -> None:
    found = pyspiel.load_game(f"python_stichwerk_{game_id}")
    assert (found.num_players(), found.get_parameters()["round"]) == (4, 1)
    pyspiel.random_sim_test(found, num_sims=1, serialize=False, verbose=False)


def test_parameters_can_be_given_in_the_name() -> None:
    name = "python_stichwerk_rage(players=5,round=9,dealer=2,bidding=plus-minus-one,march=True)"
    found = pyspiel.load_game(name)
    plan = found.tables.plan
    assert (plan.players, plan.first_round, found.tables.dealer) == (5, 9, 2)
    assert (plan.options.bidding, plan.options.march) == ("plus-minus-one", True)
    options = pyspiel.load_game("python_stichwerk_null_nichtig(target=80,collecting=as-played)").tables.plan.options
    assert (options.target, options.collecting) == (80, "as-played")


def test_wrong_parameters_are_refused() -> None:
    with pytest.raises(BadPlayers, match="2 to 8 players, not 9"):
        load("rage", players=9)
    with pytest.raises(BadOption, match="option bidding cannot be 'loud'"):
        pyspiel.load_game("python_stichwerk_rage(bidding=loud)")
    with pytest.raises(BadOption, match="first_round must be"):
        load("rage", round_no=11)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_round_is_never_longer_and_its_points_never_outside_what_is_promised(variant: Variant) -> None:
    found = loaded(variant)
    for seed in range(5):
        *_, last = states_of(variant, seed)
        assert len(last.history()) == found.max_history_length()
        assert len(last.round.log) == found.max_game_length()
        assert all(found.min_utility() <= points <= found.max_utility() for points in last.returns())


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_worlds_that_a_player_cannot_tell_apart_look_the_same(variant: Variant) -> None:
    differed = 0
    for state in states_of(variant, seed=2, round_no=1):
        if state.is_terminal():
            break
        for player in range(variant.players):
            other = state.resample_from_infostate(player, SAMPLER)
            for look in ("information_state_string", "observation_string"):
                assert getattr(state, look)(player) == getattr(other, look)(player)
            for look in ("information_state_tensor", "observation_tensor"):
                assert getattr(state, look)(player) == getattr(other, look)(player)
            assert other.current_player() == state.current_player()
            if player == state.current_player():
                assert other.legal_actions() == state.legal_actions()
            differed += str(state) != str(other)
    assert differed > 10


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_resampled_state_has_the_history_of_its_own_world(variant: Variant) -> None:
    found = loaded(variant)
    for number, state in enumerate(states_of(variant, seed=3)):
        if state.is_terminal():
            break
        if number % 9 == 0:  # the whole history is played again each time
            other = state.resample_from_infostate(number % variant.players, SAMPLER)
            replayed = found.new_initial_state()
            for action in other.history():
                assert action in replayed.legal_actions()
                replayed.apply_action(action)
            assert true_states(replayed).tobytes() == true_states(other).tobytes()
            assert str(replayed) == str(other)
            read = found.deserialize_state(other.serialize())
            assert str(read) == str(other)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_states_that_a_player_can_tell_apart_look_different(variant: Variant) -> None:
    """Along a round, and for other own hands, no information state comes up twice, neither in words nor in numbers."""
    texts, tensors = set(), set()
    count = 0
    for seed in (1, 2):
        for state in states_of(variant, seed):
            player = state.current_player()
            if player >= 0:
                texts.add(state.information_state_string())
                tensors.add(tuple(state.information_state_tensor(player)))
                count += 1
    assert len(texts) == len(tensors) == count


@pytest.mark.parametrize("variant", SECRET, ids=str)
def test_a_secret_choice_is_seen_by_the_one_who_made_it_only(variant: Variant) -> None:
    state = dealt(loaded(variant), shuffled_decks(variant.game_id, 1, 5)[0])
    one, other = state.clone(), state.clone()
    first, *_, last = state.legal_actions()
    one.apply_action(first)
    other.apply_action(last)
    for player in range(variant.players):
        same = one.information_state_string(player) == other.information_state_string(player)
        assert same == (player != 0)
        same = one.information_state_tensor(player) == other.information_state_tensor(player)
        assert same == (player != 0)


def test_secret_bids_come_to_light_as_the_rules_say() -> None:
    def after_bids(bidding: str) -> RoundState:
        state = dealt(load("rage", 3, {"bidding": bidding}, round_no=10), shuffled_decks("rage", 1, 1)[0])
        for bid in ("bid:1", "bid:0", "bid:1"):
            state.apply_action(state.round.tables.actions.index(bid))
        return state

    assert after_bids("simultaneous").information_state_string(0).endswith("actions: 0:bid:1 1:bid:0 2:bid:1")
    state = after_bids("secret")
    assert state.information_state_string(0).endswith("actions: 0:bid:1 1:? 2:?")
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert "actions: 0:bid:1 1:bid:0 2:bid:1 " in state.information_state_string(0)


def test_a_clone_goes_its_own_way() -> None:
    state = dealt(load("rage", 3), shuffled_decks("rage", 1, 1)[0])
    before = str(state)
    for made in (state.clone(), copy.deepcopy(state)):
        made.apply_action(made.legal_actions()[0])
        assert len(made.history()) == len(state.history()) + 1
    assert str(state) == before
    start = load("rage", 3).new_initial_state()
    begun = start.clone()
    begun.apply_action(5)
    assert dict(start.chance_outcomes())[5] > 0
    assert 5 not in dict(begun.chance_outcomes())


def test_a_state_can_be_pickled() -> None:
    state = dealt(load("alles-oder-nichts", 3), shuffled_decks("alles-oder-nichts", 1, 1)[0])
    state.apply_action(state.legal_actions()[2])
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


def test_nobody_is_called_as_open_spiel_does() -> None:
    state = dealt(load("rage", 2, round_no=10), shuffled_decks("rage", 1, 1)[0])
    assert load("rage").new_initial_state().current_player() == pyspiel.PlayerId.CHANCE
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    assert (state.legal_actions(), state.legal_actions(0)) == ([], [])


def test_chance_deals_every_card_as_often_as_it_is_left() -> None:
    state = load("rage", 2).new_initial_state()
    chances = dict(state.chance_outcomes())
    assert (chances[0], chances[96], chances[100]) == (1 / 112, 4 / 112, 2 / 112)
    state.apply_action(96)
    assert dict(state.chance_outcomes())[96] == 3 / 111
    assert sum(chances.values()) == pytest.approx(1)


def test_what_is_not_possible_is_refused() -> None:
    state = load("rage", 3, round_no=10).new_initial_state()
    with pytest.raises(BadDeal, match="no card 101 left"):
        state.apply_action(101)
    state.apply_action(0)
    with pytest.raises(BadDeal, match="no card 0 left"):
        state.apply_action(0)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(IllegalMove, match="seat 0, bid:2: bid from 0 to 1"):
        state.apply_action(108)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(IllegalMove, match="the round is over"):
        state.apply_action(0)


def test_a_deck_must_be_the_whole_deck() -> None:
    with pytest.raises(BadDeal):
        dealt(load("rage"), [0] * 112)
    state = load("rage").new_initial_state()
    with pytest.raises(BadDeal, match="only after all cards are dealt"):
        state.resample_from_infostate(0, SAMPLER)
    with pytest.raises(BadDeal, match="played out only after all cards are dealt"):
        RandomRollouts().evaluate(state)
    with pytest.raises(BadDeal, match="no state before"):
        true_states(state)


@pytest.mark.parametrize("by_observation", [False, True])
@pytest.mark.parametrize("variant", [Variant("rage", 3), *SECRET[:2], SECRET[3]], ids=str)
def test_the_search_of_open_spiel_plays(variant: Variant, by_observation: bool) -> None:
    found = loaded(variant, ROUNDS[variant.game_id])
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    searcher = ismcts.ISMCTSBot(
        found, evaluator, 10.0, 25, random_state=np.random.RandomState(2), use_observation_string=by_observation
    )
    state = dealt(found, shuffled_decks(variant.game_id, 1, 4)[0])
    while not state.is_terminal():
        legal = state.legal_actions()
        action = searcher.step(state) if state.current_player() == 0 else legal[0]
        assert action in legal
        state.apply_action(action)
    assert state.returns() == [float(points) for points in state.round.scores]


def test_the_search_finds_the_better_of_two_bids() -> None:
    """The last to bid holds the highest trump, with one card each: it takes the trick and must bid 1."""
    cards = game("rage").book.presentation.card_names(game("rage").options())
    top = [cards.index(name) for name in ("B3", "G4", "R15", "R0")]
    deck = [*top, *(card for card in game("rage").book.deck.tolist() if card not in top)]
    for searching in (False, True):
        found = load("rage", 3, round_no=10)
        state = dealt(found, deck)
        state.apply_action(106)
        state.apply_action(106)
        bot = ismcts.ISMCTSBot(found, RandomRollouts(), 10.0, 200, random_state=np.random.RandomState(1))
        if searching:
            bot.set_resampler(Resampler(seed=3))
        assert state.action_to_string(2, bot.step(state)) == "bid:1"


def test_our_rollouts_are_worth_the_same_as_theirs() -> None:
    state = dealt(load("rage", 3, round_no=6), shuffled_decks("rage", 1, 9)[0])
    ours = RandomRollouts(4000, seed=1).evaluate(state)
    theirs = mcts.RandomRolloutEvaluator(600, np.random.RandomState(1)).evaluate(state)
    assert np.abs(ours - theirs).max() < 2.0  # a round's points vary by about 9: four standard errors are 1.6
    assert RandomRollouts().prior(state) == mcts.RandomRolloutEvaluator().prior(state)


def test_a_quick_resample_is_a_world_like_any_other() -> None:
    state = dealt(load("rage", 4), shuffled_decks("rage", 1, 1)[0])
    for action in (107, 108, 109):
        state.apply_action(action)
    other = Resampler(seed=1)(state, 3)
    assert other.information_state_string() == state.information_state_string()
    assert str(other) != str(state)
    for _ in range(41):
        other.apply_action(other.legal_actions()[0])
    assert other.is_terminal()


def test_our_bots_sit_at_its_table_and_get_a_hidden_state() -> None:
    found = load("null-nichtig", 3)
    seats = [SpielBot(bot("random", game("null-nichtig")), seat, seed=4) for seat in range(3)]
    deck = shuffled_decks("null-nichtig", 1, 1)[0]
    first, again = (pyspiel.evaluate_bots(dealt(found, deck), seats, 0) for _ in range(2))
    assert first == again
    seen = knowledge(dealt(found, deck), 1)
    assert (seen.seat, seen.game.id) == (1, "null-nichtig")
    assert seen.states["hand"][0, 1].any()
    assert not seen.states["hand"][0, [0, 2]].any()


def test_the_learning_environment_of_open_spiel_works() -> None:
    found = load("alles-oder-nichts", 3, round_no=4)
    env = rl_environment.Environment(found)
    env.seed(3)
    agents = [random_agent.RandomAgent(seat, env.action_spec()["num_actions"]) for seat in range(3)]
    step, steps = env.reset(), 0
    while not step.last():
        step = env.step([agents[step.observations["current_player"]].step(step).action])
        steps += 1
    assert steps == found.max_game_length()
    assert all(0 <= points <= 9 for points in step.rewards)
