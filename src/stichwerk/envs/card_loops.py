"""The loops of `batch` for a graphics card: each of its threads plays some of the games, by the same functions.

A kernel is written once and bound to a game's verbs by `kernel.card.bind_on_card`. Everything that belongs to the games
lies in columns (`kernel.columns`): rows are games, but neighbours in memory are the same number of neighbouring games.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from stichwerk.envs.batch import is_refused, new_game, next_round, random_legal, show
from stichwerk.kernel.card import cuda
from stichwerk.kernel.random_play import to_act
from stichwerk.kernel.rng import seed_rng

if TYPE_CHECKING:
    from stichwerk.kernel.verbs import apply, awaiting, legal

    # What else a kernel leaves open: where a state is found, and sizes that must be known when it is compiled.
    def _left_open() -> Any: ...

    column, row, copy, FRESH = _left_open()
    CARDS = OPTIONS = ACTIONS = SEEN = SEATS = MASK = TOGETHER = ROOM = 0


def seed_kernel(games: int, deals: Any, samples: Any, seed: int) -> None:
    """Set the random numbers of every game to their beginning."""
    for i in range(cuda.grid(1), games, cuda.gridsize(1)):
        seed_rng(row(deals, i, 4), seed, 2 * i)
        seed_rng(row(samples, i, 4), seed, 2 * i + 1)


def reset_kernel(games: int, states: Any, options: Any, rounds: Any, deals: Any, seats: Any) -> None:
    """Begin all games."""
    deck = cuda.local.array(CARDS, np.int8)
    agreed = cuda.local.array(OPTIONS, np.int64)
    for k in range(OPTIONS):
        agreed[k] = options[k]
    for i in range(cuda.grid(1), games, cuda.gridsize(1)):
        s = column(states, games, i)
        new_game(s, agreed, rounds[0], FRESH, deck, row(deals, i, 4))
        seats[i] = to_act(s)


def step_kernel(
    games: int,
    states: Any,
    options: Any,
    rounds: Any,
    deals: Any,
    seats: Any,
    actions: Any,
    wrong: Any,
    rewards: Any,
    done: Any,
) -> None:
    """One action in every game, unless one of them is ``wrong``. A game that is over begins anew at once."""
    if wrong[0] < games:
        return
    deck = cuda.local.array(CARDS, np.int8)
    agreed = cuda.local.array(OPTIONS, np.int64)
    for k in range(OPTIONS):
        agreed[k] = options[k]
    for i in range(cuda.grid(1), games, cuda.gridsize(1)):
        s = column(states, games, i)
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = 0
        done[i] = False
        apply(s, seats[i], actions[i])
        if awaiting(s) == 0:
            points = row(rewards, i, rewards.shape[1])
            done[i] = next_round(s, agreed, rounds, FRESH, deck, row(deals, i, 4), points)
        seats[i] = to_act(s)


def play_kernel(
    games: int,
    states: Any,
    options: Any,
    rounds: Any,
    deals: Any,
    seats: Any,
    samples: Any,
    steps: int,
    rewards: Any,
    done: Any,
) -> None:
    """So many random actions in every game. Meanwhile its state is where a thread has it at hand."""
    room = cuda.shared.array(ROOM, np.int64)
    deck = cuda.local.array(CARDS, np.int8)
    agreed = cuda.local.array(OPTIONS, np.int64)
    mask = cuda.local.array(MASK, np.int64)
    points = cuda.local.array(SEATS, np.int64)
    dealing = cuda.local.array(4, np.int64)
    drawing = cuda.local.array(4, np.int64)
    for k in range(OPTIONS):
        agreed[k] = options[k]
    s = column(room, TOGETHER, cuda.threadIdx.x)
    for i in range(cuda.grid(1), games, cuda.gridsize(1)):
        copy(column(states, games, i), s)
        for k in range(4):
            dealing[k], drawing[k] = deals[i, k], samples[i, k]
        for seat in range(SEATS):
            points[seat] = 0
        over = False
        seat = to_act(s)
        legal(s, seat, mask)
        for _ in range(steps):
            apply(s, seat, random_legal(mask, drawing))
            if awaiting(s) == 0:
                over |= next_round(s, agreed, rounds, FRESH, deck, dealing, points)
            seat = to_act(s)
            legal(s, seat, mask)
        copy(s, column(states, games, i))
        for k in range(4):
            deals[i, k], samples[i, k] = dealing[k], drawing[k]
        for other in range(rewards.shape[1]):
            rewards[i, other] = points[other]
        done[i] = over
        seats[i] = seat


def show_kernel(games: int, states: Any, seats: Any, bits: Any, masks: Any, seen: Any) -> None:
    """Write what the seats to move see, and what they may do. The state is fetched as a whole before: to read it bit by
    bit, while so much is being written, takes longer.
    """
    room = cuda.shared.array(ROOM, np.int64)
    s = column(room, TOGETHER, cuda.threadIdx.x)
    for i in range(cuda.grid(1), games, cuda.gridsize(1)):
        copy(column(states, games, i), s)
        show(s, seats[i], row(bits, i, MASK), row(masks, i, ACTIONS), row(seen, i, SEEN))


def check_kernel(games: int, bits: Any, actions: Any, most: int, wrong: Any) -> None:
    """Write into ``wrong`` the first game whose action is not legal; if there is none, it stays as it is: larger."""
    for i in range(cuda.grid(1), games, cuda.gridsize(1)):
        if is_refused(row(bits, i, MASK), actions[i], most):
            cuda.atomic.min(wrong, 0, i)


def sample_kernel(games: int, bits: Any, samples: Any, actions: Any) -> None:
    """A legal action for every game, each equally likely."""
    for i in range(cuda.grid(1), games, cuda.gridsize(1)):
        actions[i] = random_legal(row(bits, i, MASK), row(samples, i, 4))


KERNELS: tuple[Callable[..., Any], ...] = (
    seed_kernel,
    reset_kernel,
    step_kernel,
    play_kernel,
    show_kernel,
    check_kernel,
    sample_kernel,
)
