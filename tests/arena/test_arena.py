"""The arena: equal bots are exactly equal, intervals hold what they promise, and nobody sees more than their cards."""

import pickle
from math import inf, isnan
from typing import Any

import numpy as np
import pytest

from stichwerk import arena
from stichwerk.arena import Comparison, Estimate, compare, entrant, estimate, neighbours, pairs
from stichwerk.arena import run as run_module
from stichwerk.arena.deals import CHALLENGER, REST, contest, deal_of, decks, rounds_in_turn
from stichwerk.arena.estimate import student
from stichwerk.bots import Knowledge
from stichwerk.errors import BadArena
from stichwerk.games import game
from stichwerk.games.setup import agreed
from stichwerk.kernel.bits import members
from stichwerk.kernel.rng import below, rng
from support.arena_bots import EACH_GAME, Dice, First, Last, same
from support.matches import VARIANTS


@pytest.fixture
def not_warmed_up(monkeypatch):
    """Bots are asked in the games only, not before the clock runs."""
    monkeypatch.setattr(arena.duplicate.DuplicateTable, "_warm_up", lambda table, bot: None)


# ---------------------------------------------------------------- equals are equal


@EACH_GAME
@pytest.mark.parametrize("whole_games", [False, True])
def test_a_bot_with_the_same_luck_is_exactly_as_good_as_itself(game_id, whole_games):
    players = game(game_id).players
    for count in (players[0], players[-1]):
        result = compare(game_id, Dice(), Dice(), deals=5, players=count, whole_games=whole_games, workers=1)
        for direction in result.directions:
            assert (direction.differences() == 0.0).all()
            assert direction.difference() == Estimate(0.0, 0.0, 5)
            assert direction.win_share().mean == pytest.approx(direction.par)
            assert (direction.points == direction.points[:, :1]).all(), "all games of a deal are the same game"
        assert result.one.points.any()


@EACH_GAME
def test_with_luck_of_their_own_equals_differ_a_little(game_id):
    result = compare(game_id, Dice(), Dice(), deals=20, own_luck=True, workers=1)
    for direction in result.directions:
        assert direction.differences().any()
        assert abs(direction.difference().mean) < 2 * direction.difference().margin


def test_the_interval_covers_the_truth_as_often_as_it_says():
    """Many small arenas of equals: 0 is in about 95 of 100 intervals (below 89 or above 99 once in 10,000 seeds)."""
    result = compare("alles-oder-nichts", Dice(), Dice(), deals=3000, players=3, own_luck=True, workers=1, round_no=4)
    for direction in result.directions:
        parts = direction.differences().reshape(300, 10)
        covered = sum(not estimate(part).clear for part in parts)
        assert 0.89 * 300 <= covered <= 0.99 * 300


def test_a_better_bot_is_found_out_in_both_directions():
    class Modest:
        """Bids nothing, and throws away as well as it can."""

        name = "modest"

        def choose(self, hidden, legal, rng):
            return legal[0]

    result = compare("rage", Modest(), Dice(), deals=100, workers=1)
    assert result.one.difference().low > 0
    assert result.many.difference().low > 0
    assert result.one.win_share().mean > result.one.par == 1 / 4
    assert result.many.win_share().mean > result.many.par == 3 / 4
    assert result.one.exact_in_all(CHALLENGER) > result.one.exact_in_all(REST)
    mirrored = compare("rage", Dice(), Modest(), deals=100, workers=1)
    assert (mirrored.one.differences() == -result.many.differences()).all()


# ---------------------------------------------------------------- the numbers


def test_the_estimate_is_students():
    found = estimate([1.0, 2.0, 3.0, 6.0])
    assert found.mean == 3.0
    assert found.margin == pytest.approx(3.1824 * np.std([1, 2, 3, 6], ddof=1) / 2, rel=1e-4)
    assert (found.low, found.high) == (3.0 - found.margin, 3.0 + found.margin)
    assert estimate([2.0]) == Estimate(2.0, inf, 1)
    assert isnan(estimate([]).mean)


def test_students_quantiles():
    table = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 10: 2.228, 30: 2.042, 120: 1.980}
    assert {freedom: round(student(freedom), 3) for freedom in table} == table


