"""A small neural network as a player: it gives each legal action a probability.

What the player sees makes a first layer once: its inputs are on or off, and few are on, so this is a sum of rows. To
it each action adds the rows of its features; a second layer makes one number of that, the action's value. All weights
stand in one row of numbers (`packed` makes it), after the temperature: 1 plays by the probabilities, less prefers
the likelier actions, 0 always takes the likeliest. Compiled per game by `bind` from ``look``, ``sight``, ``regard`` and
``number_of``.
"""

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from stichwerk.games.policies.linear import MOST_GLANCE
from stichwerk.kernel.bits import WORD, count, lowest, nth
from stichwerk.kernel.jit import jit
from stichwerk.kernel.rng import draw
from stichwerk.kernel.state import State

if TYPE_CHECKING:
    from stichwerk.games.policies.player_verbs import look, number_of, regard, sight

#: How wide the two hidden layers are.
FIRST, SECOND = 64, 32
#: Room for the inputs that are on, for features and for legal actions.
MOST_ON, MOST_FEATURES, MOST_ACTIONS = 96, 64, 32

# Where the weights stand: a head with the temperature, the number of inputs and that of features, then these.
_BIAS_1 = 3
_BIAS_2 = _BIAS_1 + FIRST
_LAST = _BIAS_2 + SECOND
_ROWS_2 = _LAST + SECOND
_ROWS_1 = _ROWS_2 + FIRST * SECOND


def packed(inputs: Any, features: Any, actions: Any, bias_1: Any, second: Any, bias_2: Any, last: Any) -> Any:
    """All weights in one row; the matrices have a row for each number that comes in."""
    parts = ([1.0, len(inputs), len(features)], bias_1, bias_2, last, second, inputs, features, actions)
    return np.concatenate([np.ravel(part) for part in parts]).astype(np.float32)


def unpacked(weights: Any) -> tuple[Any, ...]:
    """The parts of such a row, in the order in which `packed` takes them."""
    inputs, features = int(weights[1]), int(weights[2])
    rows = weights[_ROWS_1:].reshape(-1, FIRST)
    second = weights[_ROWS_2:_ROWS_1].reshape(FIRST, SECOND)
    biases = weights[_BIAS_1:_BIAS_2], weights[_BIAS_2:_LAST]
    parts = rows[:inputs], rows[inputs : inputs + features], rows[inputs + features :]
    return (*parts, biases[0], second, biases[1], weights[_LAST:_ROWS_2])


@jit
def _add(total: Any, weights: Any, begin: int, times: Any) -> None:
    """Add a row of weights, so many times."""
    row = weights[begin : begin + total.size]
    for k in range(total.size):
        total[k] += times * row[k]


def consider(s: State, seat: int, mask: Any, style: Any, actions: Any, odds: Any) -> int:
    """Write the legal actions and the probability of each; how many they are."""
    glance, on, f = np.empty(MOST_GLANCE), np.empty(MOST_ON, np.int64), np.empty(int(style[2]), np.float32)
    seen, first, second = np.empty(FIRST, np.float32), np.empty(FIRST, np.float32), np.empty(SECOND, np.float32)
    look(s, seat, glance)
    one = np.float32(1.0)
    seen[:] = style[_BIAS_1:_BIAS_2]
    for i in range(sight(s, seat, on)):
        _add(seen, style, _ROWS_1 + on[i] * FIRST, one)
    features = _ROWS_1 + int(style[1]) * FIRST
    numbers = features + f.size * FIRST
    known, top = 0, -1e30
    for word in range(mask.shape[0]):
        rest = mask[word]
        while rest != 0:
            action = word * WORD + lowest(rest)
            rest &= rest - 1
            regard(s, seat, action, glance, f)
            first[:] = seen
            _add(first, style, numbers + number_of(s, action) * FIRST, one)
            for k in range(f.size):
                if f[k] != 0.0:
                    _add(first, style, features + k * FIRST, f[k])
            second[:] = style[_BIAS_2:_LAST]
            for k in range(FIRST):
                if first[k] > 0.0:
                    _add(second, style, _ROWS_2 + k * SECOND, first[k])
            value = 0.0
            for k in range(SECOND):
                value += max(float(second[k]), 0.0) * float(style[_LAST + k])
            actions[known], odds[known] = action, value
            top = max(top, value)
            known += 1
    total = 0.0
    coldness = 1.0 / max(float(style[0]), 0.01)
    for k in range(known):
        odds[k] = math.exp((odds[k] - top) * coldness)
        total += odds[k]
    for k in range(known):
        odds[k] /= total
    return known


def policy(s: State, seat: int, mask: Any, rng: Any, style: Any) -> int:
    """Draw one of the legal actions by its probability."""
    if count(mask) == 1:
        return nth(mask, 0)
    actions, odds = np.empty(MOST_ACTIONS, np.int64), np.empty(MOST_ACTIONS)
    known = consider(s, seat, mask, style, actions, odds)
    chosen, drawn = 0, draw(rng) / 4294967296.0
    while chosen < known - 1 and drawn >= odds[chosen]:
        drawn -= odds[chosen]
        chosen += 1
    choice: int = actions[chosen]
    return choice
