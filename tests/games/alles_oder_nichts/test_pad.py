"""The score pad counts as the rules do, on every possible input."""

from itertools import product

from stichwerk.games.alles_oder_nichts import GAME
from stichwerk.games.alles_oder_nichts.rules import score
from stichwerk.play.pad_rules import PadTable, pad_rules


def test_an_10_an_11_every_possible_round_of_a_seat() -> None:
    table = PadTable(pad_rules(GAME), GAME.options().to_mapping(), 4)
    for round_no in range(1, 8):
        hand = table.hand(round_no)
        for bid, tricks, hidden in product(range(hand + 1), range(hand + 1), (False, True)):
            points = table.points(round_no, {"bid": bid, "tricks": tricks, "hidden": hidden})
            assert sum(points.values()) == score(bid, tricks, not hidden), (bid, tricks, hidden)


def test_an_03_the_pendulum_goes_on_and_a_target_ends_the_game() -> None:
    table = PadTable(pad_rules(GAME), GAME.options.read({"target": 40}).to_mapping(), 4)
    assert [table.hand(round_no) for round_no in range(1, 15)] == [6, 5, 4, 3, 4, 5, 6, 5, 4, 3, 4, 5, 6, 5]
    assert [table.over(3, [best, 0, 0, 0], None) for best in (39, 40, 41)] == [False, True, True]
