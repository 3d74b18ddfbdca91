"""A table without a network: the lobby, whole games, people who come and go, the clock."""

from random import Random

import msgspec
import pytest

from stichwerk.errors import BadNotation, BadOption, BadPlayers, IllegalMove, StichwerkError, UnknownGame
from stichwerk.play.match import Match
from stichwerk.play.verify import replay
from stichwerk.protocol.messages import (  # fmt: skip
    AddSeat,
    Back,
    Cut,
    Leave,
    Move,
    Pace,
    Pause,
    Phrase,
    Ready,
    Rematch,
    RemoveSeat,
    Resume,
    Revoke,
    SetSeat,
    Start,
)
from stichwerk.server.domain import facts
from stichwerk.server.domain.commands import BotMove, Join
from stichwerk.server.domain.facts import Line
from stichwerk.server.domain.index import record_line, statistics
from stichwerk.server.errors import BadName, BadWish, NoEntry, NotNow
from support.matches import SECRETS
from support.server.sittings import BOT, OPEN, Sitting, cut_of, state_of, timed, verified


def refuse(code: str, call, *values, **named) -> StichwerkError:
    with pytest.raises(StichwerkError) as error:
        call(*values, **named)
    assert error.value.code == code
    assert len(error.value.message.splitlines()) == 1
    return error.value


# ---------------------------------------------------------------- opening


def test_a_new_table():
    sitting = Sitting("rage", (OPEN, BOT), listed=True)
    table = sitting.table
    assert (table.status, table.host, table.listed, table.code) == ("lobby", 0, True, "CODE1")
    assert [(seat.name, seat.person, seat.level, seat.open) for seat in table.seats] == [
        ("Anja", True, None, False),
        ("", False, None, True),
        ("Pixel", False, 2, False),
    ]


@pytest.mark.parametrize(
    ("wish", "error"),
    [
        ({"game": "skat"}, UnknownGame),
        ({"options": {"marsch": True}}, BadOption),
        ({"options": {"bidding": ["open"]}}, BadOption),
        ({"seats": ()}, BadPlayers),
        ({"seats": (BOT,) * 8}, BadPlayers),
        ({"game": "null-nichtig", "seats": (OPEN, OPEN), "options": {"teams": True}}, BadOption),
        ({"name": ""}, BadName),
        ({"name": " \u3000"}, BadName),
        ({"name": "x" * 25}, BadName),
        ({"name": "An\nja"}, BadName),
        ({"name": "An\u202eja"}, BadName),
        ({"name": "\ud800"}, BadName),
    ],
)
def test_a_table_that_cannot_be(wish, error):
    with pytest.raises(error):
        Sitting(**wish)


# ---------------------------------------------------------------- the lobby


def test_people_sit_down_where_it_is_free():
    sitting = Sitting(seats=(BOT, OPEN, OPEN)).join("Bernd")
    assert [seat.name for seat in sitting.table.seats] == ["Anja", "Pixel", "Bernd", ""]
    sitting.do(Join("Claudia", "token 3", seat=3, epoch=sitting.table.seats[3].epoch))
    refuse("table-full", sitting.do, Join("Dieter", "token 4"))
    refuse("invite-used", sitting.do, Join("Dieter", "token 4", seat=3, epoch=0))


def test_a_name_is_taken_once():
    sitting = Sitting(seats=(BOT, OPEN))
    refuse("name-taken", sitting.join, "ANJA")
    refuse("name-taken", sitting.join, "Pixel")


def test_invites_are_revoked_by_their_epoch():
    sitting = Sitting()
    sitting.ask(0, Revoke, 1)
    refuse("invite-revoked", sitting.do, Join("Bernd", "token 1", seat=1, epoch=0))
    sitting.ask(0, Revoke)
    assert sitting.table.code == "CODE2"
    refuse("invite-revoked", sitting.do, Join("Bernd", "token 1", epoch=0))
    sitting.do(Join("Bernd", "token 1", epoch=1))
    sitting.ask(0, SetSeat, 1, "open")  # Bernd has to leave, and his invite is used up
    refuse("invite-revoked", sitting.do, Join("Bernd", "token 1", seat=1, epoch=1))
    with pytest.raises(NoEntry):
        sitting.table.seat_of("token 1")


