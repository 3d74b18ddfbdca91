"""Who comes late: they watch, and take over the seat of a bot with the next deal."""

from random import Random

import pytest

from stichwerk.errors import StichwerkError
from stichwerk.protocol.messages import Cut, Leave, Move, Ready, Rematch, Revoke, Start
from stichwerk.server.domain import facts
from stichwerk.server.domain.commands import BotMove, Join
from stichwerk.server.domain.index import row_of
from stichwerk.server.wire import outbox
from support.matches import random_move
from support.server.sittings import BOT, OPEN, Sitting, play_of, state_of, verified

LATE = "token late"


def refuse(code: str, call, *values) -> None:
    with pytest.raises(StichwerkError) as error:
        call(*values)
    assert error.value.code == code


def running(**wish) -> Sitting:
    """Anja plays with two bots."""
    return Sitting("alles-oder-nichts", (BOT, BOT), **{"options": {"rounds": 3}, **wish}).start()


def comes(sitting: Sitting, wish: int | None = None, name: str = "Lena", token: str = LATE) -> list[facts.AnyFact]:
    found = sitting.do(Join(name, token, wish=wish))
    sitting.table.presence_of(token, True, sitting.now)
    return found


def to_the_break(sitting: Sitting) -> None:
    sitting.play_until_break()


def test_a_guest_takes_over_with_the_next_deal():
    sitting = running()
    sitting.ask(0, Move, "bid:1")
    assert [type(fact) for fact in comes(sitting, 2)] == [facts.GuestCame]
    table = sitting.table
    assert (table.seat_of(LATE), table.place_of(LATE)) == (None, 2)
    assert (table.seats[2].kind, outbox.view(table, None).seats[2].guest) == ("bot", "Lena")
    to_the_break(sitting)
    assert table.seat_of(LATE) is None
    points = sitting.match.totals
    assert sitting.ask(0, Ready)[1:] == [facts.TookOver(seat=2), facts.Dealt()]
    assert (table.seat_of(LATE), table.seats[2].kind, table.seats[2].here) == (2, "person", True)
    assert sitting.match.totals == points
    assert sitting.match.names == ("Anja", "Pixel", "Lena")
    assert len(play_of(outbox.view(table, 2)).table.places[2].hand) > 0
    sitting.ask(2, Move, "bid:0")
    assert state_of(sitting.rebuilt()) == state_of(table)
    sitting.play_out()
    record = verified(sitting.match)
    assert record.extra["taken_over"] == [{"round": 2, "seat": 2, "name": "Bolt", "level": 2}]
    assert table.results[0].bots == (None, 2, None)


def test_they_are_told_nothing_of_the_seat_before():
    sitting = running()
    comes(sitting, 1)
    since = sitting.table.seq
    sitting.ask(0, Move, "bid:1")
    while sitting.match.view().table.phase == "bid":
        seat = sitting.match.waiting[0]
        sitting.do(BotMove(seat, "bid:2", sitting.table.seq))
    to_the_break(sitting)
    sitting.ask(0, Ready)
    present = outbox.presence(sitting.table, 0)
    heard = outbox.welcome(sitting.table, 1, since, 0, present).missed
    spectator = outbox.welcome(sitting.table, None, since, 0, present).missed
    names = [type(each).__name__ for each in heard]
    before = heard[: names.index("Dealt")]
    assert before == spectator[: len(before)]
    assert getattr(heard[len(before)], "hands", ((), ()))[1], "but their own cards they see"
    own = outbox.welcome(sitting.table, 0, since, 0, present).missed
    assert own[: len(before)] != heard[: len(before)], "there was something to know"
    everything = outbox.welcome(sitting.table, 1, 1, 0, present).missed
    first = next(each for each in everything if type(each).__name__ == "Dealt")
    assert getattr(first, "hands", None) == ((), (), ())


def test_who_is_not_there_gets_no_seat_and_another_may_have_it():
    sitting = running()
    comes(sitting, 1)
    refuse("seat-taken", sitting.do, Join("Max", "token max", wish=1))
    sitting.table.presence_of(LATE, False, sitting.now)
    to_the_break(sitting)
    assert facts.Dealt() in sitting.ask(0, Ready)
    assert sitting.table.seats[1].kind == "bot"
    comes(sitting, 1, "Max", "token max")
    assert sitting.table.place_of(LATE) is None
    refuse("bad-token", sitting.table.seat_of, LATE)


