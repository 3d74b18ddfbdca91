"""Reviews: what they promise, whatever the game."""

import json
from dataclasses import replace
from functools import cache
from itertools import islice
from math import isclose, sqrt
from statistics import mean, stdev
from typing import Any

import pytest

from stichwerk.games import game, game_ids
from stichwerk.kernel.rng import rng
from stichwerk.kernel.state import copied
from stichwerk.play.hints import EQUAL, Outlook, reasons
from stichwerk.play.match import Match
from stichwerk.play.reasons import Reason
from stichwerk.play.record import Record
from stichwerk.play.verify import rounds
from stichwerk.review.judge import DecisionPoint, judged, recommended
from stichwerk.review.plan import ReviewPlan
from stichwerk.review.results import Review, ReviewedDecision, ReviewedRound
from stichwerk.review.run import review_game, review_steps, worth_of
from support.matches import NAMES, play, play_out
from support.reviewed import QUICK, game_of

EACH = pytest.mark.parametrize("game_id", game_ids())


def short(game_id: str) -> dict[str, Any]:
    """Options for a game that is soon over, where it has such."""
    return {"rounds": 2} if "rounds" in game(game_id).options.settings() else {}


@cache
def review_of(game_id: str) -> Review:
    return review_game(game_of(game_id, **short(game_id)), plan=QUICK)


# ---------------------------------------------------------------- what is said


@EACH
def test_every_decision_of_every_seat_is_judged_in_order(game_id: str) -> None:
    record = game_of(game_id, **short(game_id))
    review = review_game(record, plan=QUICK)
    expected = []
    for engine, part in rounds(record):
        for number, (seat, move) in enumerate(part.moves, 1):
            if len(engine.legal(seat)) > 1:
                expected.append((engine.round_no, number, seat, engine.table().phase))
            engine.do(seat, engine.check(seat, move).actions)
    assert [(each.round, each.number, each.seat, each.phase) for each in review.decisions] == expected
    assert [each.round for each in review.rounds] == list(range(1, len(record.rounds) + 1))


@EACH
def test_the_choices_are_the_legal_moves_best_first_with_errors(game_id: str) -> None:
    review = review_of(game_id)
    for each in review.decisions:
        assert each.move in [choice.move for choice in each.choices]
        assert len({choice.move for choice in each.choices}) == len(each.choices) > 1
        behind = [choice.behind for choice in each.choices[1:]]
        assert behind == sorted(behind)
        assert each.best.behind == 0
        for choice in each.choices:
            assert choice.error >= 0
            assert isclose(sum(choice.tricks), 1.0)
        assert each.loss == 0 if each.equal else each.loss > EQUAL * each.error
        if each.move == each.best.move:
            assert each.equal


@EACH
def test_luck_skill_and_noise_add_up_to_the_lead(game_id: str) -> None:
    review = review_of(game_id)
    for player in review.players:
        assert isclose(player.luck + player.skill + player.noise, player.lead, abs_tol=1e-9)
        others = [other.points for other in review.players if other is not player]
        assert isclose(player.lead, player.points - sum(others) / len(others), abs_tol=1e-9)
    for each in review.rounds:
        assert isclose(sum(worth.luck for worth in each.seats), 0.0, abs_tol=1e-9), "what one has, the others lack"


@EACH
def test_the_means_are_those_of_the_decisions(game_id: str) -> None:
    review = review_of(game_id)
    for player in review.players:
        own = [each for each in review.decisions if each.seat == player.seat]
        assert player.loss.decisions == len(own) == sum(mean.decisions for mean in player.phases.values())
        assert isclose(player.loss.loss * len(own), sum(each.loss for each in own), abs_tol=1e-9)
        assert set(player.phases) == {each.phase for each in own}
        assert player.standing is not None
        assert player.standing.lowest <= player.standing.level <= player.standing.highest


