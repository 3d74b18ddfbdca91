"""The spaces of Gymnasium that fit a game: what an observation may be, and how many actions there are."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from stichwerk.envs.episode import EpisodePlan
from stichwerk.games.encoding import Layout

if TYPE_CHECKING:
    import gymnasium


def bounds(layout: Layout) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """The least and the most that each number of an observation can be."""
    low = np.concatenate([np.full(feature.size, feature.low, np.int16) for feature in layout.features])
    high = np.concatenate([np.full(feature.size, feature.high, np.int16) for feature in layout.features])
    return low, high


def observation_space(plan: EpisodePlan, mask: Any = np.int8) -> "gymnasium.spaces.Dict":
    """An observation with the mask of the legal actions."""
    from gymnasium import spaces

    low, high = bounds(plan.book.layout)
    return spaces.Dict(
        {
            "observation": spaces.Box(low, high, dtype=np.int16),
            "action_mask": spaces.Box(0, 1, (len(plan.actions),), mask),
        }
    )


def action_space(plan: EpisodePlan) -> "gymnasium.spaces.Discrete":
    """The actions by number."""
    from gymnasium import spaces

    return spaces.Discrete(len(plan.actions))
