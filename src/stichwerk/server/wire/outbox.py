"""The one place where messages to clients are built. All they tell comes from `Match.view` and `Match.events` of the
seat they go to, and from what everybody at the table may know.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct, convert, structs

from stichwerk.errors import IllegalMove, StichwerkError
from stichwerk.play.hints import Hints
from stichwerk.play.match import Match
from stichwerk.play.match_view import View
from stichwerk.protocol import messages, wire_events
from stichwerk.protocol.changes import NOTHING, Changed, Fields, different
from stichwerk.review.results import move_data
from stichwerk.server.domain import facts
from stichwerk.server.domain.seats import TableSeat
from stichwerk.server.domain.summaries import Summary, summary_of
from stichwerk.server.domain.table import Table
from stichwerk.server.domain.timers import rematch_at
from stichwerk.server.domain.votes import ask_from
from stichwerk.server.errors import StoreError
from stichwerk.server.wire.happenings import Heard, Occurrence, match_events
from stichwerk.server.wire.refused_moves import refused

#: What players are told when the database fails.
STORE_TROUBLE = "the server cannot store anything at the moment; nothing was changed: try again soon"
#: Whoever has missed more than this gets the table as it stands, without what happened.
MOST_MISSED = 1_500

# ---------------------------------------------------------------- the table


def view(table: Table, seat: int | None) -> messages.TableView:
    """The table as this seat sees it; None: as a spectator does."""
    return Moment(table, ()).view(seat)


def _public(table: Table, seen: View | None) -> messages.TableView:
    """What everybody may know; ``seen``: the game as a spectator sees it."""
    play = None if table.match is None or seen is None else play_of(table.match, seen, _wait(table, seen, None))
    return messages.TableView(you=None, play=play, **_common(table))


def _own(table: Table, seat: int, public: View | None) -> Changed:
    """What a seat sees otherwise than everybody: in its view of the game, four things can be so (`Match.view`)."""
    view: Fields = {"you": seat}
    if table.status == "lobby":
        view["code"] = table.code
    if table.may_take_back(seat):
        view["take_back"] = True
    if table.may_ask_hints(seat):
        view["hints"] = True
    if table.match is None or public is None:
        return Changed(view)
    own = table.match.own_sight(seat)
    play: Fields = {"wait": _wait(table, public, seat)}
    if own.legal:
        play["legal"] = own.legal
        if barred := refused(table.match, seat, own.legal, own.place.hand, own.known):
            play["refused"] = barred
    if own.annotations != public.annotations:
        play |= different(public.annotations, own.annotations)
    place = different(public.table.places[seat], own.place)
    return Changed(view, {}, play, {}, {str(seat): place})


def _with_own(public: messages.TableView, seat: int, own: Changed) -> messages.TableView:
    """Both together: the table as this seat sees it."""
    play = public.play
    if play is not None:
        places = list(play.table.places)
        places[seat] = structs.replace(places[seat], **own.places[str(seat)])
        table = structs.replace(play.table, places=tuple(places))
        play = structs.replace(play, table=table, **own.play)
    return structs.replace(public, play=play, **own.view)


def _common(table: Table) -> dict[str, Any]:
    """What everybody sees alike: made once for all."""
    return {
        "id": table.id,
        "game": table.game_id,
        "options": table.options,
        "status": table.status,
        "listed": table.listed,
        "pace": _pace(table.pace),
        "seats": seats(table),
        "host": table.host,
        "number": table.number,
        "paused": table.paused,
        "commitment": table.commitment,
        "same_cards": None if table.known_deal is None else convert(table.known_deal.whose, messages.SameCards),
        "cutting_time": table.cutting_time,
        "opening_cuts": table.opening_cuts,
        "receipt_key": (table.gives_receipts and table.receipt_key) or None,
        "rematch_at": rematch_at(table),
        "late_guests": table.late_guests,
        "first_dealer": table.first_dealer,
        "seed": table.seed if table.status == "over" else None,
    }


@lru_cache(maxsize=256)
def _pace(pace: facts.Pace) -> messages.Pace:
    return messages.Pace(**structs.asdict(pace))


def seats(table: Table) -> tuple[messages.SeatView, ...]:
    """The seats as everybody sees them."""
    receipts = table.gives_receipts
    return tuple([_seat(table, number, seat, receipts) for number, seat in enumerate(table.seats)])


def _seat(table: Table, number: int, seat: TableSeat, receipts: bool) -> messages.SeatView:
    timed = table.pace.move is not None and seat.person
    return messages.SeatView(
        name=seat.name,
        kind=seat.kind,
        level=seat.level,
        face=seat.face or None,
        stand_in=seat.stand_in,
        cut=_cut_of(table, seat),
        cut_commitment=seat.cut or None,
        salt=seat.salt,
        cut_receipt=(receipts and seat.cut_receipt) or None,
        opening_receipt=(receipts and seat.opening_receipt) or None,
        ready=seat.ready,
        reserve_ms=seat.reserve_ms if timed else None,
        deadline=table.deadline(number),
        ask_from=ask_from(table, number),
        votes=tuple(seat.votes),
        guest=None if seat.guest is None else seat.guest.name,
        hints=seat.hints,
        tutor=seat.tutor,
    )


def _cut_of(table: Table, seat: TableSeat) -> Any:
    """How far a person's cut has come."""
    if not seat.person or table.status in ("lobby", "closed"):
        return None
    if seat.held_back:
        return "held-back"
    if seat.salt is not None:
        return "opened"
    if seat.cut:
        return "committed" if table.status == "cutting" else "held-back"
    return "waiting" if seat.cut is None and table.status == "cutting" and not table.opening_cuts else "none"


