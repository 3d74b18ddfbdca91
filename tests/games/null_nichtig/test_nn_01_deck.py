"""NN-1: the 65 cards."""

from collections import Counter

from stichwerk.games import game
from support.tables import Round, random_games


def test_nn_01_five_colours_with_two_zeros_each():
    book = game("null-nichtig").book
    names = book.presentation.card_names(game("null-nichtig").options())
    cards = Counter(names[card] for card in book.deck)
    assert cards.total() == 65
    assert cards == {f"{colour}{n}": 2 if n == 0 else 1 for colour in "BGVRY" for n in range(12)}


def test_nn_01_all_cards_are_shuffled_every_round():
    whole = sorted(game("null-nichtig").book.deck)
    [(_, decks)] = random_games("null-nichtig", 3, games=1)
    assert [sorted(deck) for deck in decks] == [whole] * 3
    assert len({tuple(deck) for deck in decks}) == 3


def test_nn_01_cards_of_the_last_round_come_back():
    hand = ["B0", "B0", "Y11"]
    table = Round("null-nichtig", [hand, [], []]).play_out().next_round([hand, [], []])
    assert set(hand) <= table.legal(0)
