"""What a score pad has to know of a game: ``pad.json`` in its folder, with its fields, limits and arithmetic.

Everything that depends on something is a template of JSON-e (https://json-e.js.org), which the browser evaluates with
the same result: the pad there and the programs here count alike. What a template may name stands with each function.

>>> from stichwerk.games import game
>>> pad = pad_rules(game("rage"))
>>> table = PadTable(pad, {"bidding": "open", "march": False, "tie_break": "shared"}, players=4)
>>> table.hand(round_no=1), table.points(1, {"bid": 3, "tricks": 3, "fives": -1})
(10, {'tricks': 3, 'fives': -5, 'exact': 10})
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, TypeAlias

import jsone
from msgspec import Meta, Struct, ValidationError, convert

from stichwerk.errors import NoPad, StichwerkError
from stichwerk.games import Game
from stichwerk.games.game import said_by

FILE = "pad.json"
#: Texts of a game whose names begin like this are for the pad, and are told with it.
WORDS = "pad."

#: Anything that JSON-e renders: a plain value, or an object with ``$eval``, ``$if`` and the like.
Template: TypeAlias = Any
#: What stands in a cell: a number; where cards are counted, their numbers by colour (null: no card).
Entry: TypeAlias = int | tuple[int | None, ...]
Name: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z_]+$", max_length=20)]


class PadCards(Struct, frozen=True, forbid_unknown_fields=True):
    """A cell may be filled with cards instead of their sum: one of each colour; ``copies``: by number, how many there
    are of each colour.
    """

    colours: tuple[str, ...]
    copies: tuple[int, ...]


class PadField(Struct, frozen=True, forbid_unknown_fields=True):
    """What is written down of everybody in a round.

    ``phase``: ``before`` the cards are played, or ``after``. ``in_turn``: from the dealer's left, one after the other.
    ``default``: where nothing is entered. ``like``: the field it is compared with. ``later``: who does not show it
    before enters it after, and this flag is set. ``unit``: what one counts, where it is counted up and down.
    ``seen``, ``later_seen``: how they are read off the state of a seat. ``covered``: where everybody enters their own,
    until when nobody else sees it: until ``all`` have, or until the ``end`` of the round; None: it is open at once.
    What is entered ``later`` is covered until it is shown, or to the end.
    """

    name: Name
    high: Template
    phase: Template = "after"
    in_turn: Template = False
    low: Template = 0
    default: int | None = None
    like: str = ""
    later: str = ""
    covered: Template = None
    unit: int = 0
    cards: PadCards | None = None
    seen: Template = None
    later_seen: Template = None


class PadLimit(Struct, frozen=True, forbid_unknown_fields=True):
    """What must hold of what is entered in a field, of a round; ``say``: the text ``pad.limit.SAY``."""

    field: Name
    holds: Template
    say: str


class PadPart(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the points: for what, and how many."""

    part: str
    points: Template


class PadRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The score pad of a game. ``pad``: the version of this format. ``fits``: whether so many can play with these
    options (the text ``pad.fits`` says for whom they are).
    """

    pad: Annotated[int, Meta(ge=1, le=1)]
    rounds: Template
    hand: Template
    fields: Annotated[tuple[PadField, ...], Meta(min_length=1)]
    points: tuple[PadPart, ...]
    bounds: tuple[Template, Template]
    rank: Template
    over: Template
    limits: tuple[PadLimit, ...] = ()
    counts: dict[Name, Template] = {}
    team: Template = None
    fits: Template = True
    leader: Template = None

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that can be entered, flags too."""
        return tuple(name for each in self.fields for name in (each.name, each.later) if name)

    def words(self) -> set[str]:
        """The names of all texts that it needs."""
        said = (
            {f"limit.{limit.say}" for limit in self.limits}
            | set(self.names)
            | ({"fits"} if self.fits is not True else set())
        )
        return {WORDS + name for name in said} | {f"part.{part.part}" for part in self.points}


