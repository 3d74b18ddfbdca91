"""Oh Hell keeps the contract of Stichwerk: with every number of players and every value of each option."""

import pytest

from oh_hell import GAME
from stichwerk.kernel.jit import PLAIN
from stichwerk.testing import Variant, check_game, variants_of

#: Short games, for plain Python is slow; and options that only count together.
SHORT = [
    Variant(players, {"hands": "fixed", "tricks": 3, "rounds": 2, "hook": hook})
    for players in GAME.players
    for hook in (True, False)
]


@pytest.mark.parametrize("variant", SHORT if PLAIN else SHORT + variants_of(GAME), ids=str)
def test_it_keeps_the_contract(variant: Variant) -> None:
    check_game(GAME, [variant], games=1)
