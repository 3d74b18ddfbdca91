"""The words of the games, in every language: ``texts/LANGUAGE.json`` in a game's folder, and in this one what games
have in common. Browser, terminal, error messages and documents all read them here.

A text is a string, or a plural (``{"one": …, "other": …}``) of which ``n`` chooses; ``{name}`` in it is filled in.
Where a language lacks a text, English stands in.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from stichwerk.errors import BadGame, quoted

LANGUAGES = ("en", "de", "fr", "nl")
ENGLISH = LANGUAGES[0]

#: Under this name a file of texts keeps the rule book: a text for each paragraph.
RULES = "rules"
#: And under this one what is said in the guided round (`stichwerk.play.lesson`).
LESSON = "lesson"
#: How the rule book is divided, beside the languages: ``texts/chapters.json``.
CHAPTERS = "chapters"

_COMMON = __name__.rpartition(".")[0]

Message = str | Mapping[str, str]


class Texts:
    """All texts of a game in a language.

    >>> from stichwerk.games import game
    >>> game("rage").texts().say("refusal.must-follow", colour="red")
    'you can follow: play red'
    """

    def __init__(self, package: str, language: str = ENGLISH) -> None:
        self.language = language
        own, english = _file(package, language), _file(package, ENGLISH)
        common, common_english = _file(_COMMON, language), _file(_COMMON, ENGLISH)
        # What a game says itself, even if only in English, goes before what all games have in common.
        self.messages: dict[str, Message] = {**common_english, **common, **english, **own}
        own_apart = {part: own.get(part, {}) for part in (RULES, LESSON)}
        english_apart = {part: english.get(part, {}) for part in (RULES, LESSON)}
        for part in (RULES, LESSON):
            self.messages.pop(part, None)
        self.rules: dict[str, Message] = {**english_apart[RULES], **own_apart[RULES]}
        self.lesson: dict[str, str] = {**english_apart[LESSON], **own_apart[LESSON]}
        #: What this language lacks, so that English stands in.
        self.missing = sorted(
            (english.keys() - own.keys()).union(
                *(english_apart[part].keys() - own_apart[part].keys() for part in (RULES, LESSON))
            )
        )

    def __contains__(self, key: str) -> bool:
        return key in self.messages

    def say(self, key: str, otherwise: str | None = None, /, **about: Any) -> str:
        """The text of this name with its parameters; the name itself (or ``otherwise``) if there is none."""
        message = self.messages.get(key, key if otherwise is None else otherwise)
        return filled(message, about, self.language)

    def several(self, key: str, /, **about: Any) -> Iterator[str]:
        """The texts ``KEY.1``, ``KEY.2`` and so on."""
        number = 1
        while f"{key}.{number}" in self.messages:
            yield self.say(f"{key}.{number}", **about)
            number += 1


def filled(message: Message, about: Mapping[str, Any], language: str = ENGLISH) -> str:
    """A text with its plural chosen and its parameters in place. (In French, none is singular too.)

    >>> filled({"one": "{n} card", "other": "{n} cards"}, {"n": 3})
    '3 cards'
    >>> filled({"one": "{n} carte", "other": "{n} cartes"}, {"n": 0}, "fr")
    '0 carte'
    """
    if not isinstance(message, str):
        singular = (0, 1) if language == "fr" else (1,)
        message = message.get("one", message["other"]) if about.get("n") in singular else message["other"]
    return re.sub(r"\{(\w+)\}", lambda found: str(about.get(found[1], found[0])), message)


@cache
def texts_of(package: str, language: str = ENGLISH) -> Texts:
    """The texts of the game in this package."""
    return Texts(package, language)


@cache
def chapters_of(package: str) -> Any:
    """How the rule book of a game is divided; a game that does not say has one chapter, in the order of its texts."""
    found = _read(files(package) / "texts" / f"{CHAPTERS}.json", package)
    if found is not None:
        return found
    paragraphs = [{"text": key} for key in texts_of(package).rules if key not in ("lead", "credit")]
    return {"choices": [], "chapters": [{"title": RULES, "paragraphs": paragraphs}]}


@cache
def _file(package: str, language: str) -> dict[str, Any]:
    file = files(package) / "texts" / f"{language}.json"
    found = _read(file, package)
    if found is None:
        return {}
    parts = [found, *(found.get(part, {}) for part in (RULES, LESSON))] if isinstance(found, dict) else [found]
    for part in parts:
        wrong = (
            [key for key, text in part.items() if not _is_message(key, text)]
            if isinstance(part, dict)
            else ["all of it"]
        )
        if wrong:
            raise BadGame(f"the texts of {package} cannot be read: {file.name}: {quoted(wrong[0])} is no text")
    return found


def _is_message(key: str, text: object) -> bool:
    if isinstance(text, dict):
        return key in (RULES, LESSON) or ("other" in text and all(isinstance(form, str) for form in text.values()))
    return isinstance(text, str) and key not in (RULES, LESSON)


def _read(file: Traversable, package: str) -> Any:
    try:
        return json.loads(file.read_text("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except ValueError as problem:
        raise BadGame(f"the texts of {package} cannot be read: {file.name}: {problem}") from problem
