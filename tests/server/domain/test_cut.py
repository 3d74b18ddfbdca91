"""The cut before a game: who may when, who is left out, what is signed; and how a dealing side that cheats is found."""

from random import Random
from typing import Any

import msgspec
import pytest

from stichwerk.errors import BadRecord, StichwerkError
from stichwerk.play.fairness import KeptReceipt, check_kept, doubts
from stichwerk.play.match import Match
from stichwerk.play.record import Record, from_data
from stichwerk.play.verify import check
from stichwerk.protocol.messages import Cut, OpenCut, Start
from stichwerk.server.domain import facts
from stichwerk.server.wire import outbox
from support.matches import play_out
from support.server.sittings import BOT, OPEN, Sitting, cut_of, verified


def refuse(code: str, call, *values) -> None:
    with pytest.raises(StichwerkError) as error:
        call(*values)
    assert error.value.code == code


def cutting(*names: str) -> Sitting:
    """A game is about to begin, and all have cut: with their names."""
    sitting = Sitting(seats=(OPEN,) * (len(names) - 1), name=names[0]).join(*names[1:])
    sitting.come(0)
    sitting.ask(0, Start)
    for seat, name in enumerate(names):
        sitting.ask(seat, Cut, cut_of(name))
    return sitting


def opened(*names: str) -> Sitting:
    """All have opened their cuts, too: the game begins."""
    sitting = cutting(*names)
    for seat, name in enumerate(names):
        sitting.ask(seat, OpenCut, name)
    return sitting


def kept_by(sitting: Sitting, seat: int) -> KeptReceipt:
    """The newest receipt of a seat, as everybody is told of it."""
    view = outbox.view(sitting.table, seat)
    own = view.seats[seat]
    kind: Any = "opening" if own.opening_receipt else "cut"
    signature = own.opening_receipt or own.cut_receipt
    assert view.commitment is not None
    assert view.receipt_key is not None
    assert own.cut_commitment is not None
    assert signature is not None
    return KeptReceipt(kind, view.commitment, view.cutting_time, seat, own.cut_commitment, view.receipt_key, signature)


def dealt(seed: str, names: list[str], salts: list[str] | None = None, **more: Any) -> Record:
    """The record of a game that somebody has dealt and played to its end without the others, with further keys."""
    match = play_out(Match.new("rage", names=names, seed=seed, salts=salts), Random(1))
    record = from_data({**match.record(), **more})
    check(record)  # it follows from its seed, whatever the players say
    return record


def test_the_cut():
    sitting = Sitting(seats=(OPEN, BOT)).join("Bernd")
    sitting.come(0)
    refuse("no-cut-now", sitting.ask, 0, Cut, cut_of("x"))
    sitting.ask(0, Start)
    assert (sitting.table.status, sitting.table.commitment) == ("cutting", cut_of("seed 1"))
    sitting.ask(0, Cut, cut_of("for two"))
    refuse("no-cut-now", sitting.ask, 0, OpenCut, "for two")
    refuse("already-cut", sitting.ask, 0, Cut, cut_of("another"))
    assert sitting.ask(0, Cut, cut_of("for two")) == []
    sitting.ask(1, Cut, cut_of("and tea"))
    assert sitting.table.opening_cuts
    refuse("no-cut-now", sitting.ask, 0, Cut, cut_of("another"))
    refuse("wrong-salt", sitting.ask, 1, OpenCut, "for two")
    sitting.ask(1, OpenCut, "and tea")
    assert (sitting.table.status, sitting.table.opening_cuts) == ("cutting", True)
    sitting.ask(0, OpenCut, "for two")
    assert sitting.table.status == "playing"
    names = ["Anja", "Bernd", "Pixel"]
    expected = Match.new("rage", names=names, seed="seed 1", salts=["for two", "and tea", ""])
    assert [sitting.match.view(seat).table for seat in range(3)] == [expected.view(seat).table for seat in range(3)]
    record = verified(sitting.play_out().match)
    assert record.extra["cuts"] == [cut_of("for two"), cut_of("and tea"), ""]
    assert record.extra["salts"] == ["for two", "and tea", ""]


def test_nobody_has_to_cut_and_nobody_can_hold_up_the_game():
    sitting = Sitting(seats=(OPEN, OPEN)).join("Bernd", "Claudia")
    sitting.come(0)
    sitting.ask(0, Start)
    sitting.ask(0, Cut, "")
    sitting.ask(1, Cut, cut_of("x"))
    sitting.tick(31)  # Claudia says nothing
    assert sitting.table.opening_cuts
    sitting.tick(11)  # Bernd does not open his cut, and nobody else has one
    assert sitting.table.status == "playing"
    assert sitting.match.deals is not None
    assert sitting.match.deals.salts == ("", "", "")
    record = verified(sitting.play_out().match)
    assert (record.extra["cuts"], record.extra["held_back"]) == (["", "", ""], [[1]])


