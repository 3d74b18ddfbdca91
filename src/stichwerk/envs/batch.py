"""Many games step by step, in compiled code: loops over a game's verbs, written once, compiled per game by `bind`.

The games of a batch are rows of arrays that the caller owns; a loop works on the rows from ``start`` to ``stop``, so
that several threads can each take a part. Every game has its own random numbers: what happens in it does not depend on
the other games, nor on the number of threads.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from stichwerk.kernel.bits import WORD, count, has, nth
from stichwerk.kernel.random_play import to_act
from stichwerk.kernel.rng import below, shuffle
from stichwerk.kernel.state import State, States

if TYPE_CHECKING:
    from stichwerk.kernel.verbs import apply, awaiting, begin, cards_needed, deal, finished, legal, observe


def deal_round(s: State, fresh: Any, deck: Any, rng: Any) -> None:
    for k in range(fresh.shape[0]):
        deck[k] = fresh[k]
    shuffle(rng, deck, cards_needed(s))
    deal(s, deck)


def new_game(s: State, options: Any, first_round: int, fresh: Any, deck: Any, rng: Any) -> None:
    """Begin with a random dealer and deal."""
    options[1] = below(rng, options[0])
    begin(s, options)
    s.round_no = first_round - 1
    deal_round(s, fresh, deck, rng)


def show(s: State, seat: int, bits: Any, mask: Any, observation: Any) -> None:
    """Write what the seat to move sees, and what it may do: as bits, and as one byte per action."""
    legal(s, seat, bits)
    actions = mask.shape[0]
    for word in range(bits.shape[0]):
        members = bits[word]
        first = word * WORD
        for k in range(min(WORD, actions - first)):
            mask[first + k] = (members >> k) & 1
    observe(s, seat, observation)


def next_round(s: State, options: Any, rounds: Any, fresh: Any, deck: Any, rng: Any, rewards: Any) -> bool:
    """A round is over: its points are added to ``rewards``, and the next is dealt. Whether the game was over: then it
    has begun anew.

    This is apart from the action before it because a loop then makes the rows that it hands over only here, once in a
    round: made for every action, they would take longer than all the rest of a step.
    """
    for seat in range(rewards.shape[0]):
        rewards[seat] += s.scores[seat]
    if s.round_no >= rounds[1] or finished(s):
        new_game(s, options, rounds[0], fresh, deck, rng)
        return True
    deal_round(s, fresh, deck, rng)
    return False


def reset_games(
    states: States,
    start: int,
    stop: int,
    options: Any,
    rounds: Any,
    fresh: Any,
    rngs: Any,
    seats: Any,
    bits: Any,
    masks: Any,
    observations: Any,
) -> None:
    """Begin all games. ``rounds`` are the first and the last round to play."""
    deck = np.empty_like(fresh)
    vector = options.copy()
    for i in range(start, stop):
        s = states[i]
        new_game(s, vector, rounds[0], fresh, deck, rngs[i])
        seats[i] = to_act(s)
        show(s, seats[i], bits[i], masks[i], observations[i])


def step_games(
    states: States,
    start: int,
    stop: int,
    options: Any,
    rounds: Any,
    fresh: Any,
    rngs: Any,
    seats: Any,
    bits: Any,
    masks: Any,
    observations: Any,
    actions: Any,
    rewards: Any,
    done: Any,
) -> None:
    """One action in every game, which must be legal. A game that is over begins anew at once."""
    deck = np.empty_like(fresh)
    vector = options.copy()
    for i in range(start, stop):
        s = states[i]
        done[i] = False
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = 0
        apply(s, seats[i], actions[i])
        if awaiting(s) == 0:
            done[i] = next_round(s, vector, rounds, fresh, deck, rngs[i], rewards[i])
        seats[i] = to_act(s)
        show(s, seats[i], bits[i], masks[i], observations[i])


def play_games(
    states: States,
    start: int,
    stop: int,
    options: Any,
    rounds: Any,
    fresh: Any,
    rngs: Any,
    seats: Any,
    bits: Any,
    masks: Any,
    observations: Any,
    samples: Any,
    steps: int,
    rewards: Any,
    done: Any,
) -> None:
    """So many random actions in every game, drawn with ``samples``; shown is only what follows the last of them."""
    deck = np.empty_like(fresh)
    vector = options.copy()
    for i in range(start, stop):
        s = states[i]
        done[i] = False
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = 0
        for _ in range(steps):
            apply(s, seats[i], random_legal(bits[i], samples[i]))
            if awaiting(s) == 0:
                done[i] |= next_round(s, vector, rounds, fresh, deck, rngs[i], rewards[i])
            seats[i] = to_act(s)
            legal(s, seats[i], bits[i])
        show(s, seats[i], bits[i], masks[i], observations[i])


def random_legal(bits: Any, rng: Any) -> int:
    """One of the legal actions, each equally likely."""
    return nth(bits, below(rng, count(bits)))


def is_refused(bits: Any, action: int, actions: int) -> bool:
    """Whether this is not a legal action, or no action at all."""
    return action < 0 or action >= actions or not has(bits, action)


def first_refused(bits: Any, actions: Any, most: int) -> int:
    """The first game whose action is not legal; -1 if there is none."""
    for i in range(bits.shape[0]):
        if is_refused(bits[i], actions[i], most):
            return i
    return -1


def sample_actions(bits: Any, start: int, stop: int, rngs: Any, actions: Any) -> None:
    """A legal action for every game, each equally likely."""
    for i in range(start, stop):
        actions[i] = random_legal(bits[i], rngs[i])


#: What happens in a single game, here as on a graphics card.
OF_A_GAME: tuple[Callable[..., Any], ...] = (
    to_act,
    deal_round,
    new_game,
    show,
    next_round,
    random_legal,
    is_refused,
)
#: The loops do so much per call that inlining them gains nothing.
LOOPS: tuple[Callable[..., Any], ...] = (reset_games, step_games, play_games, first_refused, sample_actions)
TEMPLATES = (*OF_A_GAME, *LOOPS)
