"""RG-17: the highest total wins; tied, the one with more exact bids; then shared."""

import pytest

from support.tables import Round


def last_round(totals: list[int], exact: list[int], **options: str) -> Round:
    """The end of the game: seat 0 bids 1 and takes the trick (11 points), all others bid 0 (10 points)."""
    players = len(totals)
    hands = [["Y15"], *([f"Y{seat}"] for seat in range(1, players))]
    table = Round("rage", hands, ["R0"], totals=totals, **options)
    for seat in range(players):
        table.s.exact[seat] = exact[seat]
    table.bid(1, *[0] * (players - 1)).play(*(hand[0] for hand in hands))
    assert table.finished
    assert table.table.totals == (totals[0] + 11, *(total + 10 for total in totals[1:]))
    return table


@pytest.mark.parametrize(
    ("totals", "exact", "winners"),
    [
        ([10, 10, 10], [0, 9, 9], (0,)),  # the highest total, however exact the others were
        ([9, 10, 0], [4, 5, 9], (1,)),  # 20 each: more exact bids
        ([9, 10, 0], [5, 4, 9], (0,)),
        ([9, 10, 0], [5, 5, 9], (0, 1)),  # as many: shared
        ([0, 8, 8], [0, 3, 3], (1, 2)),
        ([9, 10, 10], [3, 3, 3], (0, 1, 2)),
        ([9, 10, 10], [3, 4, 4], (1, 2)),
        ([-41, -40, -60], [2, 1, 9], (0,)),  # totals may be negative
        ([-41, -40, -39], [9, 9, 0], (2,)),
    ],
)
def test_rg_17_highest_total_then_most_exact(totals: list[int], exact: list[int], winners: tuple[int, ...]) -> None:
    assert last_round(totals, exact).winners == winners


@pytest.mark.parametrize(
    ("totals", "exact", "winners"), [([9, 10, 0], [4, 5, 9], (0, 1)), ([10, 10, 10], [0, 9, 9], (0,))]
)
def test_rg_17_option_shared(totals: list[int], exact: list[int], winners: tuple[int, ...]) -> None:
    assert last_round(totals, exact, tie_break="shared").winners == winners


def test_rg_17_exact_bids_are_counted_round_by_round() -> None:
    """Seat 0 is exact twice, seat 1 in the first of two rounds, seat 2 in the second."""
    table = Round("rage", [["Y9", "B9"], ["Y1", "B1"], ["Y2", "B2"]], ["R0"])
    table.bid(2, 0, 1).play("Y9", "Y1", "Y2", "B9", "B1", "B2")
    assert table.s.exact[:3].tolist() == [1, 1, 0]
    table.next_round([["B0"], ["B1"], ["B2"]], ["R0"])
    assert table.table.dealer == 0
    table.bid(1, 1, 0).play("B1", "B2", "B0")
    assert table.s.exact[:3].tolist() == [2, 1, 1]
