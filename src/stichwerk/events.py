"""What happens at a table, one frozen record per happening. `seen_by` is what a seat may know of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from stichwerk.games.view import Table


@dataclass(frozen=True)
class Event:
    """Something that happened."""

    def seen_by(self, seat: int) -> "Event":
        """The event as this seat sees it (`SPECTATOR`: as everybody sees it)."""
        return self


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


@dataclass(frozen=True)
class SecretMove(Event):
    """A bid or layout face down. Only its player knows what it is."""

    seat: int
    move: str

    def seen_by(self, seat: int) -> "SecretMove":
        return self if seat == self.seat else replace(self, move="")


@dataclass(frozen=True)
class BidsRevealed(Event):
    """The bids are turned over, by seat; None stays hidden."""

    bids: tuple[int | None, ...]


@dataclass(frozen=True)
class LayoutsShown(Event):
    """All show together what they have laid, bottom first within a colour."""

    layouts: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class BidShown(Event):
    """A player lays the bid open, or (None) keeps it hidden."""

    seat: int
    bid: int | None


@dataclass(frozen=True)
class CardPlayed(Event):
    """A card is played to the trick."""

    seat: int
    card: str


@dataclass(frozen=True)
class TrickTaken(Event):
    """A trick is complete; its cards stand in the order played, the leader's first."""

    seat: int
    leader: int
    cards: tuple[str, ...]


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


def events_of_deal(table: Table, hands: tuple[tuple[str, ...], ...]) -> list[Event]:
    """What a deal makes happen."""
    events: list[Event] = [Dealt(table.round, table.dealer, hands)]
    if table.trump is not None:
        events.append(TrumpTurned(table.turned, table.trump))
    return events


def events_of_move(seat: int, move: str, before: Table, after: Table) -> list[Event]:
    """What a move makes happen, told from what a spectator sees before and after it. So it can reveal nothing."""
    events = [_the_move(seat, move, before, after)]
    turned = after.turned[len(before.turned) :]
    turn: list[Event] = [TrumpTurned(turned, after.trump or "")] if turned else []
    if before.phase == "play" and after.tricks_done != before.tricks_done:
        taken = TrickTaken(after.leader, before.leader, (*before.trick, move))
        # A change of trump counts for its own trick; after a trick without trump a card is turned.
        events += [*turn, taken] if move == "CT" else [taken, *turn]
    else:
        events += turn
    if before.secret and not after.secret:
        events += _revealed(after)
    if after.phase == "over":
        if any(place.bid != old.bid for place, old in zip(after.places, before.places, strict=True)):
            events.append(BidsRevealed(tuple(place.bid for place in after.places)))
        events.append(RoundScored(after.round, after.scores, after.totals))
    return events


def trumps_after(
    trumps: tuple[str | None, ...], events: Sequence[Event], now: str | None
) -> tuple[str | None, ...]:
    """The trumps of a round in the order they came, None for no trump, after these events; ``now`` is the present one.

    >>> trumps_after(("R",), [CardPlayed(0, "NT"), TrickTaken(0, 1, ("Y3", "NT")), TrumpTurned(("G4",), "G")], "G")
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


def _the_move(seat: int, move: str, before: Table, after: Table) -> Event:
    if before.secret:
        return SecretMove(seat, move)
    if before.phase == "bid":
        return Bid(seat, int(move.removeprefix("bid:")))
    if before.phase == "show":
        return BidShown(seat, after.places[seat].bid)  # a spectator knows the bid only if it was shown
    return CardPlayed(seat, move)


def _revealed(after: Table) -> list[Event]:
    if any(place.laid for place in after.places):
        return [LayoutsShown(tuple(place.laid for place in after.places))]
    if all(place.bid is not None for place in after.places):
        return [BidsRevealed(tuple(place.bid for place in after.places))]
    return []


def to_dict(event: Event) -> dict[str, Any]:
    """An event as plain data, with its kind."""
    return {"event": type(event).__name__, **vars(event)}
