"""RG-2: ten rounds of 10, 9, … 1 cards; the deal moves clockwise."""

import pytest

from support.tables import Round, random_games


@pytest.mark.parametrize("players", [2, 5, 8])
def test_rg_02_ten_rounds_each_with_a_card_less_and_the_next_dealer(players: int) -> None:
    table = Round("rage", [[]] * players, dealer=players - 1)
    for round_no in range(1, 11):
        assert not table.finished
        shown = table.table
        assert shown.round == round_no
        assert shown.dealer == (players - 1 + round_no - 1) % players
        assert [place.cards for place in shown.places] == [11 - round_no] * players
        assert [len(place.hand) for place in shown.places] == [11 - round_no] * players
        table.play_out()
        assert table.table.phase == "over"
        assert table.table.tricks_done == 11 - round_no
        if round_no < 10:
            assert not table.finished
            table.next_round()
    assert table.finished


@pytest.mark.parametrize("dealer", range(4))
def test_rg_02_any_seat_may_be_the_first_dealer(dealer: int) -> None:
    table = Round("rage", [[]] * 4, round_no=1, dealer=dealer)
    assert table.table.dealer == dealer
    assert table.to_act == (dealer + 1) % 4


def test_rg_02_the_first_dealer_is_drawn_at_random() -> None:
    """After ten rounds the deal has moved on nine seats, which with three players is where it began."""
    assert {int(s.dealer) for s, _ in random_games("rage", players=3, games=9)} == {0, 1, 2}


@pytest.mark.parametrize("players", range(2, 9))
def test_rg_02_the_hands_are_dealt_from_the_top_and_the_rest_is_the_stock(players: int) -> None:
    """The deck as new: the colour cards from B0 to O15, then the action cards."""
    table = Round("rage", [[]] * players, round_no=1)
    cards = [f"{colour}{number}" for colour in "BGRYVO" for number in range(16)]
    for seat in range(players):
        assert table.table.places[seat].hand == tuple(cards[10 * seat : 10 * seat + 10])
    assert table.table.turned == (cards[10 * players],)
    stock = table.s.stock[: 96 - 10 * players]
    assert [table.names[card] for card in stock] == cards[10 * players :][: len(stock)]


def test_rg_02_one_sees_only_ones_own_cards() -> None:
    table = Round("rage", [["Y3", "J"], ["Y4", "NT"]])
    assert [place.hand for place in table.seen_by(0).places] == [("Y3", "J"), ()]
    assert [place.hand for place in table.seen_by(1).places] == [(), ("Y4", "NT")]
    assert [place.hand for place in table.seen_by(-1).places] == [(), ()]
    assert [place.cards for place in table.seen_by(-1).places] == [2, 2]


def test_rg_02_nothing_can_be_done_when_the_round_is_over() -> None:
    table = Round("rage", [["Y3"], ["Y4"]]).bid(0, 0).play("Y3", "Y4")
    assert table.waiting == ()
    assert table.legal(0) == table.legal(1) == set()
    refusal = table.refusal("Y3", 0)
    assert refusal
    assert (refusal.code, refusal.rule) == ("round-over", "RG-2")
