"""Forgiving input: what a player types becomes a move in the notation (``y 11`` is ``Y11``, ``j red`` is ``J:R``)."""

import re
from dataclasses import dataclass

from stichwerk.cli.faces import colour_of
from stichwerk.errors import BadNotation, listed
from stichwerk.games.encoding import COLOUR_NAMES
from stichwerk.games.view import Table

_WORDS = {name.lower(): letter for letter, name in COLOUR_NAMES.items()} | {
    **{letter.lower(): letter for letter in COLOUR_NAMES},
    "blau": "B",
    "grün": "G",
    "rot": "R",
    "gelb": "Y",
    "violett": "V",
    "lila": "V",
    "purple": "V",
}
_ACTION_CARDS = {
    **dict.fromkeys(["nt", "no", "no trump", "notrump"], "NT"),
    **dict.fromkeys(["ct", "change", "change trump", "changetrump"], "CT"),
    **dict.fromkeys(["+5", "+ 5", "+", "plus 5", "plus5", "plus five", "plus"], "+5"),
    **dict.fromkeys(["-5", "- 5", "-", "minus 5", "minus5", "minus five", "minus", "−5"], "-5"),
}
_SHOW = {"show", "s", "open", "o", "show it"}
_HIDE = {"hide", "h", "hidden", "hide it", "keep", "cover"}
_CARD = re.compile(r"([^\W\d]+)[\s:.\-]*(\d{1,3})")


@dataclass(frozen=True)
class Asked:
    """What the player is asked for: the phase, their hand, the open moves, and how many cards to lay."""

    phase: str
    hand: tuple[str, ...]
    legal: tuple[str, ...]
    to_lay: int = 0

    @classmethod
    def at(cls, table: Table, seat: int, legal: tuple[str, ...], to_lay: int) -> "Asked":
        """What the seat is asked for at this table."""
        return cls(table.phase, table.places[seat].hand, legal, to_lay)

    @property
    def most(self) -> int:
        """The highest bid."""
        return len(self.hand)


def read_move(text: str, asked: Asked) -> str:
    """The move that is meant; raises `BadNotation` with a helpful sentence if none can be made out.

    It may still be illegal: the rules say so, with their reason.

    >>> read_move("y 11", Asked("play", ("Y11", "R3"), ("Y11", "R3")))
    'Y11'
    >>> read_move("3", Asked("play", ("Y11", "R3"), ("Y11", "R3")))
    'R3'
    """
    words = " ".join(text.lower().split())
    if asked.to_lay:
        return _laying(words, asked)
    if asked.phase == "bid":
        return _bid(words, asked)
    if asked.phase == "show":
        return _show_or_hide(words)
    return _card(words, asked)


def _bid(words: str, asked: Asked) -> str:
    found = re.fullmatch(r"(?:i )?(?:bid)?[ :=]*(\d{1,3})", words)
    if found is None:
        raise BadNotation(f"Your bid is how many tricks you will take: a number from 0 to {asked.most}.")
    bid = int(found[1])
    if bid > asked.most:
        raise BadNotation(f"You can take {asked.most} tricks at most: bid from 0 to {asked.most}.")
    return f"bid:{bid}"


def _show_or_hide(words: str) -> str:
    if words in _SHOW:
        return "show"
    if words in _HIDE:
        return "hide"
    raise BadNotation("Type show (or s) to lay your bid open, hide (or h) to keep it hidden.")


def _laying(words: str, asked: Asked) -> str:
    words = re.sub(r"^lay\b[ :]*", "", words)
    cards = [_colour_card(found[1], found[2]) for found in _CARD.finditer(words)]
    like = " ".join(asked.hand[: asked.to_lay])
    if not cards or None in cards or re.sub(r"[\s,;]|and", "", _CARD.sub("", words)):
        raise BadNotation(f"Name the {asked.to_lay} cards that you lay, for example: {like}")
    if len(cards) != asked.to_lay:
        raise BadNotation(f"Lay exactly {asked.to_lay} cards, not {len(cards)}; for example: {like}")
    return "lay:" + ",".join(card for card in cards if card)


def _card(words: str, asked: Asked) -> str:
    words = re.sub(r"^play ", "", words)
    if re.fullmatch(r"\d{1,3}", words):
        return _by_number(int(words), asked)
    if words in _ACTION_CARDS:
        return _ACTION_CARDS[words]
    if joker := re.fullmatch(r"j(?:oker)?[\s:]*(\S*)", words):
        return _joker(joker[1], asked)
    found = _CARD.fullmatch(words)
    card = _colour_card(found[1], found[2]) if found else None
    if card is None and (turned := re.fullmatch(r"(\d{1,3})\s*([^\W\d]+)", words)):
        card = _colour_card(turned[2], turned[1])
    if card is None:
        raise BadNotation(f"I do not know a card {words[:30]!r}. Type one of yours, like {asked.legal[0]}, or help.")
    return card


def _by_number(number: int, asked: Asked) -> str:
    """Just a number: the open card that has it, if there is one only."""
    for cards in (asked.legal, asked.hand):
        meant = sorted({card for card in cards if colour_of(card) and card[1:] == str(number)})
        if len(meant) > 1:
            raise BadNotation(f"Which {number}: {listed(meant)}?")
        if meant:
            return meant[0]
    raise BadNotation(f"You have no {number}. Type one of your cards, like {asked.legal[0]}.")


def _joker(colour: str, asked: Asked) -> str:
    letter = _WORDS.get(colour)
    if letter is not None:
        return f"J:{letter}"
    if "J" not in asked.hand:
        raise BadNotation("You have no Joker.")
    raise BadNotation("Say which colour the Joker stands for: jb, jg, jr, jy, jv or jo.")


def _colour_card(colour: str, number: str) -> str | None:
    letter = _WORDS.get(colour)
    return None if letter is None else f"{letter}{int(number)}"
