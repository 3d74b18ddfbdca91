"""How a table answers a command: with the facts that will happen, or a refusal with a reason. Nothing changes here.

``decide`` only says what the command itself brings about. What follows from it (all have cut, so the cards are dealt)
is decided by the next `Tick`, which comes after every fact; so it still follows if the server stops in between.

How the deals are fair:

1. The seed is fixed and stored (`Shuffled`), and its SHA-256 shown, before anybody can cut.
2. Every person may then cut: not with the salt itself but with its SHA-256. So nobody knows another's salt.
3. When the cuts are closed, all hashes are shown to all, and can no longer be changed; only then are the salts opened.

The known hole of seed and salts is a dealing side that cuts last, in the name of a player: knowing the seed and all
other salts, it could try out salts until a deal pleases it. Here it has to fix its own salt while at least one other
is still hidden behind a hash, and so it cannot know any deal. One honest person who draws a long random salt, and
opens it only after seeing everybody's hash, is enough. All that is left is to hold a salt back, or to say that somebody
did: whoever holds back is left out, all others cut again with new salts (`CutsAgain`), and the record shows it. For
every cut and every opening the server signs a receipt (`stichwerk.play.receipts`), so it cannot deny them later.
"""

from collections.abc import Callable
from random import Random
from typing import Any, Literal

import msgspec

from stichwerk.errors import BadNotation, IllegalMove, is_text
from stichwerk.games import game as find_game
from stichwerk.play.bot_player import CALLED
from stichwerk.play.fair import commitment
from stichwerk.play.receipts import Receipt
from stichwerk.protocol import messages
from stichwerk.server.domain import facts
from stichwerk.server.domain.commands import Asked, BotMove, Join, Tick
from stichwerk.server.domain.digests import digest_of
from stichwerk.server.domain.names import checked_face, checked_name, checked_phrase
from stichwerk.server.domain.same_cards import check_seats_may_change
from stichwerk.server.domain.table import Table
from stichwerk.server.domain.timers import follow
from stichwerk.server.domain.votes import PEACE, ask_from
from stichwerk.server.errors import BadWish, NoEntry, NotNow

Facts = list[facts.AnyFact]


def opened(
    table_id: str, wish: messages.NewTable, token: str, code: str, known: facts.KnownDeal | None = None
) -> facts.Opened:
    """The first fact of a new table; refused if there is no such game, variant or number of players."""
    options = find_game(wish.game).options.read(wish.options)
    options.check_players(1 + len(wish.seats))
    return facts.Opened(
        v=facts.FORMAT,
        table=table_id,
        game=wish.game,
        options=options.to_mapping(),
        seats=[facts.SeatWish(**msgspec.structs.asdict(seat)) for seat in wish.seats],
        pace=facts.Pace(**msgspec.structs.asdict(wish.pace)),
        listed=wish.listed,
        late_guests=wish.late_guests,
        hints=wish.hints,
        called=list(CALLED),
        known=known,
        code=code,
        name=checked_name(wish.name),
        token=token,
        face=checked_face(wish.face),
    )


def decide(table: Table, asked: Asked) -> Facts:
    """What happens now; nothing if it has happened already (a message that comes twice) or there is nothing to do."""
    command = asked.command
    if isinstance(command, Tick):
        return follow(table, asked.now, asked.chance)
    if table.status == "closed":
        raise NotNow("this table is closed", "table-closed")
    if isinstance(command, Join):
        return _join(table, command)
    if isinstance(command, BotMove):
        return _bot_move(table, command)
    if asked.seat is None:
        raise NoEntry("you only watch: take a seat first", "only-watching")
    if _granted_already(table, asked.seat, command):
        return []
    found = _DECIDERS[type(command)](table, asked.seat, command, asked)
    if not found and table.seats[asked.seat].votes:  # whatever they say, they are there
        found = [facts.Stirred(seat=asked.seat)]
    if found:  # the message is remembered with what it asked for, not with the return to the seat before that
        deed = int(len(found) > 1 and isinstance(found[0], facts.CameBack))
        found[deed] = msgspec.structs.replace(found[deed], id=command.id, by=asked.seat, digest=digest_of(command))
    return found