def play_of(match: Match, seen: View, wait: str | None) -> messages.Play:
    """The game as it is seen; ``wait``: why the seat may not move now."""
    last, told, seat = seen.last_trick, seen.annotations, seen.seat
    return messages.Play(
        table=seen.table,
        legal=seen.legal,
        refused=() if seat is None else refused(match, seat, seen.legal, seen.table.places[seat].hand),
        to_lay=seen.to_lay,
        wait=wait,
        rounds_planned=seen.rounds_planned,
        score_sheet=seen.score_sheet,
        last_trick=None if last is None else messages.LastTrick(last.seat, last.leader, last.cards),
        winners=seen.winners,
        trick_winner=told.trick_winner,
        trumps=seen.trumps,
        sums=told.sums,
        standings=told.standings,
        bid_payoffs=told.bid_payoffs,
        feats=told.feats,
        more=dict(told.more),
    )


def _wait(table: Table, seen: View, seat: int | None) -> str | None:
    """Why the seat (None: nobody's) may not move now. What is asked here of a view is the same in everybody's."""
    waiting = seen.table.waiting
    if table.paused is not None:
        return "the game is paused"
    if seat is None or seat in waiting:
        return None
    if seen.finished:
        return "the game is over"
    if not waiting:
        return "the round is over"
    return "you have chosen: wait for the others" if seen.table.secret else f"it is {seen.names[waiting[0]]}'s turn"


def presence(table: Table, watching: int) -> messages.Presence:
    """Who is connected."""
    return messages.Presence(tuple(seat.here for seat in table.seats), watching)


def summary(kept: Summary, here: int = 0) -> messages.TableSummary:
    """The table in a list; ``here``: how many of those who sit are connected."""
    same = ("id", "game", "status", "changed_at", "number", "round", "totals", "late_guests")
    told = {name: getattr(kept, name) for name in same}
    seats = tuple(messages.SeatView(**structs.asdict(seat)) for seat in kept.seats)
    return messages.TableSummary(**told, seats=seats, pace=_pace(kept.pace), here=here)


