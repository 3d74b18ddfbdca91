"""The score pad counts as the rules do, whatever can be written down of a player."""

import pytest

from oh_hell import GAME
from stichwerk.testing import Variant, quick_variants
from stichwerk.testing.pads import check_pad_points


@pytest.mark.parametrize("variant", quick_variants(GAME), ids=str)
def test_it_counts_as_the_rules_do(variant: Variant) -> None:
    check_pad_points(GAME, GAME.options.read(variant.options), variant.players)