def test_the_difference_is_over_deals_of_the_means_of_seats():
    result = compare("rage", First(), Last(), deals=10, players=3, workers=1)
    for direction, points in ((result.one, result.one.points), (result.many, result.many.points)):
        for deal in range(10):
            alone = [points[deal, k, k] for k in range(3)]
            others = [points[deal, k, seat] for k in range(3) for seat in range(3) if seat != k]
            difference = np.mean(alone) - np.mean(others)
            sign = 1 if direction is result.one else -1
            assert direction.differences()[deal] == pytest.approx(sign * difference)
    assert result.one.difference().mean == pytest.approx(result.one.differences().mean())


def test_wins_are_counted_by_the_rules_and_split():
    result = compare("alles-oder-nichts", First(), Dice(), deals=20, players=3, workers=1, round_no=4)
    shared = 0
    for deal in range(20):
        share = 0.0
        for k in range(3):
            points = result.one.points[deal, k]
            winners = np.flatnonzero(points == points.max())
            assert result.one.won[deal, k] == sum(1 << seat for seat in winners)
            share += (k in winners) / len(winners)
            shared += len(winners) > 1
        assert result.one.wins_per_deal()[deal] == pytest.approx(share / 3)
    assert shared


def test_exact_bids_by_hand_size():
    result = compare("rage", First(), Last(), deals=20, workers=1)
    bids = result.one.bids.sum(axis=0)
    assert bids[CHALLENGER].tolist() == [0] + [8] * 10  # two deals per hand size, four games each
    assert bids[REST].tolist() == [0] + [24] * 10
    assert isnan(result.one.exact_rate(CHALLENGER)[0])
    assert not compare("null-nichtig", First(), Last(), deals=1, workers=1).has_bids


def test_an_exact_bid_is_counted_for_the_side_that_made_it():
    """With one card, First bids none and Last one: the points tell who was right, whatever fives were won."""
    result = compare("rage", First(), Last(), deals=30, round_no=10, workers=1)
    for direction in result.directions:
        first, last = (direction.points[:, direction.seated(side)] for side in (CHALLENGER, REST))
        assert direction.exact[:, CHALLENGER, 1].sum() == (first == 10).sum() > 0
        assert direction.exact[:, REST, 1].sum() == (last != -5).sum() > 0


def test_only_real_decisions_are_asked_and_timed():
    asked = []

    class Asked(First):
        def choose(self, hidden, legal, rng):
            asked.append(len(legal))
            return legal[0]

    result = compare("rage", Asked(), Asked(), deals=4, workers=1)
    assert min(asked) > 1
    answers = sum(int(direction.asked.sum()) for direction in result.directions)
    forced = sum(int(direction.forced.sum()) for direction in result.directions)
    assert answers <= len(asked) <= answers + 4  # a few before the clock runs
    cards = 10 + 9 + 8 + 7
    assert answers + forced == 2 * 4 * 4 * (cards + 4)  # directions, games, seats; a bid and the cards
    assert result.one.ms_per_move(CHALLENGER) > 0


# ---------------------------------------------------------------- deals


@EACH_GAME
def test_all_games_of_a_deal_have_the_same_cards_and_dealer(game_id, not_warmed_up):
    dealt: dict[int, set[bytes]] = {}
    first_states: set[bytes] = set()

    class Watch(First):
        def choose(self, hidden, legal, rng):
            s = hidden.states[0]
            begun = s["bid"][hidden.seat] >= 0 if game_id != "null-nichtig" else s["laid_count"][hidden.seat] > 0
            if not begun:
                dealt.setdefault(hidden.seat, set()).add(s["hand"][hidden.seat].tobytes() + s["dealer"].tobytes())
                if hidden.seat == (s["dealer"] + 1) % 4:
                    first_states.add(hidden.states.tobytes())
            return legal[0]

    compare(game_id, Watch(), Watch(), deals=1, first_deal=3, workers=1)
    assert len(dealt) == 4
    assert all(len(hands) == 1 for hands in dealt.values())
    assert len(set().union(*dealt.values())) == 4, "different seats have different cards"
    assert len(first_states) == 1, "nothing is left lying from the game before"


