"""One game, one action at a time, called from Python: what an environment asks for most, in as few calls as possible.

Written once over a game's verbs and compiled per game by `bind`, like `kernel.python_api`; the state is element 0.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from stichwerk.games import Game
from stichwerk.kernel.bits import WORD, lowest
from stichwerk.kernel.jit import bind
from stichwerk.kernel.random_play import random_action, to_act
from stichwerk.kernel.state import States

if TYPE_CHECKING:
    from stichwerk.kernel.verbs import apply, awaiting, legal, observe, redeal

#: Nobody: the round is over.
NOBODY = -1


def turn(states: States) -> int:
    """The seat that is to act."""
    return NOBODY if awaiting(states[0]) == 0 else to_act(states[0])


def list_legal(states: States, seat: int, bits: Any, actions: Any) -> int:
    """Write the legal actions, in order; how many there are."""
    legal(states[0], seat, bits)
    found = 0
    for word in range(bits.shape[0]):
        left = bits[word]
        while left != 0:
            actions[found] = word * WORD + lowest(left)
            left &= left - 1
            found += 1
    return found


def act(states: States, seat: int, action: int, bits: Any, actions: Any) -> tuple[int, int]:
    """Do a legal action; who is to act next, and how many legal actions that seat has, which are written."""
    apply(states[0], seat, action)
    following = turn(states)
    return following, 0 if following == NOBODY else list_legal(states, following, bits, actions)


def copy_state(states: States, copy: States) -> None:
    """Copy the state. (NumPy would do it field by field, which takes ten times as long.)"""
    copy[0] = states[0]


def play_out(states: States, world: States, bits: Any, rng: Any, times: int, sums: Any) -> None:
    """Play the round to its end at random, several times, in ``world``; the points are added to ``sums``."""
    for _ in range(times):
        world[0] = states[0]
        s = world[0]
        while awaiting(s) != 0:
            seat = to_act(s)
            apply(s, seat, random_action(s, seat, bits, rng))
        for seat in range(s.players):
            sums[seat] += s.scores[seat]


def redeal_hands(states: States, seat: int, rng: Any, observation: Any, at: int, hands: Any) -> None:
    """Fill in what ``seat`` cannot know, and write how many of each card every seat then holds.

    ``at`` is where the hand begins in an observation.
    """
    redeal(states[0], seat, rng)
    for other in range(hands.shape[0]):
        observe(states[0], other, observation)
        for card in range(hands.shape[1]):
            hands[other, card] = observation[at + card]


TEMPLATES: tuple[Callable[..., Any], ...] = (
    to_act,
    random_action,
    turn,
    list_legal,
    act,
    copy_state,
    play_out,
    redeal_hands,
)


@dataclass(frozen=True)
class Single:
    """These functions, compiled for one game."""

    turn: Callable[[States], int]
    list_legal: Callable[[States, int, Any, Any], int]
    act: Callable[[States, int, int, Any, Any], tuple[int, int]]
    copy_state: Callable[[States, States], None]
    play_out: Callable[[States, States, Any, Any, int, Any], None]
    redeal_hands: Callable[[States, int, Any, Any, int, Any], None]


@cache
def single(game: Game) -> Single:
    """Compile them for a game."""
    bound = bind(game.book.name, TEMPLATES, vars(game.book.verbs), (play_out, redeal_hands))
    return Single(**{name: bound[name] for name in Single.__dataclass_fields__})
