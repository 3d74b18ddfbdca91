"""The score pad counts as the rules do, on every possible input."""

from collections.abc import Mapping
from typing import Any

import pytest

from stichwerk.games.alles_oder_nichts import GAME
from stichwerk.games.alles_oder_nichts.state import KEPT_HIDDEN, SHOWN
from stichwerk.play.pad_rules import PadTable, pad_rules
from stichwerk.testing import Variant
from stichwerk.testing.pads import check_pad_points
from support.pads import variants


def columns(entries: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "bid": entries["bid"],
        "tricks": entries["tricks"],
        "shown": KEPT_HIDDEN if entries["hidden"] else SHOWN,
    }


@pytest.mark.parametrize("variant", variants(GAME, {"deck", "target"}))
def test_an_10_an_11_every_possible_round_of_a_seat(variant: Variant) -> None:
    check_pad_points(GAME, GAME.options.read(variant.options), variant.players, columns)


def test_an_03_the_pendulum_goes_on_and_a_target_ends_the_game() -> None:
    table = PadTable(pad_rules(GAME), GAME.options.read({"target": 40}).to_mapping(), 4)
    assert [table.hand(round_no) for round_no in range(1, 15)] == [6, 5, 4, 3, 4, 5, 6, 5, 4, 3, 4, 5, 6, 5]
    assert [table.over(3, [best, 0, 0, 0], None) for best in (39, 40, 41)] == [False, True, True]
