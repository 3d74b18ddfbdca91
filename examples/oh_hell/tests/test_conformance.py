"""Oh Hell keeps the contract of Stichwerk: with every number of players and every value of each option."""

import pytest

from oh_hell import GAME
from stichwerk.kernel.jit import PLAIN
from stichwerk.testing import Variant, check_game, quick_variants, variants_of


@pytest.mark.parametrize("variant", quick_variants(GAME) if PLAIN else variants_of(GAME), ids=str)
def test_it_keeps_the_contract(variant: Variant) -> None:
    check_game(GAME, [variant], games=1, quick=PLAIN)  # plain Python is slow
