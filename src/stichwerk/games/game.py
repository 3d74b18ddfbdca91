"""What a game is to the rest of Stichwerk: its options, its cards, its texts, its rule book, and what its bots know.

A game is one package. The options load at once; the rule book (the compiled code) only when it is first asked for.
What a game does not bring has a general answer.
"""

from dataclasses import dataclass, fields
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any

from stichwerk.errors import BadGame, StichwerkError
from stichwerk.games.cards import Cards
from stichwerk.games.options import Options, written
from stichwerk.games.texts import ENGLISH, Texts, chapters_of, texts_of
from stichwerk.games.tuning import Tuning

if TYPE_CHECKING:
    from stichwerk.games.rulebook import RuleBook
    from stichwerk.games.view import Refusal

#: The version of what a game and the house expect of each other. It grows when older games would no longer work.
HOUSE = 1

#: The seat of somebody who only watches.
SPECTATOR = -1


@dataclass(frozen=True)
class Game:
    """A game that can be played. Every game's package provides one of these, called ``GAME``.

    ``package``: where its modules are (``__name__``). ``made_for``: the `HOUSE` it was written for. ``place``: where it
    stands in a list of games, the lower the earlier.
    """

    id: str
    options: type[Options]
    package: str
    made_for: int
    place: int = 100

    @property
    def players(self) -> range:
        """How many can play."""
        return self.options.players

    # ------------------------------------------------------------ in words

    def texts(self, language: str = ENGLISH) -> Texts:
        """All its texts in a language."""
        return texts_of(self.package, language)

    @property
    def title(self) -> str:
        """What it is called."""
        return self.texts().say("title")

    @property
    def origin(self) -> str:
        """Who made and published it, and when."""
        return self.texts().say("origin")

    @property
    def summary(self) -> str:
        """What it is about, in a sentence."""
        return self.texts().say("line")

    @property
    def assumption(self) -> str:
        """What is to be said about a gap in the printed rules; empty: nothing."""
        return self.texts().say("note", "")

    @property
    def short_rules(self) -> tuple[str, ...]:
        """The rules in a few sentences, for somebody who wants to begin: a paragraph each."""
        return tuple(self.texts().several("short")) or (self.summary,)

    @property
    def chapters(self) -> Any:
        """How its rule book is divided."""
        return chapters_of(self.package)

    def said(self, refusal: "Refusal", language: str = ENGLISH) -> str:
        """Why an action is not legal, in a sentence."""
        about: dict[str, Any] = dict(refusal.about)
        if "colour" in about:
            about["colour"] = self.colour_word(str(about["colour"]), language)
        return self.texts(language).say(f"refusal.{refusal.code}", **about)

    def option_help(self, name: str, language: str = ENGLISH) -> str:
        """What an option is for."""
        say = self.texts(language).say
        return say(f"option.{name}.help", say(f"option.{name}", name))

    def differences(self, name: str, language: str = ENGLISH) -> dict[str, str]:
        """What an option makes differ from the printed rules, by the choice as it is written; by the empty text for any
        number that is not the default.
        """
        choices = {written(choice): f".{written(choice)}" for choice in self.options.settings()[name].choices}
        say = self.texts(language).say
        found = {choice: say(f"option.{name}{key}.differs", "") for choice, key in (choices or {"": ""}).items()}
        return {choice: text for choice, text in found.items() if text}

    def colour_word(self, letter: str, language: str = ENGLISH) -> str:
        """What a colour is called.

        >>> from stichwerk.games import game
        >>> game("rage").colour_word("V"), game("rage").colour_word("V", "nl")
        ('violet', 'paars')
        """
        texts = self.texts(language)
        return texts.say(f"colour.{letter}", texts.say(f"paint.{self.cards.colour(letter).paint}"))

    # ------------------------------------------------------------ its modules

    @cached_property
    def cards(self) -> Cards:
        """How its cards look."""
        cards: Cards = self._needed("cards").CARDS
        return cards

    @cached_property
    def book(self) -> "RuleBook":
        """The rule book; loads the compiler."""
        book: RuleBook = self._needed("book").BOOK
        return book

    @cached_property
    def tuning(self) -> Tuning:
        """What the general bots need to know about it."""
        found = self.module("tuning")
        return Tuning() if found is None else found.TUNING

    def module(self, name: str) -> Any:
        """A module that a game may or may not bring; None if it does not."""
        if find_spec(f"{self.package}.{name}") is None:
            return None
        return self._needed(name)

    def _needed(self, name: str) -> ModuleType:
        try:
            return import_module(f"{self.package}.{name}")
        except (Exception, SystemExit) as problem:  # whatever goes wrong in somebody's game, the others still work
            raise BadGame(f"the game {self.id} cannot be used: {self.package}.{name}: {said_by(problem)}") from problem

    def __reduce__(self) -> tuple[type["Game"], tuple[Any, ...]]:
        # A game goes to other processes without its rule book: they find that on disk instead of compiling it anew.
        return type(self), tuple(getattr(self, field.name) for field in fields(self))


def said_by(problem: BaseException) -> str:
    """What an error of somebody else's says, in a line; one of ours is a sentence already."""
    if isinstance(problem, StichwerkError):
        return problem.message
    lines = [line.strip() for line in str(problem).splitlines() if line.strip()]
    return f"{type(problem).__name__}: {lines[0]}" if lines else type(problem).__name__
