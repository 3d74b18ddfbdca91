"""The winner of a trick, and following suit."""

import numpy as np
import pytest

from stichwerk.kernel.tricks import ANY_COLOUR, NO_COLOUR, suit, winner

B, G, R = range(3)
ACTION = 6


def won(cards, led, trump):
    colours, numbers = (np.array(part, np.int8) for part in zip(*cards, strict=True))
    return winner(colours, numbers, len(cards), led, trump)


@pytest.mark.parametrize(
    ("cards", "led", "trump", "place"),
    [
        ([(B, 3), (B, 9), (B, 5)], B, NO_COLOUR, 1),
        ([(B, 3), (G, 9), (B, 5)], B, NO_COLOUR, 2),
        ([(B, 3), (G, 0), (B, 15)], B, G, 1),
        ([(B, 3), (G, 1), (G, 7)], B, G, 2),
        ([(G, 3), (G, 1), (B, 15)], G, G, 0),
        ([(B, 7), (R, 7), (G, 7)], ANY_COLOUR, NO_COLOUR, 0),
        ([(B, 0), (R, 11), (G, 11)], ANY_COLOUR, NO_COLOUR, 1),
        ([(B, 0), (R, 0), (G, 0)], ANY_COLOUR, NO_COLOUR, 0),
        ([(ACTION, 3), (ACTION, 1)], NO_COLOUR, B, 0),
        ([(ACTION, 3), (B, 0), (ACTION, 1)], B, R, 1),
    ],
)
def test_winner(cards, led, trump, place):
    assert won(cards, led, trump) == place


def test_the_cards_one_can_follow_with():
    hand = np.array([0b1010 << 16, 0b11, 0], np.int64)
    assert suit(hand, 16, 16) == 0b1010 << 16
    assert suit(hand, 0, 16) == 0
    assert suit(hand, 48, 16) == 0b11
