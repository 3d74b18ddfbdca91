"""How the cards of a game look in a terminal: a letter, a symbol and a colour, so that no one of them is needed. Those
without a colour are called by their names.
"""

import sys
from collections.abc import Collection, Iterable
from itertools import groupby

from rich.text import Text

from stichwerk.cli.output import TIED
from stichwerk.cli.words import Words
from stichwerk.games import Game
from stichwerk.games.cards import SYMBOLS
from stichwerk.games.texts import ENGLISH

_SIGNS = dict(zip(SYMBOLS, "●▲♥★◆▼♠♣♦", strict=True))
_OTHER_SIGN = "◉"  # of a symbol that only the game itself knows how to draw
_STYLES = {
    "blue": "bold dodger_blue1",
    "green": "bold green3",
    "red": "bold red1",
    "yellow": "bold gold3",
    "violet": "bold medium_orchid",
    "orange": "bold dark_orange",
    "black": "bold",
}
_SPECIAL_STYLE = "bold"
_DIM = "grey50"


def can_show(text: str) -> bool:
    """Whether the terminal has these characters."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


class Faces:
    """The cards and colours of a game, in a language."""

    def __init__(self, game: Game, language: str = ENGLISH) -> None:
        self.game, self.cards = game, game.cards
        self.words = Words(language, game)

    def symbol(self, colour: str) -> str:
        """The symbol of a colour; empty on a terminal that cannot show it."""
        sign = _SIGNS.get(self.cards.colour(colour).symbol, _OTHER_SIGN)
        return sign if can_show(sign) else ""

    def style_of(self, card: str) -> str:
        """The style of a card."""
        colour = self.cards.face(card).colour
        return _SPECIAL_STYLE if colour is None else self._style(colour)

    def _style(self, colour: str) -> str:
        return _STYLES.get(self.cards.colour(colour).paint, _SPECIAL_STYLE)

    def face(self, card: str) -> Text:
        """A card as it lies on the table.

        >>> from stichwerk.games import game
        >>> [Faces(game("rage"), "de").face(card).plain.replace(TIED, " ") for card in ("Y11", "J:R", "NT")]
        ['Y11★', 'Joker als Rot♥', 'Ohne Trumpf']
        """
        colour = self.cards.face(card).colour
        return Text(self._tied(card) + (self.symbol(colour) if colour else ""), self.style_of(card))

    def name(self, card: str) -> str:
        """What a card is called: one with a colour and a number just so, as it is typed."""
        face = self.cards.face(card)
        if face.special is None:
            return card
        name = self.words.say(f"card.{face.special.name}", face.special.name)
        if face.colour is not None:
            colour = self.colour(face.colour)
            named = self.words.say("card.named", card=name, colour=colour)
            name = self.words.say(f"card.{face.special.name}.as", named, colour=colour)
        return name if can_show(name) else card

    def _tied(self, card: str) -> str:
        return self.name(card).replace(" ", TIED)

    def colour(self, letter: str) -> str:
        """What a colour is called inside a sentence."""
        return self.game.colour_word(letter, self.words.language)

    def faces(self, cards: Iterable[str]) -> Text:
        """Cards side by side."""
        return Text(" ").join(self.face(card) for card in cards)

    def colour_word(self, colour: str) -> Text:
        """A colour in full.

        >>> from stichwerk.games import game
        >>> Faces(game("rage")).colour_word("R").plain.replace(TIED, " ")
        'Red ♥'
        """
        symbol = self.symbol(colour)
        word = self.colour(colour).capitalize()
        return Text(word + (f"{TIED}{symbol}" if symbol else ""), self._style(colour))

    def hand(self, cards: Iterable[str], open_cards: Collection[str] | None = None, in_colour: bool = True) -> Text:
        """A hand by colours. Cards that cannot be played now are dim, or in brackets where there is no colour.

        >>> from stichwerk.games import game
        >>> Faces(game("rage")).hand(["B2", "B7", "J"], {"B2", "B7"}, in_colour=False).plain
        '● B2 B7   (Joker)'
        """
        groups = []
        for colour, group in groupby(cards, key=lambda card: self.cards.face(card).colour):
            parts = [Text(self.symbol(colour), self._style(colour))] if colour and self.symbol(colour) else []
            for card in group:
                name = self._tied(card)
                if open_cards is None or card in open_cards:
                    parts.append(Text(name, self.style_of(card)))
                else:
                    parts.append(Text(name, _DIM) if in_colour else Text(f"({name})"))
            groups.append(Text(" ").join(parts))
        return Text("   ").join(groups)