def test_a_reason_is_given_only_where_it_always_holds() -> None:
    """The last two cards, the last to play: the bid is still missing a trick, and only one card takes this one."""
    best = Outlook("R9", 10.0, 0.1, 6.0, (0.0, 1.0), exact=1.0, takes=1.0)
    ducked = Outlook("R2", -5.0, 0.1, -9.0, (1.0, 0.0), exact=0.0, takes=0.0)
    assert reasons(best, ducked) == (Reason("takes", "R9"), Reason("never-exact", "R2"))
    assert reasons(replace(best, takes=0.99), ducked) == (Reason("never-exact", "R2"),)
    assert reasons(ducked, best) == (Reason("leaves", "R2"),)
    assert reasons(best, replace(best, move="R10")) == ()


@EACH
def test_reasons_are_given_for_costly_cards_and_have_words(game_id: str) -> None:
    review = review_of(game_id)
    for each in review.decisions:
        for reason in each.reasons:
            assert each.loss > 0
            assert reason.move in (each.move, each.best.move)
            assert f"why.{reason.code}" in review.game.texts()


# ---------------------------------------------------------------- who follows it


@EACH
def test_whoever_follows_the_reviewer_loses_nothing(game_id: str) -> None:
    match = Match.new(game_id, short(game_id), NAMES[:3], seed="follow")
    decisions: dict[tuple[int, int], int] = {}
    while not match.finished and match.round_no <= 2:
        if match.between_rounds:
            match.deal()
        engine = match._engine
        # As in a record: those who act at once stand there from the dealer's left on.
        seat = min(match.waiting, key=lambda seat: (seat - engine.dealer - 1) % 3)
        key = match.round_no, seat
        point = DecisionPoint.of(engine, seat, decisions.get(key, 0))
        decisions[key] = decisions.get(key, 0) + point.is_choice
        actions = recommended(point, QUICK) if point.is_choice else point.known.legal()
        move = engine.notation.lay(actions) if engine.to_lay else engine.notation.moves[actions[0]]
        match.play(seat, move.text)
    while not match.finished:  # the rounds after these are played anyhow
        if match.between_rounds:
            match.deal()
        seat = match.waiting[0]
        match.play(seat, next(iter(match.legal(seat))))
    review = review_game(match.record(), plan=QUICK)
    followed = [each for each in review.decisions if each.round <= 2]
    assert len(followed) > 20
    assert all(each.move == each.best.move for each in followed)
    assert [each.loss for each in followed] == [0.0] * len(followed)


def test_a_blunder_costs_what_it_costs() -> None:
    """The second to bid, with ordinary cards, after somebody who wants all ten tricks."""
    match = play_out(play(Match.new("rage", {}, NAMES[:3], seed="tea"), "bid:10", "bid:10"))
    steps = review_steps(match.record(), plan=ReviewPlan(work=20_000, deals=2))
    _, bid = (step for step in islice(steps, 2) if isinstance(step, ReviewedDecision))
    assert bid.move == "bid:10"
    assert bid.loss > 5
    assert not bid.equal
    assert (bid.made.exact or 0) < 0.1 < (bid.best.exact or 0)


def test_a_novice_loses_more_than_a_regular() -> None:
    """In one game that tells little, but two of each will do; experiments/review_levels.md has them all."""
    review = review_game(game_of("rage", 1, 3, 1, 3), plan=QUICK)
    novices, regulars = (sum(review.players[seat].loss.loss for seat in seats) for seats in ((0, 2), (1, 3)))
    assert novices > regulars


def test_over_many_deals_luck_is_nothing() -> None:
    """Of the first seat, which deals as often as the others; within four standard errors."""
    luck = []
    for seed in range(6):
        for engine, part in rounds(game_of("rage", *[3] * 4, seed=f"{seed}")):
            dealt = copied(engine.states)
            for seat, move in part.moves:
                engine.do(seat, engine.check(seat, move).actions)
            luck.append(worth_of(engine, dealt, QUICK).seats[0].luck)
    assert len(luck) == 60
    assert abs(mean(luck)) < 4 * stdev(luck) / sqrt(len(luck))


# ---------------------------------------------------------------- the same again


