"""Information set Monte Carlo tree search: the yardstick of the field, the algorithm of OpenSpiel's Python ``ISMCTSBot``.

It is compiled here so that many games can be played with it; it is meant to play as well as the original, not better.
Each simulation deals the unseen cards anew, goes down the tree by UCT, adds one node, and plays on uniformly at random.
A node is what the player to move knows there: its observation, or (``recall``) all its observations since the root.
The action that was tried most often is played.
"""

import math
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from stichwerk.bots import playouts
from stichwerk.bots.bot import Hidden
from stichwerk.bots.playouts import play_out, to_act
from stichwerk.games import Game
from stichwerk.kernel.bits import count, nth
from stichwerk.kernel.jit import bind
from stichwerk.kernel.rng import Rng, below
from stichwerk.kernel.state import States

if TYPE_CHECKING:
    from stichwerk.kernel.verbs import apply, awaiting, hide, legal, redeal

_MOST_CHILDREN = 32
_MOST_PLIES = 128
_UNEXPANDED = -1
_TIE = 1e-5
_NO_STYLE = np.zeros(1)


def knowledge(states: States, words: Any, i: int, seat: int, other: int) -> int:
    """A hash of what ``seat`` knows of state ``i``. ``states[other]`` is room, of which ``words`` are the bytes."""
    states[other] = states[i]
    hide(states[other], seat)
    key = seat + 1
    for k in range(words.shape[1]):
        # Multiplication may overflow on purpose; the constant is that of Knuth's multiplicative hashing.
        key = (key ^ words[other, k]) * 0x9E3779B97F4A7C1
        key ^= (key >> 29) & 0x7FFFFFFFF
    return key


def find_node(keys: Any, places: Any, key: int) -> int:
    """The place of a key in the hash table, or of the gap where it belongs."""
    size = places.shape[0] - 1
    at = key & size
    while places[at] >= 0 and keys[at] != key:
        at = (at + 1) & size
    return at


def ismcts(
    root: States,
    states: States,
    words: Any,
    seat: int,
    simulations: int,
    uct_c: float,
    recall: bool,
    table: int,
    rng: Any,
    style: Any,
    actions: Any,
    visits: Any,
) -> int:
    """Search from ``root[0]``. The actions of the root and how often each was tried; returns how many there are.

    ``states`` is room for two; ``words`` its bytes as rows of integers. ``table`` is a power of two above the number
    of simulations.
    """
    keys = np.empty(table, np.int64)
    places = np.full(table, -1, np.int64)
    nodes = simulations + 1
    total = np.empty(nodes, np.int64)
    children = np.empty(nodes, np.int64)
    child_action = np.empty((nodes, _MOST_CHILDREN), np.int64)
    child_visits = np.empty((nodes, _MOST_CHILDREN), np.int64)
    child_sum = np.empty((nodes, _MOST_CHILDREN), np.float64)
    path_node = np.empty(_MOST_PLIES, np.int64)
    path_child = np.empty(_MOST_PLIES, np.int64)
    path_seat = np.empty(_MOST_PLIES, np.int64)
    memory = np.zeros(root[0].totals.shape[0], np.int64)
    mask = np.zeros(3, np.int64)
    used = 0
    for _ in range(simulations):
        states[0] = root[0]
        redeal(states[0], seat, rng)
        memory[:] = 0
        depth = 0
        while awaiting(states[0]) != 0:
            # In a secret phase it need not be the first who has not acted yet that thinks.
            turn = to_act(states[0]) if depth > 0 else seat
            key = knowledge(states, words, 0, turn, 1)
            if recall:
                key ^= memory[turn] * 31
            at = find_node(keys, places, key)
            node = places[at]
            if node < 0 and depth == 0 or node < 0 and used < nodes:
                node = used
                used += 1
                keys[at], places[at] = key, node
                total[node] = _UNEXPANDED
                children[node] = 0
            if total[node] == _UNEXPANDED and depth > 0:
                total[node] = 0
                break
            if total[node] == _UNEXPANDED:
                total[node] = 0
                break
            legal(states[0], turn, mask)
            options = count(mask)
            child = -1
            if children[node] < options:
                # Add one of the actions that have not been tried, each equally likely.
                skip = below(rng, options - children[node])
                for n in range(options):
                    action = nth(mask, n)
                    known = False
                    for c in range(children[node]):
                        known = known or child_action[node, c] == action
                    if not known:
                        if skip == 0:
                            child = children[node]
                            children[node] += 1
                            child_action[node, child] = action
                            child_visits[node, child] = 0
                            child_sum[node, child] = 0.0
                            break
                        skip -= 1
            else:
                best = -1e18
                for c in range(children[node]):
                    tried = child_visits[node, c]
                    value = child_sum[node, c] / tried + uct_c * math.sqrt(math.log(total[node]) / tried)
                    best = max(best, value)
                ties = 0
                for c in range(children[node]):
                    tried = child_visits[node, c]
                    value = child_sum[node, c] / tried + uct_c * math.sqrt(math.log(total[node]) / tried)
                    if value > best - _TIE:
                        ties += 1
                        if below(rng, ties) == 0:
                            child = c
            total[node] += 1
            child_visits[node, child] += 1
            path_node[depth], path_child[depth], path_seat[depth] = node, child, turn
            depth += 1
            apply(states[0], turn, child_action[node, child])
            if recall and awaiting(states[0]) != 0:
                for player in range(states[0].players):
                    memory[player] = memory[player] * 1000003 ^ knowledge(states, words, 0, player, 1)
        play_out(states[0], mask, rng, style)
        for i in range(depth):
            child_sum[path_node[i], path_child[i]] += states[0].scores[path_seat[i]]
    for c in range(children[0]):
        actions[c], visits[c] = child_action[0, c], child_visits[0, c]
    return children[0]


TEMPLATES: tuple[Callable[..., Any], ...] = (playouts.to_act, playouts.play_out, knowledge, find_node, ismcts)


class IsmctsBot:
    """Plays the action that the tree search tried most often."""

    def __init__(
        self, game: Game, simulations: int = 1000, uct_c: float | None = None, recall: bool = False, name: str = ""
    ) -> None:
        self.name = name or f"ismcts:{simulations}"
        self._simulations, self._recall = simulations, recall
        self._uct_c = _UCT_C[game.id] if uct_c is None else uct_c
        self._search = _compiled(game)
        self._states = game.book.new_states(2)
        self._table = 1 << (4 * simulations).bit_length()

    def choose(self, hidden: Hidden, legal: Sequence[int], rng: Rng) -> int:
        if len(legal) == 1:
            return legal[0]
        actions, visits = np.zeros(_MOST_CHILDREN, np.int64), np.zeros(_MOST_CHILDREN, np.int64)
        words = self._states.view(np.int64).reshape(2, -1)
        found = self._search(
            hidden.states, self._states, words, hidden.seat, self._simulations, self._uct_c, self._recall,
            self._table, rng, _NO_STYLE, actions, visits,
        )  # fmt: skip
        most = np.flatnonzero(visits[:found] == visits[:found].max())
        return int(actions[most[below(rng, len(most))]])


#: The constant of UCT for each game, tuned to its scale of points (experiments/ismcts_constant.md).
_UCT_C = {"rage": 10.0, "null-nichtig": 10.0, "alles-oder-nichts": 5.0}


@cache
def _compiled(game: Game) -> Any:
    verbs = {**vars(game.book.verbs), "policy": playouts.uniform}
    return bind(f"{game.id}-ismcts", TEMPLATES, verbs, (playouts.play_out, ismcts, knowledge))["ismcts"]
