"""Names at a table, and what can be said there."""

import unicodedata
from collections.abc import Collection

from stichwerk.errors import is_text
from stichwerk.play.bot_player import CALLED
from stichwerk.server.errors import BadName, BadWish

LONGEST_NAME = 24
#: Letters, as Unicode has it, that nobody can see: fillers of Hangul, and the blank of Braille.
_BLANKS = frozenset("\u115f\u1160\u3164\uffa0\u2800")

#: What can be said at a table. There is no free text: nobody can be insulted, nothing has to be watched over.
PHRASES = (
    "hello", "good-luck", "well-played", "thanks", "oops", "wow", "your-turn", "one-moment", "good-game", "bye",
    "smile", "laugh", "cry", "think", "clap", "heart",
)  # fmt: skip


def checked_name(name: str, taken: Collection[str] = ()) -> str:
    """A name as it will be shown; refused if it is empty, too long, cannot be seen, or is taken.

    >>> checked_name("  Anja ")
    'Anja'
    """
    if not is_text(name):
        raise BadName("a name must be Unicode text")
    tidy = " ".join(unicodedata.normalize("NFC", name).split(" ")).strip()
    if not tidy or not any(letter.isalnum() or unicodedata.category(letter)[0] == "S" for letter in tidy):
        raise BadName("please choose a name: it must have a letter at least")
    if not tidy.isprintable() or any(letter in _BLANKS for letter in tidy):
        raise BadName("a name must not have control characters, line ends or letters that cannot be seen")
    if len(tidy) > LONGEST_NAME:
        raise BadName(f"a name has at most {LONGEST_NAME} letters")
    if tidy.casefold() in {other.casefold() for other in taken}:
        raise BadName(f"somebody at this table is called {tidy} already: choose another name", "name-taken")
    return tidy


def bot_name(taken: Collection[str]) -> str:
    """A name for a bot, with "Bot" in front, so that nobody takes one for a person."""
    return next(name for name in (f"Bot {each}" for each in CALLED) if name not in taken)


def checked_phrase(which: str) -> str:
    """One of the preset phrases."""
    if which not in PHRASES:
        raise BadWish("there is no such phrase", "unknown-phrase")
    return which
