"""All messages over the WebSocket and all bodies over HTTP, typed. The browser's types are generated from these.

A message is a JSON object whose ``type`` says what it is. Times are milliseconds since 1970 by the server's clock.
Messages from the server are built in `stichwerk.server.wire.outbox` and nowhere else.
"""

import json
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, field

from stichwerk.games.plain_data import PlainData
from stichwerk.play.reasons import Reason
from stichwerk.protocol.bodies import (
    AtTheDoor,
    CardsWorth,
    Frame,
    GameResult,
    HeldCards,
    InviteLink,
    JoinTable,
    Lesson,
    LessonStep,
    LookAtTable,
    MySeat,
    NewInvite,
    NewTable,
    PlayerStatistics,
    Replay,
    Seat,
    SeatWish,
    Sheet,
    Statistics,
    TableSummary,
    Tokens,
    WithSameCards,
)
from stichwerk.protocol.changes import Changed
from stichwerk.protocol.error_codes import ClosingCode
from stichwerk.protocol.pads import (
    ChangeSharing,
    PadEnter,
    PadGuest,
    PadJoin,
    PadLeave,
    PadNews,
    PadPhone,
    PadPlayer,
    PadRename,
    PadRounds,
    PadTakeBack,
    RefusedStep,
    SharedPad,
    SharePad,
    SyncPad,
    TakePart,
)
from stichwerk.protocol.profiles import ClaimGame, GameInsights, HandOver, OwnGame, Profile, ProfileSecret
from stichwerk.protocol.reviews import (
    GameReview,
    MeanLoss,
    MoveOutlook,
    ReviewClass,
    ReviewDecision,
    ReviewPlayer,
    ReviewRound,
    RoundWorth,
)
from stichwerk.protocol.tables import (
    ErrorCode,
    Face,
    Id,
    LastTrick,
    Level,
    Pace,
    Play,
    Presence,
    RefusedMoves,
    SameCards,
    SeatKind,
    SeatNumber,
    SeatView,
    Status,
    TableView,
    Text,
    Token,
)
from stichwerk.protocol.wire_events import WireEvent

#: Those of tables and bodies are to be had here, too.
__all__ = [
    "OLDEST", "VERSION", "Ack", "AddSeat", "Ask", "AskHint", "AtTheDoor", "Back", "CardsWorth", "ChangeSeat",
    "ChangeSharing", "Changed", "Changes", "ClaimGame", "Closing", "Cut", "Error", "ErrorCode", "Face", "Frame",
    "FromClient", "FromServer", "GameInsights", "GameResult", "GameReview", "HandOver", "HeldCards", "Hello", "Hints",
    "Id", "InviteLink", "JoinTable", "LastTrick", "Leave", "Lesson", "LessonStep", "Level", "LookAtTable", "MeanLoss",
    "MixSeats", "Move", "MoveOutlook", "MySeat", "NewInvite", "NewTable", "News", "Nudge", "OpenCut", "OwnGame",
    "Pace", "PadEnter", "PadGuest", "PadJoin", "PadLeave", "PadNews", "PadPhone", "PadPlayer", "PadRename",
    "PadRounds", "PadTakeBack", "Pause", "Phrase", "Ping", "Play", "PlayerStatistics", "Pong", "Presence", "Profile",
    "ProfileSecret", "Ready", "RefusedMoves", "RefusedStep", "Rematch", "RemoveSeat", "Replay", "Resume",
    "ReviewClass", "ReviewDecision", "ReviewPlayer", "ReviewRound", "Revoke", "RoundWorth", "Said", "SameCards",
    "Seat", "SeatKind", "SeatNumber", "SeatView", "SeatWish", "SetSeat", "SharePad", "SharedPad", "Sheet", "Start",
    "Statistics", "Status", "SyncPad", "TableSummary", "TableView", "TakeBack", "TakePart", "Text", "Token", "Tokens",
    "Welcome", "Whole", "WithSameCards", "decode", "encode",
]  # fmt: skip

