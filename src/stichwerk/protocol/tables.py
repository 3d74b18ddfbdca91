"""A table as the protocol shows it, to one seat or to a spectator."""

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from stichwerk.games.annotations import BidPayoff, Feat, Standing
from stichwerk.games.plain_data import PlainData
from stichwerk.games.view import Tableau

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


class Pace(PlainData, frozen=True, forbid_unknown_fields=True):
    """How fast a table plays. Seconds.

    ``move``: for each move, None is untimed; ``reserve``: for the whole game beyond that. ``grace``: how long somebody
    may be away before a bot plays for them, or, with ``pause``, the game waits. ``bots``: how long bots seem to think.
    """

    move: Annotated[int, Meta(ge=3, le=86_400)] | None = None
    reserve: Annotated[int, Meta(ge=0, le=86_400)] = 0
    grace: Annotated[int, Meta(ge=0, le=86_400)] = 60
    pause: bool = False
    bots: Annotated[float, Meta(ge=0, le=10)] = 1.0


class SeatView(PlainData, frozen=True):
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
    hints: int = 0  # asked for in this game
    tutor: bool = False  # whether somebody plays this game with the tutor


class RefusedMoves(PlainData, frozen=True):
    """Moves that the rules forbid here, and why: a code and what the sentence of this code is about."""

    code: str
    reason: str
    rule: str
    about: dict[str, str | int]
    moves: tuple[str, ...]


class LastTrick(PlainData, frozen=True):
    """The trick that was taken last: by whom; its cards in the order played, the leader's first."""

    seat: int
    leader: int
    cards: tuple[str, ...]


class Play(PlainData, frozen=True, omit_defaults=True):
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


class SameCards(PlainData, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Cards that several play: those of a ``day`` (like 2026-11-16), or of a ``game`` that somebody has finished at a
    ``table`` with none but bots. (A game may be both.)"""

    day: Annotated[str, Meta(max_length=10)] | None = None
    table: Id | None = None
    game: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None


class TableView(PlainData, frozen=True):
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
    hints: bool = False  # whether you may ask for hints here
    same_cards: SameCards | None = None  # whose cards these are, if others play them too
    play: Play | None = None


class Presence(PlainData, frozen=True, tag_field="type", tag="presence"):
    """Who is connected, by seat, and how many watch."""

    here: tuple[bool, ...]
    watching: int
