"""Somebody has fallen asleep at a table without a clock: the others ask, then vote for a stand-in."""

import pytest

from stichwerk.errors import StichwerkError
from stichwerk.protocol.messages import Back, Move, Nudge, Pace, Pause, Phrase, Ready
from stichwerk.server.domain import facts
from stichwerk.server.domain.timers import due
from stichwerk.server.domain.votes import ANSWER, PEACE
from stichwerk.server.wire import outbox
from stichwerk.server.wire.happenings import Occurrence
from support.server.sittings import BOT, OPEN, Sitting, state_of, timed

MINUTE, ANSWER_WITHIN = PEACE / 1000, ANSWER / 1000
ASLEEP = facts.StoodIn(seat=2, why="asleep")


def refuse(code: str, call, *values) -> str:
    with pytest.raises(StichwerkError) as error:
        call(*values)
    assert error.value.code == code
    return error.value.message


def three(**wish) -> Sitting:
    """Anja and Bernd have bid; Claudia (seat 2) has not, and nobody hears of her."""
    sitting = Sitting("alles-oder-nichts", **wish).join("Bernd", "Claudia").start()
    for seat in (0, 1):
        sitting.ask(seat, Move, "bid:1")
    return sitting


def seen(sitting: Sitting, seat: int = 2):
    return outbox.view(sitting.table, 0).seats[seat]


def test_all_others_ask_and_in_vain():
    sitting = three()
    assert seen(sitting).ask_from == sitting.now + PEACE
    sitting.tick(MINUTE)
    sitting.ask(0, Nudge, 2)
    assert (seen(sitting).votes, seen(sitting).stand_in) == ((0,), None)
    sitting.tick(100)
    assert seen(sitting).stand_in is None, "one who has not asked is content to wait"
    assert due(sitting.table, sitting.now) is None
    assert ASLEEP in sitting.ask(1, Nudge, 2)
    assert (seen(sitting).votes, seen(sitting).stand_in, seen(sitting).ask_from) == ((), "asleep", None)
    assert dict(sitting.table.bots_to_move()) == {2: 2}
    assert state_of(sitting.rebuilt()) == state_of(sitting.table)


def test_there_is_time_to_answer():
    sitting = three()
    sitting.tick(MINUTE)
    for seat in (0, 1):
        sitting.ask(seat, Nudge, 2)
    assert due(sitting.table, sitting.now) == sitting.now + ANSWER
    assert sitting.tick(ANSWER_WITHIN - 1) == []
    assert sitting.tick(1) == [ASLEEP]


def test_at_a_table_of_two_people_the_other_one_is_enough():
    sitting = Sitting("alles-oder-nichts", (BOT, OPEN)).join("Claudia").start()
    sitting.tick(MINUTE)
    sitting.ask(0, Nudge, 2)
    assert sitting.tick(ANSWER_WITHIN) == [ASLEEP]


@pytest.mark.parametrize("what", [(Move, "bid:1"), (Back,), (Phrase, "one-moment")])
def test_whatever_they_do_they_are_there(what):
    sitting = three()
    sitting.tick(MINUTE)
    for seat in (0, 1):
        sitting.ask(seat, Nudge, 2)
    assert sitting.ask(2, *what)
    assert seen(sitting).votes == ()
    assert sitting.tick(MINUTE - 1) == []
    refuse("not-now", sitting.ask, 0, Nudge, 2)  # they are left in peace for another minute
    assert state_of(sitting.rebuilt()) == state_of(sitting.table)


def test_who_is_awake_is_told_apart_from_who_only_says_nothing():
    sitting = three()
    assert sitting.ask(2, Phrase, "hello") == []
    assert sitting.ask(2, Back) == [], "nobody has asked"


def test_when_it_may_be_asked():
    sitting = three()
    assert "60 seconds" in refuse("not-now", sitting.ask, 0, Nudge, 2)
    sitting.tick(MINUTE)
    assert "Bernd" in refuse("not-now", sitting.ask, 0, Nudge, 1)
    refuse("own-seat", sitting.ask, 2, Nudge, 2)
    refuse("unknown-seat", sitting.ask, 0, Nudge, 3)
    sitting.go(2)
    refuse("not-now", sitting.ask, 0, Nudge, 2)
    clock = three(pace=timed(600))
    clock.tick(MINUTE)
    assert "clock" in refuse("not-now", clock.ask, 0, Nudge, 2)
    assert seen(clock).ask_from is None