def at_the_door(table: Table, seat: int | None) -> messages.AtTheDoor:
    """The table for somebody who may come in; ``seat``: the only one that their invite is for."""
    running = table.match is not None and table.status == "playing"
    open_seats = [number for number, each in enumerate(table.seats) if each.open]
    free = open_seats if table.status == "lobby" else table.for_guests() if table.late_guests else []
    return messages.AtTheDoor(
        table=summary(summary_of(table), sum(each.here for each in table.seats)),
        options=table.options,
        host=None if table.host is None else table.seats[table.host].name,
        here=tuple(each.here for each in table.seats),
        late_guests=table.late_guests,
        free=tuple(number for number in free if seat in (None, number)) if table.status != "closed" else (),
        seat=seat,
        round=table.match.round_no if running and table.match is not None else None,
    )


# ---------------------------------------------------------------- what happens


class Moment:
    """A table as it is now, and what has just happened there. What several who hear of it hear alike is made once."""

    def __init__(self, table: Table, told: Sequence[Occurrence]) -> None:
        self.seq, self.at = table.seq, table.at
        self._table, self._heard = table, Heard(table, told)
        self._seen = None if table.match is None else table.match.view()
        #: The table as everybody may see it.
        self.public = _public(table, self._seen)
        self._own: dict[int, Changed] = {}

    def own(self, seat: int | None) -> Changed:
        """What this seat sees otherwise than everybody; None: a spectator, who does not."""
        if seat is None:
            return NOTHING
        if seat not in self._own:
            self._own[seat] = _own(self._table, seat, self._seen)
        return self._own[seat]

    def view(self, seat: int | None) -> messages.TableView:
        """The table as this seat sees it; None: as a spectator does."""
        return self.public if seat is None else _with_own(self.public, seat, self.own(seat))

    def happenings(self, seat: int | None) -> tuple[Struct, ...]:
        """What this seat hears of what has happened."""
        return self._heard.by(seat)

    def news(self, seat: int | None) -> messages.News:
        """Both together."""
        return messages.News(self.seq, self.at, self.happenings(seat), self.view(seat))


def news(
    table: Table, told: Sequence[Occurrence], watchers: Iterable[int | None]
) -> Iterator[tuple[int | None, messages.News]]:
    """What has just happened, for each of these seats."""
    moment = Moment(table, told)
    for seat in watchers:
        yield seat, moment.news(seat)


def welcome(
    table: Table,
    seat: int | None,
    since: int | None,
    now: int,
    present: messages.Presence,
    version: int = messages.OLDEST,
) -> messages.Welcome:
    """The answer to somebody who connects, with the events of the game since the fact they know."""
    missed: tuple[Struct, ...] = ()
    if since is not None and since <= table.seq and table.match is not None:
        known, count = table.events_after(since), table.match.event_count
        if count - known <= MOST_MISSED:
            missed = wire_events.of_match(match_events(table, table.match, seat, known, count))
    return messages.Welcome(version, table.seq, now, view(table, seat), present, missed)


# ---------------------------------------------------------------- answers


def hints(message_id: str, turn: int, found: Hints, asked: str | None = None) -> messages.Hints:
    """What was found out for a seat from what it can see; ``asked``: the move that it had in mind."""
    moves = tuple(convert(move_data(each), messages.MoveOutlook) for each in found.moves)
    return messages.Hints(message_id, turn, moves, found.reasons, asked)


def error(problem: StichwerkError, message_id: str | None = None) -> messages.Error:
    """Why something was not done. What is wrong with the database is for those who run the server, not for players."""
    if isinstance(problem, StoreError):
        return messages.Error(problem.code, STORE_TROUBLE, message_id)
    if isinstance(problem, IllegalMove):
        return messages.Error(problem.code, problem.message, message_id, problem.rule, dict(problem.about))
    return messages.Error(problem.code, problem.message, message_id)
