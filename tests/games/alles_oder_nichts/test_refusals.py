"""An action is refused with a reason exactly when it is not legal."""

import pytest

from support.tables import Round


@pytest.mark.parametrize("deck", ["4x12", "6x8"])
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_refusals_are_the_opposite_of_the_legal_actions(players, deck):
    positions = 0
    table = Round("alles-oder-nichts", [[]] * players, deck=deck, target=200)
    for _ in table.random_positions(rounds=6, seed=players):
        positions += 1
        for seat in table.waiting:
            assert table.not_refused(seat) == table.legal(seat) != set()
        if not table.waiting:
            assert all(table.not_refused(seat) == table.legal(seat) == set() for seat in range(players))
    assert positions == sum(players * (size + 2) + 1 for size in (5, 4, 3, 4, 5, 6))
