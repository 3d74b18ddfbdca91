"""Score pads in tests: which variants are looked at each time, and which only with ``--long``."""

from collections.abc import Container

import pytest
from _pytest.mark import ParameterSet

from stichwerk.games import Game
from stichwerk.testing import quick_variants, variants_of


def variants(game: Game, matter: Container[str]) -> list[ParameterSet]:
    """All variants of a game; those take long that differ from others in nothing but options that hardly matter."""
    quick = [each for each in quick_variants(game) if all(name in matter for name in each.options)]
    return [
        pytest.param(each, id=str(each), marks=() if each in quick else pytest.mark.long) for each in variants_of(game)
    ]
