"""Information set Monte Carlo tree search, the yardstick of the field: the algorithm of OpenSpiel's ``ISMCTSBot``.

It is compiled here so that many games can be played with it; it plays as well as the original, not better
(experiments/ismcts_parity.md). Each simulation deals the unseen cards anew, goes down the tree by UCT, adds one node,
and plays on uniformly at random. A node is what the player to move knows there: its observation, or with ``recall``
everything it has seen and done, its information state. Every player wants as many points as possible for itself. The
action that was tried most often is played.
"""

import math
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from stichwerk.bots import playouts
from stichwerk.bots.playouts import play_out
from stichwerk.games import Game
from stichwerk.games.knowledge import Knowledge
from stichwerk.kernel.bits import count, nth
from stichwerk.kernel.jit import bind
from stichwerk.kernel.random_play import to_act
from stichwerk.kernel.rng import Rng, below
from stichwerk.kernel.state import State, States, record_type

if TYPE_CHECKING:
    from stichwerk.kernel.verbs import apply, awaiting, hide, legal, observe, redeal

# No game has more: legal actions, words in a mask, actions in a round, numbers in an observation or state.
_MOST_CHILDREN = 32
_MOST_WORDS = 3
_MOST_PLIES = 128
_MOST_NUMBERS = 512

#: Values as close as this to the best are as good as the best, as in OpenSpiel.
_TIE = 1e-5
_NO_STYLE = np.zeros(1)

_NODE = record_type(
    [
        ("visits", np.int64),
        ("children", np.int64),
        # Of each action that was tried here: which it is, how often, and the sum of the points that came of it.
        ("action", np.int64, (_MOST_CHILDREN,)),
        ("tried", np.int64, (_MOST_CHILDREN,)),
        ("points", np.float64, (_MOST_CHILDREN,)),
    ]
)

# To tell nodes apart, what a player knows is made one number: the sum of its 16-bit numbers, each times a random one
# of 38 bits. Such a sum stays below 2**62, so that compiled and plain mode agree, and two different rows of numbers
# have the same sum with a probability of 2**-38.
_random = Random(38)
_WEIGHTS = np.array([_random.getrandbits(38) for _ in range(_MOST_NUMBERS + 1)], np.int64)


