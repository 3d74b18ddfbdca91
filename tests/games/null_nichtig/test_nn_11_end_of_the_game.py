"""NN-11: how long a game lasts and who wins it."""

import pytest

from support.tables import Round, random_games

LAYOUTS = (("B2", "B3", "B4"), ("G9", "V9", "R9"), ("G8", "V8", "R6"))  # scores 0, 27, 22
FREE = {
    3: LAYOUTS,
    4: (("B3", "B4", "B7"), ("B8", "B9", "G3"), ("G4", "G7", "G8"), ("V3", "V4", "V7")),
    5: tuple((f"{colour}4", f"{colour}8", f"{colour}9") for colour in "BGVRY"),
    6: (("R5", "R6"), ("R7", "R8"), ("R9", "Y9"), ("Y5", "Y6"), ("Y7", "Y8"), ("B9", "G9")),
}


@pytest.mark.parametrize("players", FREE)
def test_nn_11_as_many_rounds_as_players(sweep, players):
    assert not sweep(FREE[players], round_no=players - 1).finished
    assert sweep(FREE[players], round_no=players).finished


@pytest.mark.parametrize("players", FREE)
def test_nn_11_a_random_game_has_as_many_rounds_as_players(players):
    [(s, _)] = random_games("null-nichtig", players, games=1)
    assert s.round_no == players


@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_nn_11_another_number_of_rounds(sweep, rounds):
    ends = [sweep(LAYOUTS, round_no=number, rounds=rounds).finished for number in range(1, rounds + 1)]
    assert ends == [False] * (rounds - 1) + [True]


@pytest.mark.parametrize(("total", "over", "reach"), [(99, False, False), (100, False, True), (101, True, True)])
def test_nn_11_the_target_must_be_passed_or_reached(sweep, total, over, reach):
    before = (0, total - 27, 0)
    assert sweep(LAYOUTS, totals=before, target=100).finished is over
    assert sweep(LAYOUTS, totals=before, target=100, target_rule="over").finished is over
    assert sweep(LAYOUTS, totals=before, target=100, target_rule="reach").finished is reach


def test_nn_11_with_a_target_the_number_of_rounds_is_not_used(sweep):
    assert not sweep(LAYOUTS, round_no=3, rounds=3, target=100).finished
    assert sweep(LAYOUTS, round_no=1, rounds=3, target=20).finished


def test_nn_11_the_target_is_checked_after_whole_rounds_only(laid_out):
    table = laid_out([["G11"], ["R11"], ["Y11"]], {0: ("B11", "V5", "V11")}, totals=(90, 0, 0), target=100)
    table.play("G11", "R11", "Y11")
    assert table.scores[0] == 55
    assert not table.finished
    assert table.waiting == (0,)


def test_nn_11_a_game_is_not_over_in_the_middle_of_its_last_round():
    table = Round("null-nichtig", [[]] * 3, round_no=3)
    assert not table.finished
    assert table.play_out().finished


def test_nn_11_the_highest_total_wins_whoever_passed_first(sweep):
    """Seat 0 was the first above the target, seat 2 overtakes it in the same round."""
    table = sweep(LAYOUTS, totals=(101, 50, 95), target=100)
    assert table.table.totals == (101, 77, 117)
    assert table.finished
    assert table.winners == (2,)


def test_nn_11_the_highest_total_wins_after_the_last_round(sweep):
    table = sweep(LAYOUTS, round_no=3, totals=(40, 12, 20))
    assert table.table.totals == (40, 39, 42)
    assert table.finished
    assert table.winners == (2,)
