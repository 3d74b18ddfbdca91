"""A move is taken back: as if it had not been made, and only while nothing was learned from it."""

from random import Random

import pytest

from stichwerk.errors import IllegalMove
from stichwerk.games.events import SecretMove, TakenBack, TrickTaken
from stichwerk.play.listener import Listener
from stichwerk.play.match import Match
from stichwerk.play.record import from_data
from stichwerk.play.verify import check, replay
from support.matches import NAMES, SECRETS, begin_kind, random_move


def look(match: Match) -> tuple:
    """All that there is to know of a match, but for its history of events."""
    views = [match.view(seat) for seat in (None, *range(len(match.names)))]
    return match._engine.states.tobytes(), match.record(), views, match.waiting


def restored(match: Match, seat: int, before: tuple) -> None:
    match.take_back(seat)
    assert look(match) == before
    assert match.events(None)[-1] == TakenBack(seat)


@pytest.mark.parametrize("kind", SECRETS)
def test_every_move_that_may_be_taken_back_leaves_no_trace(kind):
    """Every move of a game is made, taken back where that may be, and made again: the record is that of the moves."""
    match, plain, random, taken = begin_kind(kind, "seed"), begin_kind(kind, "seed"), Random(5), 0
    while not match.finished and len(match._rounds) < 4:
        if match.between_rounds:
            match.deal()
            plain.deal()
        seat = random.choice(match.waiting)
        before, wrong = look(match), random_move(match, seat, random)
        match.play(seat, wrong)
        if match.may_take_back(seat):
            restored(match, seat, before)
            taken += 1
            move = random_move(match, seat, random)
            match.play(seat, move)
        else:
            move = wrong
        plain.play(seat, move)
        assert look(match) == look(plain)
    assert taken > 10
    check(from_data(match.record()))
    assert replay(from_data(match.record())).record() == match.record()


def test_what_others_have_chosen_face_down_stays():
    match = Match.new("alles-oder-nichts", names=NAMES[:4], seed="tea")
    first, *others = match.waiting
    match.play(first, "bid:1")
    for seat in others[:-1]:
        match.play(seat, "bid:2")
    match.take_back(first)
    assert match.waiting == tuple(sorted({first, others[-1]}))
    match.play(first, "bid:3")
    match.play(others[-1], "bid:2")
    bids = dict(match.record()["rounds"][0]["moves"][:4])
    assert bids == {first: "bid:3", **dict.fromkeys(others, "bid:2")}
    check(from_data(match.record()))


def refused(match: Match, seat: int) -> None:
    before = look(match)
    assert not match.may_take_back(seat)
    with pytest.raises(IllegalMove) as error:
        match.take_back(seat)
    assert error.value.code == "learned-something"
    assert look(match) == before


def test_not_after_what_was_face_down_is_turned_over():
    match = Match.new("null-nichtig", names=NAMES[:3], seed="tea")
    for seat in match.waiting:
        match.play(seat, random_move(match, seat, Random(1)))
    for seat in range(3):
        refused(match, seat)


def test_not_after_a_move_of_another():
    match = Match.new("rage", names=NAMES[:3], seed="tea")
    first = match.waiting[0]
    match.play(first, "bid:1")
    assert match.may_take_back(first)
    second = match.waiting[0]
    match.play(second, "bid:1")
    refused(match, first)
    refused(match, match.waiting[0])


def test_not_after_a_card_was_turned_or_the_round_is_over():
    turned = ended = 0
    for seed in range(12):
        match, random = Match.new("rage", names=NAMES[:3], seed=str(seed)), Random(seed)
        while not match.finished and len(match._rounds) < 3:
            if match.between_rounds:
                match.deal()
            seat = match.waiting[0]
            trumps = match.view().table.turned
            match.play(seat, random_move(match, seat, random))
            if match.view().table.turned != trumps:
                refused(match, seat)
                turned += 1
            if not match.waiting:
                refused(match, seat)
                ended += 1
    assert turned
    assert ended


def test_after_a_trick_of_ones_own_there_is_time():
    match = Match.new("rage", names=NAMES[:3], seed="tea")
    random = Random(3)
    while not any(isinstance(event, TrickTaken) for event in match.events()):
        seat = match.waiting[0]
        before = look(match)
        match.play(seat, random_move(match, seat, random))
    restored(match, seat, before)


@pytest.mark.parametrize("kind", SECRETS)
def test_who_only_listens_hears_of_it(kind):
    match, random = begin_kind(kind, "seed"), Random(7)
    listener = Listener(match.game, match.options, len(match.names), seat=1)
    heard = taken = 0
    for _ in range(40):
        if match.between_rounds:
            match.deal()
        seat = random.choice(match.waiting)
        match.play(seat, random_move(match, seat, random))
        if match.may_take_back(seat) and random.random() < 0.5:
            match.take_back(seat)
            taken += 1
        for event in match.events(1, heard):
            listener.hear(event)
        heard = match.event_count
        assert listener.knowledge().states.tobytes() == match.knowledge(1).states.tobytes()
    assert taken


def test_the_secret_itself_is_not_told_by_taking_it_back():
    match = Match.new("alles-oder-nichts", names=NAMES[:3], seed="tea")
    seat, other = match.waiting[:2]
    match.play(seat, "bid:1")
    match.take_back(seat)
    assert match.events(other)[-2:] == (SecretMove(seat, ""), TakenBack(seat))
