"""What a table is at one moment, and what can be asked of it. How it comes to that is told in `table`."""

import json
from array import array
from bisect import bisect_right
from typing import Any

from stichwerk.play.fair import commitment
from stichwerk.play.match import Match
from stichwerk.protocol.messages import GameResult, Status
from stichwerk.server.domain import facts
from stichwerk.server.domain.seats import TableSeat
from stichwerk.server.errors import NoEntry


class TableState:
    """Seats, game and clock of a table. Only who is connected changes from outside, and is in no log."""

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.seq, self.at = 0, 0
        self.status: Status = "lobby"
        self.game_id = ""
        self.options: dict[str, Any] = {}
        self.pace = facts.Pace()
        self.listed, self.late_guests, self.hints = False, False, False
        self.called: list[str] = []
        self.known: facts.KnownDeal | None = None  # the cards of the first game, if others play them too
        self.code, self.epoch = "", 0
        self.seats: list[TableSeat] = []
        self.host: int | None = 0
        self.number = 0  # of the game
        self.seed = ""
        self.first_dealer: int | None = None
        self.receipt_key = ""
        self.opening_cuts = False
        self.held_back: list[list[int]] = []  # who held back, each time that all had to cut again
        self.phase_at = 0  # when cutting, opening the cuts, or the break between two rounds began
        self.paused: facts.WhyPaused | None = None
        self.paused_at = 0
        self.agreed_at: int | None = None  # after a game: when the first wanted another one
        self.match: Match | None = None
        self.began_at = 0
        self.results: list[GameResult] = []
        self.points_with_same_cards: int | None = None
        self.slept = False  # until now; in no log, like who is connected
        # Of each fact since the game began: how many events of the match there were after it.
        self._fact_numbers, self._event_counts = array("q"), array("q")

    @property
    def commitment(self) -> str | None:
        """The SHA-256 of the seed of the game, once it is fixed."""
        return commitment(self.seed) if self.seed else None

    @property
    def known_deal(self) -> facts.KnownDeal | None:
        """The cards of this game, if others play them too."""
        return self.known if self.number == 1 else None

    def luck(self, number: int) -> str | None:
        """What the chance of a bot's next move comes from where it is the same for all; None: it is secret."""
        known = self.known_deal
        return None if known is None else f"{known.seed} {json.dumps(known.salts)} {self.seats[number].made}"

    @property
    def cutting_time(self) -> int:
        """The how-manieth time everybody cuts for this game: more than once if somebody held back."""
        return 1 + len(self.held_back)

    @property
    def gives_receipts(self) -> bool:
        """Whether there is still something to tell of the cuts. Later on they are in the record, and only there: not in
        everything that is told of a game."""
        return self.status == "cutting" or (self.status == "playing" and self.at == self.began_at)

    @property
    def names(self) -> list[str]:
        """The names of those who sit, or will."""
        guests = [seat.guest.name for seat in self.seats if seat.guest is not None]
        return [seat.name for seat in self.seats if seat.name] + guests

    def seat_of(self, token: str | None) -> int | None:
        """The seat that belongs to the (hashed) token; None for somebody who only watches, if only for now."""
        if token is None:
            return None
        for number, seat in enumerate(self.seats):
            if seat.token == token:
                return number
        if self.place_of(token) is not None:
            return None
        raise NoEntry("this seat is no longer yours: ask for a new invite", "bad-token")

    def place_of(self, token: str) -> int | None:
        """The seat that belongs to the token, or will with the next deal."""
        for number, seat in enumerate(self.seats):
            if token in seat.tokens:
                return number
        return None

    def for_guests(self) -> list[int]:
        """The seats that somebody who comes late can take over: those of bots, unless somebody waits for one."""
        bots = ((number, seat) for number, seat in enumerate(self.seats) if seat.level is not None)
        return [number for number, seat in bots if seat.guest is None or not seat.guest.here]

    @property
    def awake(self) -> bool:
        """Whether any person of the table is connected. If not, it sleeps: no clock runs, no bot plays."""
        for seat in self.seats:
            if (seat.here and seat.token is not None) or (seat.guest is not None and seat.guest.here):
                return True
        return False

    @property
    def going_on(self) -> bool:
        """Whether moves can be made."""
        return self.status == "playing" and self.paused is None

    def bots_to_move(self) -> tuple[tuple[int, int], ...]:
        """The seats for which a bot has to move now, with its level."""
        if not self.going_on or self.match is None or not self.awake:
            return ()
        levels = ((number, self.seats[number].bot_level) for number in self.match.waiting)
        return tuple((number, level) for number, level in levels if level is not None)

    def alone(self, number: int) -> bool:
        """Whether somebody plays with nothing but bots."""
        return [other for other, seat in enumerate(self.seats) if seat.token is not None] in ([], [number])

    def may_ask_hints(self, number: int) -> bool:
        """Whether somebody may ask for hints: alone with bots, or where the host allows it."""
        return self.hints or self.alone(number)

    def may_take_back(self, number: int) -> bool:
        """Whether a person may take back the last move: only bots have seen it, and nothing was learned since."""
        if not self.going_on or self.match is None or not self.alone(number) or self.seats[number].last_ms is None:
            return False
        return self.match.may_take_back(number)

    def deadline(self, number: int) -> int | None:
        """When the time of a person whose move is awaited runs out."""
        seat = self.seats[number]
        if self.pace.move is None or not self.going_on or not seat.acts or seat.turn_seq is None:
            return None
        return seat.turn_at + 1000 * self.pace.move + seat.reserve_ms

    def awaited_since(self, number: int) -> int | None:
        """Since when the game waits for a person: for a move, or to be ready for the next round."""
        seat = self.seats[number]
        if not self.going_on or self.match is None or not seat.acts:
            return None
        if self.match.between_rounds:
            return None if seat.ready else max(self.phase_at, seat.stirred_at)
        return None if seat.turn_seq is None else max(seat.turn_at, seat.stirred_at)

    @property
    def event_count(self) -> int:
        """How many events of the match there have been; none before the game."""
        return 0 if self.match is None else self.match.event_count

    def events_after(self, seq: int) -> int:
        """How many events of the match there were after this fact; none if the fact is from before the game."""
        place = bisect_right(self._fact_numbers, seq) - 1
        return self._event_counts[place] if place >= 0 else 0

    def presence(self, number: int, here: bool, now: int) -> None:
        """Somebody has connected or gone. Whatever follows from it, the next look at the clock decides."""
        self._wake(here, now)
        seat = self.seats[number]
        seat.returned = here and not seat.here
        if not here and seat.here:
            seat.away_since = now
        seat.here = here

    def presence_of(self, token: str, here: bool, now: int) -> bool:
        """The same for the holder of a token, also if they wait for their seat; whether there is one."""
        number = self.place_of(token)
        if number is None:
            return False
        guest = self.seats[number].guest
        if guest is None or guest.token != token:
            self.presence(number, here, now)
        else:
            self._wake(here, now)
            guest.here = here
        return True

    def _wake(self, here: bool, now: int) -> None:
        if here and not self.awake:
            self.slept = self.status in ("cutting", "playing")
            for other in self.seats:  # nobody's absence counts from before
                other.away_since = max(other.away_since, now)
