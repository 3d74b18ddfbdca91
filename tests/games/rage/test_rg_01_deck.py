"""RG-1: the 112 cards, all of them shuffled every round."""

from collections import Counter

from support.tables import Round, random_games


def test_rg_01_six_colours_of_sixteen_and_sixteen_action_cards() -> None:
    table = Round("rage", [[], []])
    deck = Counter(table.names[card] for card in table.book.deck)
    assert deck.total() == 112
    action_cards = {"J": 2, "NT": 4, "CT": 4, "+5": 3, "-5": 3}
    assert deck == {f"{colour}{number}": 1 for colour in "BGRYVO" for number in range(16)} | action_cards


def test_rg_01_every_round_is_dealt_from_all_the_cards() -> None:
    full = sorted(Round("rage", [[], []]).book.deck)
    for _, decks in random_games("rage", players=2, games=2):
        assert len({tuple(deck) for deck in decks}) == 10
        assert all(sorted(deck) == full for deck in decks)


def test_rg_01_cards_of_the_last_round_come_again() -> None:
    table = Round("rage", [["R15", "J"], ["Y3", "NT"]]).bid(0, 0).play_out()
    table.next_round([["J"], ["NT"]], ["R15"])
    assert [place.hand for place in table.table.places] == [("J",), ("NT",)]
    assert table.table.turned == ("R15",)
    assert table.bid(0, 0).legal(1) == {"NT"}


def test_rg_01_equal_action_cards_are_played_one_by_one() -> None:
    own = ["NT", "NT", "NT", "NT", "J", "J", "+5", "+5", "+5"]
    table = Round("rage", [own, ["-5", "-5", "-5"]], ["R0"], dealer=1).bid(0, 0)
    assert table.table.places[0].hand == ("NT",) * 4 + ("+5",) * 3 + ("J",) * 2
    table = table.play("NT", "-5")
    assert table.table.places[0].hand == ("NT",) * 3 + ("+5",) * 3 + ("J",) * 2
    table = table.play("J:O")
    assert table.table.places[0].hand == ("NT",) * 3 + ("+5",) * 3 + ("J",)
