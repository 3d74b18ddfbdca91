"""A move: what a player writes, read once. Everything else asks it, and takes no text apart."""

from dataclasses import dataclass
from typing import Literal

#: Play a card, bid tricks, lay several cards at once, or say a word that the game knows (``show``).
Kind = Literal["card", "bid", "lay", "say"]

BID = "bid:"
LAY = "lay:"


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

    @property
    def word(self) -> str:
        """What stands before the colon: the card without the colour that was named, ``bid``, or what is said."""
        return self.text.partition(":")[0]

    def __str__(self) -> str:
        return self.text


def bid_text(tricks: int) -> str:
    """How a bid is written."""
    return f"{BID}{tricks}"


def lay_text(cards: tuple[str, ...]) -> str:
    """How it is written that cards are laid, bottom first within a colour."""
    return LAY + ",".join(cards)


def bid_of(text: str) -> int | None:
    """The tricks of a bid, as an event tells it; None for any other move."""
    return int(text.removeprefix(BID)) if text.startswith(BID) else None


def cards_of(text: str) -> tuple[str, ...]:
    """The cards that are laid, as an event tells it; none for any other move."""
    return tuple(text.removeprefix(LAY).split(",")) if text.startswith(LAY) else ()
