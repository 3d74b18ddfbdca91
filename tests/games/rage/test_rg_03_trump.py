"""RG-3: the top of the stock shows trump; action cards turned are put aside without effect."""

import pytest

from support.tables import Round, rage_trick, taker


@pytest.mark.parametrize("colour", "BGRYVO")
@pytest.mark.parametrize("number", [0, 15])
def test_rg_03_the_top_of_the_stock_shows_trump(colour: str, number: int) -> None:
    table = Round("rage", [["J"], ["J"]], [f"{colour}{number}", "NT"])
    assert table.table.trump == colour
    assert table.table.turned == (f"{colour}{number}",)


@pytest.mark.parametrize("card", ["J", "NT", "CT", "+5", "-5"])
def test_rg_03_an_action_card_turned_is_put_aside(card: str) -> None:
    table = Round("rage", [["Y3"], ["R4"]], [card, "R0", "G0"])
    assert table.table.turned == (card, "R0")
    assert table.table.trump == "R"
    assert [place.shows["fives"] // 5 for place in table.table.places] == [0, 0]


def test_rg_03_the_cards_put_aside_have_no_effect_on_the_trick() -> None:
    table = rage_trick("Y3 R4 Y5", "J NT CT +5 -5 R0 G0")
    assert table.table.turned == ("J", "NT", "CT", "+5", "-5", "R0")
    assert taker(table) == 1
    assert table.scores == (10, 1 - 5, 10)


@pytest.mark.parametrize("watcher", [-1, 0, 1])
def test_rg_03_the_stock_is_face_down(watcher: int) -> None:
    """Whatever lies under the card turned, what one may know is the same."""
    one, other = (Round("rage", [["Y3"], ["R4"]], ["CT", "R0", *stock]) for stock in (["G0", "J"], ["J", "B0"]))
    for table in (one, other):
        table.verbs.hide(table.s, watcher)
    assert one.states.tobytes() == other.states.tobytes()


def test_rg_03_all_sixteen_action_cards_may_lie_on_top() -> None:
    action_cards = ["J"] * 2 + ["NT"] * 4 + ["CT"] * 4 + ["+5"] * 3 + ["-5"] * 3
    table = Round("rage", [[f"B{seat}"] for seat in range(8)], [*action_cards, "V7", "G0"])
    assert table.table.turned == (*action_cards, "V7")
    assert table.table.trump == "V"


def test_rg_03_the_stock_is_turned_from_the_top_all_round_long() -> None:
    """The most that can be turned: a first trump, one for each CT and NT, and all other action cards."""
    own = ["NT"] * 4 + ["CT"] * 4
    aside = ["J", "J", "+5", "+5", "+5", "-5", "-5", "-5"]
    stock = [*(card for i in range(8) for card in (aside[i], f"V{i}")), "V8", "V9"]
    table = Round("rage", [[*own, "O0", "O1"], [f"Y{n}" for n in range(10)]], stock, dealer=0).bid(0, 0)
    for trick, card in enumerate(own):
        table.play(f"Y{trick}", card)
    assert table.table.turned == tuple(stock[:-1])
    assert table.table.trump == "V"
    assert [place.tricks for place in table.table.places] == [0, 8]