def test_which_seats_can_be_had():
    sitting = running()
    refuse("seat-taken", sitting.do, Join("Lena", LATE, wish=0))
    refuse("unknown-seat", sitting.do, Join("Lena", LATE, wish=3))
    refuse("name-taken", sitting.do, Join("Pixel", LATE))
    assert outbox.at_the_door(sitting.table, None).free == (1, 2)
    comes(sitting)
    assert outbox.at_the_door(sitting.table, None).free == (2,)
    refuse("name-taken", sitting.do, Join("lena", "token max"))
    comes(sitting, None, "Max", "token max")
    refuse("table-full", sitting.do, Join("Eva", "token eva"))
    assert outbox.at_the_door(sitting.table, None).free == ()
    tokens = dict(row_of(sitting.table).tokens)
    assert tokens == {"token 0": 0, LATE: 1, "token max": 2}


def test_a_table_of_people_is_full_and_those_who_left_may_come_back():
    sitting = Sitting("alles-oder-nichts").join("Bernd", "Claudia").start()
    sitting.ask(2, Leave)
    refuse("table-full", sitting.do, Join("Lena", LATE))
    refuse("seat-taken", sitting.do, Join("Lena", LATE, wish=2))


def test_the_host_may_not_want_late_guests():
    sitting = running(late_guests=False)
    refuse("already-begun", sitting.do, Join("Lena", LATE))
    assert outbox.at_the_door(sitting.table, None).free == ()


def test_a_withdrawn_invite_is_worthless_also_late():
    sitting = running()
    refuse("invite-revoked", sitting.do, Join("Lena", LATE, epoch=5))
    refuse("invite-used", sitting.do, Join("Lena", LATE, seat=1, epoch=5))


def test_the_host_withdraws_the_invite_also_late():
    sitting = running()
    refuse("already-begun", sitting.ask, 0, Revoke, 1)
    sitting.ask(0, Revoke)
    refuse("invite-revoked", sitting.do, Join("Lena", LATE, epoch=0))
    refuse("already-begun", running(late_guests=False).ask, 0, Revoke)


def test_after_a_game_the_seat_is_theirs_at_once():
    sitting = running(options={"rounds": 1}).play_out()
    assert [type(fact) for fact in comes(sitting, 1)] == [facts.GuestCame, facts.TookOver]
    assert sitting.table.seat_of(LATE) == 1
    sitting.ask(0, Rematch)
    assert sitting.table.status == "over", "they are asked too"
    sitting.ask(1, Rematch)
    for seat in (0, 1):
        sitting.ask(seat, Cut, "")
    assert sitting.match.names[1] == "Lena"
    assert state_of(sitting.rebuilt()) == state_of(sitting.table)


def test_while_the_cards_are_cut_the_first_deal_is_the_next():
    sitting = Sitting("alles-oder-nichts", (BOT, BOT))
    sitting.come(0)
    sitting.ask(0, Start)
    comes(sitting, 1)
    found = sitting.ask(0, Cut, "")
    assert found[-2:] == [facts.TookOver(seat=1), facts.Begun()]
    assert sitting.match.names[1] == "Lena"
    assert sitting.match.extra["bots"] == [None, None, 2]


def test_a_guest_keeps_the_table_awake():
    sitting = running()
    comes(sitting, 1)
    sitting.go(0)
    sitting.tick(61)
    assert sitting.table.awake
    random = Random(2)
    while sitting.table.seat_of(LATE) is None:
        (seat, _), *_ = sitting.table.bots_to_move()
        sitting.do(BotMove(seat, random_move(sitting.match, seat, random), sitting.table.seq))
    assert sitting.match.view().table.round == 2


def test_in_the_waiting_room_a_seat_can_be_chosen():
    sitting = Sitting(seats=(OPEN, BOT, OPEN))
    sitting.do(Join("Lena", "token 3", wish=3))
    assert sitting.table.seats[3].name == "Lena"
    refuse("seat-taken", sitting.do, Join("Max", "token 2", wish=2))
    refuse("seat-taken", sitting.do, Join("Max", "token 2", wish=3))
    assert outbox.at_the_door(sitting.table, None).free == (1,)
