"""The score pad counts as the rules do."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from stichwerk.games.null_nichtig import GAME
from stichwerk.games.null_nichtig.rules import worth
from stichwerk.games.null_nichtig.state import NO_CARD, NUMBERS
from stichwerk.play.pad_rules import PadTable, pad_rules

TOPS = st.lists(st.one_of(st.none(), st.integers(0, 11)), min_size=5, max_size=5)


def table(players: int = 4, **options: object) -> PadTable:
    return PadTable(pad_rules(GAME), GAME.options.read(options).to_mapping(), players)


@given(tops=TOPS)
def test_nn_10_top_cards_or_just_their_sum(tops: list[int | None]) -> None:
    state = np.array([NO_CARD if top is None else NUMBERS * colour + top for colour, top in enumerate(tops)])
    points = worth(state)
    assert sum(table().points(1, {"tops": tops}).values()) == points
    assert sum(table().points(1, {"tops": points}).values()) == points


def test_nn_10_every_possible_sum() -> None:
    assert [sum(table().points(1, {"tops": points}).values()) for points in range(56)] == list(range(56))
    assert list(table().allowed(pad_rules(GAME).fields[0], 1)) == list(range(56))


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
