"""Forgiving input: what a player types becomes a move in the notation (``y 11`` is ``Y11``, ``j red`` is ``J:R``)."""

import re
from dataclasses import dataclass
from functools import cache

from stichwerk.cli.output import printable
from stichwerk.cli.words import Words, in_every_language
from stichwerk.errors import BadNotation
from stichwerk.games import Game
from stichwerk.games.cards import Special
from stichwerk.games.moves import Kind, Move, bid_text, colour_text, lay_text
from stichwerk.games.texts import ENGLISH, LANGUAGES
from stichwerk.games.view import Tableau


@dataclass(frozen=True)
class Question:
    """What the player is asked for: the phase, their hand, the open moves, how many cards to lay; in which language."""

    game: Game
    phase: str
    hand: tuple[str, ...]
    legal: tuple[Move, ...]
    to_lay: int = 0
    language: str = ENGLISH

    @classmethod
    def at(
        cls, game: Game, table: Tableau, seat: int, legal: tuple[Move, ...], to_lay: int, language: str = ENGLISH
    ) -> "Question":
        """What the seat is asked for at this table."""
        return cls(game, table.phase, table.places[seat].hand, legal, to_lay, language)

    @property
    def words(self) -> Words:
        """The words in which it is asked."""
        return Words(self.language, self.game)

    @property
    def kind(self) -> Kind:
        """The kind of move that is wanted."""
        return "lay" if self.to_lay else self.legal[0].kind

    @property
    def most(self) -> int:
        """The highest bid."""
        return len(self.hand)

    @property
    def sayings(self) -> str:
        """The words that may be said."""
        return self.words.listed([self.words.say(f"say.{move.text}", move.text) for move in self.legal])


def read_move(text: str, asked: Question) -> str:
    """The move that is meant; raises `BadNotation` with a helpful sentence if none can be made out.

    It may still be illegal: the rules say so, with their reason.

    >>> from stichwerk.games import game
    >>> from stichwerk.play.notation import notation
    >>> rage = game("rage")
    >>> legal = tuple(map(notation(rage, rage.options()).move, ("Y11", "R3")))
    >>> asked = Question(rage, "play", ("Y11", "R3"), legal)
    >>> read_move("y 11", asked), read_move("3", asked), read_move("j red", asked)
    ('Y11', 'R3', 'J:R')
    """
    words = " ".join(text.lower().split())
    if asked.kind == "lay":
        return _laying(words, asked)
    if asked.kind == "bid":
        return _bid(words, asked)
    if asked.kind == "say":
        return _said(words, asked)
    return _card(words, asked)


def _bid(words: str, asked: Question) -> str:
    found = re.fullmatch(rf"(?:{_any_of('typed.to-bid')})?[ :=]*(\d{{1,3}})", words)
    if found is None:
        raise BadNotation(asked.words.say("typed.bid", n=asked.most))
    bid = int(found[1])
    if bid > asked.most:
        raise BadNotation(asked.words.say("typed.bid-high", n=asked.most))
    return bid_text(bid)


def _said(words: str, asked: Question) -> str:
    """A word of the game: as it is written, or in one of the ways that its texts give for it."""
    for move in asked.legal:
        if words in _ways_to_say(asked.game, move.text, asked.language):
            return move.text
    otherwise = asked.words.say("question.say", said=asked.sayings) + "."
    raise BadNotation(asked.words.say(f"ask.{asked.phase}.again", otherwise))


@cache
def _ways_to_say(game: Game, word: str, language: str) -> frozenset[str]:
    ways = {word}
    for texts in (game.texts(language), game.texts()):
        ways |= {texts.say(f"say.{word}", word).lower(), *texts.say(f"say.{word}.typed", word).lower().split(", ")}
    return frozenset(ways)


def _laying(words: str, asked: Question) -> str:
    words = re.sub(rf"^(?:{_any_of('typed.to-lay')})\b[ :]*", "", words)
    cards = [_colour_card(asked.game, found[0]) for found in _written_cards(asked.game).finditer(words)]
    like = " ".join(asked.hand[: asked.to_lay])
    if (
        not cards
        or None in cards
        or re.sub(rf"[\s,;]|\b(?:{_any_of('list.and')})\b", "", _written_cards(asked.game).sub(" ", words))
    ):
        raise BadNotation(asked.words.say("typed.lay", n=asked.to_lay, like=like))
    if len(cards) != asked.to_lay:
        raise BadNotation(asked.words.say("typed.lay-number", n=asked.to_lay, given=len(cards), like=like))
    return lay_text(tuple(card for card in cards if card))


