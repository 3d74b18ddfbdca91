"""AN-1: the 48 cards, an assumption."""

import pytest

from stichwerk.games import game
from support.tables import Round

DECKS = {"4x12": ("RGBY", 12), "6x8": ("RGBYVO", 8)}


@pytest.mark.parametrize("deck", DECKS)
def test_an_01_colours_and_numbers_of_the_deck(deck):
    colours, numbers = DECKS[deck]
    table = Round("alles-oder-nichts", [[]] * 3, deck=deck)
    cards = [table.names[card] for card in table.book.deck]
    assert len(cards) == 48
    assert set(cards) == {f"{colour}{number}" for colour in colours for number in range(1, numbers + 1)}


def test_an_01_four_colours_are_the_default():
    assert game("alles-oder-nichts").options().to_mapping()["deck"] == "4x12"


def test_an_01_the_app_says_that_it_is_an_assumption():
    said = game("alles-oder-nichts").assumption
    assert "there are 48 cards, but not which" in said
    assert "our assumption" in said


@pytest.mark.parametrize(
    ("deck", "card"), [("4x12", "R12"), ("4x12", "G1"), ("6x8", "R8"), ("6x8", "G1"), ("6x8", "O8")]
)
def test_an_01_a_card_is_played_and_shown_by_its_name(ready, deck, card):
    table = ready([[card, "Y1", "Y2"], [], []], deck=deck).play(card)
    assert table.table.trick == (card,)
    assert table.table.led == card[0]
