"""RG-21: plus/minus one, covered bids and secret bids exclude each other."""

import pytest

from stichwerk.errors import BadOption
from stichwerk.games import game
from support.tables import Round


@pytest.mark.parametrize(
    "bidding", [["simultaneous", "secret"], "simultaneous,secret", "plus-minus-one+secret", None, True, ""]
)
def test_rg_21_bidding_is_one_of_four(bidding: object) -> None:
    with pytest.raises(BadOption, match=r"open.*plus-minus-one.*simultaneous.*secret"):
        game("rage").options.read({"bidding": bidding})


@pytest.mark.parametrize("second", ["plus_minus_one", "simultaneous", "secret"])
def test_rg_21_there_is_no_second_option_for_bids(second: str) -> None:
    with pytest.raises(BadOption, match="no option"):
        game("rage").options.read({"bidding": "open", second: True})


@pytest.mark.parametrize("bidding", ["open", "simultaneous", "secret"])
def test_rg_21_no_number_is_barred_in_the_other_variants(bidding: str) -> None:
    table = Round("rage", [[], [], []], round_no=6, bidding=bidding).bid(2, 1)
    assert table.legal() == {f"bid:{bid}" for bid in range(6)}


@pytest.mark.parametrize("bidding", ["open", "plus-minus-one"])
def test_rg_21_bids_in_turn_are_never_secret(bidding: str) -> None:
    table = Round("rage", [[], [], []], round_no=6, bidding=bidding)
    assert table.waiting == (0,)
    assert not table.table.secret
