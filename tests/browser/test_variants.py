"""Every variant, its special phases, and the largest tables: a round of each, and the page never scrolls."""

import pytest

from browser.tables import table_with_bots

ROUNDS = [
    ("rage", 4, {"bidding": "plus-minus-one"}, "small"),
    ("rage", 5, {"bidding": "simultaneous"}, "phone"),
    ("rage", 3, {"bidding": "secret", "march": True}, "tablet"),
    ("rage", 8, {}, "small"),
    ("rage", 2, {}, "desktop"),
    ("null-nichtig", 4, {"teams": True}, "small"),
    ("null-nichtig", 6, {}, "small"),
    ("null-nichtig", 6, {"teams": True}, "desktop"),
    ("null-nichtig", 5, {}, "phone"),
    ("alles-oder-nichts", 6, {}, "small"),
    ("alles-oder-nichts", 4, {"deck": "6x8"}, "phone"),
]


@pytest.mark.parametrize(("game", "players", "options", "size"), ROUNDS, ids=str)
def test_a_round(person, running, game, players, options, size):
    player = person(size)
    player.sit(table_with_bots(running, game, players, **options))
    phases = set()

    def over() -> bool:
        if player.phase is not None:
            phases.add(player.phase)
        assert not player.scrolls, f"the page scrolls in the phase {player.phase}"
        return player.phase == "over"

    player.play(until=over)
    assert phases >= {"null-nichtig": {"lay", "play"}, "rage": {"bid", "play"}}.get(game, {"bid", "show", "play"})
