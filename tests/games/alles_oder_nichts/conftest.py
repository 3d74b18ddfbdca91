"""Rounds of Alles oder Nichts that many tests begin with, or end."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from support.tables import Round


@pytest.fixture
def ready() -> Callable[..., Round]:
    """A round in which all have bid 0 and keep it hidden: the next action is the first lead."""

    def make(hands: Sequence[Sequence[str]], stock: Sequence[str] = (), **options: Any) -> Round:
        table = Round("alles-oder-nichts", hands, stock, **options)
        return table.bid(*[0] * len(hands)).play(*["hide"] * len(hands))

    return make


@pytest.fixture
def sweep() -> Callable[..., Round]:
    """A whole round in which seat 0 holds nothing but trumps and takes every trick; three cards each."""

    def make(bids: Sequence[int], decisions: Sequence[str] = (), **options: Any) -> Round:
        others = ["G1 G2 G3", "B1 B2 B3", "Y1 Y2 Y3", "G4 G5 G6", "B4 B5 B6"]
        hands = [hand.split() for hand in ["R9 R10 R11", *others[: len(bids) - 1]]]
        table = Round("alles-oder-nichts", hands, ["R12"], **{"round_no": 4, **options}).bid(*bids)
        return table.play(*decisions or ["hide"] * len(bids)).play_out()

    return make
