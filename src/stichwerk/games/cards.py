"""How the cards of a game look: its colours, its special cards and what is drawn on them.

Nobody outside a game knows a card by name. The terminal and the browser draw every game from this description.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

#: The paints and symbols that every client can draw. A game chooses from them, or brings an SVG path as a symbol.
PAINTS = ("blue", "green", "red", "yellow", "violet", "orange", "black")
SYMBOLS = ("drop", "clover", "heart", "star", "crescent", "rhombus", "spade", "club", "diamond")


@dataclass(frozen=True)
class Colour:
    """A colour or suit: the letter that its cards' names begin with, its paint and its symbol."""

    letter: str
    paint: str
    symbol: str


@dataclass(frozen=True)
class Stroke:
    """A path of a drawing, around its centre. Fill and stroke are a paint of special cards (``ink``, ``glow``,
    ``ground``) or a colour of CSS; empty: none.
    """

    path: str
    fill: str = ""
    stroke: str = ""
    width: float = 0
    opacity: float = 1


def circle(x: float, y: float, radius: float) -> str:
    """The path of a circle."""
    r, across = f"{radius:g}", f"{2 * radius:g}"
    return f"M{x - radius:g} {y:g}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0-{across} 0Z"


@dataclass(frozen=True)
class Special:
    """A card without a colour of its own.

    ``drawing``: what is on it, around the point ``centre`` of a card of 100 × 140. ``worn``: where on it, and how
    large, the symbol of the colour stands that it was given. ``label``: what stands in its corner, if not its name;
    empty: nothing is written there, for the drawing has a symbol that needs no language. ``names_colour``: whoever
    plays it says a colour, as in ``J:R``. ``acts``: what it does deserves a moment of everybody's attention; it stands
    in the texts of the game as ``effect.NAME``. ``typed``: other ways to write it in the terminal.
    """

    name: str
    drawing: tuple[Stroke, ...] = ()
    centre: tuple[float, float] = (50, 88)
    worn: tuple[tuple[float, float, float], ...] = ()
    label: str | None = None
    names_colour: bool = False
    acts: bool = False
    typed: tuple[str, ...] = ()

    @property
    def corner(self) -> str:
        """What is written in its corner."""
        return self.name if self.label is None else self.label


@dataclass(frozen=True)
class Face:
    """What is on one card: the letter of its colour (None: it has none), its label, and what is special about it."""

    name: str
    colour: str | None
    label: str
    special: Special | None = None


@dataclass(frozen=True)
class Cards:
    """The cards of a game. ``picture``: a few that stand for it in the lobby."""

    colours: tuple[Colour, ...]
    specials: tuple[Special, ...] = ()
    picture: tuple[str, ...] = ()
    _faces: dict[str, Face] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def letters(self) -> str:
        """The letters of the colours, in order."""
        return "".join(colour.letter for colour in self.colours)

    def colour(self, letter: str) -> Colour:
        """The colour of this letter."""
        return next(colour for colour in self.colours if colour.letter == letter)

    def special(self, name: str) -> Special | None:
        """The special card of this name, if there is one."""
        return next((special for special in self.specials if special.name == name), None)

    def face(self, card: str) -> Face:
        """What is on a card; one that was played with a colour (``J:R``) has that colour.

        >>> from stichwerk.games import game
        >>> face = game("rage").cards.face
        >>> face("Y11").colour, face("Y11").label, face("J:R").colour, face("NT").colour
        ('Y', '11', 'R', None)
        """
        if card not in self._faces:
            self._faces[card] = self._face(card)
        return self._faces[card]

    def _face(self, card: str) -> Face:
        name, _, named = card.partition(":")
        special = self.special(name)
        if special is not None:
            return Face(card, named or None, special.corner, special)
        return Face(card, name[0], name[1:])

    def in_colours(self, cards: Sequence[str]) -> list[str]:
        """The cards of one colour side by side, in the order in which the colours first appear."""
        seen = list(dict.fromkeys(self.face(card).colour for card in cards))
        return sorted(cards, key=lambda card: seen.index(self.face(card).colour))
