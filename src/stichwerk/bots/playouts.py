"""What a search does in compiled code, written once and compiled per game by `bind`: worlds, playouts, mean points.

Every world has its own stream of random numbers, which depends on the seed of the search and the number of the world
alone. So all actions are tried in the same worlds against the same luck, and it does not matter which core does it.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from stichwerk.kernel.bits import count, nth
from stichwerk.kernel.jit import jit
from stichwerk.kernel.random_play import to_act
from stichwerk.kernel.rng import below, chance, seed_rng
from stichwerk.kernel.state import State, States

if TYPE_CHECKING:
    from stichwerk.games.policies.player_verbs import believe, gain, policy
    from stichwerk.kernel.verbs import apply, awaiting, legal, redeal

#: Room for states: the world, a candidate for it, and the copy that is played out.
ROOM = 3


@jit
def uniform(s: State, seat: int, mask: Any, rng: Any, style: Any) -> int:
    """The policy that plays any legal action, each equally likely."""
    return nth(mask, below(rng, count(mask)))


@jit
def credulous(s: State, seat: int, rng: Any, style: Any) -> float:
    """The belief that all worlds are equally likely."""
    return 1.0


def play_out(s: State, mask: Any, rng: Any, style: Any) -> None:
    """Play the round to its end, every seat by the policy."""
    while awaiting(s) != 0:
        seat = to_act(s)
        legal(s, seat, mask)
        apply(s, seat, policy(s, seat, mask, rng, style))


def determinize(root: States, seat: int, room: States, rng: Any, style: Any, candidates: int) -> None:
    """Deal a world into ``room[0]``: of several possible ones, one drawn by how well it fits what the others did."""
    room[0] = root[0]
    redeal(room[0], seat, rng)
    weights = believe(room[0], seat, rng, style)
    for _ in range(candidates - 1):
        room[1] = root[0]
        redeal(room[1], seat, rng)
        weight = believe(room[1], seat, rng, style)
        weights += weight
        if chance(rng, weight / weights):
            room[0] = room[1]


def try_actions(
    root: States,
    seat: int,
    actions: Any,
    first: int,
    worlds: int,
    seed: int,
    candidates: int,
    style: Any,
    sums: Any,
    ends: Any,
) -> None:
    """Play out each of the ``actions`` in the worlds number ``first`` and on.

    Added up for each action are, in ``sums``, what the seat gains on the others, how much more than with the first
    action, squared, its points, and these squared; in ``ends``, how often it ends with each number of tricks.
    """
    room = np.empty(ROOM, root.dtype)
    mask = np.zeros(_WORDS, np.int64)
    rng = np.empty(4, np.int64)
    again = np.empty(4, np.int64)
    for world in range(first, first + worlds):
        seed_rng(rng, seed, world)
        determinize(root, seat, room, rng, style, candidates)
        first_gained = 0.0
        for i in range(actions.shape[0]):
            room[2] = room[0]
            again[:] = rng
            apply(room[2], seat, actions[i])
            play_out(room[2], mask, again, style)
            gained, points = gain(room[2], seat), float(room[2].scores[seat])
            if i == 0:
                first_gained = gained
            sums[i, 0] += gained
            sums[i, 1] += (gained - first_gained) ** 2
            sums[i, 2] += points
            sums[i, 3] += points * points
            ends[i, room[2].tricks[seat]] += 1


_WORDS = 3  # no game has more words in a mask

TEMPLATES: tuple[Callable[..., Any], ...] = (to_act, play_out, determinize, try_actions)
APART = (play_out, determinize, try_actions)
