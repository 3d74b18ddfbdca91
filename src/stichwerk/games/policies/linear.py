"""A player that judges actions by features: the value of an action is the weighted sum of what describes it.

The features are the rules of thumb, written by hand for each game; how much each counts was learned by self-play
(training/learn_weights.py). The policy is compiled per game by `bind` from ``look`` and ``describe``.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from stichwerk.games.policies.odds import blur
from stichwerk.kernel.bits import WORD, lowest
from stichwerk.kernel.state import State

if TYPE_CHECKING:
    from stichwerk.games.policies.player_verbs import describe, look

#: Room for the features of an action and for what is seen at a glance.
MOST_FEATURES = 48
MOST_GLANCE = 20


def policy(s: State, seat: int, mask: Any, rng: Any, style: Any) -> int:
    """The action with the highest value. ``style[0]`` blurs the values by so much, the weights follow."""
    glance = np.empty(MOST_GLANCE)
    f = np.empty(MOST_FEATURES)
    look(s, seat, glance)
    best, choice = -1e300, -1
    for word in range(mask.shape[0]):
        actions = mask[word]
        while actions != 0:
            action = word * WORD + lowest(actions)
            actions &= actions - 1
            first, count = describe(s, seat, action, glance, f)
            if count == 0:
                continue  # not worth a thought
            value = 0.0
            for i in range(count):
                value += style[1 + first + i] * f[i]
            value += blur(rng, style[0])
            if value > best:
                best, choice = value, action
    return choice
