"""The verbs: the rules of a game as compiled functions over its state. The same in every game.

A state has at least the fields ``players``, ``dealer``, ``round_no``, ``totals`` and ``scores``.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from stichwerk.kernel.state import State


@dataclass(frozen=True)
class Verbs:
    """One game's verbs."""

    begin: Callable[[State, Any], None]
    cards_needed: Callable[[State], int]
    deal: Callable[[State, Any], None]
    awaiting: Callable[[State], int]
    legal: Callable[[State, int, Any], None]
    apply: Callable[[State, int, int], None]
    finished: Callable[[State], bool]
    round_score: Callable[[State, Any], None]
    winners: Callable[[State], int]
    hide: Callable[[State, int], None]
    redeal: Callable[[State, int, Any], int]
    observe: Callable[[State, int, Any], None]


if TYPE_CHECKING:
    # A template (see `jit.bind`) names verbs of a game it does not know yet. This is what they are to a type checker;
    # there is nothing to import when the program runs.
    def _of_some_game() -> Verbs: ...

    _some = _of_some_game()
    begin, cards_needed, deal = _some.begin, _some.cards_needed, _some.deal
    awaiting, legal, apply = _some.awaiting, _some.legal, _some.apply
    finished, round_score, winners = _some.finished, _some.round_score, _some.winners
    hide, redeal, observe = _some.hide, _some.redeal, _some.observe