def test_the_host_arranges_the_seats():
    sitting = Sitting(seats=(OPEN, OPEN)).join("Bernd", "Claudia")
    sitting.ask(0, AddSeat)
    sitting.ask(0, SetSeat, 3, "bot", 5)
    sitting.ask(0, RemoveSeat, 1)
    assert [(seat.name, seat.level) for seat in sitting.table.seats] == [
        ("Anja", None),
        ("Claudia", None),
        ("Pixel", 5),
    ]
    assert sitting.table.seat_of("token 2") == 1
    refuse("unknown-seat", sitting.ask, 0, RemoveSeat, 3)
    refuse("own-seat", sitting.ask, 0, SetSeat, 0, "bot")
    sitting.ask(0, RemoveSeat, 2)
    refuse("bad-players", sitting.ask, 0, RemoveSeat, 1)
    for _ in range(6):
        sitting.ask(0, AddSeat)
    refuse("bad-players", sitting.ask, 0, AddSeat)


def test_an_invite_to_a_seat_that_was_removed_does_not_open_another():
    sitting = Sitting(seats=(OPEN, OPEN, OPEN))
    epochs = [seat.epoch for seat in sitting.table.seats]
    sitting.ask(0, RemoveSeat, 1)
    sitting.ask(0, AddSeat)
    for seat in (1, 2, 3):
        refuse("invite-revoked", sitting.do, Join("Bernd", "token", seat=seat, epoch=epochs[seat]))


def test_only_the_host_arranges():
    sitting = Sitting().join("Bernd")
    for kind, *values in [(SetSeat, 2, "bot"), (AddSeat,), (RemoveSeat, 2), (Start,), (Revoke,), (Pause,)]:
        refuse("only-host", sitting.ask, 1, kind, *values)
    refuse("only-watching", sitting.do, Start("x"), None)


def test_the_host_leaves_and_somebody_else_is_the_host():
    sitting = Sitting().join("Bernd", "Claudia")
    sitting.ask(0, Leave)
    assert (sitting.table.host, sitting.table.seats[0].open) == (1, True)
    sitting.ask(2, Leave)
    sitting.ask(1, Leave)
    assert sitting.table.status == "closed"
    refuse("table-closed", sitting.do, Join("Dieter", "token"))


def test_a_host_who_does_not_come_back_is_no_longer_the_host():
    sitting = Sitting().join("Bernd")
    sitting.come(0)
    sitting.go(0)
    assert sitting.tick(299) == []
    assert sitting.tick(1) == [facts.HostMoved(seat=1)]
    sitting.come(0)
    refuse("only-host", sitting.ask, 0, Start)
    sitting.ask(1, Start)


def test_a_message_that_comes_twice_happens_once():
    sitting = Sitting()
    assert sitting.do(AddSeat("a"), 0)
    assert sitting.do(AddSeat("a"), 0) == []
    assert len(sitting.table.seats) == 4
    sitting.do(RemoveSeat("b", 1), 0)
    assert sitting.do(RemoveSeat("b", 1), 0) == []
    assert len(sitting.table.seats) == 3


def test_an_id_that_was_used_for_another_message():
    """To say that it is done would be a lie: the table has only done what had the id first."""
    sitting = Sitting()
    sitting.do(AddSeat("a"), 0)
    sitting.do(SetSeat("b", 1, "bot", 3), 0)
    sitting.table = sitting.rebuilt()  # also after a restart
    before = state_of(sitting.table)
    for other in (RemoveSeat("a", 1), SetSeat("b", 1, "bot", 4), SetSeat("b", 2, "bot", 3), Move("a", "\ud800")):
        refuse("id-used", sitting.do, other, 0)
    assert state_of(sitting.table) == before
    assert sitting.do(SetSeat("b", 1, "bot"), 0) == [], "level 3 is the usual one: it says the same"
    assert sitting.do(RemoveSeat("c", 1), 0)


def test_an_id_of_an_older_log_that_does_not_tell_what_was_said():
    sitting = Sitting()
    sitting.do(AddSeat("a"), 0)
    sitting.log[-1] = Line(2, sitting.now, b'{"fact":"SeatAdded","id":"a","by":0}')
    sitting.table = sitting.rebuilt()
    assert sitting.do(AddSeat("a"), 0) == []
    assert sitting.do(RemoveSeat("a", 1), 0) == [], "as the version did that wrote it"