@EACH
def test_the_same_seed_gives_the_same_review(game_id: str) -> None:
    record = game_of(game_id, **short(game_id))
    one, again, other = (review_game(record, plan=plan).to_data() for plan in (QUICK, QUICK, replace(QUICK, seed=1)))
    assert one == again
    assert one["decisions"] != other["decisions"]


def test_one_seat_is_reviewed_as_all_are() -> None:
    record = game_of("rage")
    everybody = review_game(record, plan=QUICK)
    for seat in (1, "Bernd", "bernd "):
        one = review_game(record, seat, plan=QUICK)
        assert one.seats == (1,)
        assert one.decisions == tuple(each for each in everybody.decisions if each.seat == 1)
        assert one.players == everybody.players[1:2]


def test_the_steps_come_one_by_one_and_are_the_same() -> None:
    record = game_of("rage")
    whole = review_game(record, plan=QUICK)
    steps = review_steps(record, plan=QUICK)
    first = next(steps)
    assert first == whole.decisions[0]
    later = list(steps)
    assert [first, *(step for step in later if isinstance(step, ReviewedDecision))] == list(whole.decisions)
    assert [step for step in later if isinstance(step, ReviewedRound)] == list(whole.rounds)
    ends = [place for place, step in enumerate(later) if isinstance(step, ReviewedRound)]
    assert ends[0] < len(later) / 2, "the first round is told before the others are looked at"


def test_it_is_plain_data() -> None:
    data = review_game(game_of("null-nichtig"), plan=QUICK).to_data()
    assert json.loads(json.dumps(data)) == data
    assert list(data)[:2] == ["review", "game"]


# ---------------------------------------------------------------- what nobody could know


def exchanged(record: Record) -> Record:
    """The same game with the rest of the stock in another order: cards that nobody has seen."""
    parts = []
    for part in record.rounds:
        turned = len(part.stock) // 2  # what is turned in a round stands before this
        stock = (*part.stock[:turned], *reversed(part.stock[turned:]))
        parts.append(type(part)(part.dealer, part.hands, stock, part.moves, part.score))
    return replace(record, rounds=tuple(parts), extra={})


def test_cards_that_nobody_saw_do_not_matter() -> None:
    record = game_of("rage")
    other = exchanged(record)
    assert other.rounds[0].stock != record.rounds[0].stock
    assert review_game(other, plan=QUICK).decisions == review_game(record, plan=QUICK).decisions


@EACH
def test_a_world_that_the_seat_cannot_tell_apart_is_judged_the_same(game_id: str) -> None:
    """At every decision the true cards are exchanged for others that are possible: nothing changes for this seat."""
    record, generator, seen = game_of(game_id, **short(game_id)), rng(5), 0
    for engine, part in rounds(record):
        for number, (seat, move) in enumerate(part.moves):
            actions = engine.check(seat, move).actions
            if number % 5 == 0 and (point := DecisionPoint.of(engine, seat, 0)).is_choice:
                true = copied(engine.states)
                engine.game.book.at.redeal(engine.states, 0, seat, generator)
                there = DecisionPoint.of(engine, seat, 0)
                engine.states[:] = true
                assert judged(there, actions, QUICK) == judged(point, actions, QUICK)
                seen += 1
            engine.do(seat, actions)
    assert seen > 5


def test_with_open_cards_the_others_hands_do_matter() -> None:
    record = game_of("rage")
    hidden, open_cards = (review_game(record, plan=QUICK, open_cards=known) for known in (False, True))
    assert open_cards.open_cards
    assert [each.move for each in open_cards.decisions] == [each.move for each in hidden.decisions]
    assert open_cards.decisions != hidden.decisions
    assert open_cards.rounds == hidden.rounds
    assert all(player.standing is None for player in open_cards.players)


# ---------------------------------------------------------------- plans


@pytest.mark.parametrize(("name", "value"), [("work", 0), ("deals", 1), ("seed", -1), ("seed", "tea")])
def test_a_plan_within_limits(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"{name} must be a whole number"):
        ReviewPlan(**{name: value})  # type: ignore[arg-type]
