"""The seats of a table: whose they are, and what is known of whoever sits there."""

from dataclasses import dataclass, field

from stichwerk.games.plain_data import PlainData
from stichwerk.protocol.messages import SeatKind
from stichwerk.server.domain import facts

#: The level of the bot that plays for somebody who is away.
STAND_IN_LEVEL = 2


class Granted(PlainData, frozen=True):
    """A message that was granted: the fact it has become, and what it said (see `digests`; older logs do not tell)."""

    fact: int
    digest: str


@dataclass(slots=True)
class Guest:
    """Somebody who came late, and waits for the next deal."""

    name: str
    token: str
    face: str = ""
    here: bool = field(default=False, compare=False)  # in no log, as with those who sit


@dataclass(slots=True)
class TableSeat:
    """A seat: open (no token, no level), a bot's (level), or a person's (the hash of a token)."""

    name: str = ""
    token: str | None = None
    face: str = ""  # that the person has chosen
    level: int | None = None
    epoch: int = 0  # invites of an older one are worthless
    stand_in: facts.WhyStandIn | None = None
    cut: str | None = None  # the commitment to the salt; empty: did not want to cut; None: has not said
    salt: str | None = None
    held_back: bool = False  # did not open a cut for this game, and may not cut for it again
    cut_receipt: str = ""
    opening_receipt: str = ""
    ready: bool = False
    reserve_ms: int = 0
    turn_seq: int | None = None  # since which fact, and since when, a move of this seat is awaited
    turn_at: int = 0
    votes: list[int] = field(default_factory=list)  # who wants a bot to play here, for it is long awaited
    nudged_at: int = 0  # when the first of them said so
    stirred_at: int = 0  # when they last showed that they are there
    made: int = 0  # moves in this game, whoever made them
    moves: int = 0
    moves_ms: int = 0
    stand_in_moves: int = 0
    last_ms: int | None = None  # how long the last move took; None: a bot made it, or it was taken back
    hints: int = 0  # asked for in this game
    hinted_turn: int | None = None  # since which fact the turn is for which the last was
    tutor: bool = False
    guest: Guest | None = None  # who takes over from the bot with the next deal
    since_event: int = 0  # what happened in the game before this event, the seat knows only as all do
    asked: dict[str, Granted] = field(default_factory=dict)  # messages that were granted, by their id
    # Who is connected, and who has just come back, is in no log.
    here: bool = field(default=False, compare=False)
    away_since: int = field(default=0, compare=False)
    returned: bool = field(default=False, compare=False)

    @property
    def person(self) -> bool:
        """Whether it belongs to a person."""
        return self.token is not None

    @property
    def open(self) -> bool:
        """Whether anybody may sit here."""
        return self.token is None and self.level is None

    @property
    def kind(self) -> SeatKind:
        """Whose it is."""
        return "person" if self.person else "open" if self.open else "bot"

    @property
    def tokens(self) -> list[str]:
        """Of whom it belongs to, and of who waits for it."""
        guest = None if self.guest is None else self.guest.token
        return [token for token in (self.token, guest) if token is not None]

    @property
    def acts(self) -> bool:
        """Whether a person has to act here, and no bot does it for them."""
        return self.token is not None and self.stand_in is None

    @property
    def bot_level(self) -> int | None:
        """The level of the bot that plays here now."""
        return self.level if self.level is not None else STAND_IN_LEVEL if self.stand_in else None