def test_the_same_move_at_another_turn_needs_another_id():
    sitting = Sitting("alles-oder-nichts").join("Bernd", "Claudia").start()
    sitting.do(Move("m", "bid:1", sitting.table.seq), 0)
    sitting.play_until_round(2)
    refuse("id-used", sitting.do, Move("m", "bid:1", sitting.table.seq), 0)
    assert sitting.do(Move("n", "bid:1", sitting.table.seq), 0)


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize("kind", SECRETS)
def test_whole_games_equal_the_same_moves_on_a_match(kind):
    game, players, *options = kind
    sitting = Sitting(game, (OPEN, *(BOT,) * (players - 2)), options=dict(options)).join("Bernd").start()
    names = [seat.name for seat in sitting.table.seats]
    direct = Match.new(game, dict(options), names, seed="seed 1")
    told = 0
    for step, _ in enumerate(sitting.play_on(Random(1))):
        for line in sitting.log[told:]:
            fact = facts.decode(line.fact)
            if isinstance(fact, facts.Moved):
                direct.play(fact.seat, fact.move)
            elif isinstance(fact, facts.Dealt):
                direct.deal()
        told = len(sitting.log)
        if step % 25 == 0:
            assert state_of(sitting.rebuilt()) == state_of(sitting.table)
    assert state_of(sitting.rebuilt()) == state_of(sitting.table)
    assert direct.finished
    assert sitting.match.events() == direct.events()
    record = verified(sitting.match)
    assert {key: value for key, value in sitting.match.record().items() if key in direct.record()} == direct.record()
    assert replay(record).totals == direct.totals
    assert sitting.table.results[0].totals == direct.totals
    assert sitting.table.results[0].moves == sum(len(part.moves) for part in record.rounds)


def test_a_secret_phase_is_open_to_all_in_any_order():
    for order in ([2, 0, 1], [1, 2, 0]):
        sitting = Sitting("null-nichtig").join("Bernd", "Claudia").start()
        for seat in order:
            hand = sitting.match.view(seat).table.places[seat].hand
            sitting.ask(seat, Move, "lay:" + ",".join(hand[:3]))
        moves = [seat for seat, _ in sitting.match.record()["rounds"][0]["moves"]]
        dealer = sitting.match.record()["rounds"][0]["dealer"]
        assert moves == [(dealer + 1 + place) % 3 for place in range(3)]
        verified(sitting.match)


def test_a_move_sent_twice_is_played_once():
    sitting = Sitting("alles-oder-nichts").join("Bernd", "Claudia").start()
    first = sitting.do(Move("same", "bid:1"), 0)
    assert isinstance(first[0], facts.Moved)
    seq = sitting.table.seq
    assert sitting.do(Move("same", "bid:1"), 0) == []
    assert (sitting.table.seats[0].asked["same"].fact, sitting.table.seq) == (seq, seq)
    assert sitting.do(Move("same", "bid:1"), 1)  # another seat may use the same id


def test_refused_moves_change_nothing_and_say_why():
    sitting = Sitting().join("Bernd", "Claudia")
    refuse("no-game", sitting.ask, 0, Move, "bid:1")
    sitting.start()
    before = state_of(sitting.table)
    on_turn = sitting.match.waiting[0]
    other = (on_turn + 1) % 3
    name = sitting.table.seats[on_turn].name
    assert refuse("not-your-turn", sitting.ask, other, Move, "bid:1").message == f"it is {name}'s turn"
    with pytest.raises(BadNotation):
        sitting.ask(on_turn, Move, "no move")
    with pytest.raises(BadNotation):
        sitting.ask(on_turn, Move, "\ud800")
    with pytest.raises(IllegalMove):
        sitting.ask(on_turn, Move, sitting.match.view(on_turn).table.places[on_turn].hand[0].replace("J", "J:R"))
    refuse("no-bot", sitting.do, BotMove(on_turn, "bid:1", sitting.table.seq))
    refuse("already-begun", sitting.ask, 0, AddSeat)
    refuse("table-full", sitting.do, Join("Dieter", "token"))
    refuse("round-not-over", sitting.ask, 0, Ready)
    refuse("game-not-over", sitting.ask, 0, Rematch)
    refuse("unknown-phrase", sitting.ask, 0, Phrase, "idiot")
    assert sitting.ask(0, Phrase, "hello") == []
    assert state_of(sitting.table) == before