def _granted_already(table: Table, seat: int, command: messages.Ask) -> bool:
    """Whether this message has come before and was granted. Another one with its id must not pass for it."""
    granted = table.seats[seat].asked.get(command.id)
    if granted is not None and granted.digest and granted.digest != digest_of(command):
        raise BadWish("another message had this id: send it again with a new one", "id-used")
    return granted is not None


# ---------------------------------------------------------------- at the door


def _join(table: Table, join: Join) -> Facts:
    if table.place_of(join.token) is not None:
        return []  # they asked twice, and it has been theirs for a moment
    check_invite(table, join.seat, join.epoch)
    if table.status != "lobby":
        return _join_late(table, join)
    free = [number for number, each in enumerate(table.seats) if each.open]
    seat = _chosen(table, join, free)
    name, face = checked_name(join.name, table.names), checked_face(join.face)
    return [facts.Sat(seat=seat, name=name, token=join.token, face=face)]


def _join_late(table: Table, join: Join) -> Facts:
    """Whoever comes late watches until the next deal. After a game nothing is secret: the seat is theirs at once."""
    if not table.late_guests:
        raise NotNow("this table has begun to play: you can only watch", "already-begun")
    seat = _chosen(table, join, table.for_guests())
    name, face = checked_name(join.name, table.names), checked_face(join.face)
    came = facts.GuestCame(seat=seat, name=name, token=join.token, face=face)
    return [came, facts.TookOver(seat=seat)] if table.status == "over" else [came]


def _chosen(table: Table, join: Join, free: list[int]) -> int:
    """The seat that somebody gets: the one that the invite names, or they themselves, or the first."""
    wish = join.wish if join.seat is None else join.seat
    if wish is None and not free:
        raise NotNow("all seats of this table are taken", "table-full")
    if wish is not None and wish >= len(table.seats):
        raise BadWish(f"there is no seat {wish} at this table", "unknown-seat")
    if wish is not None and wish not in free:
        raise _used_up() if join.seat is not None else NotNow("this seat is not free any more", "seat-taken")
    return free[0] if wish is None else wish


def check_invite(table: Table, seat: int | None, epoch: int | None) -> None:
    """Refuse an invite of an older epoch: to this seat or (None) to any."""
    if seat is not None:
        if seat >= len(table.seats) or epoch != table.seats[seat].epoch:
            taken = seat < len(table.seats) and not table.seats[seat].open
            raise _used_up() if taken else _revoked()
    elif epoch is not None and epoch != table.epoch:
        raise _revoked()


def _used_up() -> NoEntry:
    return NoEntry("somebody sits there already: ask the host for another invite", "invite-used")


def _revoked() -> NoEntry:
    return NoEntry("this invite is no longer valid: ask the host for a new one", "invite-revoked")


# ---------------------------------------------------------------- the host


def _check_host(table: Table, seat: int) -> None:
    if seat != table.host:
        raise NoEntry("only the host can do that", "only-host")


def _check_lobby(table: Table, seat: int) -> None:
    _check_host(table, seat)
    if table.status != "lobby":
        raise NotNow("the game has begun: the seats stay as they are", "already-begun")


def _check_seats_may_change(table: Table, seat: int) -> None:
    _check_lobby(table, seat)
    check_seats_may_change(table)


def _set_seat(table: Table, seat: int, ask: messages.SetSeat, asked: Asked) -> Facts:
    _check_seats_may_change(table, seat)
    _check_other_seat(table, seat, ask.seat)
    return [facts.SeatSet(seat=ask.seat, level=ask.level if ask.kind == "bot" else None)]


def _add_seat(table: Table, seat: int, ask: messages.AddSeat, asked: Asked) -> Facts:
    _check_seats_may_change(table, seat)
    _check_players(table, len(table.seats) + 1)
    return [facts.SeatAdded()]