@dataclass(frozen=True)
class PadTable:
    """The arithmetic of a pad for some options and a number of players.

    Templates may name ``options`` and ``players``; where a round is meant, also ``round`` (1 is the first) and
    ``hand``, its number of cards.
    """

    rules: PadRules
    options: Mapping[str, Any]
    players: int
    #: What was worked out already: a pad asks for the same again after every entry.
    _known: dict[tuple[int, str], Any] = field(default_factory=dict, repr=False, compare=False)

    def fits(self) -> bool:
        """Whether so many can play with these options."""
        return bool(self.render(self.rules.fits))

    def rounds(self) -> int | None:
        """How many rounds are planned; None if the game runs to a target."""
        found: int | None = self.render(self.rules.rounds)
        return found

    def hand(self, round_no: int) -> int:
        """How many cards everybody gets. The template may name ``round``."""
        return int(self.render(self.rules.hand, round=round_no))

    def allowed(self, what: PadField, round_no: int) -> range:
        """What may be entered."""
        low, high = (self._in_round(each, round_no) for each in (what.low, what.high))
        return range(low, high + 1)

    def takes(self, name: str, round_no: int, value: Any) -> bool:
        """Whether this can stand in a cell, whatever else is entered: a number of a hand, cards that there are, a flag;
        None: it is taken out.
        """
        what = next((each for each in self.rules.fields if name in (each.name, each.later) and name), None)
        if what is None:
            return False
        if value is None:
            return True
        if name == what.later:
            return isinstance(value, bool)
        if isinstance(value, (list, tuple)):
            cards = what.cards
            return (
                cards is not None
                and len(value) == len(cards.colours)
                and all(each is None or _is_number(each, range(len(cards.copies))) for each in value)
            )
        return _is_number(value, self.allowed(what, round_no))

    def is_before(self, what: PadField, round_no: int) -> bool:
        """Whether it is entered before the cards are played."""
        return bool(self._in_round(what.phase, round_no) == "before")

    def covered(self, what: PadField, round_no: int) -> str | None:
        """Until when nobody else sees what is entered: ``all`` have, or the ``end`` of the round; None: not at all."""
        found: str | None = self._in_round(what.covered, round_no)
        return found

    def points(self, round_no: int, entries: Mapping[str, Any]) -> dict[str, int]:
        """The parts of a seat's points that are not 0. Templates name the seat's entries."""
        known = dict.fromkeys(self.rules.names, False) | {name: _number(each) for name, each in entries.items()}
        found = {each.part: self._in_round(each.points, round_no, **known) for each in self.rules.points}
        return {part: points for part, points in found.items() if points}

    def counts(self, round_no: int, entries: Mapping[str, Any]) -> dict[str, int]:
        """What is counted besides the points, to break ties. Templates name the seat's entries."""
        known = dict.fromkeys(self.rules.names, False) | {name: _number(each) for name, each in entries.items()}
        return {name: self._in_round(each, round_no, **known) for name, each in self.rules.counts.items()}

    def bounds(self, round_no: int) -> tuple[int, int]:
        """The least and the most points that a round can bring."""
        low, high = (self._in_round(each, round_no) for each in self.rules.bounds)
        return low, high

    def broken(self, round_no: int, seats: Sequence[Mapping[str, Any]]) -> list[str]:
        """What does not hold of a round: the names of the limits, and ``cards`` where a card is there too often.

        Templates may name ``sum``, ``all`` and ``values``: by field, the sum of what is entered, whether everybody
        has, and the list of it.
        """
        entered = {
            each.name: [seat[each.name] for seat in seats if seat.get(each.name) is not None]
            for each in self.rules.fields
        }
        values = {name: [_number(each) for each in found] for name, found in entered.items()}
        known = {
            "values": values,
            "sum": {name: sum(found) for name, found in values.items()},
            "all": {name: len(found) == len(seats) for name, found in values.items()},
        }
        found = [each.say for each in self.rules.limits if not self._in_round(each.holds, round_no, **known)]
        twice = any(each.cards and _too_often(each.cards, entered[each.name]) for each in self.rules.fields)
        return [*found, *["cards"] * twice]

    def leader(self, round_no: int, dealer: int, last: Sequence[int]) -> int:
        """Who leads the first trick; without a template, the dealer's left. It may name ``around`` (the seats, from the
        dealer's left), ``dealer`` and ``points``: those of the round before, by seat.
        """
        around = [(dealer + 1 + step) % self.players for step in range(self.players)]
        if self.rules.leader is None:
            return around[0]
        return int(self._in_round(self.rules.leader, round_no, around=around, dealer=dealer, points=list(last)))

    def team(self, seat: int) -> int | None:
        """The team of a seat; None where everybody plays alone. The template may name ``seat``."""
        found: int | None = self.render(self.rules.team, seat=seat)
        return found

    def over(self, played: int, totals: Sequence[int], rounds: int | None) -> bool:
        """Whether the game is over. The template may name ``round``, how many are played, ``rounds``, how many are
        planned (or null), and ``best``, the highest total.
        """
        return played > 0 and bool(self.render(self.rules.over, round=played, rounds=rounds, best=max(totals)))

    def winners(self, totals: Sequence[int], counts: Sequence[Mapping[str, int]]) -> list[int]:
        """The seats that lead: the largest ``rank``, compared from left to right. The template may name ``total``
        (that of the team, if there are any) and what is counted.
        """
        teams = [self.team(seat) for seat in range(self.players)]
        sums = [
            sum(each for each, other in zip(totals, teams, strict=True) if team is not None and team == other)
            for team in teams
        ]
        ranks = [
            self.render(self.rules.rank, total=total if team is None else together, **count)
            for total, together, team, count in zip(totals, sums, teams, counts, strict=True)
        ]
        return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]

    def _in_round(self, template: Template, round_no: int, **known: Any) -> Any:
        if not isinstance(template, dict):
            return template
        return self.render(template, round=round_no, hand=self.hand(round_no), **known)

    def render(self, template: Template, **known: Any) -> Any:
        """A template with what it may name; raises `NoPad` if it cannot be evaluated."""
        if template is None or isinstance(template, (int, str)):
            return template
        asked = id(template), repr(known)
        if asked not in self._known:
            context = {"options": dict(self.options), "players": self.players, **known}
            try:
                self._known[asked] = jsone.render(template, context)
            except jsone.JSONTemplateError as problem:
                raise NoPad(f"{problem} in {json.dumps(template)}") from problem
        return self._known[asked]


def has_pad(game: Game) -> bool:
    """Whether the game brings a score pad."""
    return (files(game.package) / FILE).is_file()


@cache
def pad_rules(game: Game) -> PadRules:
    """The score pad of a game. Raises `NoPad` where there is none."""
    if not has_pad(game):
        raise NoPad(f"{game.title} has no score pad")
    try:
        return convert(json.loads((files(game.package) / FILE).read_text("utf-8")), PadRules)
    except (StichwerkError, ValidationError, ValueError, OSError) as problem:
        raise NoPad(f"the score pad of {game.title} cannot be used: {said_by(problem)}") from problem


def _number(entry: Any) -> Any:
    """What counts of an entry: of cards, their sum."""
    return sum(each or 0 for each in entry) if isinstance(entry, (list, tuple)) else entry


def _is_number(value: Any, allowed: range) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value in allowed


def _too_often(cards: PadCards, entries: Sequence[Any]) -> bool:
    """Whether some card lies there more often than there are of it."""
    layouts = [each for each in entries if isinstance(each, (list, tuple))]
    return any(
        sum(layout[colour] == number for layout in layouts) > copies
        for colour in range(len(cards.colours))
        for number, copies in enumerate(cards.copies)
    )
