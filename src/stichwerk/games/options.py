"""Options: how a game's variants are declared, read from strings or JSON, checked and written again."""

import dataclasses
import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Self

from stichwerk.errors import BadOption, BadPlayers, listed, quoted


@dataclasses.dataclass(frozen=True)
class Setting:
    """What an option may be: one of ``choices``, or a whole number from ``low`` to ``high`` (or null).

    What it is for, what its choices are called, and how they differ from the printed rules is said in the texts of the
    game: ``option.NAME``, ``option.NAME.help``, ``option.NAME.CHOICE``, ``option.NAME.CHOICE.differs``.
    """

    choices: tuple[Any, ...] = ()
    low: int = 0
    high: int = 0
    may_be_null: bool = False

    def allowed(self) -> str:
        """What would be allowed, for an error message or a help text."""
        if self.choices:
            return listed([_written(choice) for choice in self.choices])
        return f"{'null or ' if self.may_be_null else ''}a whole number from {self.low} to {self.high}"

    def accepts(self, value: Any) -> bool:
        """Whether this is a possible value."""
        if self.choices:
            return any(value == choice and type(value) is type(choice) for choice in self.choices)
        if value is None:
            return self.may_be_null
        return type(value) is int and self.low <= value <= self.high


def setting(default: Any, setting: Setting) -> Any:
    """A field of an options class."""
    return dataclasses.field(default=default, metadata={"setting": setting})


@dataclasses.dataclass(frozen=True)
class Options(ABC):
    """The variants of one game. Subclasses add a field per option and the sizes that follow from them."""

    game: ClassVar[str]
    players: ClassVar[range]

    def __post_init__(self) -> None:
        for name, rule in self.settings().items():
            value = getattr(self, name)
            if not rule.accepts(value):
                raise BadOption(f"{self.game}: option {name} cannot be {_written(value)}; it must be {rule.allowed()}")

    @classmethod
    def settings(cls) -> dict[str, Setting]:
        """The options by name."""
        return {field.name: field.metadata["setting"] for field in dataclasses.fields(cls)}

    @classmethod
    def read(cls, values: Mapping[str, Any] | None = None) -> Self:
        """Options from a mapping; missing ones take the default, unknown ones are an error."""
        values = values or {}
        for name in values:
            if name not in cls.settings():
                raise BadOption(
                    f"{cls.game} has no option {name!r}; it has {listed(list(cls.settings()), 'and')}", "unknown-option"
                )
        return cls(**values)

    @classmethod
    def read_text(cls, pairs: list[str]) -> Self:
        """Options from texts like ``march=true``, as they are given on a command line."""
        values: dict[str, Any] = {}
        for pair in pairs:
            name, equals, text = pair.partition("=")
            if not equals:
                raise BadOption(f"option {pair!r} is not written key=value, like {next(iter(cls.settings()))}=…")
            if name.strip() in values:
                raise BadOption(f"option {name.strip()!r} is given twice")
            values[name.strip()] = _parsed(text.strip())
        return cls.read(values)

    def to_mapping(self) -> dict[str, Any]:
        """All options with their values, in order."""
        return dataclasses.asdict(self)

    def check_players(self, players: int) -> None:
        """Refuse a number of players that the game or the variant is not made for."""
        if players not in self.players:
            low, high = self.players[0], self.players[-1]
            raise BadPlayers(f"{self.game} is for {low} to {high} players, not {players}")

    @abstractmethod
    def vector(self, players: int, dealer: int) -> list[int]:
        """The numbers that the rules' ``begin`` reads: players, first dealer, then the options."""

    @abstractmethod
    def rounds_planned(self, players: int) -> int | None:
        """How many rounds the game lasts; None if it runs to a target."""

    @abstractmethod
    def hand_size(self, players: int, round_no: int) -> int:
        """How many cards each player is dealt in this round (1 is the first)."""

    def score_bounds(self, players: int, round_no: int) -> tuple[int, int]:
        """The least and the most points that a round can bring; a game that knows no better has room for all."""
        return -(1 << 15), (1 << 15) - 1


def written(value: Any) -> str:
    """A value as it is written after ``--option name=``.

    >>> written("secret"), written(True), written(None)
    ('secret', 'true', 'null')
    """
    return value if isinstance(value, str) else json.dumps(value)


def _written(value: Any) -> str:
    """A value in an error message: a text in quotes."""
    return json.dumps(value) if value is None or isinstance(value, (bool, int)) else quoted(value)


def _parsed(text: str) -> Any:
    if text.lower() in ("null", "none"):
        return None
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        return int(text)
    except ValueError:
        return text
