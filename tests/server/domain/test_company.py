"""People who stay together: who sits where, who is the host, and one game after the other."""

import pytest

from stichwerk.errors import StichwerkError
from stichwerk.protocol.messages import Back, ChangeSeat, Cut, Leave, MixSeats, Rematch
from stichwerk.server.domain import facts
from stichwerk.server.domain.commands import Join
from stichwerk.server.domain.index import row_of
from stichwerk.server.domain.summaries import summary_of
from stichwerk.server.domain.timers import AGREEING, due
from stichwerk.server.wire import outbox
from support.server.sittings import BOT, OPEN, Sitting, state_of

MINUTE = AGREEING / 1000


def refuse(code: str, call, *values) -> None:
    with pytest.raises(StichwerkError) as error:
        call(*values)
    assert error.value.code == code


def names(sitting: Sitting) -> list[str]:
    return [seat.name for seat in sitting.table.seats]


# ---------------------------------------------------------------- the waiting room


def test_somebody_sits_down_elsewhere():
    sitting = Sitting("null-nichtig", (OPEN, BOT, OPEN), options={"teams": True}).join("Bernd")
    epochs = [seat.epoch for seat in sitting.table.seats]
    sitting.ask(1, ChangeSeat, 3)
    assert names(sitting) == ["Anja", "", "Pixel", "Bernd"]
    assert sitting.table.seat_of("token 1") == 3
    assert sitting.table.seats[3].here
    refuse("invite-used", sitting.do, Join("Eva", "token eva", seat=3, epoch=epochs[3]))
    sitting.ask(0, ChangeSeat, 1)
    assert (names(sitting)[1], sitting.table.host) == ("Anja", 1)
    assert dict(row_of(sitting.table).tokens) == {"token 0": 1, "token 1": 3}
    assert state_of(sitting.rebuilt()) == state_of(sitting.table)


def test_only_at_a_free_seat_and_before_the_start():
    sitting = Sitting("alles-oder-nichts", (OPEN, BOT, OPEN)).join("Bernd")
    refuse("seat-taken", sitting.ask, 1, ChangeSeat, 0)
    refuse("seat-taken", sitting.ask, 1, ChangeSeat, 2)
    refuse("own-seat", sitting.ask, 1, ChangeSeat, 1)
    refuse("unknown-seat", sitting.ask, 1, ChangeSeat, 9)
    sitting.start()
    refuse("already-begun", sitting.ask, 1, ChangeSeat, 3)
    refuse("already-begun", sitting.ask, 0, MixSeats)


def test_the_host_mixes_the_seats():
    sitting = Sitting("rage", (OPEN, BOT, OPEN, OPEN)).join("Bernd", "Claudia")
    refuse("only-host", sitting.ask, 1, MixSeats)
    before, orders = set(names(sitting)), set()
    for _ in range(8):
        host = sitting.table.host
        assert host is not None
        sitting.ask(host, MixSeats)
        orders.add(tuple(names(sitting)))
        assert sitting.table.seats[sitting.table.host or 0].name == "Anja"
        assert set(names(sitting)) == before
    assert len(orders) > 3
    for token, name in (("token 0", "Anja"), ("token 1", "Bernd"), ("token 3", "Claudia")):
        seat = sitting.table.seat_of(token)
        assert seat is not None
        assert (sitting.table.seats[seat].name, sitting.table.seats[seat].here) == (name, name != "Anja")
    assert state_of(sitting.rebuilt()) == state_of(sitting.table)


def test_who_leaves_hands_on_the_table():
    sitting = Sitting("alles-oder-nichts", (BOT, OPEN)).join("Bernd")
    sitting.ask(0, Leave)
    assert (sitting.table.host, sitting.table.status) == (2, "lobby")
    playing = Sitting("alles-oder-nichts", (BOT, OPEN)).join("Bernd").start()
    playing.ask(0, Leave)
    assert playing.table.host == 2
    playing.ask(0, Back)
    assert playing.table.host == 2
    alone = Sitting("alles-oder-nichts", (BOT, BOT)).start()
    alone.ask(0, Leave)
    assert alone.table.host == 0
    assert state_of(playing.rebuilt()) == state_of(playing.table)


# ---------------------------------------------------------------- once more


def over() -> Sitting:
    return Sitting("alles-oder-nichts", (OPEN, OPEN), options={"rounds": 1}).join("Bernd", "Claudia").start().play_out()


def test_a_rematch_does_not_wait_for_somebody_who_sleeps():
    sitting = over()
    assert outbox.view(sitting.table, 0).rematch_at is None
    sitting.ask(0, Rematch)
    sitting.tick(10)
    sitting.ask(1, Rematch)
    assert outbox.view(sitting.table, 0).rematch_at == sitting.now - 10_000 + AGREEING
    assert due(sitting.table, sitting.now) == sitting.now - 10_000 + AGREEING
    assert sitting.tick(MINUTE - 11) == []
    found = sitting.tick(1)
    assert found[0] == facts.StoodIn(seat=2, why="asleep")
    assert isinstance(found[1], facts.Shuffled)
    assert (sitting.table.status, outbox.view(sitting.table, 0).rematch_at) == ("cutting", None)
    for seat in (0, 1):
        sitting.ask(seat, Cut, "")
    assert sitting.table.status == "playing"
    sitting.ask(2, Back)
    assert sitting.table.seats[2].acts
    assert state_of(sitting.rebuilt()) == state_of(sitting.table)


def test_a_rematch_does_not_wait_for_somebody_who_has_left():
    sitting = over()
    sitting.ask(2, Leave)
    sitting.ask(0, Rematch)
    assert not any(isinstance(fact, facts.Shuffled) for fact in sitting.tick())
    assert any(isinstance(fact, facts.Shuffled) for fact in sitting.ask(1, Rematch))


def test_all_who_agree_begin_at_once():
    sitting = over()
    for seat in range(3):
        sitting.ask(seat, Rematch)
    assert sitting.table.status == "cutting"


# ---------------------------------------------------------------- how far a table is


def test_the_list_tells_the_round_and_the_points():
    sitting = Sitting("alles-oder-nichts", (BOT, BOT), options={"rounds": 2})
    assert (summary_of(sitting.table).round, summary_of(sitting.table).totals) == (None, ())
    sitting.start()
    sitting.play_until_round(2)
    told = outbox.summary(summary_of(sitting.table))
    assert (told.round, told.totals) == (2, sitting.match.totals)
