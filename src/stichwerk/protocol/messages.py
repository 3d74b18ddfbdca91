"""All messages over the WebSocket and all bodies over HTTP, typed. The browser's types are generated from these.

A message is a JSON object whose ``type`` says what it is. Times are milliseconds since 1970 by the server's clock.
Messages from the server are built in `stichwerk.server.wire.outbox` and nowhere else.
"""

import json
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field

from stichwerk.games.annotations import BidPayoff, Feat, Standing
from stichwerk.games.view import Tableau
from stichwerk.play.score_sheet import SheetRound
from stichwerk.protocol.error_codes import ERROR_CODES, ClosingCode
from stichwerk.protocol.wire_events import OWN, WireEvent

#: The version of the protocol, in ``hello`` and ``welcome``.
VERSION = 1

Id = Annotated[str, Meta(max_length=64)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Level = Annotated[int, Meta(ge=1, le=5)]
Token = Annotated[str, Meta(max_length=128)]
Text = Annotated[str, Meta(max_length=200)]
#: One of the faces that ``/api/about`` names. A client draws one that it does not know as if none was chosen.
Face = Annotated[str, Meta(max_length=32)]
Status = Literal["lobby", "cutting", "playing", "over", "closed"]
SeatKind = Literal["person", "bot", "open"]
#: One of `ERROR_CODES`, or one that only a game knows, or a newer server.
ErrorCode = Annotated[str, Meta(extra_json_schema={"$ref": "#/$defs/ErrorCode"})]

# ---------------------------------------------------------------- what a table is like


class Pace(Struct, frozen=True, forbid_unknown_fields=True):
    """How fast a table plays. Seconds.

    ``move``: for each move, None is untimed; ``reserve``: for the whole game beyond that. ``grace``: how long somebody
    may be away before a bot plays for them, or, with ``pause``, the game waits. ``bots``: how long bots seem to think.
    """

    move: Annotated[int, Meta(ge=3, le=86_400)] | None = None
    reserve: Annotated[int, Meta(ge=0, le=86_400)] = 0
    grace: Annotated[int, Meta(ge=0, le=86_400)] = 60
    pause: bool = False
    bots: Annotated[float, Meta(ge=0, le=10)] = 1.0


class SeatView(Struct, frozen=True):
    """A seat as everybody sees it."""

    name: str
    kind: SeatKind
    level: int | None = None  # of the bot that sits here
    face: str | None = None  # that the person has chosen
    stand_in: Literal["away", "late", "left", "asleep"] | None = None  # why a bot plays for the person
    cut: Literal["waiting", "none", "committed", "opened", "held-back"] | None = None
    cut_commitment: str | None = None
    salt: str | None = None
    cut_receipt: str | None = None  # until the first move: what the server has signed, that it has the cut
    opening_receipt: str | None = None  # and that the salt is open
    ready: bool = False  # for the next round, or for a rematch
    reserve_ms: int | None = None
    deadline: int | None = None  # when the time for the move that is awaited runs out
    ask_from: int | None = None  # without a clock: from when on the others may ask whether the person is there
    votes: tuple[int, ...] = ()  # the seats that have asked, and want a bot to play here
    guest: str | None = None  # who came late and takes over from the bot with the next deal


class RefusedMoves(Struct, frozen=True):
    """Moves that the rules forbid here, and why: a code and what the sentence of this code is about."""

    code: str
    reason: str
    rule: str
    about: dict[str, str | int]
    moves: tuple[str, ...]


class LastTrick(Struct, frozen=True):
    """The trick that was taken last: by whom; its cards in the order played, the leader's first."""

    seat: int
    leader: int
    cards: tuple[str, ...]


class Play(Struct, frozen=True, omit_defaults=True):
    """The game as one seat (or a spectator) sees it: made from `Match.view` and nothing else.

    What has a default is left out where it does not apply. ``trumps``: those of this round in the order they came,
    null where there was none; the last is the one now. The others are told in `stichwerk.games.annotations`.
    """

    table: Tableau
    legal: tuple[str, ...]
    refused: tuple[RefusedMoves, ...]
    to_lay: int  # when cards are to be laid: how many; any will do
    wait: str | None  # why the seat may not move now
    rounds_planned: int | None
    score_sheet: tuple[tuple[int, ...], ...]
    last_trick: LastTrick | None
    winners: tuple[int, ...] | None
    trick_winner: int | None = None  # the seat whose card is winning the trick so far
    trumps: tuple[str | None, ...] = ()
    sums: tuple[int, ...] = ()  # what each seat would get if the round ended now, where that can be told
    standings: tuple[Standing, ...] = ()  # how each seat's tricks stand to its bid
    bid_payoffs: tuple[BidPayoff, ...] = ()  # for a seat that has to bid: what each bid is worth
    feats: tuple[Feat, ...] = ()  # when the round is over: what deserves a moment of its own
    more: dict[str, Any] = field(default_factory=dict)  # what only this game tells, by name


class SameCards(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Cards that several play: those of a ``day`` (like 2026-11-16), or of a ``game`` that somebody has finished at a
    ``table`` with none but bots. (A game may be both.)"""

    day: Annotated[str, Meta(max_length=10)] | None = None
    table: Id | None = None
    game: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None


class TableView(Struct, frozen=True):
    """A table as one seat (or a spectator) sees it."""

    id: str
    game: str
    options: dict[str, Any]
    status: Status
    listed: bool
    pace: Pace
    seats: tuple[SeatView, ...]
    host: int | None
    you: int | None
    number: int  # of the game: 1 is the first, a rematch the next
    code: str | None = None  # to join by; shown to those who sit
    paused: Literal["host", "away"] | None = None
    commitment: str | None = None
    cutting_time: int = 1  # more than 1: somebody held back, so all others cut again, with new salts
    opening_cuts: bool = False  # all have cut: now the salts are to be opened
    receipt_key: str | None = None  # the public key of the receipts for cuts, as long as they are told
    late_guests: bool = False  # whether somebody who comes late may take over the seat of a bot
    first_dealer: int | None = None  # in a rematch, where it is not drawn
    seed: str | None = None  # when the game is over
    rematch_at: int | None = None  # after a game: when another begins without those who have not said that they want it
    take_back: bool = False  # whether your last move can still be taken back
    same_cards: SameCards | None = None  # whose cards these are, if others play them too
    play: Play | None = None


class Presence(Struct, frozen=True, tag_field="type", tag="presence"):
    """Who is connected, by seat, and how many watch."""

    here: tuple[bool, ...]
    watching: int


# ---------------------------------------------------------------- from the client


class Hello(Struct, frozen=True, tag_field="type", tag="hello", forbid_unknown_fields=True):
    """The first message: to which table, with which token (without one: to watch), from which point on."""

    table: Id
    v: int = VERSION
    token: Token | None = None
    since: int | None = None


class _Asked(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Something that is answered with an ``ack`` or an ``error`` of the same id. Sent twice it happens once."""

    id: Id


class Move(_Asked, frozen=True, tag="move"):
    """A move. ``seen``: the number of the news it answers; it is refused if the table has gone on since."""

    move: Text
    seen: int | None = None


class TakeBack(_Asked, frozen=True, tag="take-back"):
    """Where all others are bots: take back the last move, as long as nothing has followed from it."""


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


class Ping(Struct, frozen=True, tag_field="type", tag="ping", forbid_unknown_fields=True):
    """Are you there?"""

    n: int = 0


#: What a seated person may ask of a table.
Ask = (
    Move
    | TakeBack
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
FromClient = Hello | Ping | Ask

# ---------------------------------------------------------------- from the server


class Welcome(Struct, frozen=True, tag_field="type", tag="welcome"):
    """The answer to ``hello``: the table as it stands after fact ``seq``, and what was missed since then."""

    v: int
    seq: int
    now: int
    view: TableView
    presence: Presence
    missed: tuple[WireEvent, ...] = ()


class News(Struct, frozen=True, tag_field="type", tag="news"):
    """Something has happened: what, and the table as it stands now. ``seq`` is the ``since`` to resume with."""

    seq: int
    at: int
    happenings: tuple[WireEvent, ...]
    view: TableView


class Ack(Struct, frozen=True, tag_field="type", tag="ack"):
    """It is done, and stored."""

    id: str
    seq: int


class Error(Struct, frozen=True, tag_field="type", tag="error"):
    """It was not done. ``id`` is that of the message it answers, if it had one."""

    code: ErrorCode
    text: str
    id: str | None = None
    rule: str = ""
    about: dict[str, str | int] = field(default_factory=dict)  # what the sentence of this code is about


class Said(Struct, frozen=True, tag_field="type", tag="said"):
    """Somebody says a preset phrase."""

    seat: int
    which: str


class Pong(Struct, frozen=True, tag_field="type", tag="pong"):
    """I am here."""

    n: int
    now: int


class Closing(Struct, frozen=True, tag_field="type", tag="closing"):
    """The server closes this connection; ``again``: whether to connect anew."""

    why: ClosingCode
    text: str
    again: bool


FromServer = Welcome | News | Presence | Ack | Error | Said | Pong | Closing

# ---------------------------------------------------------------- over HTTP


class SeatWish(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a new table, beside the host's own."""

    kind: Literal["open", "bot"] = "open"
    level: Level = 3


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Open a table; whoever does sits at seat 0 and is the host.

    ``same_cards``: play the cards that others play too. Seats and options are then those of all who do (for a day, the
    level of the bots can be chosen: 3 or 5), nobody cuts, and the bots have the same luck.
    """

    game: Annotated[str, Meta(max_length=40)]
    name: Text
    seats: Annotated[list[SeatWish], Meta(max_length=15)]
    options: dict[str, Any] = field(default_factory=dict)
    pace: Pace = field(default_factory=Pace)
    listed: bool = False
    late_guests: bool = True  # somebody who comes late may take over the seat of a bot, with the next deal
    same_cards: SameCards | None = None
    face: Face | None = None


class JoinTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Take a seat: with an invite, with a short code, or at a listed table with its id.

    ``seat``: only this one; else the first that is free. At a table that plays already it is that of a bot, and yours
    with the next deal; until then you watch. ``secret``: random text of your own, at least 22 letters. If the answer is
    lost, ask once more with the same one, and the seat that is yours already is told again.
    """

    name: Text
    invite: Annotated[str, Meta(max_length=300)] | None = None
    code: Annotated[str, Meta(max_length=20)] | None = None
    table: Id | None = None
    seat: SeatNumber | None = None
    secret: Annotated[str, Meta(min_length=22, max_length=100)] | None = None
    face: Face | None = None


class Seat(Struct, frozen=True):
    """A seat that is now yours, or (``waits``) will be with the next deal. The token is told only once."""

    table: str
    seat: int
    token: str
    code: str | None = None
    waits: bool = False


class LookAtTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Look at a table before sitting down: with an invite, or with its id."""

    invite: Annotated[str, Meta(max_length=300)] | None = None
    table: Id | None = None


class NewInvite(Struct, frozen=True, forbid_unknown_fields=True):
    """Ask for an invite: to this seat, or (None) to any open one."""

    seat: SeatNumber | None = None


class InviteLink(Struct, frozen=True):
    """A signed invite, to be put behind the ``#`` of a link."""

    invite: str


class TableSummary(Struct, frozen=True):
    """A table in a list."""

    id: str
    game: str
    status: Status
    seats: tuple[SeatView, ...]
    pace: Pace
    changed_at: int
    number: int
    round: int | None = None  # of the game, when it was last dealt; and the points then, by seat
    totals: tuple[int, ...] = ()
    here: int = 0  # how many of those who sit are connected; told in the list of all tables
    late_guests: bool = False  # whether somebody who comes late may take over the seat of a bot


class WithSameCards(Struct, frozen=True):
    """What everybody at this server has made of cards that several play: the points, the best first."""

    points: tuple[int, ...]


class AtTheDoor(Struct, frozen=True):
    """A table as somebody sees it who may come in.

    ``free``: the seats they can have, open ones or, at a table that plays already, those of bots. ``seat``: the only
    one that their invite is for. ``round``: of the game that is played.
    """

    table: TableSummary
    options: dict[str, Any]
    host: str | None
    here: tuple[bool, ...]
    late_guests: bool
    free: tuple[int, ...]
    seat: int | None = None
    round: int | None = None


class Tokens(Struct, frozen=True, forbid_unknown_fields=True):
    """The tokens a browser holds."""

    tokens: Annotated[list[Token], Meta(max_length=200)]


class MySeat(Struct, frozen=True):
    """A table at which one holds a seat; ``token`` is the place in the list that was sent."""

    token: int
    seat: int
    table: TableSummary


class GameResult(Struct, frozen=True):
    """How a game at a table ended."""

    number: int
    began: int
    ended: int
    names: tuple[str, ...]
    bots: tuple[int | None, ...]  # the level, by seat; None where a person sat
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    rounds: int
    moves: int


class PlayerStatistics(Struct, frozen=True):
    """What one seat's player has reached at a table, over all games."""

    name: str
    games: int
    wins: int
    points: int
    moves: int
    mean_move_ms: int | None
    stand_in_moves: int


class Statistics(Struct, frozen=True):
    """The statistics of a table."""

    games: tuple[GameResult, ...]
    players: tuple[PlayerStatistics, ...]


class Sheet(Struct, frozen=True):
    """The score sheet of a game: its finished rounds, and the hand sizes of all planned ones (none: to a target)."""

    number: int
    game: str
    names: tuple[str, ...]
    rounds: tuple[SheetRound, ...]
    planned: tuple[int, ...] | None
    winners: tuple[int, ...] | None


class Frame(Struct, frozen=True):
    """A moment of a game that is over: what happened, and the game as it then was."""

    happenings: tuple[WireEvent, ...]
    play: Play


class Replay(Struct, frozen=True):
    """A game that is over, moment by moment: one frame for each deal and each move.

    ``seat``: as this seat saw it; None: as a spectator did. ``open``: with everybody's cards and bids instead.
    ``rounds``: how many there are; ``round``: of which the frames are; None: of all.
    """

    game: str
    options: dict[str, Any]
    names: tuple[str, ...]
    seat: int | None
    open: bool
    rounds: int
    round: int | None
    frames: tuple[Frame, ...]


class LessonStep(Struct, frozen=True):
    """Something that is said in a guided round before this move. ``look``: what it points at, or nothing.

    ``wrong``: why a move that may be made there is not wise; by the move, or under ``*`` for all others.
    """

    at: int
    say: str
    look: str
    wrong: dict[str, str]


class Lesson(Struct, frozen=True):
    """A guided round: a prepared deal in which the reader plays seat 0, and is told what to think of.

    ``moves``: what is to be played after each frame; None: the others play. ``sheet``: how the points come about.
    """

    replay: Replay
    moves: tuple[str | None, ...]
    steps: tuple[LessonStep, ...]
    sheet: SheetRound


#: Everything that needs a type in the browser.
ALL = (
    FromClient, FromServer, NewTable, JoinTable, Seat, LookAtTable, AtTheDoor, NewInvite, InviteLink, TableSummary,
    Tokens, MySeat, Statistics, Sheet, Replay, WithSameCards, Lesson,
)  # fmt: skip

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


def json_schema() -> dict[str, Any]:
    """The JSON Schema of all messages and bodies: ``$defs`` by name, and the two directions."""
    (client, server, *_), components = msgspec.json.schema_components(ALL, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$defs": _without_own({**components, **code_schemas(), "FromClient": client, "FromServer": server}),
    }


def code_schemas() -> dict[str, Any]:
    """The schemas of the codes of errors, by name: those that are known, and that there may be others."""
    known = {"description": "The codes that every client may know.", "enum": list(ERROR_CODES)}
    others = {"type": "string", "description": "A code of a game, or of a newer server: show the text beside it."}
    told = "Why something was not done. A client passes over a code that it does not know."
    return {
        "KnownErrorCode": known,
        "ErrorCode": {"description": told, "anyOf": [{"$ref": "#/$defs/KnownErrorCode"}, others]},
    }


def _without_own(schema: Any) -> Any:
    """The schema without the events that only one game has: they are no part of the protocol."""
    if isinstance(schema, list):
        return [_without_own(each) for each in schema if not _is_own(each)]
    if not isinstance(schema, dict):
        return schema
    return {key: _without_own(each) for key, each in schema.items() if key not in OWN}


def _is_own(schema: Any) -> bool:
    return isinstance(schema, dict) and str(schema.get("$ref", "")).rpartition("/")[2] in OWN
