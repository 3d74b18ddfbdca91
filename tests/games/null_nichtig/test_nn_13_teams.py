"""NN-13: even seats against odd seats, with 4 or 6 players."""

import pytest

from stichwerk.errors import BadOption
from stichwerk.games.view import Pile
from support.tables import Round

FOUR = (("B3", "B4", "B7"), ("B8", "G8", "V8"), ("B9", "G9", "V9"), ("R7", "V7", "G7"))  # 0, 24, 27, 21
SIX = (("R5", "R6"), ("R7", "R8"), ("R9", "Y9"), ("Y5", "Y6"), ("Y7", "Y8"), ("B9", "G9"))  # 0 8 18 6 8 18


@pytest.mark.parametrize("players", [3, 5])
def test_nn_13_teams_need_an_even_number_of_players(players):
    with pytest.raises(BadOption, match=rf"teams are for 4 or 6 players, not {players} \(NN-13\)"):
        Round("null-nichtig", [[]] * players, teams=True)


@pytest.mark.parametrize(
    ("before", "teams", "alone"),
    [
        ((30, 0, 0, 0), (0, 2), (0,)),  # 57 to 45
        ((10, 0, 0, 0), (1, 3), (2,)),  # 37 to 45, though seat 2 is first
        ((18, 0, 0, 0), (0, 1, 2, 3), (2,)),  # 45 to 45
    ],
)
def test_nn_13_the_larger_sum_of_two_wins(sweep, before, teams, alone):
    assert sweep(FOUR, round_no=4, totals=before, teams=True).winners == teams
    assert sweep(FOUR, round_no=4, totals=before).winners == alone


@pytest.mark.parametrize(
    ("before", "teams", "alone"),
    [
        ((7, 0, 0, 0, 0, 0), (0, 2, 4), (2, 5)),  # 33 to 32
        ((5, 0, 0, 0, 0, 0), (1, 3, 5), (2, 5)),  # 31 to 32
        ((6, 0, 0, 0, 0, 0), (0, 1, 2, 3, 4, 5), (2, 5)),  # 32 to 32
    ],
)
def test_nn_13_the_larger_sum_of_three_wins(sweep, before, teams, alone):
    assert sweep(SIX, round_no=6, totals=before, teams=True).winners == teams
    assert sweep(SIX, round_no=6, totals=before).winners == alone


def test_nn_13_scores_and_totals_are_kept_for_each_player(sweep):
    table = sweep(FOUR, totals=(1, 2, 3, 4), teams=True)
    assert table.table.scores == (0, 24, 27, 21)
    assert table.table.totals == (1, 26, 30, 25)


def test_nn_13_tricks_and_piles_are_the_players_own(laid_out):
    layouts = {seat: (f"{colour}1", f"{colour}2", f"{colour}3") for seat, colour in enumerate("BGVR")}
    table = laid_out([["Y9"], ["Y8"], ["Y10"], ["Y7"]], layouts, teams=True).play("Y9", "Y8", "Y10", "Y7")
    places = table.table.places
    assert [place.tricks for place in places] == [0, 0, 1, 0]
    assert places[0].shows["piles"] == (Pile("B", "B3", 3),)
    assert places[2].shows["piles"] == (Pile("V", "V3", 3), Pile("Y", "Y8", 4))


def test_nn_13_the_starter_is_the_player_with_the_fewest_points():
    """The team of seat 1 has more points than the other, seat 1 alone the fewest."""
    table = Round("null-nichtig", [[]] * 4, round_no=2, previous=(10, 5, 10, 40), teams=True)
    assert table.table.leader == 1


@pytest.mark.parametrize(("total", "finished"), [(100, False), (101, True)])
def test_nn_13_the_target_is_for_one_players_total(sweep, total, finished):
    """The mates together are far above it."""
    table = sweep(FOUR, totals=(90, 70, total - 27, 70), target=100, teams=True)
    assert table.finished is finished


def test_nn_13_the_sums_decide_whoever_passed_the_target(sweep):
    table = sweep(FOUR, totals=(0, 70, 80, 60), target=100, teams=True)
    assert table.table.totals == (0, 94, 107, 81)
    assert table.finished
    assert table.winners == (1, 3)
