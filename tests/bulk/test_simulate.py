"""Simulated games: the same for the same seed whatever the workers; their records keep the rules."""

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from stichwerk.arena.run import compare
from stichwerk.bulk import simulate as module
from stichwerk.bulk.players import RandomPlayer
from stichwerk.bulk.simulate import Results, plan_of, simulate, simulate_and_record
from stichwerk.errors import BadPlayers
from stichwerk.games import Game, game, games
from stichwerk.games.moves import cards_of
from stichwerk.games.options import Options
from stichwerk.play.record import from_data, to_line
from stichwerk.play.verify import check, replay
from support.matches import VARIANTS

EACH_GAME = pytest.mark.parametrize("chosen", games(), ids=lambda chosen: chosen.id)


def records(chosen: Game, options: Options, players: int, count: int, seed: int) -> Iterator[dict[str, Any]]:
    """The records of the simulated games, as data."""
    return map(json.loads, module.records(plan_of(chosen, options, players, seed), count))


def same(one: Results, other: Results) -> bool:
    return (one.totals == other.totals).all() and (one.won == other.won).all() and one.actions == other.actions


@EACH_GAME
def test_the_workers_change_nothing(chosen: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = simulate(chosen, chosen.options(), 4, 200, seed=5, workers=1)
    monkeypatch.setattr(module, "CHUNK", 7)
    for workers in (1, 2, 5, None):
        assert same(simulate(chosen, chosen.options(), 4, 200, seed=5, workers=workers), alone)


def test_the_workers_change_nothing_with_whole_pieces_of_work() -> None:
    chosen = game("alles-oder-nichts")
    options = chosen.options.read({"rounds": 1})
    games_played = 2 * module.CHUNK + 1
    one, two = (simulate(chosen, options, 3, games_played, seed=1, workers=workers) for workers in (1, 2))
    assert same(one, two)
    assert one.won.all()


@EACH_GAME
def test_a_game_depends_on_the_seed_and_its_number_only(chosen: Game) -> None:
    few, many = (simulate(chosen, chosen.options(), 3, count, seed=9) for count in (20, 50))
    assert (many.totals[:20] == few.totals).all()
    assert (many.won[:20] == few.won).all()
    assert len(np.unique(many.totals, axis=0)) > 40, "the games of one seed are not all the same"


@EACH_GAME
def test_games_are_played_once_to_count_and_to_write_them_down(chosen: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = simulate(chosen, chosen.options(), 3, 50, seed=3)
    expected = [to_line(data) for data in records(chosen, chosen.options(), 3, 50, seed=3)]
    monkeypatch.setattr(module, "RECORDED_CHUNK", 7)
    lines: list[str] = []
    ticks: list[int] = []
    results = simulate_and_record(plan_of(chosen, None, 3, 3), 50, lines.append, tick=ticks.append)
    assert same(results, plain)
    assert lines == expected
    assert ticks == [7] * 7 + [1]


@pytest.mark.parametrize("workers", [1, 3])  # each of several takes two seconds to start
def test_the_workers_change_nothing_in_the_records(workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rage = game("rage")
    expected = [to_line(data) for data in records(rage, rage.options(), 3, 50, seed=4)]
    monkeypatch.setattr(module, "RECORDED_CHUNK", 9)
    monkeypatch.setattr(module, "FEW_CHUNKS", 0)  # however few they are: in processes
    lines: list[str] = []
    results = simulate_and_record(plan_of(rage, None, 3, 4), 50, lines.append, workers)
    assert lines == expected
    assert same(results, simulate(rage, rage.options(), 3, 50, seed=4))


@EACH_GAME
def test_records_are_of_the_simulated_games(chosen: Game) -> None:
    results = simulate(chosen, chosen.options(), 3, 50, seed=3)
    told = list(records(chosen, chosen.options(), 3, 50, seed=3))
    assert [record["total"] for record in told] == results.totals.tolist()
    assert [sum(1 << seat for seat in record["winners"]) for record in told] == results.won.tolist()
    moves = [move for record in told for part in record["rounds"] for _, move in part["moves"]]
    assert sum(len(cards_of(move)) or 1 for move in moves) == results.actions


@pytest.mark.parametrize("kind", VARIANTS)
def test_records_keep_the_rules(kind) -> None:
    game_id, players, *options = kind
    chosen = game(game_id)
    for data in records(chosen, chosen.options.read(dict(options)), players, 1, seed=17):
        record = from_data(data)
        check(record)
        assert record.winners
        assert record.seats == tuple(f"Random {seat}" for seat in range(1, players + 1))
        if len(record.rounds) < 3:  # once more as a match, which takes longer
            assert to_line(replay(record).record()) == to_line(data)


@EACH_GAME
def test_other_seeds_give_other_games(chosen: Game) -> None:
    first_decks = {
        str(next(records(chosen, chosen.options(), 3, 1, seed))["rounds"][0]["hands"]) for seed in range(-5, 45)
    }
    assert len(first_decks) == 50
    totals = [simulate(chosen, chosen.options(), 3, 20, seed).totals.tolist() for seed in range(5)]
    assert all(one != other for one, other in pairwise(totals))


@EACH_GAME
def test_every_seat_deals_first_sometimes(chosen: Game) -> None:
    dealers = {record["rounds"][0]["dealer"] for record in records(chosen, chosen.options(), 3, 30, seed=0)}
    assert dealers == {0, 1, 2}


@pytest.mark.parametrize("game_id", ["null-nichtig", "alles-oder-nichts"])
def test_long_games_are_recorded_whole(game_id: str) -> None:
    chosen = game(game_id)
    options = chosen.options.read({"target": 400})
    told = list(records(chosen, options, 3, 6, seed=2))
    lengths = [len(record["rounds"]) for record in told]
    assert min(lengths) > 12
    assert any(one < other for one, other in pairwise(lengths)), "a game must come that is longer than the one before"
    for record in told:
        check(from_data(record))
    assert [record["total"] for record in told] == simulate(chosen, options, 3, 6, seed=2).totals.tolist()


def test_a_longer_game_after_a_short_one_is_not_cut_off() -> None:
    chosen = game("null-nichtig")
    options = chosen.options.read({"target": 40})
    told = list(records(chosen, options, 3, 40, seed=1))
    assert len({len(record["rounds"]) for record in told}) > 1
    for record in told:
        check(from_data(record))


def test_progress_adds_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CHUNK", 7)
    rage = game("rage")
    ticks: list[int] = []
    simulate(rage, rage.options(), 2, 24, seed=0, tick=ticks.append)
    assert sorted(ticks) == [3, 7, 7, 7]


def test_no_games_at_all() -> None:
    rage = game("rage")
    assert simulate(rage, rage.options(), 4, 0, seed=0).totals.shape == (0, 4)
    assert list(records(rage, rage.options(), 4, 0, seed=0)) == []
    assert simulate_and_record(plan_of(rage, None, 4, 0), 0, pytest.fail).totals.shape == (0, 4)


def test_shared_wins_are_split() -> None:
    won = np.array([0b001, 0b011, 0b111, 0b100])
    share = Results(np.zeros((4, 3), np.int16), won, 0).win_share()
    assert share == pytest.approx([(1 + 1 / 2 + 1 / 3) / 4, (1 / 2 + 1 / 3) / 4, (1 / 3 + 1) / 4])


@EACH_GAME
def test_too_many_players_are_refused_before_anything_is_played(chosen: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    # A state has room for so many seats and no more: compiled code would write beyond it, and may never end.
    monkeypatch.setattr(RandomPlayer, "play_many", lambda *args: pytest.fail("it was played"))
    players = chosen.players[-1] + 1
    with pytest.raises(BadPlayers):
        simulate(chosen, chosen.options(), players, 1, seed=0)
    with pytest.raises(BadPlayers):
        next(records(chosen, chosen.options(), players, 1, seed=0))


@pytest.mark.parametrize("seed", ["tea", 1.5])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(TypeError, match=f"'{type(seed).__name__}' object cannot be interpreted as an integer"):
        simulate("rage", games=1, seed=seed)
    with pytest.raises(TypeError, match=f"'{type(seed).__name__}' object cannot be interpreted as an integer"):
        compare("rage", "random", "random", deals=1, seed=seed)
