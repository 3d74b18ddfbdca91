"""What has happened at a table, as its log keeps it: one line per fact. A table is the sum of its facts.

The log holds secrets (seeds, secret bids); clients never get it. What they are told is built in `outbox`.

A log is read for ever, by newer versions and, after a way back, by older ones. So its types are its own, not those of
the messages: a field that is not known is passed over, one that is missing takes its default. A field may be added,
with a default that is true of all older logs; none is renamed, or gets another meaning. Where an older version would
not just know less but be mistaken, `FORMAT` goes up, and it refuses the table instead.
"""

from dataclasses import dataclass
from typing import Any, Literal, get_args

import msgspec
from msgspec import field

from stichwerk.errors import quoted
from stichwerk.games.plain_data import PlainData
from stichwerk.server.errors import UnreadableLog

#: The format of the logs that are written now, in the first line of each.
FORMAT = 1
#: That of logs which do not say it: until November 2026.
_UNSAID = 1

WhyStandIn = Literal["away", "late", "left", "asleep"]
WhyPaused = Literal["host", "away"]


@dataclass(frozen=True)
class Line:
    """A line of a table's log."""

    seq: int
    at: int
    fact: bytes


class Fact(PlainData, frozen=True, tag_field="fact", omit_defaults=True):
    """Something that has happened. ``id`` and ``by``: the message that asked for it, and the seat that sent it.

    ``digest``: what that message said, in short (see `digests`), to know it again; empty where that was not noted.
    """

    id: str = ""
    by: int | None = None
    digest: str = ""


class Pace(PlainData, frozen=True):
    """How fast the table plays, in seconds: see `messages.Pace`, where it is checked what can be wished for."""

    move: int | None = None
    reserve: int = 0
    grace: int = 60
    pause: bool = False
    bots: float = 1.0


class SeatWish(PlainData, frozen=True):
    """What is at a seat beside the host's when the table is opened."""

    kind: str = "open"
    level: int = 3


def key_of_day(day: str, game_id: str, level: int | None) -> str:
    """What is the same for all who play the cards of a day against bots of one level."""
    return f"{day} {level} {game_id}"[:64]


class KnownDeal(PlainData, frozen=True, omit_defaults=True):
    """The cards of a game that others play too. ``day``, ``table``, ``game``: whose they are."""

    seed: str
    salts: list[str] = field(default_factory=list)
    first_dealer: int | None = None
    day: str = ""
    table: str = ""
    game: int = 0

    def key(self, game_id: str, level: int | None) -> str:
        """What is the same for all whose results can be compared."""
        return key_of_day(self.day, game_id, level) if self.day else f"{self.table} {self.game}"

    @property
    def whose(self) -> dict[str, str | int]:
        """Whose cards they are, for the record and for everybody at the table."""
        named: dict[str, str | int] = {"day": self.day, "table": self.table, "game": self.game}
        return {name: value for name, value in named.items() if value}


class Opened(Fact, frozen=True, kw_only=True, omit_defaults=False):  # so that the format is always written
    """A table is there; its host sits at seat 0. ``v``: the format of the log."""

    v: int = _UNSAID
    table: str
    game: str
    options: dict[str, Any] = field(default_factory=dict)
    seats: list[SeatWish] = field(default_factory=list)
    pace: Pace = field(default_factory=Pace)
    listed: bool = False
    late_guests: bool = False
    hints: bool = False
    #: What bots are called here; none: as in the first versions.
    called: list[str] = field(default_factory=list)
    #: The cards of the first game, if others play them too.
    known: KnownDeal | None = None
    code: str = ""
    name: str
    token: str
    face: str = ""


class Sat(Fact, frozen=True, kw_only=True):
    """Somebody has taken an open seat."""

    seat: int
    name: str
    token: str
    face: str = ""


class GuestCame(Fact, frozen=True, kw_only=True):
    """Somebody comes late and will take over the seat of a bot, with the next deal. Until then they only watch."""

    seat: int
    name: str
    token: str
    face: str = ""


class TookOver(Fact, frozen=True, kw_only=True):
    """Whoever came late has the seat of the bot now."""

    seat: int


class SeatSet(Fact, frozen=True, kw_only=True):
    """A seat was emptied, or given to a bot (with a level)."""

    seat: int
    level: int | None = None


class SeatAdded(Fact, frozen=True):
    """There is one more seat, open."""


class SeatRemoved(Fact, frozen=True, kw_only=True):
    """There is one seat less; those behind it move up."""

    seat: int


