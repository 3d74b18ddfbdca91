"""A rule book: the state of a game, its verbs, its tables, its words and what else it tells, in one object."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stichwerk.errors import BadGame, listed
from stichwerk.games.annotations import Annotator
from stichwerk.games.encoding import Actions, Layout
from stichwerk.games.events import EventTypes
from stichwerk.games.options import Options
from stichwerk.games.view import Laying, Place, Refusal, Tableau
from stichwerk.kernel import python_api, random_play
from stichwerk.kernel.bits import WORD
from stichwerk.kernel.jit import bind
from stichwerk.kernel.state import State, States
from stichwerk.kernel.verbs import Verbs


@dataclass(frozen=True)
class PythonApi:
    """The verbs for callers in Python, on element ``i`` of an array of states: ``at.legal(states, i, seat, mask)``."""

    begin: Callable[[States, int, Any], None]
    cards_needed: Callable[[States, int], int]
    deal: Callable[[States, int, Any], None]
    awaiting: Callable[[States, int], int]
    legal: Callable[[States, int, int, Any], None]
    apply: Callable[[States, int, int, int], None]
    finished: Callable[[States, int], bool]
    round_score: Callable[[States, int, Any], None]
    winners: Callable[[States, int], int]
    hide: Callable[[States, int, int], None]
    redeal: Callable[[States, int, int, Any], int]
    observe: Callable[[States, int, int, Any], None]


@dataclass(frozen=True)
class Presentation:
    """A game in words: what a (hidden) state shows, why an action is not legal, how cards and actions are written.

    States come here as a `snapshot` (or, for one look, as they are). ``place`` is one place of the ``table``: what a
    seat sees more than a spectator lies at its own. ``laying`` only exists in games where players lay several cards in
    one move.
    """

    table: Callable[[State, int], Tableau]
    place: Callable[[State, int], Place]
    refusal: Callable[[State, int, int], Refusal | None]
    card_names: Callable[[Options], tuple[str, ...]]
    actions: Callable[[Options], Actions]
    laying: Callable[[State], Laying] | None = None


@dataclass(frozen=True)
class Loops:
    """The loops of `kernel.random_play`, bound to one game's verbs."""

    to_act: Callable[[State], int]
    random_action: Callable[[State, int, Any, Any], int]
    random_round: Callable[..., int]
    random_rounds: Callable[..., int]
    random_game: Callable[..., int]
    random_games: Callable[..., int]
    perft: Callable[..., int]


@dataclass(frozen=True)
class Secret:
    """Where the choices stand in a state that all make face down when a round begins: the field, what stands there (or
    first in a row) once they are hidden, and the action that is written as 0.
    """

    field: str
    blank: int
    first_action: int = 0


@dataclass(frozen=True)
class RuleBook:
    """All of a game, compiled. Its package provides one of these, called ``BOOK``, in the module ``book``."""

    name: str
    state: np.dtype[Any]
    deck: NDArray[np.int8]  # every card, in the order of their numbers
    mask_words: int
    layout: Layout
    verbs: Verbs
    presentation: Presentation
    annotator: Annotator = field(default_factory=Annotator)
    event_types: EventTypes = field(default_factory=EventTypes)
    secret: Secret | None = None  # in a game that has such choices
    runs: NDArray[np.int64] | None = None  # where equal cards are not told apart: the bits of its word for each card

    @cached_property
    def at(self) -> PythonApi:
        """The verbs for callers in Python."""
        verbs = bind(self.name, python_api.TEMPLATES, vars(self.verbs))
        return PythonApi(**{name.removesuffix("_at"): verb for name, verb in verbs.items()})

    @cached_property
    def loops(self) -> Loops:
        """Random play and tree counting, compiled for this game."""
        return Loops(**bind(self.name, random_play.TEMPLATES, vars(self.verbs), random_play.WHOLE_GAMES))

    def bits_of(self, card: int) -> int:
        """The bits that may stand for a card, in its word of a hand."""
        return 1 << card % WORD if self.runs is None else int(self.runs[card])

    def new_states(self, count: int = 1) -> States:
        """Room for states, blank. A state is an element of it: ``s = states[0]``."""
        return np.zeros(count, self.state)

    def new_mask(self) -> NDArray[np.int64]:
        """Room for a set of legal actions."""
        return np.zeros(self.mask_words, np.int64)

    def new_observation(self) -> NDArray[np.int16]:
        """Room for an observation."""
        return np.zeros(self.layout.size, np.int16)


def verbs_of(*modules: ModuleType) -> Verbs:
    """The verbs that these modules define, each in one of them."""
    found = {
        field.name: getattr(module, field.name)
        for module in modules
        for field in fields(Verbs)
        if getattr(getattr(module, field.name, None), "__module__", None) == module.__name__
    }
    if missing := [field.name for field in fields(Verbs) if field.name not in found]:
        verbs = f"the verb {missing[0]} is" if len(missing) == 1 else f"the verbs {listed(missing, 'and')} are"
        raise BadGame(f"{verbs} not defined in {listed([module.__name__ for module in modules])}")
    return Verbs(**found)


def presentation_of(module: ModuleType) -> Presentation:
    """The words that this module defines."""
    names = [each.name for each in fields(Presentation) if hasattr(module, each.name)]
    return Presentation(**{name: getattr(module, name) for name in names})
