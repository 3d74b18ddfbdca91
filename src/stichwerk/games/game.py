"""What a game is to the rest of Stichwerk: a few facts, its options, and its rule book.

The facts and options load at once; the rule book (the compiled code) only when it is first asked for.
"""

from dataclasses import dataclass, fields
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

from stichwerk.games.options import Options

if TYPE_CHECKING:
    from stichwerk.games.rulebook import RuleBook

#: The seat of somebody who only watches.
SPECTATOR = -1


@dataclass(frozen=True)
class Game:
    """A game that can be played."""

    id: str
    title: str
    origin: str
    summary: str
    options: type[Options]
    assumption: str = ""  # what the app has to say about a gap in the printed rules
    package: str = ""  # where `book` is; by default the package of Stichwerk that is named like the game

    @property
    def players(self) -> range:
        """How many can play."""
        return self.options.players

    @cached_property
    def book(self) -> "RuleBook":
        """The rule book; loads the compiler."""
        package = self.package or f"stichwerk.games.{self.id.replace('-', '_')}"
        book: RuleBook = import_module(f"{package}.book").BOOK
        return book

    def __reduce__(self) -> tuple[type["Game"], tuple[Any, ...]]:
        # A game goes to other processes without its rule book: they find that on disk instead of compiling it anew.
        return type(self), tuple(getattr(self, field.name) for field in fields(self))