def test_nobody_votes_twice():
    sitting = three()
    sitting.tick(MINUTE)
    sitting.ask(0, Nudge, 2)
    assert sitting.ask(0, Nudge, 2) == []
    assert seen(sitting).votes == (0,)


def test_who_is_not_there_need_not_vote():
    sitting = three(pace=Pace(grace=3600))
    sitting.tick(MINUTE)
    sitting.ask(0, Nudge, 2)
    assert sitting.tick(ANSWER_WITHIN) == []
    assert sitting.go(1) == [ASLEEP]


def test_only_the_sleeper_is_there_now():
    sitting = three(pace=Pace(grace=3600))
    sitting.tick(MINUTE)
    sitting.ask(0, Nudge, 2)
    sitting.go(0, 1)
    assert sitting.tick(1000) == []


def test_two_who_are_asleep_do_not_keep_each_others_seats():
    sitting = Sitting("alles-oder-nichts").join("Bernd", "Claudia").start()
    sitting.ask(0, Move, "bid:1")
    sitting.tick(MINUTE)
    sitting.ask(0, Nudge, 1)
    assert sitting.tick(ANSWER_WITHIN) == [], "Claudia could vote"
    sitting.ask(0, Nudge, 2)
    assert seen(sitting, 1).stand_in == "asleep"
    assert sitting.tick(ANSWER_WITHIN) == [ASLEEP]


def test_to_be_ready_is_awaited_too():
    sitting = Sitting("alles-oder-nichts", (BOT, OPEN)).join("Claudia").start()
    sitting.play_until_break()
    sitting.ask(0, Ready)
    assert seen(sitting, 0).ask_from is None
    sitting.tick(MINUTE)
    sitting.ask(0, Nudge, 2)
    assert sitting.tick(ANSWER_WITHIN) == [ASLEEP, facts.Dealt()]


def test_a_pause_ends_the_vote():
    sitting = three()
    sitting.tick(MINUTE)
    for seat in (0, 1):
        sitting.ask(seat, Nudge, 2)
    sitting.ask(0, Pause)
    assert (seen(sitting).votes, seen(sitting).ask_from) == ((), None)
    assert sitting.tick(ANSWER_WITHIN) == []


def test_the_vote_survives_a_restart():
    sitting = three()
    sitting.tick(MINUTE)
    for seat in (0, 1):
        sitting.ask(seat, Nudge, 2)
    sitting.table = sitting.rebuilt()
    assert seen(sitting).votes == (0, 1)
    sitting.come(0, 1, 2)
    assert sitting.tick(ANSWER_WITHIN) == [ASLEEP]


def test_nobody_has_slept_because_of_the_night():
    sitting = three()
    sitting.go(0, 1, 2)
    sitting.tick(30_000)
    sitting.come(0, 1, 2)
    refuse("not-now", sitting.ask, 0, Nudge, 2)
    sitting.tick(MINUTE)
    assert sitting.ask(0, Nudge, 2)


def test_the_seat_is_given_back():
    sitting = three()
    sitting.tick(MINUTE)
    for seat in (0, 1):
        sitting.ask(seat, Nudge, 2)
    sitting.tick(ANSWER_WITHIN)
    assert isinstance(sitting.ask(2, Back)[0], facts.CameBack)
    assert seen(sitting).stand_in is None
    sitting.tick(MINUTE)
    for seat in (0, 1):
        sitting.ask(seat, Nudge, 2)
    sitting.tick(ANSWER_WITHIN)
    back, moved = sitting.ask(2, Move, "bid:2")[:2]
    assert (back, type(moved)) == (facts.CameBack(seat=2), facts.Moved)


def test_everybody_hears_of_it():
    sitting = three()
    sitting.tick(MINUTE)
    [nudged] = sitting.ask(0, Nudge, 2)
    told = [Occurrence(fact, 0, 0) for fact in (nudged, *sitting.ask(2, Back))]
    for _, news in outbox.news(sitting.table, told, [None, 0, 1, 2]):
        assert [type(each).__name__ for each in news.happenings] == ["Nudged", "Stirred"]
