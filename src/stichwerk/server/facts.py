"""What has happened at a table, as its log keeps it: one line per fact. A table is the sum of its facts.

The log holds secrets (seeds, secret bids); clients never get it. What they are told is built in `outbox`.
"""

from typing import Any, Literal

import msgspec
from msgspec import Struct

from stichwerk.server.messages import Pace, SeatWish

WhyStandIn = Literal["away", "late", "left"]
WhyPaused = Literal["host", "away"]


class Fact(Struct, frozen=True, tag_field="fact", omit_defaults=True):
    """Something that has happened. ``id`` and ``by``: the message that asked for it, and the seat that sent it."""

    id: str = ""
    by: int | None = None


class Opened(Fact, frozen=True, kw_only=True):
    """A table is there; its host sits at seat 0."""

    table: str
    game: str
    options: dict[str, Any]
    seats: list[SeatWish]
    pace: Pace
    listed: bool
    code: str
    name: str
    token: str


class Sat(Fact, frozen=True, kw_only=True):
    """Somebody has taken an open seat."""

    seat: int
    name: str
    token: str


class SeatSet(Fact, frozen=True, kw_only=True):
    """A seat was emptied, or given to a bot (with a level)."""

    seat: int
    level: int | None = None


class SeatAdded(Fact, frozen=True):
    """There is one more seat, open."""


class SeatRemoved(Fact, frozen=True, kw_only=True):
    """There is one seat less; those behind it move up."""

    seat: int


class HostMoved(Fact, frozen=True, kw_only=True):
    """Somebody else is the host."""

    seat: int


class Revoked(Fact, frozen=True, kw_only=True):
    """The invites to a seat (None: to any seat, and the short code) are worthless; ``code`` is the new one."""

    seat: int | None
    code: str = ""


class Shuffled(Fact, frozen=True, kw_only=True):
    """A game begins: its seed is fixed. In a rematch the first dealer is not drawn."""

    seed: str
    first_dealer: int | None = None


class Cut(Fact, frozen=True, kw_only=True):
    """A person has cut: the SHA-256 of the salt, or nothing."""

    seat: int
    commitment: str


class CutsClosed(Fact, frozen=True):
    """Nobody can cut any more."""


class CutOpened(Fact, frozen=True, kw_only=True):
    """A person has opened the salt."""

    seat: int
    salt: str


class Begun(Fact, frozen=True):
    """The first round is dealt."""


class Moved(Fact, frozen=True, kw_only=True):
    """A move, of a person or (with its level) a bot."""

    seat: int
    move: str
    level: int | None = None


class Ready(Fact, frozen=True, kw_only=True):
    """Somebody is ready for the next round or, after a game, for a rematch."""

    seat: int


class Dealt(Fact, frozen=True):
    """The next round is dealt."""


class StoodIn(Fact, frozen=True, kw_only=True):
    """A bot begins to play for somebody."""

    seat: int
    why: WhyStandIn


class CameBack(Fact, frozen=True, kw_only=True):
    """Somebody plays again for themselves."""

    seat: int


class Paused(Fact, frozen=True, kw_only=True):
    """The game waits."""

    why: WhyPaused


class Resumed(Fact, frozen=True):
    """The game goes on."""


class Woken(Fact, frozen=True):
    """The table slept, with nobody there or the server down; the time for the awaited moves begins anew."""


class Closed(Fact, frozen=True):
    """The table is no more."""


AnyFact = (
    Opened
    | Sat
    | SeatSet
    | SeatAdded
    | SeatRemoved
    | HostMoved
    | Revoked
    | Shuffled
    | Cut
    | CutsClosed
    | CutOpened
    | Begun
    | Moved
    | Ready
    | Dealt
    | StoodIn
    | CameBack
    | Paused
    | Resumed
    | Woken
    | Closed
)

_decoder = msgspec.json.Decoder(AnyFact)
encode = msgspec.json.Encoder().encode


def decode(line: bytes) -> AnyFact:
    """A fact from its line in the log."""
    fact: AnyFact = _decoder.decode(line)
    return fact
