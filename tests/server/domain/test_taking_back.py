"""Alone with bots a move can be taken back, as long as nothing has followed from it."""

from random import Random

import pytest

from stichwerk.errors import StichwerkError
from stichwerk.protocol.messages import Leave, Move, Pause, TakeBack
from stichwerk.server.domain import facts
from stichwerk.server.domain.commands import BotMove
from stichwerk.server.domain.index import record_line, statistics
from stichwerk.server.wire import outbox
from support.matches import random_move
from support.server.sittings import BOT, OPEN, Sitting, state_of, verified


def refuse(code: str, call, *values) -> None:
    with pytest.raises(StichwerkError) as error:
        call(*values)
    assert error.value.code == code


def alone(game: str = "alles-oder-nichts", **wish) -> Sitting:
    return Sitting(game, (BOT, BOT), **wish).start()


def offered(sitting: Sitting) -> bool:
    assert not outbox.view(sitting.table, None).take_back
    return outbox.view(sitting.table, 0).take_back


def test_a_bid_is_taken_back_and_made_anew():
    sitting = alone()
    assert not offered(sitting)
    refuse("no-move", sitting.ask, 0, TakeBack)
    sitting.tick(3)
    sitting.ask(0, Move, "bid:1")
    assert offered(sitting)
    assert isinstance(sitting.ask(0, TakeBack)[0], facts.TakenBack)
    assert not offered(sitting)
    assert statistics(sitting.table).players[0].moves == 0
    refuse("no-move", sitting.ask, 0, TakeBack)
    sitting.tick(2)
    sitting.ask(0, Move, "bid:2")
    assert statistics(sitting.table).players[0].mean_move_ms == 2000
    assert state_of(sitting.rebuilt()) == state_of(sitting.table)
    told = [type(facts.decode(line.fact)) for line in sitting.log[-3:]]
    assert told == [facts.Moved, facts.TakenBack, facts.Moved]


def test_what_bots_have_bid_face_down_meanwhile_stays():
    sitting = alone()
    sitting.ask(0, Move, "bid:1")
    sitting.do(BotMove(1, "bid:0", sitting.table.seq))
    sitting.ask(0, TakeBack)
    assert sitting.match.waiting == (0, 2)
    sitting.do(BotMove(2, "bid:0", sitting.table.seq))
    sitting.ask(0, Move, "bid:3")
    assert offered(sitting), "the bids stay face down"
    while sitting.match.waiting[0] == 0:
        sitting.ask(0, Move, "hide")
    sitting.do(BotMove(sitting.match.waiting[0], "hide", sitting.table.seq))
    assert not offered(sitting)
    refuse("learned-something", sitting.ask, 0, TakeBack)


def test_not_where_another_person_sits():
    sitting = Sitting("alles-oder-nichts", (BOT, OPEN)).join("Claudia").start()
    sitting.ask(0, Move, "bid:1")
    assert not offered(sitting)
    refuse("not-alone", sitting.ask, 0, TakeBack)
    sitting.ask(2, Leave)
    refuse("not-alone", sitting.ask, 0, TakeBack)  # she may come back


def test_not_before_or_after_the_game_nor_in_a_pause():
    sitting = Sitting("alles-oder-nichts", (BOT, BOT))
    sitting.come(0)
    refuse("no-game", sitting.ask, 0, TakeBack)
    sitting.start()
    sitting.ask(0, Move, "bid:1")
    sitting.ask(0, Pause)
    assert not offered(sitting)
    refuse("paused", sitting.ask, 0, TakeBack)
    over = alone(options={"rounds": 1}).play_out()
    refuse("game-over", over.ask, 0, TakeBack)
    refuse("only-watching", sitting.do, TakeBack("x"), None)


def test_a_move_of_the_stand_in_is_not_ones_own():
    sitting = alone()
    sitting.ask(0, Leave)
    sitting.do(BotMove(0, "bid:1", sitting.table.seq))
    refuse("no-move", sitting.ask, 0, TakeBack)


def test_asked_twice_it_happens_once():
    sitting = alone()
    sitting.ask(0, Move, "bid:1")
    ask = TakeBack("twice")
    assert sitting.do(ask, 0)
    assert sitting.do(ask, 0) == []


def test_a_bot_that_was_thinking_has_to_think_again():
    """Its move was meant for a table that is no more."""
    sitting = alone("rage")
    while sitting.match.waiting != (0,):
        seat = sitting.match.waiting[0]
        sitting.do(BotMove(seat, random_move(sitting.match, seat, Random(1)), sitting.table.seq))
    sitting.ask(0, Move, "bid:1")
    if sitting.match.waiting:
        seat, seen = sitting.match.waiting[0], sitting.table.seq
        sitting.ask(0, TakeBack)
        refuse("not-your-turn", sitting.do, BotMove(seat, "bid:1", seen))
        sitting.ask(0, Move, "bid:2")
        refuse("too-late", sitting.do, BotMove(seat, "bid:1", seen))


@pytest.mark.parametrize("game", ["rage", "null-nichtig", "alles-oder-nichts"])
def test_a_whole_game_with_second_thoughts(game):
    """The record has the moves that count, and the log makes the same table again."""
    sitting, random, taken = alone(game, options={} if game == "rage" else {"rounds": 2}), Random(game), 0
    for _ in sitting.play_on(random):
        if offered(sitting) and random.random() < 0.5:
            sitting.ask(0, TakeBack)
            taken += 1
    assert taken > 2
    verified(sitting.match)
    assert state_of(sitting.rebuilt()) == state_of(sitting.table)
    assert record_line("TABLE", sitting.log, 1)
    assert sitting.table.results[0].moves == sum(len(each["moves"]) for each in sitting.match.record()["rounds"])