def _remove_seat(table: Table, seat: int, ask: messages.RemoveSeat, asked: Asked) -> Facts:
    _check_seats_may_change(table, seat)
    _check_other_seat(table, seat, ask.seat)
    _check_players(table, len(table.seats) - 1)
    return [facts.SeatRemoved(seat=ask.seat)]


def _mix_seats(table: Table, seat: int, ask: messages.MixSeats, asked: Asked) -> Facts:
    _check_seats_may_change(table, seat)
    order = list(range(len(table.seats)))
    Random(asked.chance.seed()).shuffle(order)
    return [facts.SeatsMixed(order=order)]


def _check_players(table: Table, players: int) -> None:
    find_game(table.game_id).options.read(table.options).check_players(players)


def _check_other_seat(table: Table, own: int, seat: int) -> None:
    if seat >= len(table.seats):
        raise BadWish(f"there is no seat {seat} at this table", "unknown-seat")
    if seat == own:
        raise BadWish("this is your own seat: leave the table instead", "own-seat")


def _revoke(table: Table, seat: int, ask: messages.Revoke, asked: Asked) -> Facts:
    _check_host(table, seat)
    if ask.seat is not None or not table.late_guests:  # to any seat, somebody may still come late
        _check_lobby(table, seat)
    if ask.seat is not None and ask.seat >= len(table.seats):
        raise BadWish(f"there is no seat {ask.seat} at this table", "unknown-seat")
    return [facts.Revoked(seat=ask.seat, code=asked.chance.code() if ask.seat is None else "")]


def _start(table: Table, seat: int, ask: messages.Start, asked: Asked) -> Facts:
    _check_lobby(table, seat)
    _check_players(table, len(table.seats))
    filled: Facts = [
        facts.SeatSet(seat=number, level=ask.level) for number, each in enumerate(table.seats) if each.open
    ]
    if table.known is not None:
        return [facts.Shuffled(seed=table.known.seed, first_dealer=table.known.first_dealer)]
    return [*filled, facts.Shuffled(seed=asked.chance.seed(), receipt_key=asked.chance.receipt_key)]


def _pause(table: Table, seat: int, ask: messages.Pause, asked: Asked) -> Facts:
    _check_host(table, seat)
    if table.status != "playing":
        raise NotNow("there is nothing to pause: no game is being played")
    return [] if table.paused == "host" else [facts.Paused(why="host")]


def _resume(table: Table, seat: int, ask: messages.Resume, asked: Asked) -> Facts:
    if table.host is not None and table.seats[table.host].here:  # if not, anybody may
        _check_host(table, seat)
    if table.paused is None:
        return []
    # Whoever is away now would only pause the game again.
    away: Facts = [
        facts.StoodIn(seat=number, why="away") for number, each in enumerate(table.seats) if each.acts and not each.here
    ]
    return [facts.Resumed(), *away]


# ---------------------------------------------------------------- everybody


def _change_seat(table: Table, seat: int, ask: messages.ChangeSeat, asked: Asked) -> Facts:
    if table.status != "lobby":
        raise NotNow("the game has begun: the seats stay as they are", "already-begun")
    _check_other_seat(table, seat, ask.seat)
    if not table.seats[ask.seat].open:
        raise NotNow("this seat is not free any more", "seat-taken")
    return [facts.SeatsSwapped(seat=seat, other=ask.seat)]


def _leave(table: Table, seat: int, ask: messages.Leave, asked: Asked) -> Facts:
    heirs = [number for number, each in enumerate(table.seats) if each.acts and number != seat]
    heir: Facts = [facts.HostMoved(seat=heirs[0])] if heirs and seat == table.host else []
    if table.status != "lobby":
        return [] if table.seats[seat].stand_in == "left" else [facts.StoodIn(seat=seat, why="left"), *heir]
    closed: Facts = [facts.Closed()] if seat == table.host and not heirs else []
    return [facts.SeatSet(seat=seat), *heir, *closed]


