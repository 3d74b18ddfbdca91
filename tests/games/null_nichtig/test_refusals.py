"""An action is refused with a reason exactly when it is not legal."""

import pytest

from support.tables import Round

OVER = {"target": 60}
REACH = {"target": 60, "target_rule": "reach"}


@pytest.mark.parametrize(
    ("players", "options"),
    [(3, {}), (4, {}), (4, {"teams": True}), (5, OVER), (6, REACH), (6, {"teams": True, **OVER})],
)
def test_refusals_are_the_opposite_of_the_legal_actions(players, options):
    positions = 0
    for table in Round("null-nichtig", [[]] * players, **options).random_positions(rounds=2, seed=players):
        positions += 1
        for seat in table.waiting:
            assert table.not_refused(seat) == table.legal(seat) != set()
        if not table.waiting:
            assert all(table.not_refused(seat) == table.legal(seat) == set() for seat in range(players))
    assert positions == 2 * (players * (10 if players == 6 else 13) + 1)