#: The version of the protocol, in ``hello`` and ``welcome``, and the oldest that is still spoken. From 2 on, of a table
#: that is known only what has changed is told.
VERSION, OLDEST = 2, 1

# ---------------------------------------------------------------- from the client


class Hello(PlainData, frozen=True, tag_field="type", tag="hello", forbid_unknown_fields=True):
    """The first message: to which table, with which token (without one: to watch), from which point on.

    ``v``: the version that the client speaks. With 1, all ``news`` have the whole view.
    """

    table: Id
    v: int = OLDEST
    token: Token | None = None
    since: int | None = None


class _Asked(PlainData, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Something that is answered with an ``ack`` or an ``error`` of the same id. Sent twice it happens once."""

    id: Id


class Move(_Asked, frozen=True, tag="move"):
    """A move. ``seen``: the number of the news it answers; it is refused if the table has gone on since."""

    move: Text
    seen: int | None = None


class TakeBack(_Asked, frozen=True, tag="take-back"):
    """Where all others are bots: take back the last move, as long as nothing has followed from it."""


class AskHint(_Asked, frozen=True, tag="hint"):
    """What is each of my moves likely to bring? Answered with ``hints``, to this seat alone, and counted for all to
    see; where others sit at the table, only if its host allows it.

    ``tutor``: alone with bots, so that the client can ask "sure?" before a costly move. Not every one of these is
    counted, only that somebody plays with it. ``move``: the one that is in mind; it is told of, too, and why the best
    is better than it.
    """

    tutor: bool = False
    move: Text | None = None


class Cut(_Asked, frozen=True, tag="cut"):
    """The SHA-256 of the salt one cuts with, in hexadecimal digits; empty: no cut."""

    commitment: Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")]


class OpenCut(_Asked, frozen=True, tag="open-cut"):
    """The salt itself, when all have cut."""

    salt: Annotated[str, Meta(max_length=100)]


class Ready(_Asked, frozen=True, tag="ready"):
    """Deal the next round."""


class Rematch(_Asked, frozen=True, tag="rematch"):
    """Once more, with the same people."""


class Back(_Asked, frozen=True, tag="back"):
    """I play for myself again; or, when the others ask: I am here."""


class Nudge(_Asked, frozen=True, tag="nudge"):
    """Without a clock, after a minute: is this one asleep? If all who are there ask, and in vain, a bot plays on."""

    seat: SeatNumber


class Pause(_Asked, frozen=True, tag="pause"):
    """Host: let the game wait."""


class Resume(_Asked, frozen=True, tag="resume"):
    """Host: let the game go on."""


class Start(_Asked, frozen=True, tag="start"):
    """Host: begin; bots of this level take the open seats."""

    level: Level = 3


class SetSeat(_Asked, frozen=True, tag="set-seat"):
    """Host, before the start: make a seat open, or give it to a bot. Whoever sat there has to leave."""

    seat: SeatNumber
    kind: Literal["open", "bot"]
    level: Level = 3


class AddSeat(_Asked, frozen=True, tag="add-seat"):
    """Host, before the start: one more seat, open."""


class RemoveSeat(_Asked, frozen=True, tag="remove-seat"):
    """Host, before the start: one seat less."""

    seat: SeatNumber


class ChangeSeat(_Asked, frozen=True, tag="change-seat"):
    """Before the start: sit down at another seat, which is open."""

    seat: SeatNumber


class MixSeats(_Asked, frozen=True, tag="mix-seats"):
    """Host, before the start: let chance say who sits where."""


class Revoke(_Asked, frozen=True, tag="revoke"):
    """Host: make all invites to a seat (None: to any seat, and the short code) worthless."""

    seat: SeatNumber | None = None


class Leave(_Asked, frozen=True, tag="leave"):
    """Give up the seat; during a game: let a bot play on."""


class Phrase(_Asked, frozen=True, tag="phrase"):
    """Say one of the preset phrases."""

    which: Annotated[str, Meta(max_length=32)]


class Ping(PlainData, frozen=True, tag_field="type", tag="ping", forbid_unknown_fields=True):
    """Are you there?"""

    n: int = 0


class Whole(PlainData, frozen=True, tag_field="type", tag="whole", forbid_unknown_fields=True):
    """Tell me the whole table: answered with ``news``, in which nothing has happened."""


#: What a seated person may ask of a table.
Ask = (
    Move
    | TakeBack
    | AskHint
    | Cut
    | OpenCut
    | Ready
    | Rematch
    | Back
    | Nudge
    | Pause
    | Resume
    | Start
    | SetSeat
    | AddSeat
    | RemoveSeat
    | ChangeSeat
    | MixSeats
    | Revoke
    | Leave
    | Phrase
)
FromClient = Hello | Ping | Whole | Ask

# ---------------------------------------------------------------- from the server


class Welcome(PlainData, frozen=True, tag_field="type", tag="welcome"):
    """The answer to ``hello``: the table as it stands after fact ``seq``, and what was missed since then."""

    v: int
    seq: int
    now: int
    view: TableView
    presence: Presence
    missed: tuple[WireEvent, ...] = ()


class News(PlainData, frozen=True, tag_field="type", tag="news"):
    """Something has happened: what, and the table as it stands now. ``seq`` is the ``since`` to resume with."""

    seq: int
    at: int
    happenings: tuple[WireEvent, ...]
    view: TableView


class Changes(PlainData, frozen=True, tag_field="type", tag="changes"):
    """Something has happened: what, and what has changed since ``after``, the news before; for clients of version 2.

    ``changed`` is the same for all who hear of it, ``own`` comes on top of it. Whoever does not know the table as it
    was ``after`` that asks for the ``whole`` of it.
    """

    seq: int
    after: int
    at: int
    changed: Changed
    happenings: tuple[WireEvent, ...]
    own: Changed


class Ack(PlainData, frozen=True, tag_field="type", tag="ack"):
    """It is done, and stored."""

    id: str
    seq: int


class Error(PlainData, frozen=True, tag_field="type", tag="error"):
    """It was not done. ``id`` is that of the message it answers, if it had one."""

    code: ErrorCode
    text: str
    id: str | None = None
    rule: str = ""
    about: dict[str, str | int] = field(default_factory=dict)  # what the sentence of this code is about


class Hints(PlainData, frozen=True, tag_field="type", tag="hints"):
    """What each legal move is likely to bring, best first (of layings, the best few): found out from what the seat can
    see. ``turn``: since which fact the seat has to move; what was found out for another turn is of no use.

    ``reasons``: why the best is better, where that can be said; their words are with the game. ``asked``: the move that
    was in mind, as it is written here; the reasons are then against it.
    """

    id: str
    turn: int
    moves: tuple[MoveOutlook, ...]
    reasons: tuple[Reason, ...]
    asked: str | None = None


class Said(PlainData, frozen=True, tag_field="type", tag="said"):
    """Somebody says a preset phrase."""

    seat: int
    which: str


class Pong(PlainData, frozen=True, tag_field="type", tag="pong"):
    """I am here."""

    n: int
    now: int


class Closing(PlainData, frozen=True, tag_field="type", tag="closing"):
    """The server closes this connection; ``again``: whether to connect anew."""

    why: ClosingCode
    text: str
    again: bool


FromServer = Welcome | News | Changes | Presence | Ack | Error | Hints | Said | Pong | Closing

_decoder = msgspec.json.Decoder(FromClient)
encode = msgspec.json.Encoder().encode


def decode(data: bytes | str) -> FromClient:
    """A message of a client; `msgspec.ValidationError` or `msgspec.DecodeError` if it is none.

    >>> decode('{"type": "ping", "n": 1, "n": 2}')
    Traceback (most recent call last):
        ...
    msgspec.DecodeError: a key stands there twice
    """
    message: FromClient = _decoder.decode(data)
    json.loads(data, object_pairs_hook=_once)  # readers differ in which of two they believe
    return message


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise msgspec.DecodeError("a key stands there twice")
    return found
