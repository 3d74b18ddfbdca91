"""Tables of actions and observations: written once per game, used by the rules, the notation and the docs."""

from collections import namedtuple
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from stichwerk.games.colouring import Colouring


@dataclass(frozen=True)
class ActionRange:
    """Consecutive action numbers with one meaning."""

    first: int
    names: tuple[str, ...]
    meaning: str

    @property
    def last(self) -> int:
        return self.first + len(self.names) - 1


class Actions:
    """The actions of a game: numbers inside, strings outside."""

    def __init__(self, ranges: Sequence[ActionRange]) -> None:
        self.ranges = tuple(ranges)
        self.names = tuple(name for part in ranges for name in part.names)
        self.numbers = {name: number for number, name in enumerate(self.names)}
        assert [part.first for part in ranges] == [self.numbers[part.names[0]] for part in ranges]

    def __len__(self) -> int:
        return len(self.names)


@dataclass(frozen=True)
class Feature:
    """Consecutive numbers of an observation with one meaning, all from ``low`` to ``high``."""

    name: str
    size: int
    low: int
    high: int
    meaning: str


#: How a feature with a number for each seat is ordered.
BY_SEAT = "by seat, one's own first, then clockwise"


class Layout:
    """Where each feature stands in an observation; and, if the game says so, which numbers speak of which colour."""

    def __init__(self, features: Sequence[Feature], colourings: Sequence[Colouring] = ()) -> None:
        self.features = tuple(features)
        self.colourings = tuple(colourings)
        self._start: dict[str, int] = {}
        size = 0
        for feature in features:
            self._start[feature.name] = size
            size += feature.size
        self.size = size

    def __len__(self) -> int:
        return self.size

    def start(self, name: str) -> int:
        """The first place of a feature."""
        return self._start[name]

    def starts(self) -> Any:
        """The first places of all features, to be read as ``AT.hand`` in compiled code: a constant there."""
        return namedtuple("starts", self._start)(**self._start)


def action_ranges(parts: Sequence[tuple[Sequence[str], str]]) -> list[ActionRange]:
    """Number the parts one after the other."""
    ranges: list[ActionRange] = []
    first = 0
    for names, meaning in parts:
        ranges.append(ActionRange(first, tuple(names), meaning))
        first += len(names)
    return ranges


def colour_cards(colours: str, numbers: Sequence[int]) -> list[str]:
    """The names of a suited deck, colour by colour.

    >>> colour_cards("BG", range(3))
    ['B0', 'B1', 'B2', 'G0', 'G1', 'G2']
    """
    return [f"{colour}{number}" for colour in colours for number in numbers]
