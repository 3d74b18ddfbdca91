"""What clients are told: legal moves, reasons against all others, and what happened, each as the seat may know it."""

import pytest

from stichwerk.errors import IllegalMove
from stichwerk.protocol import messages
from stichwerk.protocol.messages import Cut, Move, OpenCut, Pause, Ready, Rematch, Start
from stichwerk.server.domain import facts
from stichwerk.server.wire import happenings, outbox
from support.matches import SECRETS
from support.server.sittings import BOT, OPEN, Sitting, cut_of, play_of, timed


@pytest.mark.parametrize("kind", SECRETS)
def test_every_card_in_hand_is_legal_or_refused_with_the_reason_of_the_match(kind):
    game, players, *options = kind
    sitting = Sitting(game, (BOT,) * (players - 1), options=dict(options)).start()
    refusals = 0
    for step, _ in enumerate(sitting.play_on(sitting_random(kind))):
        if step % 5 or step > 150:
            continue
        for seat in range(players):
            play = play_of(outbox.view(sitting.table, seat))
            if seat not in sitting.match.waiting:
                assert (play.legal, play.refused) == ((), ())
                assert play.wait
                continue
            assert play.wait is None
            if play.to_lay:
                assert (play.legal, play.refused) == ((), ())
                continue
            refused = {move: group for group in play.refused for move in group.moves}
            told = {move.partition(":")[0] for move in (*play.legal, *refused)}
            assert set(play.table.places[seat].hand) <= told
            assert not set(play.legal) & set(refused)
            for move, group in refused.items():
                with pytest.raises(IllegalMove) as error:
                    sitting.match.check(seat, move)
                assert (error.value.code, error.value.message, error.value.rule) == (
                    group.code,
                    group.reason,
                    group.rule,
                )
                refusals += 1
    assert refusals or game == "null-nichtig"  # there, any card may be played


def sitting_random(kind):
    from random import Random

    return Random(str(kind))


def seats_of(sitting: Sitting) -> list[tuple[str, str | None, str | None]]:
    return [(seat.kind, seat.cut, seat.salt) for seat in outbox.view(sitting.table, None).seats]


def test_the_cut_as_everybody_sees_it():
    sitting = Sitting(seats=(OPEN, OPEN, BOT)).join("Bernd", "Claudia")
    assert outbox.view(sitting.table, 1).code == "CODE1"
    assert outbox.view(sitting.table, None).code is None
    sitting.come(0)
    sitting.ask(0, Start)
    view = outbox.view(sitting.table, None)
    assert (view.status, view.commitment, view.seed, view.play) == ("cutting", cut_of("seed 1"), None, None)
    assert [cut for _, cut, _ in seats_of(sitting)] == ["waiting"] * 3 + [None]
    sitting.ask(0, Cut, cut_of("a"))
    sitting.ask(1, Cut, cut_of("b"))
    sitting.ask(2, Cut, "")
    assert [cut for _, cut, _ in seats_of(sitting)] == ["committed", "committed", "none", None]
    assert outbox.view(sitting.table, None).opening_cuts
    sitting.ask(0, OpenCut, "a")
    assert seats_of(sitting)[0] == ("person", "opened", "a")
    sitting.tick(11)
    assert [cut for _, cut, _ in seats_of(sitting)] == ["waiting", "held-back", "none", None]
    assert outbox.view(sitting.table, None).code is None


def test_the_seed_is_told_when_the_game_is_over_and_not_before():
    sitting = Sitting("alles-oder-nichts", (BOT, BOT), options={"rounds": 1}).start()
    for _ in sitting.play_on(sitting_random(1)):
        told = messages.encode(outbox.view(sitting.table, 0))
        assert (b"seed 1" in told) == (sitting.table.status == "over")
    sitting.ask(0, Rematch)
    assert sitting.table.number == 2
    assert b"seed" not in messages.encode(outbox.view(sitting.table, 0)).replace(b'"seed":null', b"")


def test_why_one_has_to_wait():
    sitting = Sitting("alles-oder-nichts", (OPEN, BOT)).join("Bernd").start()
    sitting.ask(0, Move, "bid:1")
    wait = [play_of(outbox.view(sitting.table, seat)).wait for seat in (0, 1, None)]
    assert wait == ["you have chosen: wait for the others", None, None]
    sitting.ask(0, Pause)
    assert play_of(outbox.view(sitting.table, 1)).wait == "the game is paused"
    sitting.ask(0, messages.Resume)
    sitting.play_until_break()
    assert play_of(outbox.view(sitting.table, 0)).wait == "the round is over"
    for seat in (0, 1):
        sitting.ask(seat, Ready)
    sitting.play_out()
    assert play_of(outbox.view(sitting.table, 0)).wait == "the game is over"


def test_whose_turn_it_is_is_said_by_name():
    sitting = Sitting("rage").join("Bernd", "Claudia").start()
    on_turn = sitting.match.waiting[0]
    wait = play_of(outbox.view(sitting.table, (on_turn + 1) % 3)).wait
    assert wait == f"it is {sitting.table.seats[on_turn].name}'s turn"


def test_clocks_are_shown():
    sitting = Sitting("rage", (OPEN, BOT), pace=timed(10, reserve=60)).join("Bernd").start()
    on_turn = sitting.match.waiting[0]
    for number, seat in enumerate(outbox.view(sitting.table, None).seats):
        assert (seat.deadline is not None) == (number == on_turn and seat.kind == "person")
        assert seat.reserve_ms == (60_000 if seat.kind == "person" else None)


def test_every_fact_that_people_should_notice_is_told():
    silent = {facts.Opened, facts.Revoked, facts.Moved, facts.TakenBack, facts.Tutored, facts.Dealt, facts.Woken}
    assert set(happenings._TELLERS) | silent == set(facts.AnyFact.__args__)


def test_what_was_missed_is_told_from_any_point_on():
    sitting = Sitting("alles-oder-nichts", (BOT, BOT), options={"rounds": 2}).start()
    counts = {}
    for _ in sitting.play_on(sitting_random(2)):
        counts[sitting.table.seq] = sitting.match.event_count
    present = outbox.presence(sitting.table, 0)
    for seq, count in counts.items():
        missed = outbox.welcome(sitting.table, 0, seq, 0, present).missed
        names = [type(event).__name__ for event in sitting.match.events(0, count)]
        assert [type(each).__name__ for each in missed] == names
    assert len(outbox.welcome(sitting.table, 0, 1, 0, present).missed) == sitting.match.event_count
    for since in (None, 10**9):
        assert outbox.welcome(sitting.table, 0, since, 0, present).missed == ()