def _cut(table: Table, seat: int, ask: messages.Cut, asked: Asked) -> Facts:
    own = table.seats[seat].cut
    if own is not None and own == ask.commitment:
        return []
    if table.status != "cutting" or table.opening_cuts:
        raise NotNow("it is not the time to cut", "no-cut-now")
    if table.seats[seat].held_back:
        raise NotNow("you did not open your cut in time: the others cut without you", "held-back")
    if own is not None:
        raise NotNow("you have cut already, and a cut cannot be changed", "already-cut")
    receipt = _receipt("cut", table, seat, ask.commitment, asked) if ask.commitment else ""
    return [*_back(table, seat), facts.Cut(seat=seat, commitment=ask.commitment, receipt=receipt)]


def _open_cut(table: Table, seat: int, ask: messages.OpenCut, asked: Asked) -> Facts:
    own = table.seats[seat]
    if own.salt == ask.salt:
        return []
    if table.status != "cutting" or not table.opening_cuts:
        raise NotNow("salts are opened when all have cut, and not later than the first deal", "no-cut-now")
    if not is_text(ask.salt) or not own.cut or commitment(ask.salt) != own.cut:
        raise BadWish("this is not the salt you have cut with: its SHA-256 is another", "wrong-salt")
    receipt = _receipt("opening", table, seat, own.cut, asked)
    return [*_back(table, seat), facts.CutOpened(seat=seat, salt=ask.salt, receipt=receipt)]


def _receipt(kind: Literal["cut", "opening"], table: Table, seat: int, cut: str, asked: Asked) -> str:
    """What the server signs; nothing for a game that began before there were receipts."""
    if not table.receipt_key:
        return ""
    return asked.chance.sign(Receipt(kind, commitment(table.seed), table.cutting_time, seat, cut))


def _ready(table: Table, seat: int, ask: messages.Ready, asked: Asked) -> Facts:
    if table.status != "playing" or table.match is None or not table.match.between_rounds:
        raise NotNow("the round is not over yet", "round-not-over")
    return _now_ready(table, seat)


def _rematch(table: Table, seat: int, ask: messages.Rematch, asked: Asked) -> Facts:
    if table.status != "over":
        raise NotNow("the game is not over yet", "game-not-over")
    return _now_ready(table, seat)


def _now_ready(table: Table, seat: int) -> Facts:
    return [*_back(table, seat), *([] if table.seats[seat].ready else [facts.Ready(seat=seat)])]


def _back(table: Table, seat: int) -> Facts:
    """Whoever does something plays for themselves."""
    return [facts.CameBack(seat=seat)] if table.seats[seat].stand_in else []


def _come_back(table: Table, seat: int, ask: messages.Back, asked: Asked) -> Facts:
    return _back(table, seat)


def _nudge(table: Table, seat: int, ask: messages.Nudge, asked: Asked) -> Facts:
    _check_other_seat(table, seat, ask.seat)
    name, time = table.seats[ask.seat].name, ask_from(table, ask.seat)
    if time is None:
        raise NotNow(
            "this table plays with a clock, which says who is late" if table.pace.move else f"nobody waits for {name}"
        )
    if not table.seats[ask.seat].here:
        raise NotNow(f"{name} is not connected: no need to ask")
    if asked.now < time:
        raise NotNow(f"leave {name} in peace for {PEACE // 1000} seconds at least")
    voted = seat in table.seats[ask.seat].votes
    return [*_back(table, seat), *([] if voted else [facts.Nudged(seat=ask.seat, voter=seat)])]


def _phrase(table: Table, seat: int, ask: messages.Phrase, asked: Asked) -> Facts:
    checked_phrase(ask.which)
    return []


# ---------------------------------------------------------------- moves