class IsmctsBot:
    """Plays the action that the tree search tried most often."""

    def __init__(
        self, game: Game, simulations: int = 1000, uct_c: float | None = None, recall: bool = False, name: str = ""
    ) -> None:
        if simulations < 2:
            raise ValueError("the first simulation only makes the root: there must be at least two")
        self.name = name or f"ismcts@{simulations}"
        self._simulations, self._recall = simulations, recall
        self._uct_c = float(game.tuning.uct_c if uct_c is None else uct_c)
        self._search = compiled(game)["ismcts"]
        self._states, self._observation = game.book.new_states(2), game.book.new_observation()
        assert self._observation.size <= _MOST_NUMBERS
        self._places = 1 << (2 * simulations).bit_length()

    def choose(self, known: Knowledge, legal: Sequence[int], rng: Rng) -> int:
        if len(legal) == 1:
            return legal[0]
        actions, visits = self.tried(known, rng)
        most = np.flatnonzero(visits == visits.max())
        return int(actions[most[below(rng, len(most))]])

    def tried(self, known: Knowledge, rng: Rng) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Search: the actions, and how often each was tried."""
        actions, visits = np.zeros(_MOST_CHILDREN, np.int64), np.zeros(_MOST_CHILDREN, np.int64)
        numbers = self._states.view(np.int16).reshape(2, -1)
        found = self._search(
            known.states, self._states, numbers, self._observation, known.seat, self._simulations, self._uct_c,
            self._recall, self._places, rng, _NO_STYLE, actions, visits,
        )  # fmt: skip
        return actions[:found], visits[:found]


# ---------------------------------------------------------------- the search, compiled for each game


def ismcts(
    root: States,
    states: States,
    numbers: Any,
    observation: Any,
    seat: int,
    simulations: int,
    uct_c: float,
    recall: bool,
    places: int,
    rng: Any,
    style: Any,
    actions: Any,
    visits: Any,
) -> int:
    """Search from ``root[0]``. Writes the actions of the root and how often each was tried; how many there are.

    ``states`` is room for the world that is played and for what somebody knows of it, ``numbers`` the bytes of both as
    rows of numbers. ``places`` is a power of two above the number of simulations.
    """
    keys, node_at = np.empty(places, np.int64), np.full(places, -1, np.int64)
    nodes = np.empty(simulations, _NODE)  # a simulation ends with the node it adds: there are no more
    path, values, mask = np.empty((_MOST_PLIES, 3), np.int64), np.empty(_MOST_CHILDREN), np.zeros(_MOST_WORDS, np.int64)
    used = 0
    for _ in range(simulations):
        states[0] = root[0]
        redeal(states[0], seat, rng)
        history, depth = 0, 0
        while awaiting(states[0]) != 0:
            # In a secret phase it need not be the first who has not acted yet that thinks.
            turn = to_act(states[0]) if depth > 0 else seat
            if recall:
                key = joined(history, known(states, numbers, turn))
            else:
                key = observed(states[0], turn, observation)
            place = find(keys, node_at, key)
            number = node_at[place]
            if number < 0:
                keys[place], node_at[place] = key, used
                nodes[used].visits = nodes[used].children = 0
                used += 1
                break
            legal(states[0], turn, mask)
            child = select(nodes[number], mask, uct_c, values, rng)
            path[depth, 0], path[depth, 1], path[depth, 2] = number, child, turn
            depth += 1
            apply(states[0], turn, nodes[number].action[child])
            if recall and awaiting(states[0]) != 0:
                history = joined(history, known(states, numbers, -1))
        play_out(states[0], mask, rng, style)
        for i in range(depth):
            nodes[path[i, 0]].points[path[i, 1]] += states[0].scores[path[i, 2]]
    found: int = nodes[0].children
    for c in range(found):
        actions[c], visits[c] = nodes[0].action[c], nodes[0].tried[c]
    return found


def select(node: Any, mask: Any, uct_c: float, values: Any, rng: Any) -> int:
    """The child to go to, and a visit more for both: an action that was never tried, else the best by UCT."""
    untried = count(mask) - node.children
    child = expand(node, mask, below(rng, untried)) if untried > 0 else best_child(node, uct_c, values, rng)
    node.visits += 1
    node.tried[child] += 1
    return child


def expand(node: Any, mask: Any, skip: int) -> int:
    """Add a child: of the legal actions that were not tried here, the one after so many others."""
    child: int = node.children
    n = -1
    while skip >= 0:
        n += 1
        if not is_child(node, nth(mask, n)):
            skip -= 1
    node.children = child + 1
    node.action[child], node.tried[child], node.points[child] = nth(mask, n), 0, 0.0
    return child


def is_child(node: Any, action: int) -> bool:
    """Whether the action was tried here."""
    tried = False
    for c in range(node.children):
        tried = tried or node.action[c] == action
    return tried


def best_child(node: Any, uct_c: float, values: Any, rng: Any) -> int:
    """By mean points and how little it was tried (UCT); of equals, any."""
    logarithm = math.log(node.visits)
    best = -math.inf
    for c in range(node.children):
        tried = node.tried[c]
        values[c] = node.points[c] / tried + uct_c * math.sqrt(logarithm / tried)
        best = max(best, values[c])
    child, equals = -1, 0
    for c in range(node.children):
        if values[c] > best - _TIE:
            equals += 1
            if equals == 1 or below(rng, equals) == 0:
                child = c
    return child


# ---------------------------------------------------------------- what a player knows, as one number


def observed(s: State, seat: int, observation: Any) -> int:
    """The observation of a seat."""
    observe(s, seat, observation)
    return weighed(observation, seat)


def known(states: States, numbers: Any, seat: int) -> int:
    """The world ``states[0]`` as a seat knows it (-1: as everybody does)."""
    states[1] = states[0]
    hide(states[1], seat)
    return weighed(numbers[1], seat)


def weighed(numbers: Any, seat: int) -> int:
    """A row of 16-bit numbers and the seat that it belongs to, as one."""
    total: int = seat * _WEIGHTS[_MOST_NUMBERS]
    for k in range(numbers.shape[0]):
        total += numbers[k] * _WEIGHTS[k]
    return total


def joined(past: int, now: int) -> int:
    """Two such numbers as one."""
    total = 0
    for k in range(4):
        total += ((past >> (16 * k)) & 0xFFFF) * _WEIGHTS[k] + ((now >> (16 * k)) & 0xFFFF) * _WEIGHTS[4 + k]
    return total


def find(keys: Any, node_at: Any, key: int) -> int:
    """The place of a key in the hash table, or of the gap where it belongs."""
    last: int = node_at.shape[0] - 1
    place = key & last
    while node_at[place] >= 0 and keys[place] != key:
        place = (place + 1) & last
    return place


TEMPLATES: tuple[Callable[..., Any], ...] = (
    to_act,
    playouts.play_out,
    weighed,
    observed,
    known,
    joined,
    find,
    is_child,
    expand,
    best_child,
    select,
    ismcts,
)
_APART = (playouts.play_out, observed, known, select, ismcts)


@cache
def compiled(game: Game) -> dict[str, Callable[..., Any]]:
    """All these functions, compiled for a game."""
    verbs = {**vars(game.book.verbs), "policy": playouts.uniform}
    return bind(f"{game.id}-ismcts", TEMPLATES, verbs, _APART)
