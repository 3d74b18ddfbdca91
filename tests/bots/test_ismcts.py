"""The tree search: it finds what is obvious, tells apart what OpenSpiel's does, and is the same in every mode."""

from typing import Any

import numpy as np
import pytest

from stichwerk.bots import Knowledge, bot
from stichwerk.bots.ismcts import IsmctsBot, compiled
from stichwerk.errors import UnknownBot
from stichwerk.games import game, game_ids, games
from stichwerk.kernel.rng import below, rng
from stichwerk.testing import variants_of
from support.env_tables import shuffled_decks
from support.ismcts_trace import traces
from support.plain_mode import in_plain_mode
from support.tables import Round

VARIANTS = [(found, variant) for found in games() for variant in variants_of(found)]
#: Where few cards are left, so that many worlds look the same to somebody: the round, and the actions before.
LATE = {"null-nichtig": (1, 43), "rage": (9, 4), "alles-oder-nichts": (4, 12)}


def seen(table: Round) -> Knowledge:
    """What the seat to act may know."""
    states = table.states.copy()
    table.verbs.hide(states[0], table.to_act)
    return Knowledge(table.game, table.options, table.to_act, states)


def choice(table: Round, simulations: int = 300, seed: int = 1, **settings: Any) -> str:
    legal = [table.actions.numbers[name] for name in sorted(table.legal())]
    searcher = IsmctsBot(table.game, simulations, **settings)
    return table.actions.names[searcher.choose(seen(table), legal, rng(seed))]


# ---------------------------------------------------------------- it plays


@pytest.mark.parametrize(("found", "variant"), VARIANTS, ids=lambda value: getattr(value, "id", str(value)))
def test_it_plays_legally_in_every_variant(found, variant):
    table = Round(found.id, [[]] * variant.players, **variant.options)
    searchers = [IsmctsBot(found, 8, recall=recall) for recall in (False, True)]
    generator, turn = rng(1), 0
    while table.waiting:
        legal = [table.actions.numbers[name] for name in table.legal()]
        action = searchers[turn % 2].choose(seen(table), legal, generator)
        assert action in legal
        table.verbs.apply(table.s, table.to_act, action)
        turn += 1


@pytest.mark.parametrize("recall", [False, True])
def test_the_highest_trump_bids_one_of_one_trick(recall):
    table = Round("rage", [["B3"], ["G4"], ["R15"]], ["R0"]).bid(0, 0)
    assert choice(table, recall=recall) == "bid:1"


@pytest.mark.parametrize("recall", [False, True])
def test_who_wants_one_trick_keeps_the_highest_trump_for_the_last(recall):
    """Green is led, red is trump. To take this trick and lead B0 would often mean a second one."""
    table = Round("rage", [["G4", "G9"], ["R3", "G5"], ["R15", "B0"]], ["R0"])
    assert choice(table.bid(0, 0, 1).play("G4", "G5"), recall=recall) == "B0"


def test_the_same_seed_gives_the_same_choice():
    for found in games():
        table = Round(found.id, [[]] * 4)
        searcher = IsmctsBot(found, 200)
        first, again, other = (searcher.tried(seen(table), rng(seed)) for seed in (7, 7, 8))
        assert [part.tolist() for part in first] == [part.tolist() for part in again]
        assert [part.tolist() for part in first] != [part.tolist() for part in other]


def test_all_simulations_but_the_first_try_an_action_of_the_root():
    table = Round("rage", [[]] * 4)
    actions, visits = IsmctsBot(table.game, 100).tried(seen(table), rng(1))
    assert visits.sum() == 99
    assert {table.actions.names[action] for action in actions} == table.legal()


def test_it_is_found_by_its_name():
    found = bot("ismcts@50,recall=true,uct_c=5", game("rage"))
    table = Round("rage", [[]] * 3)
    legal = [table.actions.numbers[name] for name in table.legal()]
    assert found.name == "ismcts@50,recall=true,uct_c=5"
    assert found.choose(seen(table), legal, rng(1)) in legal
    with pytest.raises(UnknownBot, match="at least two"):
        bot("ismcts@1", game("rage"))


# ---------------------------------------------------------------- it is OpenSpiel's algorithm


@pytest.mark.parametrize("game_id", game_ids())
def test_nodes_are_told_apart_as_in_open_spiel(game_id):
    """Worlds that one player thinks possible are played on at random. Two positions have the same key if, and only if,
    they have the same string in OpenSpiel: that of the observation, or with recall that of the information state."""
    pytest.importorskip("pyspiel")
    from stichwerk.envs.spiel_table import Resampler, dealt, load

    found, generator, resampler = game(game_id), rng(3), Resampler(seed=4)
    functions = compiled(found)
    room, observation = found.book.new_states(2), found.book.new_observation()
    numbers = room.view(np.int16).reshape(2, -1)
    round_no, before = LATE[game_id]
    root = dealt(load(game_id, 4, round_no=round_no), shuffled_decks(game_id, 1, 6)[0])
    for _ in range(before):
        legal = root.legal_actions()
        root.apply_action(legal[below(generator, len(legal))])
    observations, informations, visited = set(), set(), 0
    for _ in range(150):
        state, history = resampler(root, root.current_player()), 0
        while not state.is_terminal():
            seat = state.current_player()
            room[:1] = state.round.states
            key = functions["observed"](room[0], seat, observation)
            observations.add((seat, state.observation_string(), key))
            key = functions["joined"](history, functions["known"](room, numbers, seat))
            informations.add((seat, state.information_state_string(), key))
            visited += 1
            legal = state.legal_actions()
            state.apply_action(legal[below(generator, len(legal))])
            if not state.is_terminal():
                room[:1] = state.round.states
                history = functions["joined"](history, functions["known"](room, numbers, -1))
    for pairs in (observations, informations):
        assert len(pairs) == len({text for _, text, _ in pairs}) == len({key for _, _, key in pairs})
        assert len(pairs) < visited
    assert len(observations) <= len(informations)


@pytest.mark.parametrize("by_observation", [False, True])
def test_visits_are_shared_out_as_in_open_spiel(by_observation):
    pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms.ismcts import ISMCTSBot, ISMCTSFinalPolicyType

    from stichwerk.envs.spiel_table import RandomRollouts, Resampler, dealt, knowledge, load

    table = load("rage", 3, round_no=8)
    state = dealt(table, shuffled_decks("rage", 1, 2)[0])
    theirs, ours = np.zeros(4), np.zeros(4)
    searcher = IsmctsBot(game("rage"), 200, 10.0, recall=not by_observation)
    for seed in range(30):
        peer = ISMCTSBot(
            table, RandomRollouts(seed=seed), 10.0, 200, random_state=np.random.RandomState(seed),
            final_policy_type=ISMCTSFinalPolicyType.NORMALIZED_VISITED_COUNT, use_observation_string=by_observation,
        )  # fmt: skip
        peer.set_resampler(Resampler(seed=100 + seed))
        theirs += [share for _, share in sorted(peer.run_search(state))]
    for seed in range(100):
        actions, visits = searcher.tried(knowledge(state, 0), rng(seed))
        ours += visits[np.argsort(actions)] / visits.sum()
    assert np.abs(theirs / 30 - ours / 100).sum() / 2 < 0.1  # by chance about 0.03


# ---------------------------------------------------------------- modes


def test_every_search_is_the_same_in_plain_mode():
    ours = [line for game_id in game_ids() for line in traces(game_id)]
    assert ours == in_plain_mode("ismcts_trace.py")