def test_the_rounds_take_turns():
    rage = compare("rage", First(), First(), deals=20, workers=1)
    assert rage.rounds.tolist() == [*range(1, 11)] * 2
    assert rage.hand_sizes.tolist() == [*range(10, 0, -1)] * 2
    assert len(set(rage.dealers.tolist())) == 4
    nothing = compare("alles-oder-nichts", First(), First(), deals=7, workers=1)
    assert nothing.hand_sizes.tolist() == [6, 5, 4, 3, 4, 5, 6]
    assert set(compare("null-nichtig", First(), First(), deals=3, workers=1).rounds.tolist()) == {1}
    fixed = compare("rage", First(), First(), deals=3, round_no=8, workers=1)
    assert fixed.rounds.tolist() == [8] * 3
    assert fixed.hand_sizes.tolist() == [3] * 3
    targeted = game("alles-oder-nichts").options.read({"target": 30})
    assert rounds_in_turn(targeted, 4) == (1, 2, 3, 4, 5, 6, 7)


@EACH_GAME
@pytest.mark.parametrize("round_no", [1, 3])
def test_a_round_is_set_up_as_the_rules_deal_it(game_id, round_no, not_warmed_up):
    """The first bot sees what it would see in a whole game at that round, but for the points and tricks so far."""
    given: list[Knowledge] = []

    class Watch(First):
        def choose(self, hidden, legal, rng):
            given.append(hidden.copy())
            return legal[0]

    result = compare(game_id, Watch(), Watch(), deals=1, round_no=round_no, seed=8, workers=1)
    chosen = game(game_id)
    at, states = chosen.book.at, chosen.book.new_states()
    dealer = int(result.dealers[0])
    at.begin(states, 0, np.array(chosen.options().vector(4, (dealer - (round_no - 1)) % 4), np.int64))
    for number in range(1, round_no):
        at.deal(states, 0, chosen.book.deck)
        _play_out(chosen, states, number)
    plan = _plan(game_id, round_no, seed=8)
    at.deal(states, 0, next(decks(plan, deal_of(plan, 0)[1])))
    at.hide(states, 0, given[0].seat)
    first = given[0].states
    assert given[0].seat == (dealer + 1) % 4
    for field in ("scores", "totals", "trick_colour", "trick_number", *(["exact"] if game_id == "rage" else [])):
        assert not first[field].any()
        states[field] = 0
    if game_id == "null-nichtig":
        assert first["leader"] == (dealer + 1) % 4  # NN-4; without points, NN-5 says the same
        states["leader"] = first["leader"]
    assert first.tobytes() == states.tobytes()


def _play_out(chosen, states, seed):
    at, mask, generator = chosen.book.at, chosen.book.new_mask(), rng(seed)
    while seats := at.awaiting(states, 0):
        seat = int(seats).bit_length() - 1
        at.legal(states, 0, seat, mask)
        legal = members(mask.tolist())
        at.apply(states, 0, seat, legal[below(generator, len(legal))])


def _plan(game_id, round_no=None, seed=0):
    side = entrant("random", game(game_id))
    return contest(agreed(game_id, None, 4), side, side, seed=seed, round_no=round_no)


@pytest.mark.parametrize("kind", VARIANTS)
def test_every_variant_is_played_to_its_end(kind):
    game_id, players, *options = kind
    for whole_games in (False, True):
        settings = {"players": players, "options": dict(options), "whole_games": whole_games}
        result = compare(game_id, Dice(), First(), deals=1, workers=1, **settings)
        assert result.one.won.all()
        assert len(result.directions) == (1 if players == 2 else 2)
        assert result.one is result.many or players > 2


# ---------------------------------------------------------------- nothing leaks


