"""Hints: who may ask for them, when, and that all of them are counted."""

import pytest

from stichwerk.errors import StichwerkError
from stichwerk.protocol.messages import AskHint, Move, NewTable, Pause, Rematch, TakeBack
from stichwerk.server.domain import facts
from stichwerk.server.wire import outbox
from stichwerk.server.wire.happenings import Occurrence
from support.server.sittings import BOT, OPEN, Sitting, state_of


def refuse(code: str, call, *values, **named) -> None:
    with pytest.raises(StichwerkError) as error:
        call(*values, **named)
    assert error.value.code == code


def alone() -> Sitting:
    return Sitting("alles-oder-nichts", (BOT, BOT), options={"rounds": 1}).start()


def together(**wish) -> Sitting:
    return Sitting("alles-oder-nichts", (OPEN, BOT), options={"rounds": 1}, **wish).join("Bernd").start()


def used(sitting: Sitting) -> list[int]:
    return [seat.hints for seat in outbox.view(sitting.table, None).seats]


def test_alone_with_bots_one_may_ask_and_it_is_counted_once_a_turn():
    sitting = alone()
    assert outbox.view(sitting.table, 0).hints
    assert not outbox.view(sitting.table, None).hints
    assert [type(each) for each in sitting.ask(0, AskHint)] == [facts.Hinted]
    assert sitting.ask(0, AskHint) == []
    assert used(sitting) == [1, 0, 0]
    sitting.ask(0, Move, "bid:1")
    refuse("not-your-turn", sitting.ask, 0, AskHint)
    sitting.ask(0, TakeBack)
    sitting.ask(0, AskHint)
    assert used(sitting) == [2, 0, 0]
    assert state_of(sitting.rebuilt()) == state_of(sitting.table)


def test_where_several_play_the_host_decides():
    sitting = together()
    assert not outbox.view(sitting.table, 0).hints
    refuse("no-hints", sitting.ask, 0, AskHint)
    sitting = together(hints=True)
    for seat in (0, 1):
        assert outbox.view(sitting.table, seat).hints
        sitting.ask(seat, AskHint)
    assert used(sitting) == [1, 1, 0]
    refuse("only-watching", sitting.do, AskHint("x"))


def test_everybody_hears_of_it():
    sitting = together(hints=True)
    count = sitting.table.event_count
    told = Occurrence(sitting.ask(0, AskHint)[0], count, count)
    for seat, news in outbox.news(sitting.table, [told], [None, 1]):
        assert [type(each).__name__ for each in news.happenings] == ["Hinted"], seat


def test_hints_stand_in_the_result_and_begin_anew_with_the_next_game():
    sitting = alone()
    sitting.ask(0, AskHint)
    sitting.ask(0, AskHint, tutor=True)
    sitting.play_out()
    assert (sitting.table.results[0].hints, sitting.table.results[0].tutors) == ((1, 0, 0), (True, False, False))
    assert used(sitting) == [1, 0, 0], "as long as one looks at the result"
    sitting.ask(0, Rematch)
    assert used(sitting) == [0, 0, 0]
    assert not sitting.table.seats[0].tutor


def test_the_tutor_is_noted_once_and_only_there_for_one_alone():
    sitting = alone()
    assert [type(each) for each in sitting.ask(0, AskHint, tutor=True)] == [facts.Tutored]
    assert sitting.ask(0, AskHint, tutor=True) == []
    assert used(sitting) == [0, 0, 0]
    assert outbox.view(sitting.table, None).seats[0].tutor
    refuse("not-alone", together(hints=True).ask, 0, AskHint, tutor=True)


def test_no_hints_while_the_game_waits_or_before_it():
    sitting = alone()
    sitting.ask(0, Pause)
    refuse("paused", sitting.ask, 0, AskHint)
    lobby = Sitting("rage", (BOT, BOT))
    refuse("no-game", lobby.ask, 0, AskHint)
    assert not NewTable("rage", "Anja", []).hints
