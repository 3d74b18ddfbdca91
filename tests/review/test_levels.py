"""What was measured of our own levels under the reviewer (experiments/review_levels.py): each loses more than the one
above it, luck is luck, and what the games keep for their classes is just that.
"""

import json
import sys
from itertools import pairwise
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

import pytest

from stichwerk.bots.levels import LEVELS
from stichwerk.games import game, game_ids
from stichwerk.review.classes import standing, standing_in
from stichwerk.review.measured import level_losses

sys.path.append(str(Path(__file__).parents[2] / "experiments"))

from ledger import Ledger
from review_levels import (
    CLOSER_KEY,
    CLOSER_VALUES,
    GAMES_FOLDER,
    KEY,
    LOSSES,
    PHASE_KEY,
    VALUES,
    ReviewedTable,
    closer_of,
    losses_of,
    phases_of,
    step_of,
)

EACH = pytest.mark.parametrize("game_id", [each for each in game_ids() if game(each).package.startswith("stichwerk.")])
GAMES = Ledger("review_levels", KEY, VALUES)
PHASES = Ledger("review_levels_phases", PHASE_KEY, LOSSES)
CLOSER = Ledger("review_levels_closer", CLOSER_KEY, CLOSER_VALUES)


@EACH
@pytest.mark.parametrize(("lower", "upper"), [*pairwise(str(level.number) for level in LEVELS)])
def test_each_level_loses_more_than_the_next(game_id: str, lower: str, upper: str) -> None:
    """With 95 %: where forty games could not tell, in games in which every decision was put to the two."""
    mean, error = closer_of(CLOSER, game_id, lower, upper) or step_of(GAMES, game_id, lower, upper)
    assert mean > 1.96 * error > 0


@EACH
def test_over_many_games_of_all_levels_luck_is_nothing(game_id: str) -> None:
    luck = GAMES.column("luck", game=game_id)
    assert len(luck) >= 40
    assert abs(fmean(luck)) < 2 * stdev(luck) / sqrt(len(luck))


@EACH
def test_the_classes_are_those_that_were_measured(game_id: str) -> None:
    kept = json.loads((GAMES_FOLDER / game_id.replace("-", "_") / "review.json").read_text())
    assert kept["loss"] == {number: round(mean, 4) for number, (mean, _) in losses_of(GAMES, game_id).items()}
    assert list(kept["phases"]) == phases_of(PHASES, game_id)
    for phase, losses in kept["phases"].items():
        found = losses_of(PHASES, game_id, phase=phase)
        assert losses == {number: round(mean, 4) for number, (mean, _) in found.items()}


@EACH
def test_phases_are_the_parts_of_the_same_games(game_id: str) -> None:
    for row in GAMES.rows:
        if row["game"] == game_id and (parts := PHASES.column("decisions", game=game_id, number=row["number"])):
            assert sum(parts) == float(row["decisions"])
            for level in LEVELS:
                lost = PHASES.column(f"loss{level.number}", game=game_id, number=row["number"])
                assert sum(lost) == pytest.approx(float(row[f"loss{level.number}"]), abs=0.001)


@EACH
def test_who_loses_as_much_as_a_level_is_in_its_class(game_id: str) -> None:
    found = game(game_id)
    for number, loss in enumerate(level_losses(found) or (), 1):
        told = standing(found, [loss] * 100, 1)
        assert told is not None
        assert told.level == number
    for phase in phases_of(PHASES, game_id):
        worst, best = standing_in(found, phase, [100.0] * 9), standing_in(found, phase, [0.0] * 9)
        assert worst is not None
        assert best is not None
        assert (worst.level, best.level) == (1, 5)
    assert standing_in(found, "a phase that nobody has measured", [1.0]) is None


def test_a_game_is_measured_again_as_it_was() -> None:
    """Neither the levels nor the reviewer have become others since: one short game says it of one of the three."""
    [wanted] = [row for row in GAMES.rows if (row["game"], row["number"]) == ("alles-oder-nichts", "4")]
    found = ReviewedTable("alles-oder-nichts", 4).play()
    assert {name: f"{round(found[name], 4)}" for name in VALUES} == {name: wanted[name] for name in VALUES}