@pytest.mark.parametrize(
    "kind",
    [("null-nichtig", 3), ("rage", 4), ("rage", 3, ("bidding", "secret")), ("alles-oder-nichts", 4)],
    ids=lambda kind: " ".join(map(str, kind)),
)
def test_a_bot_is_given_the_hidden_state_and_nothing_else(kind, monkeypatch, not_warmed_up):
    game_id, players, *options = kind
    chosen = game(game_id)
    at = chosen.book.at
    truth: dict[str, Any] = {}
    checked: list[bool] = []

    class Spy(Dice):
        def choose(self, hidden, legal, rng):
            true_states = truth["table"]._states
            wanted = true_states.copy()
            at.hide(wanted, 0, hidden.seat)
            assert hidden.states.tobytes() == wanted.tobytes()
            assert not np.shares_memory(hidden.states, true_states)
            world = true_states.copy()
            at.redeal(world, 0, hidden.seat, generator)
            checked.append(world.tobytes() != true_states.tobytes())
            at.hide(world, 0, hidden.seat)
            assert hidden.states.tobytes() == world.tobytes()
            assert truth["table"]._labels[hidden.seat] == self.name
            hidden.states["hand"][:] = -1  # whatever a bot does with its copy is its own business
            return legal[below(rng, len(legal))]

    class Watched(arena.duplicate.DuplicateTable):
        def __init__(self, plan):
            truth["table"] = self
            self._sides = [0] * plan.setup.players
            super().__init__(plan)

    monkeypatch.setattr(run_module, "DuplicateTable", Watched)
    generator = rng(5)
    spied = compare(game_id, Spy(), Spy(), deals=2, players=players, options=dict(options), workers=1)
    assert sum(checked) > len(checked) / 2 > 20
    monkeypatch.undo()
    plain = compare(game_id, Dice(), Dice(), deals=2, players=players, options=dict(options), workers=1)
    assert same(spied, plain), "to spy changes nothing"


# ---------------------------------------------------------------- seeds, workers, pieces


@EACH_GAME
def test_the_workers_change_nothing(game_id):
    alone = compare(game_id, "random", Last(), deals=12, seed=3, own_luck=True, workers=1)
    assert same(compare(game_id, "random", Last(), deals=12, seed=3, own_luck=True, workers=2), alone)


def test_the_same_seed_gives_the_same_results_and_another_one_others():
    one, again, other = (compare("rage", Dice(), First(), deals=6, seed=seed, workers=1) for seed in (4, 4, 5))
    assert same(one, again)
    assert not np.array_equal(one.one.points, other.one.points)


def test_pieces_make_a_whole():
    whole = compare("rage", Dice(), First(), deals=9, workers=1)
    pieces = [
        compare("rage", Dice(), First(), deals=count, first_deal=first, workers=1) for first, count in ((5, 4), (0, 5))
    ]
    joined = Comparison.join(pieces)
    assert same(joined, whole)
    assert (joined.planned, joined.interrupted) == (9, False)
    with pytest.raises(BadArena, match="deal 5 is in two of them"):
        Comparison.join([whole, pieces[0]])
    with pytest.raises(BadArena, match="settings differ"):
        Comparison.join([whole, compare("rage", Dice(), First(), deals=1, first_deal=9, seed=1, workers=1)])
    with pytest.raises(BadArena, match="nothing to join"):
        Comparison.join([])


def test_a_comparison_can_be_kept():
    whole = compare("rage", Dice(), First(), deals=3, workers=1)
    assert same(pickle.loads(pickle.dumps(whole)), whole)


def test_an_interrupted_run_keeps_what_is_done():
    done = []

    def tick(deals):
        done.append(deals)
        if len(done) == 4:
            raise KeyboardInterrupt

    result = compare("rage", Dice(), First(), deals=50, workers=1, tick=tick)
    assert result.interrupted
    assert (result.deals.tolist(), result.planned) == ([0, 1, 2, 3], 50)
    assert same(Comparison.join([result], planned=4), compare("rage", Dice(), First(), deals=4, workers=1))


def test_interrupted_before_anything_is_done():
    class Impatient(First):
        def choose(self, hidden, legal, rng):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        compare("rage", Impatient(), First(), deals=5, workers=1)


def test_a_ladder():
    assert neighbours(["a", "b", "c"]) == [("b", "a"), ("c", "b")]
    assert neighbours(["a"]) == [("a", "a")] == pairs(["a"])
    assert pairs(["a", "b", "c"]) == [("b", "a"), ("c", "a"), ("c", "b")]
