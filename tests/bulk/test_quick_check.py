"""The quick check and the slow one say the same of every record, whole or damaged."""

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stichwerk.bulk.quick_check import Checker
from stichwerk.bulk.scan import Names
from stichwerk.bulk.simulate import plan_of, records
from stichwerk.errors import StichwerkError
from stichwerk.games import game, games
from stichwerk.play.fair import commitment
from stichwerk.play.match import Match
from stichwerk.play.record import read_bytes, to_line
from stichwerk.play.report import Report, checked
from support.damage import damaged
from support.matches import NAMES, VARIANTS, play_out

CHECKER = Checker()


def told(report: Report) -> Any:
    reasons = [
        (breach.line, type(breach.reason), breach.reason.code, str(breach.reason))
        for breach in (*report.broken, *report.unknown)
    ]
    return report.holding, report.unfinished, reasons, report.doubtful


def both(line: bytes) -> tuple[Any, Any]:
    return told(CHECKER.report(3, line)), told(checked(3, read_bytes(line)))


@cache
def some_records() -> list[str]:
    """Short ones, so that damage hits every part of them: finished, unfinished, just dealt, with seeds and cuts."""
    short = [
        to_line(play_out(Match.new("alles-oder-nichts", {"rounds": 2}, NAMES[:3], "tea", ["", "mine", ""])).record()),
        *records(plan_of("null-nichtig", {"rounds": 1}, 3, seed=2), 1),
        *records(plan_of("rage", {"bidding": "simultaneous"}, 2, seed=2), 1),
    ]
    match = play_out(Match.new("alles-oder-nichts", {"rounds": 1}, NAMES[:3], "tea", ["", "mine", ""]))
    cut = match.record() | {"cuts": ["", commitment("mine"), ""], "bots": [None, 1, "x"], "note": {"deep": [1.5, "ä"]}}
    unfinished = []
    for game_id in ("rage", "null-nichtig", "alles-oder-nichts"):
        match = Match.new(game_id, names=NAMES[:3], seed="tea")
        unfinished.append(to_line(match.record()))
        for _ in range(7):
            seat = match.waiting[0]
            match.play(seat, match.legal(seat)[-1])
        unfinished.append(to_line(match.record()))
    empty = json.loads(unfinished[0]) | {"rounds": [], "total": [0, 0, 0]}
    return [*short, to_line(cut), *unfinished, to_line(empty)]


@pytest.mark.parametrize("number", range(11))
def test_whole_records_are_found_to_hold_quickly(number: int) -> None:
    line = some_records()[number].encode()
    assert CHECKER.record(line) is not None
    quick, slow = both(line)
    assert quick == slow
    assert quick[2] == []


@pytest.mark.parametrize("kind", VARIANTS)
def test_every_variant_is_checked_quickly(kind: Any) -> None:
    game_id, players, *options = kind
    for line in records(plan_of(game_id, dict(options), players, seed=5), 2):
        assert CHECKER.record(line.encode()) is not None
    for salts in (None, ["Zoë"] * players):
        match = play_out(Match.new(game_id, dict(options), list("ABCDEFGHIJ")[:players], "tea", salts))
        assert CHECKER.record(to_line(match.record()).encode()) is not None


@given(st.data())
def test_of_damaged_records_both_say_the_same(data: st.DataObject) -> None:
    quick, slow = both(data.draw(damaged(some_records())))
    assert quick == slow


@pytest.mark.parametrize("found", games(), ids=lambda found: found.id)
def test_each_move_changed_to_each_other_is_found_out(found: Any) -> None:
    """A round with one action after the other replaced: what the rules forbid is forbidden here too."""
    [line] = records(plan_of(found, None, found.players[0], seed=3), 1)
    names = sorted({move[1] for part in json.loads(line)["rounds"] for move in part["moves"]})[::3]
    holding = 0
    for count in range(0, len(json.loads(line)["rounds"][0]["moves"]), 5):
        for name in names:
            data = json.loads(line)
            data["rounds"][0]["moves"][count][1] = name
            quick, slow = both(to_line(data).encode())
            assert quick == slow
            holding += quick[0]
    assert holding, "the move that stood there before"


@pytest.mark.parametrize(
    "changed",
    [
        {"seed": "coffee"}, {"seed": None}, {"seed": "\ud800"}, {"seed": ["tea"]}, {"commitment": "c0ffee"},
        {"commitment": 1}, {"salts": ["", "mine"]}, {"salts": ["", "yours", ""]},
        {"salts": ["", "mine", 3]}, {"salts": []}, {"cuts": 3},
    ],
    ids=str,
)  # fmt: skip
def test_other_seeds_and_salts_are_found_out(changed: dict[str, Any]) -> None:
    data = json.loads(some_records()[0])
    assert CHECKER.record(to_line(data).encode()) is not None
    quick, slow = both(json.dumps(data | changed).encode())
    assert quick == slow
    assert quick[2], "broken"


def test_what_is_written_in_an_unusual_way_is_checked_in_the_usual_one() -> None:
    line = some_records()[0]
    escaped = line.replace('"bid:', '"\\u0062id:', 1)
    assert escaped != line
    assert CHECKER.record(escaped.encode()) is None
    assert CHECKER.report(1, escaped.encode()).holding == 1


def test_a_game_that_is_not_there_is_refused_as_before() -> None:
    quick, slow = both(some_records()[2].replace('"rage"', '"skat"').encode())
    assert quick == slow
    assert "there is no game 'skat'" in quick[2][0][3]


def test_names_are_told_apart() -> None:
    names = [f"{letter}{number}" for letter in "BGRYVO" for number in range(200)]
    assert Names(names).fit
    assert not Names(["far too long a name"]).fit
    assert Names(list(game("rage").book.presentation.actions(game("rage").options()).names)).fit


def test_errors_can_be_sent_from_other_processes() -> None:
    import pickle

    problem = CHECKER.report(1, b"{}").broken[0].reason
    again = pickle.loads(pickle.dumps(problem))
    assert isinstance(again, StichwerkError)
    assert (again.message, again.code) == (problem.message, problem.code)
