"""What the terminal says, in the language of whoever sits there: its own words are in ``texts/LANGUAGE.json``, all that
belongs to a game comes from the game. Where the page says the same, it is the same text under the same name.
"""

import os
import re
from collections.abc import Mapping, Sequence
from functools import cache

from rich.text import Text

from stichwerk.games import Game
from stichwerk.games.texts import ENGLISH, LANGUAGES, texts_of

_PACKAGE = __name__.rpartition(".")[0]
#: Where a system says which language its user speaks; the first that says anything counts.
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def language_of(asked: str | None, environment: Mapping[str, str] = os.environ) -> str:
    """The language that was asked for, else that of the system, else English.

    >>> language_of(None, {"LANG": "de_AT.UTF-8"}), language_of("fr", {"LANG": "de_AT.UTF-8"})
    ('de', 'fr')
    """
    system = next(filter(None, map(environment.get, _VARIABLES)), "")
    language = asked or re.split("[_.@]", system)[0].lower()
    return language if language in LANGUAGES else ENGLISH


class Words:
    """All words in a language: those of a game, if there is one, and those of the terminal.

    >>> Words("de").say("told.card", name="Bernd", card="R7")
    'Bernd spielt R7'
    """

    def __init__(self, language: str = ENGLISH, game: Game | None = None) -> None:
        self.language = language
        self._own = texts_of(_PACKAGE, language)
        self._texts = self._own if game is None else game.texts(language)

    def of(self, game: Game) -> "Words":
        """The words in the same language, with those of a game."""
        return Words(self.language, game)

    def __contains__(self, key: str) -> bool:
        return key in self._texts or key in self._own

    def say(self, key: str, otherwise: str | None = None, /, **about: object) -> str:
        """The text of this name with its parameters."""
        return (self._texts if key in self._texts else self._own).say(key, otherwise, **about)

    def text(self, key: str, /, **about: object) -> Text:
        """The same with parameters that have colours."""
        parts = re.split(r"\{(\w+)\}", self.say(key, n=about.get("n")))
        return Text.assemble(*(_part(about.get(part, part) if place % 2 else part) for place, part in enumerate(parts)))

    def several(self, key: str, /, **about: object) -> list[str]:
        """The texts ``KEY.1``, ``KEY.2`` and so on of the game."""
        return list(self._texts.several(key, **about))

    def listed(self, words: Sequence[str], last: str = "or") -> str:
        """Words as a person would list them.

        >>> Words("nl").listed(["R7", "B7", "G7"])
        'R7, B7 of G7'
        """
        return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {self.say(f'list.{last}')} {words[-1]}"

    def number(self, number: float, form: str = ".1f") -> str:
        """A number with digits behind the point, or what stands for the point.

        >>> Words("en").number(2.5, "+.1f"), Words("fr").number(2.5, "+.1f")
        ('+2.5', '+2,5')
        >>> Words("en").number(-0.04)  # nothing is not less than nothing
        '0.0'
        """
        return format(number, form.replace(".", "z.", 1)).replace(".", self.say("list.point"))


@cache
def in_every_language(key: str) -> frozenset[str]:
    """What may be typed for something, wherever one comes from: its words in all languages, in small letters."""
    return frozenset(way for language in LANGUAGES for way in Words(language).say(key).lower().split(", "))


def _part(value: object) -> str | Text:
    return value if isinstance(value, Text) else str(value)
