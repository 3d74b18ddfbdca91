"""AN-7: who leads."""

import pytest


@pytest.mark.parametrize(("dealer", "leader"), [(0, 1), (1, 2), (2, 3), (3, 0)])
@pytest.mark.parametrize("round_no", [1, 4])
def test_an_07_the_dealers_left_leads_the_first_trick(ready, dealer, leader, round_no):
    table = ready([[]] * 4, dealer=dealer, round_no=round_no)
    assert (table.table.phase, table.table.leader, table.waiting) == ("play", leader, (leader,))


@pytest.mark.parametrize(("trick", "winner"), [("G9 G2 G3", 0), ("G1 G9 G3", 1), ("G1 G2 G9", 2)])
def test_an_07_the_winner_leads_the_next_trick(ready, trick, winner):
    spare = [["Y1", "Y2"], ["Y3", "Y4"], ["Y5", "Y6"]]
    hands = [[card, *more] for card, more in zip(trick.split(), spare, strict=True)]
    table = ready(hands, ["R12"]).play(*trick.split())
    order = []
    for _ in range(3):
        order.append(table.to_act)
        table.play(min(table.legal()))
    assert order == [winner, (winner + 1) % 3, (winner + 2) % 3]


@pytest.mark.parametrize("watcher", range(4))
def test_an_07_an_observation_shows_the_trick_from_ones_own_seat_on(ready, watcher):
    """Seat 1 led; seats 1, 2 and 3 have played, seat 0 is to play."""
    hands = [["G9", "Y1", "Y2"], ["G2", "Y3", "Y4"], ["B3", "Y5", "Y6"], ["R12", "Y7", "Y8"]]
    table = ready(hands, ["R11"], dealer=0).play("G2", "B3", "R12")
    red, green, blue, none = [1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0], [0] * 6
    seats = [(watcher + near) % 4 for near in range(4)]
    assert table.feature(watcher, "led") == green
    assert table.feature(watcher, "trick_number")[:4] == [[0, 2, 3, 12][seat] for seat in seats]
    assert table.feature(watcher, "trick_place")[:4] == seats
    colours = [bit for seat in seats for bit in [none, green, blue, red][seat]]
    assert table.feature(watcher, "trick_colour")[:24] == colours
