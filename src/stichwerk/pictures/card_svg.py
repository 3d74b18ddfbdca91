"""A card as SVG: label and symbol in the corner, the symbol large below, as the browser draws it.

All colours stand in the drawing itself, so a card looks the same wherever it is put.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Any

from stichwerk.games import Game
from stichwerk.games.cards import Colour, Face, Special
from stichwerk.games.texts import ENGLISH
from stichwerk.pictures.markup import Markup, joined, tag


@cache
def look() -> Any:
    """The shapes of the symbols and the paints: ``look.json``."""
    return json.loads((files(__package__) / "look.json").read_text("utf-8"))


def card_svg(game: Game, card: str, width: int = 72, class_: str = "card", language: str = ENGLISH) -> Markup:
    """A card, face up.

    >>> from stichwerk.games import game
    >>> "red 7" in card_svg(game("rage"), "R7")
    True
    """
    face = game.cards.face(card)
    colour = game.cards.colour(face.colour) if face.colour else None
    drawn = _special(face.special, colour) if face.special else _plain(face, colour)
    words = card_words(game, card, language)
    return _svg(drawn, width, class_, role="img", aria_label=words, title=words)


def symbol_svg(game: Game, letter: str, size: int = 16) -> Markup:
    """The symbol of a colour, to stand in a line of text."""
    colour = game.cards.colour(letter)
    fill, ink = _paint(f"{colour.paint}-fill"), _paint(f"{colour.paint}-ink")
    path = tag("path", d=shape_of(colour.symbol), fill=fill, stroke=ink, stroke_width=1.2)
    return tag("svg", path, class_="symbol", viewBox="-13 -13 26 26", width=size, height=size, aria_hidden="true")


def shape_of(symbol: str) -> str:
    """The path of a symbol: one of ours, or one that a game brings itself."""
    path: str = symbol if symbol.startswith("M") else look()["symbols"].get(symbol, "")
    return path


def card_words(game: Game, card: str, language: str = ENGLISH) -> str:
    """A card in words, for those who listen.

    >>> from stichwerk.games import game
    >>> [card_words(game("rage"), card) for card in ("Y11", "NT", "J:R")]
    ['yellow 11', 'No trump', 'Joker as red']
    """
    face, say = game.cards.face(card), game.texts(language).say
    colour = game.colour_word(face.colour, language) if face.colour else ""
    if face.special is None:
        return say("card", card, colour=colour, label=say(f"rank.{face.label}", face.label))
    title = say(f"card.{face.special.name}", face.special.name)
    if not colour:
        return title
    return say(f"card.{face.special.name}.as", say("card.named", card=title, colour=colour), card=title, colour=colour)


# ---------------------------------------------------------------- what is on it


def _plain(face: Face, colour: Colour | None) -> Markup:
    paint = colour.paint if colour else "black"
    fill, symbol = _paint(f"{paint}-fill"), colour.symbol if colour else ""
    parts = (
        _paper("paper", "paper-edge"),
        tag("rect", x=6, y=6, width=88, height=128, rx=7.5, fill=_paint(f"{paint}-tint"), opacity=0.55),
        _shape(symbol, 61, 94, 2.75, fill),
        _shape(symbol, 25, 63, 0.86, fill),
        _label(face.label, 45, 44, _paint(f"{paint}-ink"), narrow=len(face.label) > 1),
    )
    return joined(parts)


def _special(special: Special, colour: Colour | None) -> Markup:
    glow, ink = _paint("action-glow"), _paint("action-ink")
    worn = _paint(f"{colour.paint}-fill") if colour else "none"
    parts = [
        _paper("action-fill", "action-edge"),
        tag("rect", x=6, y=6, width=88, height=128, rx=7.5, fill=worn, stroke=glow, stroke_width=1.5, opacity=0.5),
        tag("g", *_drawing(special, colour), transform=f"translate({special.centre[0]:g} {special.centre[1]:g})"),
        *([_label(special.corner, 40, 36, ink)] if special.corner else []),
    ]
    return joined(parts)


def _drawing(special: Special, colour: Colour | None) -> list[Markup]:
    own = {"": "none", "ink": _paint("action-ink"), "glow": _paint("action-glow"), "ground": _paint("action-fill")}
    drawn = [
        tag(
            "path",
            d=stroke.path,
            fill=own.get(stroke.fill, stroke.fill),
            stroke=own.get(stroke.stroke, stroke.stroke),
            stroke_width=stroke.width if stroke.stroke else None,
            stroke_linecap="round" if stroke.stroke else None,
            opacity=stroke.opacity if stroke.opacity < 1 else None,
        )
        for stroke in special.drawing
    ]
    if colour is not None:
        for place, (x, y, scale) in enumerate(special.worn, 1):
            last = place == len(special.worn)
            drawn.append(_shape(colour.symbol, x, y, scale, _paint("action-ink" if last else f"{colour.paint}-ink")))
    return drawn


# ---------------------------------------------------------------- the parts


def _svg(drawn: Markup, width: int, class_: str, title: str = "", **attributes: str) -> Markup:
    told = [tag("title", title)] if title else []
    height = round(width * 1.4)
    return tag("svg", *told, drawn, class_=class_, viewBox="0 0 100 140", width=width, height=height, **attributes)


def _paper(fill: str, edge: str) -> Markup:
    return tag("rect", x=1, y=1, width=98, height=138, rx=11, fill=_paint(fill), stroke=_paint(edge), stroke_width=1.5)


def _shape(symbol: str, x: float, y: float, scale: float, fill: str) -> Markup:
    return tag("path", d=shape_of(symbol), transform=f"translate({x:g} {y:g}) scale({scale:g})", fill=fill)


def _label(text: str, y: int, size: int, fill: str, narrow: bool = False) -> Markup:
    return tag(
        "text",
        text,
        x=12,
        y=y,
        fill=fill,
        font_size=size,
        font_weight=800,
        font_family="ui-rounded, system-ui, sans-serif",
        letter_spacing=-3 if narrow else None,
    )


def _paint(name: str) -> str:
    """A paint by its name; in place of one that nobody knows, black."""
    paints = look()["paints"]
    found: str = paints.get(name) or paints[f"black-{name.rpartition('-')[2]}"]
    return found
