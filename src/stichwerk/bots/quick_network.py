"""A trained network in compiled code: quick enough to play on in thought, thousands of cards for a single move.

It plays as `learned.LearnedBot` does, by the same file. All its numbers stand in one row (`packed`). Instead of a row
of weights for each input that is on there is one for each value that an observed number can have: the sum of the rows
of all inputs which that value turns on.
"""

import math
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from stichwerk.bots.learned import OWN, Network, brings_network, network_at
from stichwerk.bots.playouts import uniform
from stichwerk.bots.policy import Policy, has_network, network_of, policy_of
from stichwerk.games import Game
from stichwerk.kernel.bits import WORD, count, lowest, nth
from stichwerk.kernel.jit import bind, jit
from stichwerk.kernel.rng import draw
from stichwerk.kernel.state import State

if TYPE_CHECKING:
    from stichwerk.games.policies.player_verbs import advise, believe_as_usual
    from stichwerk.kernel.verbs import observe

    # What else is left open: how much is observed, how many actions there are, and how the rules of thumb play (when
    # they advise, and where a world must fit what others have done).
    def _left_open() -> Any: ...

    ADVISING, BELIEVING = _left_open()
    SEEN = ACTIONS = 0

#: So many rows of weights are added at once.
_TOGETHER = 4
#: More actions than are ever legal.
_MOST_ACTIONS = 128

# Where the numbers stand: a head, then for each observed number that counts four of these, then the rest in this order.
# Places and counts are whole numbers of 32 bits among the weights, which have as many.
_TEMPERATURE, _FIRST, _SECOND, _WATCHED, _ADVISED, _TRUST, _BIAS_1, _BIAS_2, _BIAS_3, _ROWS_2, _LAST, _ADVICE, _HEAD = (
    range(13)
)
_SOURCE, _ABOVE, _VALUES, _ROWS, _WATCH = range(5)


def packed(network: Network) -> Any:
    """All numbers of a network in one row."""
    watch, places, rows = _watched(network)
    more = -len(network.second) % _TOGETHER  # the first layer is made up to whole bundles by numbers that stay 0
    bias_1, second_rows = np.pad(network.bias_1, (0, more)), np.pad(network.second, ((0, more), (0, 0)))
    advising, own_rows = (np.pad(part, ((0, 0), (0, more))) for part in (network.advice, rows))
    first, second = second_rows.shape
    parts = [bias_1, network.bias_2, network.bias_3, second_rows, network.last.T, advising, own_rows]
    *where, own = np.cumsum([_HEAD + watch.size + places.size, *(part.size for part in parts[:-1])]).tolist()
    watch[:, _ROWS] += _HEAD + watch.size
    head = [0, first, second, len(watch), len(network.advice) > 0, 0, *where]
    whole = [np.array(head), watch.ravel(), own + places * first]
    numbers = np.concatenate([np.concatenate(whole).astype(np.int32).view(np.float32), *map(np.ravel, parts)])
    numbers[_TEMPERATURE], numbers[_TRUST] = 1.0, network.trust
    return numbers.astype(np.float32)


def _watched(network: Network) -> tuple[Any, Any, Any]:
    """Of each observed number that counts: which it is, above what it does, how many values differ, and from where on
    the places of their rows are; these places; and the rows.
    """
    watch, places, rows = [], list[int](), list[Any]()
    order = np.lexsort((network.threshold, network.source))
    for source, inputs in groupby(order, key=lambda place: int(network.source[place])):
        own = list(inputs)
        thresholds = network.threshold[own].astype(int)
        above, span = thresholds[0], thresholds[-1] - thresholds[0] + 1
        watch.append([source, above, span, len(places)])
        places += [len(rows) + int((thresholds <= above + k).sum()) - 1 for k in range(span)]
        rows += list(np.cumsum(network.first[own], axis=0))
    return np.array(watch, np.int64), np.array(places, np.int64), np.array(rows)


@jit
def _add(total: Any, weights: Any, one: int, two: int, three: int, four: int) -> None:
    """Add four rows of weights at once, which is twice as fast as one by one."""
    size = total.size
    a, b = weights[one : one + size], weights[two : two + size]
    c, d = weights[three : three + size], weights[four : four + size]
    for k in range(size):
        total[k] += (a[k] + b[k]) + (c[k] + d[k])


@jit
def _through(given: Any, weights: Any, begin: int, total: Any) -> None:
    """Add a row for each number that is given, as many times as that says; numbers below 0 count nothing."""
    size, none = total.size, np.float32(0.0)
    for k in range(0, given.size, _TOGETHER):
        p, q = max(given[k], none), max(given[k + 1], none)
        r, t = max(given[k + 2], none), max(given[k + 3], none)
        row = begin + k * size
        a, b = weights[row : row + size], weights[row + size : row + 2 * size]
        c, d = weights[row + 2 * size : row + 3 * size], weights[row + 3 * size : row + 4 * size]
        for i in range(size):
            total[i] += (p * a[i] + q * b[i]) + (r * c[i] + t * d[i])