def _move(table: Table, seat: int, ask: messages.Move, asked: Asked) -> Facts:
    _check_going_on(table)
    _check_not_late(table, seat, ask.seen)
    _check_move(table, seat, ask.move)
    return [*_back(table, seat), facts.Moved(seat=seat, move=ask.move)]


def _take_back(table: Table, seat: int, ask: messages.TakeBack, asked: Asked) -> Facts:
    _check_going_on(table)
    if not table.alone(seat):
        raise NotNow("a move can be taken back only where all others are bots", "not-alone")
    if table.seats[seat].last_ms is None:
        raise NotNow("there is no move of yours to take back", "no-move")
    if not table.may_take_back(seat):
        raise NotNow("something has followed from the move: now it cannot be taken back", "learned-something")
    return [*_back(table, seat), facts.TakenBack(seat=seat)]


def _hint(table: Table, seat: int, ask: messages.AskHint, asked: Asked) -> Facts:
    """One that is asked for twice at the same turn is still one."""
    _check_going_on(table)
    assert table.match is not None, "a game that goes on has a match"
    table.match.check_turn(seat)
    own = table.seats[seat]
    if ask.move is not None:
        _check_move(table, seat, ask.move)
    if ask.tutor:
        if not table.alone(seat):
            raise NotNow("the tutor is there only where all others are bots", "not-alone")
        return [*_back(table, seat), *([] if own.tutor else [facts.Tutored(seat=seat)])]
    if not table.may_ask_hints(seat):
        raise NotNow("hints are off at this table: the host has not allowed them", "no-hints")
    return [*_back(table, seat), *([] if own.hinted_turn == own.turn_seq else [facts.Hinted(seat=seat)])]


def _bot_move(table: Table, ask: BotMove) -> Facts:
    _check_going_on(table)
    level = table.seats[ask.seat].bot_level
    if level is None:
        raise NotNow("no bot plays there any more", "no-bot")
    _check_not_late(table, ask.seat, ask.seen)
    _check_move(table, ask.seat, ask.move)
    return [facts.Moved(seat=ask.seat, move=ask.move, level=level)]


def _check_going_on(table: Table) -> None:
    if table.paused is not None:
        raise NotNow("the game is paused", "paused")
    if table.status != "playing":
        over = table.status == "over"
        raise NotNow("the game is over" if over else "the game has not begun yet", "game-over" if over else "no-game")


def _check_not_late(table: Table, seat: int, seen: int | None) -> None:
    """A move that was meant for an earlier turn (a bot has played meanwhile) must not be taken for this one."""
    turn = table.seats[seat].turn_seq
    if seen is not None and turn is not None and turn > seen:
        raise NotNow("the game has gone on: look again", "too-late")


def _check_move(table: Table, seat: int, move: str) -> None:
    assert table.match is not None, "a game that goes on has a match"
    if not is_text(move):
        raise BadNotation("a move must be Unicode text")
    try:
        table.match.check(seat, move)
    except IllegalMove as problem:
        waiting = table.match.waiting
        if problem.code == "not-your-turn" and len(waiting) == 1:
            raise IllegalMove(f"it is {table.seats[waiting[0]].name}'s turn", problem.code, problem.rule) from None
        raise


_DECIDERS: dict[type, Callable[[Table, int, Any, Asked], Facts]] = {
    messages.Move: _move,
    messages.TakeBack: _take_back,
    messages.AskHint: _hint,
    messages.Cut: _cut,
    messages.OpenCut: _open_cut,
    messages.Ready: _ready,
    messages.Rematch: _rematch,
    messages.Back: _come_back,
    messages.Nudge: _nudge,
    messages.Pause: _pause,
    messages.Resume: _resume,
    messages.Start: _start,
    messages.SetSeat: _set_seat,
    messages.AddSeat: _add_seat,
    messages.RemoveSeat: _remove_seat,
    messages.ChangeSeat: _change_seat,
    messages.MixSeats: _mix_seats,
    messages.Revoke: _revoke,
    messages.Leave: _leave,
    messages.Phrase: _phrase,
}
