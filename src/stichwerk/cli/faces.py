"""How cards and colours look in a terminal: a letter, a symbol and a colour, so that no one of them is needed."""

import sys
from collections.abc import Collection, Iterable
from itertools import groupby

from rich.text import Text

from stichwerk.cli.output import TIED
from stichwerk.games.encoding import COLOUR_NAMES

_SYMBOLS = {"B": "●", "G": "▲", "R": "■", "Y": "★", "V": "◆", "O": "▼"}
_STYLES = {
    "B": "bold dodger_blue1",
    "G": "bold green3",
    "R": "bold red1",
    "Y": "bold gold3",
    "V": "bold medium_orchid",
    "O": "bold dark_orange",
}
_ACTION_STYLE = "bold"
_DIM = "grey50"


def symbol(colour: str) -> str:
    """The symbol of a colour; empty on a terminal that cannot show it."""
    shape = _SYMBOLS[colour]
    return shape if can_show(shape) else ""


def can_show(text: str) -> bool:
    """Whether the terminal has these characters."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def colour_of(card: str) -> str | None:
    """The colour of a card, or the one that a Joker stands for; None for an action card.

    >>> colour_of("Y11"), colour_of("J:R"), colour_of("NT")
    ('Y', 'R', None)
    """
    if card.startswith("J:"):
        return card[2:]
    return card[0] if card[0] in _SYMBOLS and card[1:].isdigit() else None


def style_of(card: str) -> str:
    """The style of a card."""
    colour = colour_of(card)
    return _ACTION_STYLE if colour is None else _STYLES[colour]


def face(card: str) -> Text:
    """A card as it lies on the table.

    >>> face("Y11").plain, face("J:R").plain, face("NT").plain
    ('Y11★', 'J:R■', 'NT')
    """
    colour = colour_of(card)
    return Text(card + (symbol(colour) if colour else ""), style_of(card))


def faces(cards: Iterable[str]) -> Text:
    """Cards side by side."""
    return Text(" ").join(face(card) for card in cards)


def colour_word(colour: str) -> Text:
    """A colour in full.

    >>> colour_word("R").plain.replace(TIED, " ")
    'Red ■'
    """
    return Text(COLOUR_NAMES[colour] + (f"{TIED}{symbol(colour)}" if symbol(colour) else ""), _STYLES[colour])


def hand(cards: Iterable[str], open_cards: Collection[str] | None = None, in_colour: bool = True) -> Text:
    """A hand by colours. Cards that cannot be played now are dim, or in brackets where there is no colour.

    >>> hand(["B2", "B7", "NT"], {"B2", "B7"}, in_colour=False).plain
    '● B2 B7   (NT)'
    """
    groups = []
    for colour, group in groupby(cards, key=colour_of):
        parts = [Text(symbol(colour), _STYLES[colour])] if colour and symbol(colour) else []
        for card in group:
            if open_cards is None or card in open_cards:
                parts.append(Text(card, style_of(card)))
            else:
                parts.append(Text(card, _DIM) if in_colour else Text(f"({card})"))
        groups.append(Text(" ").join(parts))
    return Text("   ").join(groups)
