"""A move: what a player writes, read once. Everything else asks it, and takes no text apart.

How moves are written stands here and nowhere else: a card ``Y11``, a card with a colour ``J:R``, ``bid:3``,
``lay:Y9,Y0,R3``. Other words (``show``) are those of a game, in the table of its actions.
"""

from collections.abc import Container
from dataclasses import dataclass
from typing import Literal

#: Play a card, bid tricks, lay several cards at once, or say a word that the game knows (``show``).
Kind = Literal["card", "bid", "lay", "say"]

#: The words that stand before the colon; what stands behind is how many tricks, or which cards.
BID, LAY = "bid", "lay"


@dataclass(frozen=True)
class Move:
    """A move in a game.

    ``text``: as it is written in a record. ``actions``: the numbers of what is done, one after the other. ``cards``:
    those that it takes from the hand; ``colour``: the one that is named with a card (``J:R``); ``bid``: the tricks.
    """

    text: str
    kind: Kind
    actions: tuple[int, ...]
    cards: tuple[str, ...] = ()
    colour: str | None = None
    bid: int | None = None

    @property
    def card(self) -> str:
        """The one card that is played."""
        return self.cards[0]

    def __str__(self) -> str:
        return self.text


# ---------------------------------------------------------------- written


def bid_text(tricks: int) -> str:
    """How a bid is written."""
    return f"{BID}:{tricks}"


def bid_texts(most: int) -> tuple[str, ...]:
    """All bids, from none to the most tricks there are.

    >>> bid_texts(2)
    ('bid:0', 'bid:1', 'bid:2')
    """
    return tuple(map(bid_text, range(most + 1)))


def colour_text(card: str, colour: str) -> str:
    """How a card is written with the colour that it stands for.

    >>> colour_text("J", "R")
    'J:R'
    """
    return f"{card}:{colour}"


def lay_text(cards: tuple[str, ...]) -> str:
    """How it is written that cards are laid, bottom first within a colour."""
    return f"{LAY}:{','.join(cards)}"


# ---------------------------------------------------------------- read


def move_of(text: str, action: int, cards: Container[str]) -> Move:
    """The move of one action of a game with these cards.

    >>> move_of("bid:3", 80, ["Y11"]).bid, move_of("Y11", 59, ["Y11"]).card
    (3, 'Y11')
    """
    head, _, rest = text.partition(":")
    if head in cards:
        return Move(text, "card", (action,), (head,), colour=rest or None)
    bid = bid_of(text)
    return Move(text, "say", (action,)) if bid is None else Move(text, "bid", (action,), bid=bid)


def card_of(text: str) -> str:
    """The card that a move takes from the hand, where it is one, without the colour that it stands for.

    >>> card_of("J:R"), card_of("Y11")
    ('J', 'Y11')
    """
    return text.partition(":")[0]


def bid_of(text: str) -> int | None:
    """The tricks of a bid, as an event or a record tells it; None for any other move."""
    head, _, tricks = text.partition(":")
    return int(tricks) if head == BID and tricks.isdecimal() else None


def cards_of(text: str) -> tuple[str, ...]:
    """The cards that are laid, as an event tells it; none for any other move."""
    head, colon, cards = text.partition(":")
    return tuple(cards.split(",")) if head == LAY and colon else ()
