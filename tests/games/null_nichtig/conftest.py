"""Rounds of Null & nichtig that many tests begin with, or end."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from support.tables import Round

COLOURS = "BGVRY"


@pytest.fixture
def laid_out() -> Callable[..., Round]:
    """A round in which all have laid: the given layouts by seat, the others cards the test does not name."""

    def make(
        hands: Sequence[Sequence[str]], layouts: Mapping[int, Sequence[str]] | None = None, **options: Any
    ) -> Round:
        layouts = layouts or {}
        dealt = [[*hand, *layouts.get(seat, ())] for seat, hand in enumerate(hands)]
        table = Round("null-nichtig", dealt, **options)
        for seat, hand in enumerate(hands):
            spare = [card for card in table.table.places[seat].hand if card not in hand]
            table.act(seat, *layouts.get(seat, spare[: 2 if len(hands) == 6 else 3]))
        return table

    return make


@pytest.fixture
def sweep() -> Callable[..., Round]:
    """A whole round in which seat 0 takes every trick and scores 0; the others score what they laid.

    In each trick all play the same colour: seat 0 its 10 or 11, the last seat a 0. At the end all five
    piles of seat 0 have such a 0 on top. Free to be laid are with three players 2 3 4 6 7 8 9 of each
    colour, with four 3 4 7 8 9, with five 4 8 9, with six 9, and of red and yellow also 5 6 7 8.
    """

    def make(layouts: Sequence[Sequence[str]], **options: Any) -> Round:
        players = len(layouts)
        between = range(1, players - 1)
        tricks = [
            [f"{colour}10", *(f"{colour}{seat + 4}" for seat in between), f"{colour}0"]
            for colour in COLOURS[: 3 if players == 6 else 5]
        ] + [[f"{colour}11", *(f"{colour}{seat}" for seat in between), f"{colour}0"] for colour in COLOURS]
        hands = [[*laid, *(trick[seat] for trick in tricks)] for seat, laid in enumerate(layouts)]
        table = Round("null-nichtig", hands, **options)
        for seat, laid in enumerate(layouts):
            table.act(seat, *laid)
        for trick in tricks:
            table.play(*trick)
        return table

    return make