def test_who_holds_back_is_left_out_and_all_others_cut_again():
    sitting = cutting("Anja", "Bernd", "Claudia")
    sitting.ask(0, OpenCut, "Anja")
    sitting.ask(2, OpenCut, "Claudia")
    told = sitting.tick(11)
    assert [type(fact) for fact in told] == [facts.CutsAgain]
    view = outbox.view(sitting.table, 1)
    assert (view.status, view.cutting_time, view.opening_cuts) == ("cutting", 2, False)
    assert [seat.cut for seat in view.seats] == ["waiting", "held-back", "waiting"]
    assert [seat.salt for seat in view.seats] == [None] * 3
    refuse("held-back", sitting.ask, 1, Cut, cut_of("again"))
    for seat, salt in ((0, "tea"), (2, "for two")):
        sitting.ask(seat, Cut, cut_of(salt))
    for seat, salt in ((0, "tea"), (2, "for two")):
        sitting.ask(seat, OpenCut, salt)
    record = verified(sitting.play_out().match)
    assert record.extra["salts"] == ["tea", "", "for two"]
    assert record.extra["held_back"] == [[1]]
    assert doubts(record) == ("Bernd cut but did not open the cut, so all others cut again",)


def test_every_cut_and_every_opening_has_a_receipt():
    sitting = cutting("Anja", "Bernd")
    kept = [kept_by(sitting, seat) for seat in (0, 1)]
    for seat, name in enumerate(["Anja", "Bernd"]):
        sitting.ask(seat, OpenCut, name)
        kept.append(kept_by(sitting, seat))
    assert [each.kind for each in kept] == ["cut", "cut", "opening", "opening"]
    record = verified(sitting.play_out().match)
    assert check_kept(record, kept) == 4
    assert doubts(record) == ()


# ---------------------------------------------------------------- a dealing side that cheats


def test_cuts_that_are_called_too_late_although_there_are_receipts():
    """It tries out seeds until a deal without cuts pleases it, and then leaves out all cuts."""
    sitting = cutting("Anja", "Bernd")
    record = dealt("seed 1", ["Anja", "Bernd"], cuts=["", ""])
    assert doubts(record) == ("nobody cut: whoever dealt has decided alone",)
    for seat in (0, 1):
        with pytest.raises(BadRecord, match="cut, and the dealing side has signed for it, but the deal is without it"):
            check_kept(record, [kept_by(sitting, seat)])


@pytest.mark.parametrize("denied", [0, 1])
def test_openings_that_are_denied_although_there_are_receipts(denied):
    """It knows all salts, and deals with those that please it."""
    names = ["Anja", "Bernd"]
    kept = kept_by(opened(*names), denied)
    cuts = [cut_of(name) for name in names]
    salts = ["" if seat == denied else name for seat, name in enumerate(names)]
    plainly = dealt("seed 1", names, salts, cuts=cuts)
    assert doubts(plainly) == (f"{names[denied]} cut but did not open the cut, so the deal is without it",)
    cuts[denied] = ""  # as if that seat had held back, and all others had cut once more
    again = dealt("seed 1", names, salts, cuts=cuts, held_back=[[denied]])
    assert doubts(again) == (f"{names[denied]} cut but did not open the cut, so all others cut again",)
    for record in (plainly, again):
        with pytest.raises(BadRecord, match=f"{names[denied]} opened the cut, and the dealing side has signed for it"):
            check_kept(record, [kept])


def test_receipts_in_a_record_must_be_signed():
    data = opened("Anja", "Bernd").play_out().match.record()
    for part in ("cuts", "openings"):
        for wrong in ("", "00" * 64, "not even digits", data["receipts"][part][1]):
            receipts = {**data["receipts"], part: [wrong, data["receipts"][part][1]]}
            with pytest.raises(BadRecord, match=r"the receipt for the (cut|opening) of seat 0 is not signed"):
                check(from_data({**data, "receipts": receipts}))
    with pytest.raises(BadRecord, match='"receipts" must have a "key"'):
        from_data({**data, "receipts": {"key": "", "cuts": [], "openings": []}})


def test_a_record_with_receipts_of_another_key_than_the_players_have():
    sitting = opened("Anja", "Bernd")
    record = dealt("seed 1", ["Anja", "Bernd"], ["Anja", "Bernd"], cuts=[cut_of("Anja"), cut_of("Bernd")])
    record.extra["receipts"] = {"key": "00" * 32, "cuts": ["", ""], "openings": ["", ""]}  # type: ignore[index]
    with pytest.raises(BadRecord, match="signed by another key"):
        check_kept(record, [kept_by(sitting, 0)])


def test_receipts_of_another_game_or_that_nobody_signed_say_nothing():
    kept = kept_by(cutting("Anja", "Bernd"), 0)
    assert check_kept(dealt("seed 2", ["Anja", "Bernd"]), [kept]) == 0
    assert check_kept(dealt("seed 1", ["Anja", "Bernd"]), [msgspec.structs.replace(kept, cut=cut_of("x"))]) == 0