@jit
def _rows_on(seen: Any, whole: Any, rows: Any) -> int:
    """Find the row of each observed number that counts; how many there are."""
    found = 0
    for watch in range(_HEAD, _HEAD + _WATCH * whole[_WATCHED], _WATCH):
        over = seen[whole[watch + _SOURCE]] - whole[watch + _ABOVE]
        if over > 0:
            rows[found] = whole[whole[watch + _ROWS] + min(over, whole[watch + _VALUES]) - 1]
            found += 1
    return found


def values_of(s: State, seat: int, mask: Any, rng: Any, style: Any, actions: Any, values: Any) -> int:
    """Write the legal actions and what the network thinks of each; how many they are."""
    whole = style.view(np.int32)
    seen, rows = np.empty(SEEN, np.int16), np.empty(SEEN + 1, np.int64)
    observe(s, seat, seen)
    found = _rows_on(seen, whole, rows)
    advised = -1
    size = whole[_FIRST]
    if whole[_ADVISED] != 0:
        advised = advise(s, seat, mask, rng, ADVISING)
        rows[found] = whole[_ADVICE] + advised * size
        found += 1
    layers = np.empty(size + whole[_SECOND], np.float32)
    first, second = layers[:size], layers[size:]
    first[:] = style[whole[_BIAS_1] : whole[_BIAS_1] + size]
    second[:] = style[whole[_BIAS_2] : whole[_BIAS_2] + second.size]
    rest = found % _TOGETHER
    for i in range(rest):
        row = style[rows[i] : rows[i] + size]
        for k in range(size):
            first[k] += row[k]
    for i in range(rest, found, _TOGETHER):
        _add(first, style, rows[i], rows[i + 1], rows[i + 2], rows[i + 3])
    _through(first, style, whole[_ROWS_2], second)
    known = 0
    for word in range(mask.shape[0]):
        left = mask[word]
        while left != 0:
            action = word * WORD + lowest(left)
            left &= left - 1
            actions[known] = action
            values[known] = style[whole[_BIAS_3] + action] + (style[_TRUST] if action == advised else 0.0)
            known += 1
    for k in range(second.size):
        if second[k] > 0.0:
            row_of = whole[_LAST] + k * ACTIONS
            for i in range(known):
                values[i] += second[k] * style[row_of + actions[i]]
    return known


def policy(s: State, seat: int, mask: Any, rng: Any, style: Any) -> int:
    """Draw one of the legal actions by its probability."""
    if count(mask) == 1:
        return nth(mask, 0)
    actions, values = np.empty(_MOST_ACTIONS, np.int64), np.empty(_MOST_ACTIONS)
    known = values_of(s, seat, mask, rng, style, actions, values)
    best = 0
    for k in range(1, known):
        if values[k] > values[best]:
            best = k
    if style[_TEMPERATURE] == 0.0:
        likeliest: int = actions[best]
        return likeliest
    top, total = values[best], 0.0
    for k in range(known):
        values[k] = math.exp((values[k] - top) / style[_TEMPERATURE])
        total += values[k]
    chosen, drawn = 0, draw(rng) / 4294967296.0 * total
    while chosen < known - 1 and drawn >= values[chosen]:
        drawn -= values[chosen]
        chosen += 1
    choice: int = actions[chosen]
    return choice


def believe(s: State, seat: int, rng: Any, style: Any) -> float:
    """How well a world fits what the others did, as the rules of thumb see it."""
    return believe_as_usual(s, seat, rng, BELIEVING)


def plays_on_by_network(game: Game) -> bool:
    """Whether the game brings a network that is quick enough for playouts."""
    return has_network(game) or brings_network(game)


def playout_network(game: Game, file: str = OWN) -> Policy:
    """A network for playouts: by default that which the game brings along."""
    return network_of(game) if file == OWN and has_network(game) else quick_policy(game, file)


@cache
def quick_policy(game: Game, file: str) -> Policy:
    """The compiled player by a network; the temperature of its playouts is 1."""
    network = network_at(game, Path(file))
    by_hand = policy_of(game)
    advising, believing = by_hand.style.copy(), by_hand.style.copy()
    advising[0], believing[0] = 0.0, by_hand.noise
    advised = len(network.advice) > 0
    verbs = {
        "observe": game.book.verbs.observe,
        "advise": by_hand.policy if advised else uniform,
        "believe_as_usual": by_hand.believe,
    }
    bound = bind(
        f"{game.id}-quick{'-advised' * advised}",
        (values_of, policy, believe),
        verbs,
        (values_of, policy, believe),
        SEEN=game.book.layout.size,
        ACTIONS=len(network.bias_3),
        ADVISING=advising,
        BELIEVING=believing,
    )
    return Policy(bound["policy"], bound["policy"], bound["believe"], by_hand.gain, packed(network), 1.0)
