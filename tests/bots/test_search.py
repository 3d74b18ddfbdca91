"""The search, the registry and the levels."""

import time
from pathlib import Path

import numpy as np
import pytest

from stichwerk.bots import Bot, Knowledge, bot, bot_names, checked
from stichwerk.bots.learned import LearnedBot
from stichwerk.bots.levels import LEVELS, level
from stichwerk.bots.search import Search, SearchBot, SearchPlan
from stichwerk.errors import BotMistake, UnknownBot
from stichwerk.games import game, game_ids
from stichwerk.kernel.bits import members
from stichwerk.kernel.rng import rng, shuffle
from support.small_network import write_coloured_network, write_small_network


def place(game_id: str, steps: int, seed: int = 5) -> tuple[Knowledge, tuple[int, ...]]:
    """What the seat to act knows after so many random actions, and what it may do."""
    found = game(game_id)
    at, states, mask = found.book.at, found.book.new_states(), found.book.new_mask()
    generator = rng(seed)
    deck = found.book.deck.copy()
    shuffle(generator, deck, deck.size)
    at.begin(states, 0, np.array(found.options().vector(4, 0), np.int64))
    at.deal(states, 0, deck)
    for step in range(steps + 1):
        seat = int(at.awaiting(states, 0)).bit_length() - 1
        at.legal(states, 0, seat, mask)
        legal = members(mask.tolist())
        if step < steps:
            at.apply(states, 0, seat, legal[len(legal) // 2])
    at.hide(states, 0, seat)
    return Knowledge(found, found.options(), seat, states), legal


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize("steps", [0, 14])
def test_a_search_makes_exactly_as_many_simulations_as_planned(game_id: str, steps: int) -> None:
    hidden, legal = place(game_id, steps)
    for simulations in (1, 7, 50, 333):
        tally = Search(hidden.game, SearchPlan(simulations)).halving(hidden, legal, rng(1))
        assert tally.visits.sum() == simulations
        assert sorted(tally.actions) == list(legal)


@pytest.mark.parametrize("game_id", game_ids())
def test_the_same_seed_gives_the_same_search_on_any_number_of_threads(game_id: str) -> None:
    hidden, legal = place(game_id, 13)
    one, again, three = (
        Search(hidden.game, SearchPlan(200, threads=threads)).halving(hidden, legal, rng(3)) for threads in (1, 1, 3)
    )
    assert (one.sums == again.sums).all()
    assert (one.visits == three.visits).all()
    assert np.allclose(one.sums, three.sums)  # added up in another order
    other = Search(hidden.game, SearchPlan(200)).halving(hidden, legal, rng(4))
    assert (one.sums != other.sums).any()


def test_a_search_keeps_to_its_time() -> None:
    hidden, legal = place("rage", 4)
    search = Search(hidden.game, SearchPlan(seconds=0.2))
    search.best(hidden, legal, rng(1))
    began = time.perf_counter()
    search.best(hidden, legal, rng(1))
    assert 0.05 < time.perf_counter() - began < 1.0


def test_the_search_takes_what_is_obviously_better() -> None:
    """The last card of a round that can only be won or lost: with the bid of one trick, the trump takes it."""
    found = game("alles-oder-nichts")
    at, states, mask = found.book.at, found.book.new_states(), found.book.new_mask()
    at.begin(states, 0, np.array(found.options().vector(3, 2), np.int64))
    states["round_no"][0] = 3  # three cards each
    deck = found.book.deck.copy()  # 0-11 red, 12-23 green …; red is trump
    wanted = [11, 12, 24, 13, 14, 15, 16, 17, 18, 10]
    rest = [card for card in deck.tolist() if card not in wanted]
    at.deal(states, 0, np.array(wanted + rest, np.int8))
    assert states["dealer"][0] == 0
    seat = 0
    at.legal(states, 0, seat, mask)
    legal = members(mask.tolist())
    hidden = Knowledge(found, found.options(), seat, states.copy())
    at.hide(hidden.states, 0, seat)
    assert SearchBot(found, SearchPlan(2000)).choose(hidden, legal, rng(1)) == legal[1]  # bid:1


def test_a_forced_move_is_not_searched() -> None:
    hidden, legal = place("rage", 4)
    generator = rng(1)
    assert SearchBot(hidden.game, SearchPlan(10**12)).choose(hidden, legal[:1], generator) == legal[0]
    assert (generator == rng(1)).all()


# ---------------------------------------------------------------- a network says what is worth trying


@pytest.mark.parametrize("game_id", game_ids())
def test_tried_is_what_the_prior_finds_likely_its_favourite_first(game_id: str, tmp_path: Path) -> None:
    file = tmp_path / "small.npz"
    write_small_network(game(game_id), file)
    network = LearnedBot(game(game_id), file)
    for steps in (0, 9, 14):
        hidden, legal = place(game_id, steps)
        values = dict(zip(legal, network.values(hidden, legal, rng(1)), strict=True))
        in_order = sorted(legal, key=lambda action: -values[action])
        for breadth in (0.0, 0.7, 1e9):
            search = Search(hidden.game, SearchPlan(1, prior=str(file), breadth=breadth))
            likely = [action for action in in_order if values[action] >= values[in_order[0]] - breadth]
            assert search.worth_trying(hidden, legal, rng(1)) == likely
        generator = rng(1)
        sure = SearchBot(hidden.game, SearchPlan(10**12, prior=str(file), breadth=0.0))
        assert sure.choose(hidden, legal, generator) == in_order[0]  # nothing else to try: it is not searched


def test_only_what_is_better_by_the_margin_is_played_instead_of_the_priors_favourite(tmp_path: Path) -> None:
    file = tmp_path / "small.npz"
    write_small_network(game("rage"), file)
    network = LearnedBot(game("rage"), file)
    kept, left = 0, 0
    for seed in range(6):
        hidden, legal = place("rage", 0, seed)
        favourite = network.choose(hidden, legal, rng(1))
        firm, light = (
            SearchBot(hidden.game, SearchPlan(200, prior=str(file), breadth=1e9, doubt=0.0, margin=margin))
            for margin in (100.0, 0.0)
        )
        kept += firm.choose(hidden, legal, rng(2)) == favourite
        left += light.choose(hidden, legal, rng(2)) != favourite
    assert kept == 6  # no bid is worth a hundred points
    assert left >= 3  # the small network knows nothing of the game


# ---------------------------------------------------------------- a judge says what the moves ahead are worth


@pytest.mark.parametrize("game_id", game_ids())
def test_who_looks_far_ahead_sees_the_end_and_who_does_not_asks_the_judge(game_id: str, tmp_path: Path) -> None:
    file = str(tmp_path / "small.npz")
    write_coloured_network(game(game_id), Path(file))
    hidden, legal = place(game_id, 6)
    far, end, none, one = (
        Search(hidden.game, plan).halving(hidden, legal, rng(1))
        for plan in (
            SearchPlan(60, judge=file, policy=file, ahead=99), SearchPlan(60, policy=file),
            SearchPlan(60, judge=file, policy=file), SearchPlan(60, judge=file, policy=file, ahead=1),
        )
    )  # fmt: skip
    assert (far.sums == end.sums).all()
    assert (none.sums != end.sums).any()
    assert (none.sums != one.sums).any()


def test_where_no_choice_is_left_the_round_is_played_to_its_end(tmp_path: Path) -> None:
    file = str(tmp_path / "small.npz")
    write_coloured_network(game("alles-oder-nichts"), Path(file))
    for steps in range(8, 40):
        hidden, legal = place("alles-oder-nichts", steps)
        if int(hidden.states["hand"][0, hidden.seat, 0]).bit_count() == len(legal) == 2:
            break
    now, end = (
        Search(hidden.game, SearchPlan(60, policy=file, judge=judge)).halving(hidden, legal, rng(1))
        for judge in (file, None)
    )
    assert (now.sums == end.sums).all()


# ---------------------------------------------------------------- names


@pytest.mark.parametrize("game_id", game_ids())
def test_every_bot_by_name(game_id: str) -> None:
    for name in bot_names(game(game_id)):
        found = bot(name, game(game_id))
        assert isinstance(found, Bot)
        assert found.name == name


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("clever", "there is no bot 'clever'; there are random, rules, network, search and ismcts, and the levels"),
        ("6", "there is no bot '6'"),
        ("search@speed=3", "cannot be made with 'speed=3'"),
        ("search@many", "cannot be made with 'many'"),
        ("search@ahead=-1", "ahead must be a whole number from 0 on, not -1"),
        ("search@margin=-1", "margin must be a number from 0 on, not -1"),
        ("search@prior=nowhere.npz", "cannot read the network nowhere.npz: there is no such file"),
    ],
)
def test_unknown_bots_are_refused_in_a_sentence(name: str, what: str) -> None:
    with pytest.raises(UnknownBot, match=what):
        bot(name, game("rage"))


def test_an_illegal_choice_is_named() -> None:
    class Cheat:
        name = "cheat"

        def choose(self, hidden: Knowledge, legal: object, rng: object) -> int:
            return 95

    hidden, legal = place("rage", 0)
    with pytest.raises(BotMistake, match="'cheat' chose 95"):
        checked(Cheat(), hidden, legal, rng(1))


def test_the_levels_have_numbers_and_names() -> None:
    assert [found.number for found in LEVELS] == [1, 2, 3, 4, 5]
    assert level("master") is LEVELS[4]
    with pytest.raises(UnknownBot, match="there is no level 7; there are 1"):
        level(7)
