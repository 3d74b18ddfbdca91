"""All bodies over HTTP: to come to a table, and to look at tables and at games that are over."""

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from stichwerk.games.plain_data import PlainData
from stichwerk.play.score_sheet import SheetRound
from stichwerk.protocol.tables import Face, Id, Level, Pace, Play, SameCards, SeatNumber, SeatView, Status, Text, Token
from stichwerk.protocol.wire_events import WireEvent


class SeatWish(PlainData, frozen=True, forbid_unknown_fields=True):
    """A seat of a new table, beside the host's own."""

    kind: Literal["open", "bot"] = "open"
    level: Level = 3


class NewTable(PlainData, frozen=True, forbid_unknown_fields=True):
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
    hints: bool = False  # also where several people play, everybody may ask for hints


class JoinTable(PlainData, frozen=True, forbid_unknown_fields=True):
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


class Seat(PlainData, frozen=True):
    """A seat that is now yours, or (``waits``) will be with the next deal. The token is told only once."""

    table: str
    seat: int
    token: str
    code: str | None = None
    waits: bool = False


class LookAtTable(PlainData, frozen=True, forbid_unknown_fields=True):
    """Look at a table before sitting down: with an invite, or with its id."""

    invite: Annotated[str, Meta(max_length=300)] | None = None
    table: Id | None = None


class NewInvite(PlainData, frozen=True, forbid_unknown_fields=True):
    """Ask for an invite: to this seat, or (None) to any open one."""

    seat: SeatNumber | None = None


class InviteLink(PlainData, frozen=True):
    """A signed invite, to be put behind the ``#`` of a link."""

    invite: str


class TableSummary(PlainData, frozen=True):
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


class WithSameCards(PlainData, frozen=True):
    """What everybody at this server has made of cards that several play: the points, the best first."""

    points: tuple[int, ...]


class CardsWorth(PlainData, frozen=True):
    """What Masters make of the cards that a seat had in a game: points on average, and the standard error of that."""

    points: float
    error: float


class HeldCards(PlainData, frozen=True):
    """What the others could have held when a ``seat`` made a move, as far as it could know: by seat, how likely each
    card was in its hand, the likeliest first. Of the seat itself nothing is told."""

    seat: int
    hands: tuple[dict[str, float], ...]


class AtTheDoor(PlainData, frozen=True):
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


class Tokens(PlainData, frozen=True, forbid_unknown_fields=True):
    """The tokens a browser holds."""

    tokens: Annotated[list[Token], Meta(max_length=200)]


class MySeat(PlainData, frozen=True):
    """A table at which one holds a seat; ``token`` is the place in the list that was sent."""

    token: int
    seat: int
    table: TableSummary


class GameResult(PlainData, frozen=True):
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
    hints: tuple[int, ...] = ()  # how many were asked for, by seat
    tutors: tuple[bool, ...] = ()  # who played with the tutor


class PlayerStatistics(PlainData, frozen=True):
    """What one seat's player has reached at a table, over all games."""

    name: str
    games: int
    wins: int
    points: int
    moves: int
    mean_move_ms: int | None
    stand_in_moves: int


class Statistics(PlainData, frozen=True):
    """The statistics of a table."""

    games: tuple[GameResult, ...]
    players: tuple[PlayerStatistics, ...]


class Sheet(PlainData, frozen=True):
    """The score sheet of a game: its finished rounds, and the hand sizes of all planned ones (none: to a target)."""

    number: int
    game: str
    names: tuple[str, ...]
    rounds: tuple[SheetRound, ...]
    planned: tuple[int, ...] | None
    winners: tuple[int, ...] | None


class Frame(PlainData, frozen=True):
    """A moment of a game that is over: what happened, and the game as it then was."""

    happenings: tuple[WireEvent, ...]
    play: Play


class Replay(PlainData, frozen=True):
    """A game that is over, moment by moment: one frame for each deal and each move.

    ``seat``: as this seat saw it; None: as a spectator did. ``open``: with everybody's cards and bids instead.
    ``rounds``: how many there are; ``round``: of which the frames are; None: of all. ``bots``: their levels, by seat;
    None where a person sat, or nobody knows.
    """

    game: str
    options: dict[str, Any]
    names: tuple[str, ...]
    bots: tuple[int | None, ...]
    seat: int | None
    open: bool
    rounds: int
    round: int | None
    frames: tuple[Frame, ...]


class LessonStep(PlainData, frozen=True):
    """Something that is said in a guided round before this move. ``look``: what it points at, or nothing.

    ``wrong``: why a move that may be made there is not wise; by the move, or under ``*`` for all others.
    """

    at: int
    say: str
    look: str
    wrong: dict[str, str]


class Lesson(PlainData, frozen=True):
    """A guided round: a prepared deal in which the reader plays seat 0, and is told what to think of.

    ``moves``: what is to be played after each frame; None: the others play. ``sheet``: how the points come about.
    """

    replay: Replay
    moves: tuple[str | None, ...]
    steps: tuple[LessonStep, ...]
    sheet: SheetRound
