"""What cannot be reviewed is refused in one sentence, before anything is looked at."""

import json
from typing import Any

import pytest

from stichwerk.errors import BadPlayers, BadRecord, StichwerkError
from stichwerk.play.match import Match
from stichwerk.review.many import review_all
from stichwerk.review.run import review_game, review_steps
from stichwerk.review.summary import summary, summed
from support.matches import NAMES, play_out
from support.reviewed import QUICK, game_of


def data(seed: str = "tea") -> dict[str, Any]:
    return play_out(Match.new("alles-oder-nichts", {"rounds": 1}, NAMES[:3], seed)).record()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"stichwerk": 2}, "format 2, newer than 1"),
        ({"game": "skat"}, "there is no game 'skat'"),
        ({"total": [1, 2, 3]}, "the total is"),
        ({"winners": None}, "not over"),
        ({"rounds": 3}, '"rounds" must be a list'),
        ({"options": {"wild": True}}, "wild"),
    ],
)
def test_a_record_that_is_none(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(StichwerkError, match=reason) as problem:
        review_steps(data() | change, plan=QUICK)
    assert "\n" not in problem.value.message


def test_a_game_that_is_not_over() -> None:
    match = Match.new("rage", {}, NAMES[:3], seed="tea")
    with pytest.raises(BadRecord, match="the game is not over: only a finished one is reviewed"):
        review_game(match.record())


def test_a_line_that_is_cut_off() -> None:
    with pytest.raises(BadRecord, match="not a whole line of JSON"):
        review_game(json.dumps(data())[:-20])


@pytest.mark.parametrize(
    ("seat", "reason"),
    [(3, "no seat 3; seats go from 0 to 2"), (-1, "no seat -1"), ("Dora", "no player 'Dora'"), (True, "no seat True")],
)
def test_a_seat_that_is_not_there(seat: int | str, reason: str) -> None:
    with pytest.raises(BadPlayers, match=reason):
        review_game(data(), seat, plan=QUICK)


def test_two_of_one_name() -> None:
    with pytest.raises(BadPlayers, match="or more than one"):
        review_game(data() | {"seats": ["Anja", "Anja", "Bernd"]}, "Anja", plan=QUICK)


# ---------------------------------------------------------------- many records


def test_of_many_records_the_broken_ones_are_told() -> None:
    good = game_of("alles-oder-nichts", rounds=1)
    lines: list[Any] = [(1, good), (2, BadRecord("it is broken")), (5, good)]
    one, broken, other = review_all(lines, summary, plan=QUICK, workers=1)
    assert (one[0], broken[0], other[0]) == (1, 2, 5)
    assert isinstance(broken[1], BadRecord)
    assert not isinstance(one[1], StichwerkError)
    assert one[1] == other[1]


def test_many_games_are_added_up() -> None:
    records = [game_of("alles-oder-nichts", seed=seed, rounds=1) for seed in ("tea", "tee", "thé")]
    reviews = [review_game(record, plan=QUICK) for record in records]
    whole = summed(map(summary, reviews))
    assert [player.name for player in whole] == list(NAMES[:3])
    for seat, player in enumerate(whole):
        parts = [review.players[seat] for review in reviews]
        assert player.games == 3
        assert player.points == sum(part.points for part in parts)
        assert player.loss.decisions == sum(part.loss.decisions for part in parts)
        assert abs(player.luck + player.skill + player.noise - player.lead) < 1e-9