def test_a_move_for_an_earlier_turn_is_not_taken_for_this_one():
    sitting = Sitting("alles-oder-nichts").join("Bernd", "Claudia").start()
    old = sitting.table.seq
    sitting.play_until_round(2)
    refuse("too-late", sitting.ask, 0, Move, "bid:1", old)
    assert sitting.ask(0, Move, "bid:1", sitting.table.seq)


def test_the_next_round_waits_for_all_persons():
    sitting = Sitting("alles-oder-nichts", (OPEN, BOT)).join("Bernd").start()
    sitting.play_until_break()
    sitting.ask(1, Ready)
    assert sitting.ask(1, Ready) == []
    assert sitting.match.between_rounds
    sitting.tick(1000)
    assert sitting.match.between_rounds
    sitting.ask(0, Ready)
    assert sitting.match.view().table.round == 2


# ---------------------------------------------------------------- rematch


def test_a_rematch_with_the_same_people():
    sitting = Sitting("alles-oder-nichts", (OPEN, BOT), options={"rounds": 2}).join("Bernd").start().play_out()
    first = sitting.match.record()
    assert sitting.table.status == "over"
    sitting.ask(1, Rematch)
    assert sitting.table.status == "over"
    sitting.ask(0, Rematch)
    assert (sitting.table.status, sitting.table.number) == ("cutting", 2)
    assert sitting.table.commitment == cut_of("seed 2")
    for seat in (0, 1):
        sitting.ask(seat, Cut, "")
    assert sitting.match.view().table.dealer == (first["rounds"][-1]["dealer"] + 1) % 3
    sitting.play_out()
    record = verified(sitting.match)
    assert record.extra["first_dealer"] == record.rounds[0].dealer
    assert state_of(sitting.rebuilt()) == state_of(sitting.table)
    found = statistics(sitting.table)
    assert [(game.number, game.rounds) for game in found.games] == [(1, 2), (2, 2)]
    assert [player.games for player in found.players] == [2, 2, 2]
    assert found.players[0].moves > 20
    for number, match in ((1, first), (2, sitting.match.record())):
        assert msgspec.json.decode(record_line("TABLE", sitting.log, number)) == match
    refuse("unknown-game-number", record_line, "TABLE", sitting.log, 3)


def test_a_record_is_kept_until_the_game_is_over():
    sitting = Sitting().join("Bernd", "Claudia").start()
    refuse("game-not-over", record_line, "TABLE", sitting.log, 1)


def test_a_rematch_does_not_wait_for_somebody_who_is_gone():
    sitting = Sitting("alles-oder-nichts", options={"rounds": 1}, pace=Pace(grace=20)).join("Bernd", "Claudia")
    sitting.start().play_out()
    sitting.go(2)
    sitting.ask(0, Rematch)
    sitting.ask(1, Rematch)
    assert (sitting.table.status, sitting.table.number) == ("over", 1)
    sitting.tick(20)
    assert (sitting.table.status, sitting.table.number) == ("cutting", 2)


# ---------------------------------------------------------------- people come and go


def test_a_bot_plays_for_somebody_who_is_away_and_gives_the_seat_back():
    sitting = Sitting("alles-oder-nichts", pace=Pace(grace=60)).join("Bernd", "Claudia").start()
    sitting.go(1)
    sitting.tick(59)
    assert sitting.table.bots_to_move() == ()
    assert sitting.tick(1) == [facts.StoodIn(seat=1, why="away")]
    [(seat, level)] = sitting.table.bots_to_move()
    assert (seat, level) == (1, 2)
    seen = sitting.table.seq
    assert sitting.come(1) == [facts.CameBack(seat=1)]
    refuse("no-bot", sitting.do, BotMove(1, "bid:1", seen))
    sitting.ask(1, Move, "bid:2")
    sitting.go(1)
    sitting.tick(60)
    assert state_of(sitting.rebuilt()) == state_of(sitting.table)
    sitting.play_out()
    assert sitting.table.seats[1].stand_in_moves > 0
    verified(sitting.match)


