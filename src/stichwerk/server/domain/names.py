"""Names and faces at a table, and what can be said there."""

import unicodedata
from collections.abc import Collection, Sequence

from stichwerk.errors import is_text
from stichwerk.server.errors import BadName, BadWish

LONGEST_NAME = 24
#: Letters, as Unicode has it, that nobody can see: fillers of Hangul, and the blank of Braille.
_BLANKS = frozenset("\u115f\u1160\u3164\uffa0\u2800")

#: Faces that people choose from; the page draws them.
FACES = (
    "fox", "owl", "bear", "cat", "rabbit", "frog", "penguin", "panda", "lion", "pig", "mouse", "tiger",
)  # fmt: skip

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


def checked_face(face: str | None) -> str:
    """One of the faces there are; empty: none was chosen.

    >>> checked_face("owl"), checked_face(None)
    ('owl', '')
    """
    if face and face not in FACES:
        raise BadWish("there is no such face: choose another one, or none", "unknown-face")
    return face or ""


#: What bots are called at tables whose log does not say: those of the first versions.
_CALLED_AT_FIRST = tuple(
    f"Bot {name}" for name in
    ("Anja", "Bernd", "Claudia", "Dieter", "Emil", "Frieda", "Gustav", "Hanna", "Ida", "Jakob")
)  # fmt: skip


def bot_name(taken: Collection[str], called: Sequence[str] = ()) -> str:
    """A name for a bot that nobody at the table has, of those that the table has for bots.

    >>> bot_name({"Anja", "pixel"}, ["Pixel", "Bolt"])
    'Bolt'
    """
    folded = {name.casefold() for name in taken}
    return next(name for name in called or _CALLED_AT_FIRST if name.casefold() not in folded)


def checked_phrase(which: str) -> str:
    """One of the preset phrases."""
    if which not in PHRASES:
        raise BadWish("there is no such phrase", "unknown-phrase")
    return which
