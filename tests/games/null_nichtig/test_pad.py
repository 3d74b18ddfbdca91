"""The score pad counts as the rules do, on every possible input."""

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stichwerk.games.null_nichtig import GAME
from stichwerk.games.null_nichtig.rules import worth
from stichwerk.games.null_nichtig.state import NO_CARD, NUMBERS
from stichwerk.play.engine import Engine
from stichwerk.play.pad_rules import PadTable, pad_rules
from stichwerk.testing import Variant, variants_of

TOPS = st.lists(st.one_of(st.none(), st.integers(0, 11)), min_size=5, max_size=5)


def table(players: int = 4, **options: object) -> PadTable:
    return PadTable(pad_rules(GAME), GAME.options.read(options).to_mapping(), players)


def points_of(tops: Sequence[int | None]) -> int:
    """What the compiled rules give for these cards on top."""
    return int(worth(np.array([NO_CARD if top is None else NUMBERS * at + top for at, top in enumerate(tops)])))


@given(tops=TOPS)
def test_nn_10_top_cards_or_just_their_sum(tops: list[int | None]) -> None:
    points = points_of(tops)
    assert sum(table().points(1, {"tops": tops}).values()) == points
    assert sum(table().points(1, {"tops": points}).values()) == points


@pytest.mark.parametrize("variant", variants_of(GAME), ids=str)
def test_nn_10_every_possible_sum(variant: Variant) -> None:
    found = table(variant.players, **variant.options)
    for round_no in range(1, 21):
        assert list(found.allowed(pad_rules(GAME).fields[0], round_no)) == list(range(56))
        assert [sum(found.points(round_no, {"tops": points}).values()) for points in range(56)] == list(range(56))


@pytest.mark.long
def test_nn_10_every_possible_top() -> None:
    found = table()
    for tops in product((None, *range(12)), repeat=5):
        assert sum(found.points(1, {"tops": tops}).values()) == points_of(tops), tops


@pytest.mark.parametrize("players", GAME.players)
def test_nn_05_whoever_leads_by_the_rules_leads_on_the_pad(players: int) -> None:
    found = table(players)
    for before in range(players):
        engine = Engine(GAME, GAME.options(), players, before)
        engine.deal(GAME.book.deck)
        second = engine.states.copy()
        for last in product(range(3 if players < 5 else 2), repeat=players):
            engine.states[:] = second
            engine.states["scores"][0, :players], engine.states["waiting"] = last, 0
            engine.deal(GAME.book.deck)
            assert found.leader(2, engine.dealer, last) == engine.states["leader"][0], last


@pytest.mark.parametrize(("players", "teams"), [(3, False), (4, True), (6, True)])
def test_nn_12_nn_13_whoever_wins_by_the_rules_wins_on_the_pad(players: int, teams: bool) -> None:
    found, engine = table(players, teams=teams), Engine(GAME, GAME.options.read({"teams": teams}), players, 0)
    for totals in product(range(3), repeat=players):
        engine.states["totals"][0, :players] = totals
        assert tuple(found.winners(totals, [{}] * players)) == engine.winners


def test_nn_01_two_players_cannot_have_the_same_card_on_top() -> None:
    def broken(*tops: list[int | None]) -> list[str]:
        return table().broken(1, [{"tops": each} for each in tops])

    seven: list[int | None] = [7, None, None, None, None]
    zero: list[int | None] = [0, 0, 0, 0, 0]
    assert broken(seven, [None, 7, None, None, None]) == []
    assert broken(seven, seven) == ["cards"]
    assert broken(zero, zero) == []  # there are two of them
    assert broken(zero, zero, zero) == ["cards"]


def test_nn_05_the_fewest_points_of_the_last_round_lead() -> None:
    assert table().leader(1, dealer=2, last=[0, 0, 0, 0]) == 3
    assert table().leader(2, dealer=3, last=[9, 20, 8, 30]) == 2
    assert table().leader(2, dealer=3, last=[9, 8, 20, 8]) == 1  # tied: the first from the dealer's left


def test_nn_13_teams_add_up_and_are_for_four_or_six() -> None:
    assert table(teams=True).winners([50, 10, 5, 40], [{}, {}, {}, {}]) == [0, 2]
    assert table(teams=True).winners([50, 15, 5, 40], [{}, {}, {}, {}]) == [0, 1, 2, 3]
    assert [table(players, teams=True).fits() for players in range(3, 7)] == [False, True, False, True]


def test_nn_11_over_or_reach() -> None:
    over, reach = table(target=100), table(target=100, target_rule="reach")
    for best in (99, 100, 101):
        assert over.over(3, [best, 0, 0, 0], None) == (best > 100)
        assert reach.over(3, [best, 0, 0, 0], None) == (best >= 100)
