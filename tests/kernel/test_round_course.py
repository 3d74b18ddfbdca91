"""The course of a game that all games share, as ordinary Python on a small table."""

from types import SimpleNamespace

import pytest

from stichwerk.kernel import round_course, seats
from stichwerk.kernel.jit import plain
from stichwerk.kernel.tricks import NO_COLOUR


def table(players: int = 3, **fields):
    usual = {
        "players": players, "dealer": 0, "round_no": 0, "phase": 0, "waiting": 0, "leader": 1, "played": 0,
        "tricks_done": 0, "hand_size": 5, "led": NO_COLOUR,
    }  # fmt: skip
    rows = {name: [0] * 4 for name in ("totals", "scores", "tricks", "void", "bid", "trick_colour", "trick_number")}
    return SimpleNamespace(**{**usual, **rows, **fields})


def test_a_game_begins_with_nothing():
    s = table(totals=[9] * 4, scores=[9] * 4, round_no=3, waiting=1)
    plain(round_course.begin_game)(s, [3, 2, 77])
    assert (s.players, s.dealer, s.round_no, s.waiting) == (3, 2, 0, 0)
    assert s.totals == s.scores == [0] * 4


def test_the_deal_passes_on_from_the_second_round():
    s = table(dealer=2)
    dealers = []
    for _ in range(3):
        plain(round_course.next_round)(s)
        dealers.append((s.round_no, s.dealer))
    assert dealers == [(1, 2), (2, 0), (3, 1)]


def test_the_first_colour_is_led_and_another_shows_a_void():
    s = table()
    for seat, colour in ((1, 4), (2, 4), (0, 1)):
        plain(round_course.show_colour)(s, seat, colour)
    assert s.led == 4
    assert s.void == [1 << 4, 0, 0, 0]


def test_a_trick_is_complete_when_all_have_played():
    s = table()
    complete = plain(round_course.completes_trick)
    assert [(complete(s, seat, 2, number), s.waiting) for seat, number in ((1, 5), (2, 8))] == [(False, 4), (False, 1)]
    assert complete(s, 0, 3, 7)
    assert (s.trick_colour[:3], s.trick_number[:3]) == ([2, 2, 3], [5, 8, 7])
    plain(round_course.give_trick)(s, 2)
    assert (s.leader, s.tricks, s.tricks_done, s.played) == (2, [0, 0, 1, 0], 1, 0)


def test_scores_are_added_when_the_round_ends():
    s = table(totals=[1, 2, 3, 0], scores=[10, -5, 0, 99], waiting=1)
    plain(round_course.end_round)(s, 7)
    assert (s.phase, s.waiting, s.totals) == (7, 0, [11, -3, 3, 0])


@pytest.mark.parametrize(("bids", "rest"), [([0, 1, 2, 0], 2), ([4, 3, 2, 0], 0), ([0, 5, 5, 0], -5)])
def test_what_the_dealer_would_have_to_bid(bids, rest):
    assert plain(seats.tricks_not_bid)(table(bid=bids)) == rest


@pytest.mark.parametrize(("points", "players", "best"), [([3, 9, 4, 99], 3, 9), ([-3, -9, -4], 3, -3), ([5, 7], 2, 7)])
def test_the_most_points(points, players, best):
    assert plain(seats.most)(points, players) == best
