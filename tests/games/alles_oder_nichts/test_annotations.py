"""What Alles oder Nichts tells beside the table: who is winning (AN-9), how bids stand, what they are worth."""

import pytest

from stichwerk.games.annotations import Part, Payoff
from stichwerk.kernel.state import snapshot
from support.tables import Round


@pytest.mark.parametrize(("cards", "winner"), [("G7", 0), ("G7 G12", 1), ("G7 B1", 1), ("G7 R12", 0)])
def test_an_09_who_is_winning_the_trick_so_far(ready, cards, winner):
    played = cards.split()
    hands = [[card, "Y1" if seat else "Y2", "Y3" if seat else "Y4"] for seat, card in enumerate(played)]
    table = ready([*hands, *([] for _ in range(3 - len(played)))], ["B12"], round_no=4).play(*played)
    assert {table.annotations(seat).trick_winner for seat in range(-1, 3)} == {winner}


def test_an_10_and_an_11_what_a_bid_is_worth():
    table = Round("alles-oder-nichts", [()] * 3, round_no=4)
    told = table.annotations(1).bid_payoffs
    assert [(each.bid, each.payoff, each.shown) for each in told] == [
        (bid, Payoff(bid + 3, 1, 0), Payoff(2 * bid + 3, 0, 0)) for bid in range(4)
    ]
    assert table.annotations(-1).bid_payoffs == ()


def test_an_06_open_and_hidden_side_by_side():
    table = Round("alles-oder-nichts", [()] * 3, round_no=4).bid(2, 1, 0)
    told = table.annotations(0).more["show_payoffs"]
    assert (told.bid, told.shown, told.hidden) == (2, Payoff(7, 0, 0), Payoff(5, 1, 0))
    assert [table.annotations(seat).more.get("show_payoffs") for seat in (-1, 1, 2)] == [None] * 3


def test_an_06_a_hidden_bid_stands_hidden_to_the_others():
    table = Round("alles-oder-nichts", [()] * 3, round_no=4).bid(2, 1, 0).play("show", "hide", "hide")
    assert table.annotations(-1).standings == ("open", "hidden", "hidden")
    assert table.annotations(1).standings == ("open", "open", "hidden")


def test_the_parts_of_a_score(sweep):
    table = sweep([3, 1, 0, 2], ["show", "show", "hide", "hide"])
    known = snapshot(table.states)
    assert [table.book.annotator.parts(known, seat) for seat in range(4)] == [
        (Part("tricks", 6), Part("exact", 3)),
        (Part("missed", 0),),
        (Part("tricks", 0), Part("exact", 3)),
        (Part("tricks", 0),),
    ]
