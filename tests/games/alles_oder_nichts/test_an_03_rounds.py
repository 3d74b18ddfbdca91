"""AN-3: seven rounds of 6 5 4 3 4 5 6 cards; more or fewer rounds; a target."""

import pytest

from stichwerk.games import game
from support.tables import Round, random_games

SIZES = [6, 5, 4, 3, 4, 5, 6, 5, 4, 3, 4, 5, 6, 5]


@pytest.mark.parametrize("players", [3, 6])
def test_an_03_hand_sizes_go_down_and_up_like_a_pendulum(players):
    table = Round("alles-oder-nichts", [[]] * players, rounds=14)
    for number, size in enumerate(SIZES, 1):
        assert table.table.round == number
        assert [len(place.hand) for place in table.table.places] == [size] * players
        assert table.play_out().table.tricks_done == size
        if number < 14:
            table.next_round()


def test_an_03_the_options_tell_the_same_hand_sizes():
    options = game("alles-oder-nichts").options()
    assert [options.hand_size(4, number) for number in range(1, 15)] == SIZES


def test_an_03_a_game_has_seven_rounds():
    [(s, decks)] = random_games("alles-oder-nichts", 3, games=1)
    assert s.round_no == 7
    assert [sorted(deck) for deck in decks] == [list(range(48))] * 7
    assert len({tuple(deck) for deck in decks}) == 7


def test_an_03_cards_of_the_last_round_come_back():
    hand = ["R1", "G5", "Y12"]
    table = Round("alles-oder-nichts", [hand, [], []], ["B7"], round_no=1).play_out()
    table.next_round([[*hand, "B7"], [], []])
    assert {*hand, "B7"} <= set(table.table.places[0].hand)


@pytest.mark.parametrize("rounds", [1, 3, 7, 9])
def test_an_03_more_or_fewer_rounds(rounds):
    [(s, _)] = random_games("alles-oder-nichts", 3, games=1, rounds=rounds)
    assert s.round_no == rounds


def test_an_03_a_game_is_not_over_in_the_middle_of_its_last_round():
    table = Round("alles-oder-nichts", [[]] * 3, round_no=7)
    assert not table.finished
    assert table.play_out().finished


@pytest.mark.parametrize(("total", "finished"), [(49, False), (50, True), (51, True)])
def test_an_03_the_target_is_reached(sweep, total, finished):
    table = sweep([3, 1, 1], totals=(total - 6, 0, 0), target=50)
    assert table.table.totals == (total, 0, 0)
    assert table.finished is finished


def test_an_03_with_a_target_the_number_of_rounds_is_not_used(sweep):
    assert not sweep([3, 1, 1], rounds=4, target=50).finished
    assert sweep([3, 1, 1], rounds=7, target=6).finished


def test_an_03_the_target_is_checked_after_whole_rounds_only(ready):
    """Seat 0 has the target and has taken a trick; the round is played out all the same."""
    table = ready([["R9", "R10", "R11"], [], []], ["R12"], totals=(50, 0, 0), target=50).play("R11")
    assert not table.finished
    assert table.play_out().finished


def test_an_03_the_highest_total_wins_whoever_reached_the_target_first(sweep):
    table = sweep([3, 1, 1], totals=(47, 50, 0), target=50)
    assert table.table.totals == (53, 50, 0)
    assert table.winners == (0,)
