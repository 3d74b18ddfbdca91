"""What can go wrong, each with a code for programs and a sentence for people."""

from collections.abc import Mapping
from types import MappingProxyType


class StichwerkError(Exception):
    """A mistake of the user, said in one sentence: what was wrong, and what would be right."""

    code = "error"

    def __init__(self, message: str, code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        if code is not None:
            self.code = code


class UnknownGame(StichwerkError):
    """There is no such game."""

    code = "unknown-game"


class BadGame(UnknownGame):
    """A game that somebody brings has something wrong in it: it is as good as not there."""

    code = "bad-game"


class NoLesson(UnknownGame):
    """The game brings no guided round, or one that cannot be used."""

    code = "no-lesson"


class NoPad(UnknownGame):
    """The game brings no score pad, or one that cannot be used."""

    code = "no-pad"


class BadPlayers(StichwerkError):
    """The game is not for that many players, or their names do not fit."""

    code = "bad-players"


class BadOption(StichwerkError):
    """An option that does not exist, a value it cannot have, or a combination that the rules exclude."""

    code = "bad-option"


class BadNotation(StichwerkError):
    """A card or a move that is written in no known way."""

    code = "bad-notation"


class IllegalMove(StichwerkError):
    """A move that the rules forbid here; ``rule`` is the ruling that does, ``about`` what the sentence speaks of."""

    code = "illegal-move"

    def __init__(
        self, message: str, code: str, rule: str = "", about: Mapping[str, str | int] = MappingProxyType({})
    ) -> None:
        super().__init__(message, code)
        self.rule, self.about = rule, about


class BadRecord(StichwerkError):
    """A record that cannot be read, or that breaks the rules."""

    code = "bad-record"


class BadDeal(StichwerkError):
    """A deck that is not the game's deck, or a deal that does not follow from its seed."""

    code = "bad-deal"


class UnknownBot(StichwerkError):
    """There is no such bot, or it does not know the game."""

    code = "unknown-bot"


class BotMistake(StichwerkError):
    """A bot chose something that is not legal."""

    code = "bot-mistake"


class BadArena(StichwerkError):
    """Something the arena cannot compare, or results that do not belong together."""

    code = "bad-arena"


class BadDevice(StichwerkError):
    """A device for the games that is not there, or cannot take them."""

    code = "bad-device"


def listed(words: list[str], last: str = "or") -> str:
    """Words as a person would list them.

    >>> listed(["hearts", "spades", "skat"])
    'hearts, spades or skat'
    """
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + f" {last} " + words[-1]


def quoted(value: object) -> str:
    """Something from outside, in quotes, safe and short enough for a message.

    >>> quoted("R7\\n")
    "'R7\\\\n'"
    """
    try:
        shown = repr(value)
    except RecursionError:
        return "something nested without end"
    return shown if len(shown) <= 40 else shown[:36] + "…" + shown[-1:]


def is_text(text: object) -> bool:
    """Whether this is a text that can be written down: it has no halves of characters (lone surrogates)."""
    return isinstance(text, str) and not any("\ud800" <= letter <= "\udfff" for letter in text)
