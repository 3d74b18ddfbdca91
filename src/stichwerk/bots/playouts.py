"""What a search does in compiled code, written once and compiled per game by `bind`: worlds, playouts, their results.

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
    from stichwerk.games.policies.player_verbs import believe, gain, judged, policy
    from stichwerk.kernel.verbs import apply, awaiting, legal, redeal

#: More choices than anybody has in a round: it is played to its end.
TO_THE_END = 1_000_000
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


@jit
def nobody(s: State, seat: int, mask: Any, rng: Any, numbers: Any) -> float:
    """The judge of a search that has none: it is never asked."""
    return 0.0


def play_out(s: State, mask: Any, rng: Any, style: Any) -> None:
    """Play the round to its end, every seat by the policy."""
    while awaiting(s) != 0:
        seat = to_act(s)
        legal(s, seat, mask)
        apply(s, seat, policy(s, seat, mask, rng, style))


def play_trick(s: State, done: int, mask: Any, rng: Any, style: Any) -> None:
    """Play until there are more tricks than were ``done`` before, every seat by the policy."""
    while awaiting(s) != 0 and s.tricks_done == done:
        seat = to_act(s)
        legal(s, seat, mask)
        apply(s, seat, policy(s, seat, mask, rng, style))


def play_to_choice(s: State, seat: int, choices: int, mask: Any, rng: Any, style: Any) -> bool:
    """Play, every seat by the policy, until one of them has made so many choices and is to make another. It has its
    legal actions in ``mask`` then; if the round is over before, that is False.
    """
    while awaiting(s) != 0:
        mover = to_act(s)
        legal(s, mover, mask)
        if mover == seat and count(mask) > 1:
            if choices == 0:
                return True
            choices -= 1
        apply(s, mover, policy(s, mover, mask, rng, style))
    return False


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
    judging: Any,
    choices: int,
) -> None:
    """Play out each of the ``actions`` in the worlds number ``first`` and on: until the round is over or, before, the
    seat has made so many further ``choices`` and a judge says what the world is worth. (Where a single action is legal
    there is no choice.)

    Added up for each action in ``sums`` are what the seat gains on the others, and how much more than with the first
    action, squared.
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
            if play_to_choice(room[2], seat, choices, mask, again, style):
                gained = judged(room[2], seat, mask, again, judging)
            else:
                gained = gain(room[2], seat)
            if i == 0:
                first_gained = gained
            sums[i, 0] += gained
            sums[i, 1] += (gained - first_gained) ** 2


def sample_moves(
    root: States,
    seat: int,
    moves: Any,
    first: int,
    seed: int,
    candidates: int,
    style: Any,
    gains: Any,
    points: Any,
    tricks: Any,
    taken: Any,
) -> None:
    """Play out each of the ``moves`` (a row of actions each) in worlds number ``first`` and on, a world for each row of
    the results: what the seat gains on the others, its points, its tricks, and whether it takes the trick that is
    under way. With no ``candidates`` the state that is given is the world: all cards lie open.
    """
    room = np.empty(ROOM, root.dtype)
    mask = np.zeros(_WORDS, np.int64)
    rng = np.empty(4, np.int64)
    again = np.empty(4, np.int64)
    for world in range(gains.shape[0]):
        seed_rng(rng, seed, first + world)
        if candidates == 0:
            room[0] = root[0]
        else:
            determinize(root, seat, room, rng, style, candidates)
        for i in range(moves.shape[0]):
            room[2] = room[0]
            again[:] = rng
            for k in range(moves.shape[1]):
                apply(room[2], seat, moves[i, k])
            play_trick(room[2], room[0].tricks_done, mask, again, style)
            taken[world, i] = room[2].tricks[seat] - room[0].tricks[seat]
            play_out(room[2], mask, again, style)
            gains[world, i] = gain(room[2], seat)
            points[world, i] = room[2].scores[seat]
            tricks[world, i] = room[2].tricks[seat]


def sample_rounds(root: States, first: int, seed: int, style: Any, gains: Any, points: Any) -> None:
    """Play the round to its end again and again, every seat by the policy: what each seat gains, and its points."""
    room = np.empty(1, root.dtype)
    mask = np.zeros(_WORDS, np.int64)
    rng = np.empty(4, np.int64)
    for world in range(gains.shape[0]):
        seed_rng(rng, seed, first + world)
        room[0] = root[0]
        play_out(room[0], mask, rng, style)
        for seat in range(gains.shape[1]):
            gains[world, seat] = gain(room[0], seat)
            points[world, seat] = room[0].scores[seat]


def draw_moves(root: States, seat: int, seed: int, style: Any, moves: Any) -> None:
    """What the policy does in this place, a row of actions each time it is asked."""
    room = np.empty(1, root.dtype)
    mask = np.zeros(_WORDS, np.int64)
    rng = np.empty(4, np.int64)
    for i in range(moves.shape[0]):
        seed_rng(rng, seed, i)
        room[0] = root[0]
        for k in range(moves.shape[1]):
            legal(room[0], seat, mask)
            moves[i, k] = policy(room[0], seat, mask, rng, style)
            if k + 1 < moves.shape[1]:  # the last is not done: of what it would turn up, the seat may not know
                apply(room[0], seat, moves[i, k])


_WORDS = 3  # no game has more words in a mask

TEMPLATES: tuple[Callable[..., Any], ...] = (
    to_act,
    play_out,
    play_trick,
    play_to_choice,
    determinize,
    try_actions,
    sample_moves,
    sample_rounds,
    draw_moves,
)
APART = (play_out, play_trick, play_to_choice, determinize, try_actions, sample_moves, sample_rounds, draw_moves)
