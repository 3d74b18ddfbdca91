"""What happens at a table, one frozen record per happening. `seen_by` is what a seat may know of it.

Here are the events that games have in common, and the parts of which a game tells what a move made happen. A game with
events of its own defines them beside its rules (``events.py``), and says there what each of its moves brings about.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from types import ModuleType
from typing import Any

from stichwerk.games.moves import Move, bid_text
from stichwerk.games.view import Tableau


@dataclass(frozen=True)
class Event:
    """Something that happened."""

    def seen_by(self, seat: int) -> "Event":
        """The event as this seat sees it (`SPECTATOR`: as everybody sees it)."""
        return self

    def made(self) -> tuple[int, str] | None:
        """The move that was made, if this tells of one: who, and how it is written (empty: face down)."""
        return None

    def reveals(self) -> Mapping[int, str]:
        """Moves that had been made face down and are known now, by seat."""
        return {}


@dataclass(frozen=True)
class Dealt(Event):
    """A round begins. Everybody sees only their own hand."""

    round: int
    dealer: int
    hands: tuple[tuple[str, ...], ...]

    def seen_by(self, seat: int) -> "Dealt":
        hands = tuple(hand if owner == seat else () for owner, hand in enumerate(self.hands))
        return replace(self, hands=hands)


@dataclass(frozen=True)
class TrumpTurned(Event):
    """Cards were turned from the stock until one showed a trump colour."""

    cards: tuple[str, ...]
    trump: str


@dataclass(frozen=True)
class Bid(Event):
    """A bid for all to hear."""

    seat: int
    bid: int

    def made(self) -> tuple[int, str]:
        return self.seat, bid_text(self.bid)


@dataclass(frozen=True)
class WordSaid(Event):
    """A word for all to hear, in a game that has such moves."""

    seat: int
    word: str

    def made(self) -> tuple[int, str]:
        return self.seat, self.word


@dataclass(frozen=True)
class SecretMove(Event):
    """A bid or layout face down. Only its player knows what it is."""

    seat: int
    move: str

    def seen_by(self, seat: int) -> "SecretMove":
        return self if seat == self.seat else replace(self, move="")

    def made(self) -> tuple[int, str]:
        return self.seat, self.move


@dataclass(frozen=True)
class BidsRevealed(Event):
    """The bids are turned over, by seat; None stays hidden."""

    bids: tuple[int | None, ...]

    def reveals(self) -> Mapping[int, str]:
        return {seat: bid_text(bid) for seat, bid in enumerate(self.bids) if bid is not None}


@dataclass(frozen=True)
class CardPlayed(Event):
    """A card is played to the trick."""

    seat: int
    card: str

    def made(self) -> tuple[int, str]:
        return self.seat, self.card


@dataclass(frozen=True)
class TrickTaken(Event):
    """A trick is complete; its cards stand in the order played, the leader's first."""

    seat: int
    leader: int
    cards: tuple[str, ...]


@dataclass(frozen=True)
class TakenBack(Event):
    """A player has taken the last move back: it counts no more, and another may be made in its place."""

    seat: int


@dataclass(frozen=True)
class RoundScored(Event):
    """The round is over."""

    round: int
    scores: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True)