def _card(words: str, asked: Question) -> str:
    words = re.sub(rf"^(?:{_any_of('typed.to-play')}) ", "", words)
    special = _special(words, asked)
    if special is not None:
        return special
    by_label = _by_label(words, asked)
    if by_label is not None:
        return by_label
    card = _colour_card(asked.game, words)
    if card is None and (turned := re.fullmatch(r"(\w+?)\s*([^\W\d]+)", words)):
        card = _colour_card(asked.game, f"{turned[2]} {turned[1]}")
    if card is None:
        say = asked.words.say
        help_, like = say("command.help"), asked.legal[0].text
        raise BadNotation(say("typed.unknown", words=printable(words, 30), like=like, help=help_))
    return card


def _by_label(words: str, asked: Question) -> str | None:
    """Just a number (or what else stands on cards): the open card that has it, if there is one only."""
    face = asked.game.cards.face
    number = re.fullmatch(r"[0-9]{1,3}", words)
    label = str(int(words)) if number else words.upper()
    open_cards = [move.card for move in asked.legal if move.kind == "card"]
    for cards in (open_cards, asked.hand):
        meant = sorted({card for card in cards if face(card).special is None and face(card).label == label})
        if len(meant) > 1:
            raise BadNotation(asked.words.say("typed.which", label=label, cards=asked.words.listed(meant)))
        if meant:
            return meant[0]
    if number:
        raise BadNotation(asked.words.say("typed.no-number", label=label, like=asked.legal[0]))
    return None


def _special(words: str, asked: Question) -> str | None:
    """A card without a colour of its own; with the colour that it is to stand for, where it takes one."""
    for special in asked.game.cards.specials:
        for way in sorted(_ways_to_name(asked.game, special), key=len, reverse=True):
            if not words.startswith(way):
                continue
            rest = words[len(way) :].strip(" :")
            if not special.names_colour:
                if not rest:
                    return special.name
                continue
            colour = _colours(asked.game).get(rest)
            if colour is not None:
                return colour_text(special.name, colour)
            title = asked.words.say(f"card.{special.name}", special.name)
            if special.name not in asked.hand:
                raise BadNotation(asked.words.say("typed.no-special", card=title))
            ways = [f"{special.name.lower()}{letter.lower()}" for letter in asked.game.cards.letters]
            raise BadNotation(asked.words.say("typed.colour", card=title, ways=asked.words.listed(ways)))
    return None


# ---------------------------------------------------------------- cards and colours, in every language there is


def _any_of(key: str) -> str:
    """A pattern for what may be typed for something."""
    return "|".join(sorted(map(re.escape, in_every_language(key)), key=len, reverse=True))


@cache
def _ways_to_name(game: Game, special: Special) -> frozenset[str]:
    """What a special card may be called: its name as it is written, and what is printed on it in each language."""
    names = {special.name.lower(), *special.typed}
    for language in LANGUAGES:
        texts = game.texts(language)
        names |= {texts.say(f"card.{special.name}", special.name).lower()}
        names |= {*texts.say(f"card.{special.name}.typed", special.name).lower().split(", ")}
    return frozenset(names)


@cache
def _colours(game: Game) -> dict[str, str]:
    """What a colour may be called: its letter, and its name in each language."""
    names = {colour.letter.lower(): colour.letter for colour in game.cards.colours}
    for colour in game.cards.colours:
        for language in LANGUAGES:
            names[game.colour_word(colour.letter, language).lower()] = colour.letter
            for other in game.texts(language).say(f"paint.{colour.paint}.typed", "").split(", "):
                names[other] = colour.letter
    names.pop("", None)
    return names


@cache
def _written_cards(game: Game) -> re.Pattern[str]:
    """A colour and what stands on the card."""
    ways = "|".join(sorted(map(re.escape, _colours(game)), key=len, reverse=True))
    return re.compile(rf"(?<![^\W\d])(?:{ways})\s*(?:\d{{1,3}}|[^\W\d]{{1,2}}\b)")


def _colour_card(game: Game, words: str) -> str | None:
    for way in sorted(_colours(game), key=len, reverse=True):
        rest = words[len(way) :].strip(" :") if words.startswith(way) else ""
        if rest:
            label = str(int(rest)) if rest.isdigit() else rest.upper()
            return _colours(game)[way] + label if re.fullmatch(r"\d{1,3}|\w{1,2}", rest) else None
    return None