def test_nothing_happens_while_nobody_is_there():
    sitting = Sitting(seats=(OPEN, BOT), pace=timed(10, grace=5)).join("Bernd").start()
    sitting.go(0, 1)
    assert sitting.tick(100_000) == []
    assert sitting.table.bots_to_move() == ()
    assert sitting.come(0) == [facts.Woken()]
    assert sitting.tick(4) == []
    assert sitting.tick(1)[0] == facts.StoodIn(seat=1, why="away")


def test_whoever_leaves_is_replaced_at_once_and_may_come_back():
    sitting = Sitting("alles-oder-nichts").join("Bernd", "Claudia").start()
    sitting.ask(1, Leave)
    assert dict(sitting.table.bots_to_move()) == {1: 2}
    sitting.go(1)
    assert sitting.come(1) == [facts.CameBack(seat=1)]
    sitting.ask(1, Leave)
    assert sitting.ask(1, Back)
    assert sitting.table.bots_to_move() == ()


def test_the_game_waits_for_somebody_who_is_away():
    sitting = Sitting("alles-oder-nichts", pace=timed(60, grace=5, pause=True)).join("Bernd", "Claudia").start()
    deadline = sitting.table.deadline(0)
    sitting.go(1)
    assert sitting.tick(5) == [facts.Paused(why="away")]
    refuse("paused", sitting.ask, 0, Move, "bid:1")
    assert sitting.table.deadline(0) is None
    assert sitting.tick(1000) == []
    assert facts.Resumed() in sitting.come(1)
    assert deadline is not None
    assert sitting.table.deadline(0) == deadline + 1_000_000
    sitting.go(1)
    sitting.tick(5)
    sitting.ask(0, Resume)  # the host does not want to wait any longer
    assert sitting.table.seats[1].stand_in == "away"
    assert sitting.table.paused is None


def test_the_host_pauses_the_game():
    sitting = Sitting("alles-oder-nichts", (OPEN, BOT)).join("Bernd").start()
    sitting.ask(0, Pause)
    assert sitting.ask(0, Pause) == []
    assert sitting.table.bots_to_move() == ()
    refuse("only-host", sitting.ask, 1, Resume)
    sitting.go(0)
    sitting.ask(1, Resume)  # the host is away
    assert sitting.table.bots_to_move() == ((0, 2), (2, 2))


# ---------------------------------------------------------------- the clock


def test_time_for_a_move_and_the_reserve():
    sitting = Sitting("alles-oder-nichts", pace=timed(10, reserve=5)).join("Bernd", "Claudia").start()
    assert sitting.table.deadline(0) == sitting.now + 15_000
    sitting.tick(12)
    sitting.ask(0, Move, "bid:1")
    assert sitting.table.seats[0].reserve_ms == 3000
    assert sitting.table.deadline(0) is None
    sitting.ask(1, Move, "bid:1")
    assert sitting.tick(3) == [facts.StoodIn(seat=2, why="late")]
    assert dict(sitting.table.bots_to_move()) == {2: 2}
    back, moved = sitting.do(Move("quicker than the bot", "bid:0"), 2)[:2]
    assert (back, moved.id) == (facts.CameBack(seat=2), "quicker than the bot")
    assert sitting.do(Move("quicker than the bot", "bid:0"), 2) == []
    assert sitting.table.seats[2].stand_in is None
    assert sitting.table.seats[2].reserve_ms == 0
    assert state_of(sitting.rebuilt()) == state_of(sitting.table)


def test_the_break_between_two_rounds_ends():
    sitting = Sitting("alles-oder-nichts", pace=timed(10)).join("Bernd", "Claudia").start()
    sitting.play_until_break()
    assert sitting.tick(29) == []
    assert sitting.tick(1) == [facts.Dealt()]


def test_wishes_are_kept_in_bounds():
    with pytest.raises(BadWish):
        Sitting().ask(0, SetSeat, 12, "bot")
    with pytest.raises(NotNow):
        Sitting().ask(0, Cut, "")