class GameEnded(Event):
    """The game is over."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]


def seen_alike(event: Event) -> bool:
    """Whether everybody sees it as it is: that holds for all events that do not say how else they are seen."""
    return type(event).seen_by is Event.seen_by


# ---------------------------------------------------------------- what a deal or a move makes happen


def of_deal(table: Tableau, hands: tuple[tuple[str, ...], ...]) -> list[Event]:
    """What a deal makes happen."""
    events: list[Event] = [Dealt(table.round, table.dealer, hands)]
    if table.trump is not None:
        events.append(TrumpTurned(table.turned, table.trump))
    return events


def of_move(seat: int, move: Move, before: Tableau, after: Tableau) -> list[Event]:
    """What a move makes happen, told from what a spectator sees before and after it. So it can reveal nothing.

    This will do for a game without events of its own; others put the same parts together in their own way.
    """
    return [
        *the_move(seat, move, before),
        *trick_taken(move, before, after),
        *trump_turned(before, after),
        *bids_revealed(before, after),
        *scored(before, after),
    ]


def the_move(seat: int, move: Move, before: Tableau) -> list[Event]:
    """The move itself."""
    if before.secret:
        return [SecretMove(seat, move.text)]
    if move.bid is not None:
        return [Bid(seat, move.bid)]
    return [CardPlayed(seat, move.text) if move.kind == "card" else WordSaid(seat, move.text)]


def trick_taken(move: Move, before: Tableau, after: Tableau) -> list[Event]:
    """The trick that is complete with it."""
    if after.tricks_done == before.tricks_done:
        return []
    return [TrickTaken(after.leader, before.leader, (*before.trick, move.text))]


def trump_turned(before: Tableau, after: Tableau) -> list[Event]:
    """The cards that were turned."""
    turned = after.turned[len(before.turned) :]
    return [TrumpTurned(turned, after.trump or "")] if turned else []


def bids_revealed(before: Tableau, after: Tableau) -> list[Event]:
    """The bids that were face down: all of them when everybody has bid, or what was hidden until the end."""
    bids = tuple(place.bid for place in after.places)
    if before.secret and not after.secret and all(bid is not None for bid in bids):
        return [BidsRevealed(bids)]
    if after.phase == "over" and any(bid != place.bid for bid, place in zip(bids, before.places, strict=True)):
        return [BidsRevealed(bids)]
    return []


def scored(before: Tableau, after: Tableau) -> list[Event]:
    """The end of the round."""
    return [RoundScored(after.round, after.scores, after.totals)] if after.phase == "over" else []


def trumps_after(trumps: tuple[str | None, ...], events: Sequence[Event], now: str | None) -> tuple[str | None, ...]:
    """The trumps of a round in the order they came, None for no trump, after these events; ``now`` is the present one.

    >>> trumps_after(("R",), [CardPlayed(0, "B4"), TrickTaken(0, 1, ("Y3", "B4")), TrumpTurned(("G4",), "G")], "G")
    ('R', None, 'G')
    """
    found, taken = list(trumps), False
    for event in events:
        taken |= isinstance(event, TrickTaken)
        if isinstance(event, TrumpTurned):
            if taken and found[-1] is not None:
                found.append(None)  # after a trick a card is turned only where there was no trump
            found.append(event.trump)
    if found and found[-1] is not None and now is None:
        found.append(None)
    return tuple(found)


#: The events that all games have in common.
COMMON: tuple[type[Event], ...] = (
    Dealt, TrumpTurned, Bid, WordSaid, SecretMove, BidsRevealed, CardPlayed, TrickTaken, TakenBack,
    RoundScored, GameEnded,
)  # fmt: skip


@dataclass(frozen=True)
class EventTypes:
    """How a game tells what happens. ``own``: the events that only it has."""

    of_move: Callable[[int, Move, Tableau, Tableau], list[Event]] = of_move
    own: tuple[type[Event], ...] = ()
    _by_name: dict[str, type[Event]] = field(default_factory=dict, repr=False, compare=False)

    def kind(self, name: str) -> type[Event] | None:
        """The event of this name."""
        if not self._by_name:
            self._by_name.update({kind.__name__: kind for kind in (*COMMON, *self.own)})
        return self._by_name.get(name)

    def read(self, told: Any) -> Event | None:
        """An event that came as something else with its name and fields, as from a server; None: not of a match."""
        if isinstance(told, Event):
            return told
        kind = self.kind(type(told).__name__)
        return None if kind is None else kind(**{each.name: getattr(told, each.name) for each in fields(kind)})


def event_types_of(module: ModuleType) -> EventTypes:
    """What this module of a game defines of it."""
    return EventTypes(module.of_move, own_events(module))


def own_events(module: ModuleType) -> tuple[type[Event], ...]:
    """The events that this module of a game defines."""
    kinds = (each for each in vars(module).values() if isinstance(each, type) and issubclass(each, Event))
    return tuple(kind for kind in kinds if kind.__module__ == module.__name__)


def to_dict(event: Event) -> dict[str, Any]:
    """An event as plain data, with its kind."""
    return {"event": type(event).__name__, **vars(event)}