class SeatsSwapped(Fact, frozen=True, kw_only=True):
    """Somebody sits down at another seat, which was free; theirs is free now."""

    seat: int
    other: int


class SeatsMixed(Fact, frozen=True, kw_only=True):
    """All sit down anew. ``order``: by seat, where they sat before."""

    order: list[int]


class HostMoved(Fact, frozen=True, kw_only=True):
    """Somebody else is the host."""

    seat: int


class Revoked(Fact, frozen=True, kw_only=True):
    """The invites to a seat (None: to any seat, and the short code) are worthless; ``code`` is the new one."""

    seat: int | None
    code: str = ""


class Shuffled(Fact, frozen=True, kw_only=True):
    """A game begins: its seed is fixed. In a rematch the first dealer is not drawn. ``receipt_key``: the public key of
    the receipts that are given for cuts and openings; empty: none are."""

    seed: str
    first_dealer: int | None = None
    receipt_key: str = ""


class Cut(Fact, frozen=True, kw_only=True):
    """A person has cut: the SHA-256 of the salt, or nothing. ``receipt``: what the server has signed."""

    seat: int
    commitment: str
    receipt: str = ""


class CutsClosed(Fact, frozen=True):
    """Nobody can cut any more."""


class CutOpened(Fact, frozen=True, kw_only=True):
    """A person has opened the salt. ``receipt``: what the server has signed."""

    seat: int
    salt: str
    receipt: str = ""


class CutsAgain(Fact, frozen=True, kw_only=True):
    """Somebody did not open their cut. They are left out, and all others who had cut do it once more."""

    held_back: list[int]


class Begun(Fact, frozen=True):
    """The first round is dealt."""


class Moved(Fact, frozen=True, kw_only=True):
    """A move, of a person or (with its level) a bot."""

    seat: int
    move: str
    level: int | None = None


class TakenBack(Fact, frozen=True, kw_only=True):
    """A person has taken the last move of the seat back."""

    seat: int


class Hinted(Fact, frozen=True, kw_only=True):
    """A person has asked what the moves are worth that can be made at this turn of the seat."""

    seat: int


class Tutored(Fact, frozen=True, kw_only=True):
    """From now on in this game, a person is asked before moves that give much away."""

    seat: int


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


class Nudged(Fact, frozen=True, kw_only=True):
    """Somebody who is awaited is asked whether they are there; ``voter`` wants a bot to play if they are not."""

    seat: int
    voter: int


class Stirred(Fact, frozen=True, kw_only=True):
    """Somebody who was asked is there."""

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
    | GuestCame
    | TookOver
    | SeatSet
    | SeatAdded
    | SeatRemoved
    | SeatsSwapped
    | SeatsMixed
    | HostMoved
    | Revoked
    | Shuffled
    | Cut
    | CutsClosed
    | CutOpened
    | CutsAgain
    | Begun
    | Moved
    | TakenBack
    | Hinted
    | Tutored
    | Ready
    | Dealt
    | StoodIn
    | CameBack
    | Nudged
    | Stirred
    | Paused
    | Resumed
    | Woken
    | Closed
)

_decoder = msgspec.json.Decoder(AnyFact)
encode = msgspec.json.Encoder().encode


def decode(line: bytes) -> AnyFact:
    """A fact from its line in the log; refused if a newer Stichwerk has written it, or it is damaged."""
    try:
        fact: AnyFact = _decoder.decode(line)
    except (msgspec.MsgspecError, UnicodeError):
        raise _unreadable(line) from None
    if isinstance(fact, Opened) and fact.v > FORMAT:
        raise _newer(f"its log has format {fact.v}, newer than {FORMAT}")
    return fact


class _Head(PlainData, frozen=True):
    """What every version writes."""

    fact: str
    v: int = _UNSAID


def _unreadable(line: bytes) -> UnreadableLog:
    try:
        head = msgspec.json.decode(line, type=_Head)
    except (msgspec.MsgspecError, UnicodeError):
        return UnreadableLog("this table cannot be read: a line of its log is damaged")
    if head.v > FORMAT:
        return _newer(f"its log has format {head.v}, newer than {FORMAT}")
    if head.fact not in {kind.__name__ for kind in get_args(AnyFact)}:
        return _newer(f"its log has a fact {quoted(head.fact)}, which this one does not know")
    return UnreadableLog(f"this table cannot be read: a fact {head.fact} in its log is damaged, or of a newer version")


def _newer(why: str) -> UnreadableLog:
    return UnreadableLog(f"this table was played with a newer Stichwerk ({why}): update this one", "newer-log")
