"""Tricks: following suit and finding the winner, the same for every game."""

from typing import Any

from stichwerk.kernel.bits import WORD, word_of
from stichwerk.kernel.jit import jit

#: No colour: no trump, or nothing led yet. No card has it.
NO_COLOUR = 7
#: The led colour of a game without suits: every card competes by its number alone.
ANY_COLOUR = 8

_TRUMP = 1 << 9
_LED = 1 << 8


@jit
def suit(hand: Any, first: int, size: int) -> int:
    """The cards with which a hand can follow: those of the led colour (``size`` cards from ``first`` on) that it
    holds, as bits of their word. If there are any, nothing else may be played.
    """
    word = word_of(first)
    return hand[word] & (((1 << size) - 1) << (first - word * WORD))


@jit
def strength(colour: int, number: int, led: int, trump: int) -> int:
    """How strong a card is in its trick: trumps above the led colour, all others cannot win (0)."""
    if colour == trump:
        return _TRUMP + number
    if colour == led or led == ANY_COLOUR:
        return _LED + number
    return 0


@jit
def winner(colours: Any, numbers: Any, played: int, led: int, trump: int) -> int:
    """The place in the trick (0 = the lead) of the card that takes it: of several strongest, the first played.

    A trick in which no card can win goes to the lead.
    """
    best, place = strength(int(colours[0]), int(numbers[0]), led, trump), 0
    for i in range(1, played):
        power = strength(int(colours[i]), int(numbers[i]), led, trump)
        if power > best:
            best, place = power, i
    return place
