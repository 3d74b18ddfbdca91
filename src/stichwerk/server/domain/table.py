"""One table: its seats, its game, its clock. It is the sum of the facts of its log, and changes by nothing else.

What may happen next is decided in `stichwerk.server.domain.decide`; here it happens. The same lines always give the
same table. Only who is connected (`Seat.here`) comes from outside and is in no log: after a restart nobody is, at
first.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import singledispatchmethod
from sys import intern

from stichwerk.errors import UnknownGame, quoted
from stichwerk.games import game as find_game
from stichwerk.play.fair import FairDeals
from stichwerk.play.match import Match
from stichwerk.protocol.messages import GameResult
from stichwerk.server.domain import facts
from stichwerk.server.domain.facts import Line
from stichwerk.server.domain.names import bot_name
from stichwerk.server.domain.seats import Granted, Guest, TableSeat
from stichwerk.server.domain.table_state import TableState
from stichwerk.server.errors import UnknownTable

#: So many of the latest messages of each seat are remembered, to know them again when they come twice.
_REMEMBERED = 64


class Table(TableState):
    """A table. ``Table.of(id, lines)`` makes it from its log."""

    @classmethod
    def of(cls, table_id: str, lines: Iterable[Line]) -> "Table":
        """The table with this log."""
        table = None
        for grown in cls.growing(table_id, lines):
            table = grown
        if table is None:
            raise UnknownTable("there is no such table: it may be long over, or the link is incomplete")
        return table

    @classmethod
    def growing(cls, table_id: str, lines: Iterable[Line]) -> Iterator["Table"]:
        """The same table after each line of its log. Refused if its game is not installed here."""
        table = cls(table_id)
        for line in lines:
            table.apply(facts.decode(line.fact), line.at)
            if table.seq == 1:
                table._check_game()
            yield table

    def _check_game(self) -> None:
        try:
            find_game(self.game_id)
        except UnknownGame:
            raise UnknownGame(
                f"this table plays {quoted(self.game_id)}, a game that is not installed here; it is kept until it is"
            ) from None

    # ------------------------------------------------------------ what happens

    def apply(self, fact: facts.AnyFact, at: int) -> None:
        """Let a fact happen that is, or will always be, in the log."""
        self.seq += 1
        self.at = at
        if fact.id and fact.by is not None:
            self._remember(self.seats[fact.by].asked, fact)
        _happening(type(fact))(self, fact)
        self._note_turns()
        self._note_votes(fact)
        if self.match is not None:
            self._fact_numbers.append(self.seq)
            self._event_counts.append(self.match.event_count)

    def _remember(self, asked: dict[str, Granted], fact: facts.Fact) -> None:
        asked[fact.id] = Granted(self.seq, fact.digest)
        if len(asked) > _REMEMBERED:
            del asked[next(iter(asked))]

    def _note_turns(self) -> None:
        waiting: Sequence[int] = self.match.waiting if self.match is not None and self.status == "playing" else ()
        for number, seat in enumerate(self.seats):
            if number not in waiting:
                seat.turn_seq = None
            elif seat.turn_seq is None:
                seat.turn_seq, seat.turn_at = self.seq, self.at

    def _note_votes(self, fact: facts.AnyFact) -> None:
        """Whoever does anything is there, and nobody is asked who is not awaited."""
        for number, seat in enumerate(self.seats):
            if seat.votes and fact.by == number:
                seat.stirred_at = self.at
            if seat.votes and (fact.by == number or self.awaited_since(number) is None):
                seat.votes.clear()

    @singledispatchmethod
    def _happen(self, fact: facts.Fact) -> None:
        raise AssertionError(f"nobody knows what {type(fact).__name__} does")

    # ---- the lobby

    @_happen.register
    def _opened(self, fact: facts.Opened) -> None:
        self.game_id, self.pace, self.listed, self.code = fact.game, fact.pace, fact.listed, fact.code
        self.late_guests, self.called, self.known = fact.late_guests, fact.called, fact.known
        self.hints = fact.hints
        self.options = dict(fact.options)
        self.seats = [TableSeat(fact.name, fact.token, fact.face)]
        for wish in fact.seats:
            level = wish.level if wish.kind == "bot" else None
            self.seats.append(TableSeat(bot_name(self.names, self.called) if level is not None else "", level=level))

    @_happen.register
    def _sat(self, fact: facts.Sat) -> None:
        self.seats[fact.seat] = TableSeat(fact.name, fact.token, fact.face, epoch=self.seats[fact.seat].epoch + 1)
        self.seats[fact.seat].away_since = self.at

    @_happen.register
    def _guest_came(self, fact: facts.GuestCame) -> None:
        self.seats[fact.seat].guest = Guest(fact.name, fact.token, fact.face)

    @_happen.register
    def _took_over(self, fact: facts.TookOver) -> None:
        before = self.seats[fact.seat]
        guest = before.guest
        assert guest is not None, "only who waits for a seat takes it over"
        self.seats[fact.seat] = TableSeat(
            guest.name,
            guest.token,
            guest.face,
            epoch=before.epoch + 1,
            reserve_ms=1000 * self.pace.reserve,
            since_event=self.event_count,
            here=guest.here,
            away_since=self.at,
        )
        if self.match is not None and self.status == "playing":
            self.match.take_over(fact.seat, guest.name, {"level": before.level})

    @_happen.register
    def _seat_set(self, fact: facts.SeatSet) -> None:
        self.seats[fact.seat] = TableSeat(epoch=self.seats[fact.seat].epoch + 1)
        if fact.level is not None:
            self.seats[fact.seat].name, self.seats[fact.seat].level = bot_name(self.names, self.called), fact.level

    @_happen.register
    def _seat_added(self, fact: facts.SeatAdded) -> None:
        self.seats.append(TableSeat(epoch=self.seats[-1].epoch + 1000))  # never that of a seat that was removed

    @_happen.register
    def _seat_removed(self, fact: facts.SeatRemoved) -> None:
        del self.seats[fact.seat]
        for seat in self.seats[fact.seat :]:  # their invites name another seat now
            seat.epoch += 1000
        if self.host is not None and self.host > fact.seat:
            self.host -= 1

    @_happen.register
    def _seats_swapped(self, fact: facts.SeatsSwapped) -> None:
        order = list(range(len(self.seats)))
        order[fact.seat], order[fact.other] = fact.other, fact.seat
        self._sit_anew(order)

    @_happen.register
    def _seats_mixed(self, fact: facts.SeatsMixed) -> None:
        self._sit_anew(fact.order)

    def _sit_anew(self, order: Sequence[int]) -> None:
        """Everybody at another seat: by seat, where they sat before."""
        newest = 1000 + max(seat.epoch for seat in self.seats)
        self.seats = [self.seats[before] for before in order]
        for number, before in enumerate(order):
            if number != before:  # their invites name another seat now
                self.seats[number].epoch = newest
        if self.host is not None:
            self.host = list(order).index(self.host)

    @_happen.register
    def _host_moved(self, fact: facts.HostMoved) -> None:
        self.host = fact.seat

    @_happen.register
    def _revoked(self, fact: facts.Revoked) -> None:
        if fact.seat is None:
            self.epoch, self.code = self.epoch + 1, fact.code
        else:
            self.seats[fact.seat].epoch += 1

    @_happen.register
    def _closed(self, fact: facts.Closed) -> None:
        self.status, self.host = "closed", None

    # ---- a game begins

    @_happen.register
    def _shuffled(self, fact: facts.Shuffled) -> None:
        self.status, self.number = "cutting", self.number + 1
        self.seed, self.first_dealer, self.receipt_key = fact.seed, fact.first_dealer, fact.receipt_key
        self.held_back, self.paused, self.match = [], None, None
        self.agreed_at = None
        for seat in self.seats:
            seat.since_event = 0
        del self._fact_numbers[:], self._event_counts[:]
        for seat in self.seats:
            seat.held_back, seat.ready, seat.reserve_ms, seat.made = False, False, 1000 * self.pace.reserve, 0
            seat.hints, seat.hinted_turn, seat.tutor = 0, None, False
        self._let_cut(range(len(self.seats)))

    def _let_cut(self, who: Container[int]) -> None:
        """Nobody has cut, and these seats may."""
        self.opening_cuts, self.phase_at = False, self.at
        for number, seat in enumerate(self.seats):
            seat.cut, seat.salt = None if number in who else "", None
            seat.cut_receipt = seat.opening_receipt = ""

    @_happen.register
    def _cuts_again(self, fact: facts.CutsAgain) -> None:
        self.held_back.append(fact.held_back)
        for number in fact.held_back:
            self.seats[number].held_back = True
        self._let_cut([number for number, seat in enumerate(self.seats) if seat.salt is not None])

    @_happen.register
    def _cut(self, fact: facts.Cut) -> None:
        self.seats[fact.seat].cut, self.seats[fact.seat].cut_receipt = fact.commitment, fact.receipt

    @_happen.register
    def _cuts_closed(self, fact: facts.CutsClosed) -> None:
        self.opening_cuts, self.phase_at = True, self.at

    @_happen.register
    def _cut_opened(self, fact: facts.CutOpened) -> None:
        self.seats[fact.seat].salt, self.seats[fact.seat].opening_receipt = fact.salt, fact.receipt

    @_happen.register
    def _begun(self, fact: facts.Begun) -> None:
        game = find_game(self.game_id)
        names = [seat.name for seat in self.seats]
        salts = tuple(seat.salt or "" for seat in self.seats)
        if self.known_deal is not None and self.known_deal.salts:
            salts = tuple(self.known_deal.salts)
        deals = FairDeals(self.seed, salts)
        drawn = deals.first_dealer(len(names))
        dealer = drawn if self.first_dealer is None else self.first_dealer
        self.match = Match(game, game.options.read(self.options), names, dealer, deals)
        self.match.extra = {
            "played_at": datetime.fromtimestamp(self.at / 1000, UTC).isoformat(timespec="seconds"),
            "bots": [seat.level for seat in self.seats],
            "cuts": [seat.cut or "" for seat in self.seats],
        }
        if self.held_back:
            self.match.extra["held_back"] = self.held_back
        if self.receipt_key:
            self.match.extra["receipts"] = {
                "key": self.receipt_key,
                "cuts": [seat.cut_receipt for seat in self.seats],
                "openings": [seat.opening_receipt for seat in self.seats],
            }
        if self.first_dealer is not None:
            self.match.extra["first_dealer"] = dealer
        if self.known_deal is not None:
            del self.match.extra["cuts"]  # nobody was asked
            self.match.extra["same_cards"] = self.known_deal.whose
        self.match.deal()
        self.status, self.began_at, self.opening_cuts = "playing", self.at, False

    # ---- the game

    @_happen.register
    def _moved(self, fact: facts.Moved) -> None:
        assert self.match is not None, "a move is only made in a game"
        seat = self.seats[fact.seat]
        self.match.play(fact.seat, intern(fact.move))  # the match keeps it, and it comes again and again
        seat.made += 1
        seat.last_ms = None
        if fact.level is None:
            used = max(0, self.at - seat.turn_at)
            seat.moves, seat.moves_ms, seat.last_ms = seat.moves + 1, seat.moves_ms + used, used
            if self.pace.move is not None:
                seat.reserve_ms = max(0, seat.reserve_ms - max(0, used - 1000 * self.pace.move))
        elif seat.person:
            seat.stand_in_moves += 1
        seat.turn_seq = None
        if self.match.finished:
            self._finish(self.match)
        elif self.match.between_rounds:
            self.phase_at = self.at
            self._nobody_ready()

    @_happen.register
    def _taken_back(self, fact: facts.TakenBack) -> None:
        assert self.match is not None, "a move is only taken back in a game"
        self.match.take_back(fact.seat)
        seat = self.seats[fact.seat]
        seat.made -= 1
        seat.moves, seat.moves_ms, seat.last_ms = seat.moves - 1, seat.moves_ms - (seat.last_ms or 0), None

    @_happen.register
    def _hinted(self, fact: facts.Hinted) -> None:
        seat = self.seats[fact.seat]
        seat.hints, seat.hinted_turn = seat.hints + 1, seat.turn_seq

    @_happen.register
    def _tutored(self, fact: facts.Tutored) -> None:
        self.seats[fact.seat].tutor = True

    def _finish(self, match: Match) -> None:
        self.status, self.phase_at = "over", self.at
        self._nobody_ready()
        if self.known_deal is not None and not self.seats[0].stand_in_moves:
            self.points_with_same_cards = match.totals[0]
        self.results.append(
            GameResult(
                number=self.number,
                began=self.began_at,
                ended=self.at,
                names=match.names,
                bots=tuple(seat.level for seat in self.seats),
                totals=match.totals,
                winners=match.winners or (),
                rounds=len(match.score_sheet),
                moves=sum(len(part["moves"]) for part in match.record()["rounds"]),
                hints=tuple(seat.hints for seat in self.seats),
                tutors=tuple(seat.tutor for seat in self.seats),
            )
        )

    def _nobody_ready(self) -> None:
        for seat in self.seats:
            seat.ready = False

    @_happen.register
    def _ready(self, fact: facts.Ready) -> None:
        self.seats[fact.seat].ready = True
        if self.status == "over" and self.agreed_at is None:
            self.agreed_at = self.at

    @_happen.register
    def _dealt(self, fact: facts.Dealt) -> None:
        assert self.match is not None, "the next round is only dealt in a game"
        self.match.deal()
        self._nobody_ready()

    # ---- people come and go

    @_happen.register
    def _stood_in(self, fact: facts.StoodIn) -> None:
        seat = self.seats[fact.seat]
        seat.stand_in, seat.returned = fact.why, False
        if fact.why == "late":
            seat.reserve_ms = 0

    @_happen.register
    def _came_back(self, fact: facts.CameBack) -> None:
        seat = self.seats[fact.seat]
        seat.stand_in, seat.returned = None, False
        seat.turn_at = seat.stirred_at = self.at

    @_happen.register
    def _nudged(self, fact: facts.Nudged) -> None:
        seat = self.seats[fact.seat]
        if not seat.votes:
            seat.nudged_at = self.at
        seat.votes.append(fact.voter)

    @_happen.register
    def _stirred(self, fact: facts.Stirred) -> None:
        self.seats[fact.seat].stirred_at = self.at

    @_happen.register
    def _paused(self, fact: facts.Paused) -> None:
        if self.paused is None:
            self.paused_at = self.at
        self.paused = fact.why

    @_happen.register
    def _resumed(self, fact: facts.Resumed) -> None:
        self.paused = None
        waited = self.at - self.paused_at
        self.phase_at = min(self.at, self.phase_at + waited)
        for seat in self.seats:
            seat.turn_at = min(self.at, seat.turn_at + waited)

    @_happen.register
    def _woken(self, fact: facts.Woken) -> None:
        self.slept, self.phase_at = False, self.at
        for seat in self.seats:
            seat.turn_at = self.at


#: What happens by a fact of some type: the table's methods, found once and not, as ``singledispatchmethod`` does it,
#: wrapped anew for every fact.
_happening = vars(Table)["_happen"].dispatcher.dispatch
