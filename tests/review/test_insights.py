"""What somebody's games say about them."""

from typing import Any

import pytest

from stichwerk.errors import BadRecord
from stichwerk.play.match import Match
from stichwerk.play.record import record_of
from stichwerk.review.insights import insights, played_game
from stichwerk.review.plan import ReviewPlan
from support.matches import NAMES, play_out


def played(game: str, seed: str, seat: int = 0, plan: ReviewPlan | None = None, **options: Any) -> Any:
    record = record_of(play_out(Match.new(game, options, NAMES[:3], seed), seed).record())
    return record, played_game(record, seat, plan)


def test_everything_adds_up_over_all_seats():
    """In every game the wins of all players are one, and whoever is ahead of somebody is not behind them."""
    for number in range(6):
        record, _ = played("rage", f"tea {number}")
        games = [played_game(record, seat) for seat in range(3)]
        assert sum(game.share for game in games) == pytest.approx(1)
        assert sum(game.fair_share for game in games) == pytest.approx(1)
        assert sum(sum(game.ahead) for game in games) == 3
        assert [game.points for game in games] == list(record.total)
        assert all(len(game.bids) == 10 for game in games)
        assert sum(bid.tricks for game in games for bid in game.bids) == sum(range(1, 11))


def test_bids_are_counted_by_hand_size_and_by_number():
    games = [played("rage", f"tea {number}")[1] for number in range(4)]
    [told] = insights(games)
    assert (told.all.games, told.reviewed, told.loss) == (4, 0, None)
    assert [each.hand_size for each in told.exact] == list(range(1, 11))
    assert {each.bids for each in told.exact} == {4}
    assert sum(each.bids for each in told.bids) == 40
    bids = [bid for game in games for bid in game.bids]
    assert sum(each.exact for each in told.exact) == sum(bid.bid == bid.tricks for bid in bids)
    assert sum(each.bids * each.tricks for each in told.bids) == pytest.approx(sum(bid.tricks for bid in bids))
    assert {each.name: each.games for each in told.against} == dict.fromkeys(NAMES[1:3], 4)


def test_games_and_variants_are_kept_apart():
    games = [played("alles-oder-nichts", "tea", rounds=1)[1], played("alles-oder-nichts", "coffee", rounds=1)[1]]
    games += [played("null-nichtig", "tea", rounds=1)[1], played("alles-oder-nichts", "tea")[1]]
    told = insights(games)
    assert [(each.game, each.all.games) for each in told] == [("alles-oder-nichts", 3), ("null-nichtig", 1)]
    assert [(dict(each.options), each.wins.games) for each in told[0].variants] == [({"rounds": 1}, 2), ({}, 1)]


def test_a_reviewed_game_tells_what_was_given_away_and_what_the_cards_were_worth():
    plan = ReviewPlan(work=300, deals=20)
    games = [played("alles-oder-nichts", seed, plan=plan, rounds=1)[1] for seed in ("tea", "coffee")]
    [told] = insights(games)
    assert (told.reviewed, len(told.course)) == (2, 2)
    assert told.loss is not None
    assert told.loss.decisions == sum(len(game.losses or ()) for game in games)
    assert told.cards == pytest.approx(sum(game.cards or 0 for game in games) / 2)
    assert all(bid.expected is not None for game in games for bid in game.bids)


def test_a_game_that_is_not_over_does_not_count():
    match = Match.new("rage", {}, NAMES[:3], "tea")
    with pytest.raises(BadRecord, match="not over"):
        played_game(record_of(match.record()), 0)
