"""The faces that people choose: kept in the log, shown to everybody, and none where nobody has chosen."""

import pytest

from stichwerk.protocol.messages import ChangeSeat, Leave, Ready
from stichwerk.server.domain import facts
from stichwerk.server.domain.commands import Join
from stichwerk.server.domain.index import row_of
from stichwerk.server.domain.summaries import decode
from stichwerk.server.errors import BadWish
from stichwerk.server.wire import outbox
from support.server.sittings import BOT, OPEN, Sitting, state_of


def faces(sitting: Sitting) -> list[str | None]:
    return [seat.face for seat in outbox.view(sitting.table, None).seats]


def test_everybody_sees_the_face_that_somebody_has_chosen():
    sitting = Sitting("rage", (OPEN, OPEN, BOT), face="owl")
    sitting.do(Join("Bernd", "token 1", face="owl"))
    sitting.do(Join("Claudia", "token 2"))
    assert faces(sitting) == ["owl", "owl", None, None]
    assert state_of(sitting.rebuilt()) == state_of(sitting.table)


def test_lists_and_the_door_show_it_too():
    sitting = Sitting("rage", (OPEN, OPEN), face="fox")
    kept = decode(row_of(sitting.table).summary)
    assert kept is not None
    assert [seat.face for seat in outbox.summary(kept).seats] == ["fox", None, None]
    assert outbox.at_the_door(sitting.table, None).table.seats[0].face == "fox"


def test_it_goes_with_the_person():
    sitting = Sitting("rage", (OPEN, OPEN, OPEN))
    sitting.do(Join("Bernd", "token 1", face="bear"))
    sitting.ask(1, ChangeSeat, 3)
    assert faces(sitting) == [None, None, None, "bear"]
    sitting.ask(3, Leave)
    assert faces(sitting) == [None] * 4


def test_a_late_guest_brings_it_along():
    sitting = Sitting("alles-oder-nichts", (BOT, BOT), options={"rounds": 2}).start()
    sitting.do(Join("Lena", "token late", face="panda", wish=1))
    assert faces(sitting) == [None] * 3
    sitting.table.presence_of("token late", True, sitting.now)
    sitting.play_until_break()
    sitting.ask(0, Ready)
    assert faces(sitting) == [None, "panda", None]
    assert state_of(sitting.rebuilt()) == state_of(sitting.table)


@pytest.mark.parametrize("face", ["dragon", "Owl", "owl ", "\ud800"])
def test_a_face_that_nobody_has_drawn_is_refused(face):
    with pytest.raises(BadWish, match="no such face") as refused:
        Sitting("rage", face=face)
    assert refused.value.code == "unknown-face"
    sitting = Sitting("rage")
    with pytest.raises(BadWish, match="no such face"):
        sitting.do(Join("Bernd", "token 1", face=face))
    assert sitting.table.seats[1].open, "nobody sits there"
    sitting.start()


def test_older_logs_have_none():
    line = b'{"fact":"Sat","seat":1,"name":"Bernd","token":"t"}'
    sat = facts.decode(line)
    assert sat == facts.Sat(seat=1, name="Bernd", token="t")
    assert facts.encode(sat) == line, "and who chooses none writes what they did"
