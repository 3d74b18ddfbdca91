"""RG-5: dealer's left leads the first trick, the winner of a trick the next."""

import pytest

from support.tables import Round, rage_trick


@pytest.mark.parametrize("bidding", ["open", "plus-minus-one", "simultaneous", "secret"])
@pytest.mark.parametrize("dealer", range(3))
def test_rg_05_the_dealers_left_leads_the_first_trick(bidding: str, dealer: int) -> None:
    table = Round("rage", [["Y3"], ["Y4"], ["Y5"]], dealer=dealer, bidding=bidding).bid(0, 0, 0)
    assert table.waiting == ((dealer + 1) % 3,)


@pytest.mark.parametrize(
    ("cards", "winner"),
    [("Y3 Y2 Y1", 0), ("Y3 Y4 Y1", 1), ("Y3 Y2 R0", 2), ("+5 NT -5", 0), ("+5 -5 J:O", 2)],
)
def test_rg_05_the_winner_leads_the_next(cards: str, winner: int) -> None:
    table = rage_trick(cards, "R1 G0", kept="B0 B1 B2")
    assert table.waiting == (winner,)
    assert table.table.leader == winner
    table.play(f"B{winner}")
    assert table.waiting == ((winner + 1) % 3,)


def test_rg_05_the_trick_goes_clockwise_past_the_last_seat() -> None:
    """Led by seat 2: the third card is seat 1's, and takes the trick."""
    table = Round("rage", [["Y5"], ["Y9"], ["Y3"]], ["R0"], dealer=1).bid(0, 0, 0)
    assert table.play("Y3", "Y5").table.trick == ("Y3", "Y5")
    assert [place.tricks for place in table.play("Y9").table.places] == [0, 1, 0]


def test_rg_05_after_the_bidding_a_card_must_be_played() -> None:
    refusal = Round("rage", [["Y3"], ["Y4"]]).bid(0, 0).refusal("bid:1")
    assert refusal
    assert (refusal.code, refusal.rule) == ("bidding-over", "RG-5")
