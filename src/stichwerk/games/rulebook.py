"""A rule book: the state of a game, its verbs, its tables, its words and what else it tells, in one object."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stichwerk.games.encoding import Actions, Layout
from stichwerk.games.events import Happenings
from stichwerk.games.options import Options
from stichwerk.games.telling import Telling
from stichwerk.games.view import Laying, Place, Refusal, Table
from stichwerk.kernel import doors as doors_of_kernel
from stichwerk.kernel import playout
from stichwerk.kernel.jit import bind
from stichwerk.kernel.state import State, States
from stichwerk.kernel.verbs import Verbs


@dataclass(frozen=True)
class Doors:
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
class Words:
    """A game in words: what a (hidden) state shows, why an action is not legal, how cards and actions are written.

    States come here as a `snapshot` (or, for one look, as they are). ``place`` is one place of the ``table``: what a
    seat sees more than a spectator lies at its own. ``laying`` only exists in games where players lay several cards in
    one move.
    """

    table: Callable[[State, int], Table]
    place: Callable[[State, int], Place]
    refusal: Callable[[State, int, int], Refusal | None]
    card_names: Callable[[Options], tuple[str, ...]]
    actions: Callable[[Options], Actions]
    laying: Callable[[State], Laying] | None = None


@dataclass(frozen=True)
class Loops:
    """The loops of `kernel.playout`, bound to one game's verbs."""

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
    """All of a game. Its package ends in one of these, called ``BOOK``, in the module ``book``."""

    name: str
    state: np.dtype[Any]
    deck: NDArray[np.int8]  # every card, in the order of their numbers
    mask_words: int
    layout: Layout
    verbs: Verbs
    words: Words
    telling: Telling = field(default_factory=Telling)
    happenings: Happenings = field(default_factory=Happenings)
    secret: Secret | None = None  # in a game that has such choices

    @cached_property
    def at(self) -> Doors:
        """The verbs for callers in Python."""
        doors = bind(self.name, doors_of_kernel.TEMPLATES, vars(self.verbs))
        return Doors(**{name.removesuffix("_at"): door for name, door in doors.items()})

    @cached_property
    def loops(self) -> Loops:
        """Random play and tree counting, compiled for this game."""
        return Loops(**bind(self.name, playout.TEMPLATES, vars(self.verbs), playout.WHOLE_GAMES))

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
    return Verbs(**found)


def words_of(module: ModuleType) -> Words:
    """The words that this module defines."""
    return Words(**{field.name: getattr(module, field.name) for field in fields(Words) if hasattr(module, field.name)})
