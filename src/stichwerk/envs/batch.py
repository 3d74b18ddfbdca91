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


def _deal_round(s: State, fresh: Any, deck: Any, rng: Any) -> None:
    for k in range(fresh.shape[0]):
        deck[k] = fresh[k]
    shuffle(rng, deck, cards_needed(s))
    deal(s, deck)


def _new_game(s: State, options: Any, first_round: int, fresh: Any, deck: Any, rng: Any) -> None:
    """Begin with a random dealer and deal."""
    options[1] = below(rng, options[0])
    begin(s, options)
    s.round_no = first_round - 1
    _deal_round(s, fresh, deck, rng)


def _show(s: State, seat: int, bits: Any, mask: Any, observation: Any) -> None:
    """Write what the seat to move sees, and what it may do: as bits, and as one byte per action."""
    legal(s, seat, bits)
    actions = mask.shape[0]
    for word in range(bits.shape[0]):
        members = bits[word]
        first = word * WORD
        for k in range(min(WORD, actions - first)):
            mask[first + k] = (members >> k) & 1
    observe(s, seat, observation)


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
        _new_game(s, vector, rounds[0], fresh, deck, rngs[i])
        seats[i] = to_act(s)
        _show(s, seats[i], bits[i], masks[i], observations[i])


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
        apply(s, seats[i], actions[i])
        done[i] = False
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = 0
        if awaiting(s) == 0:
            for seat in range(rewards.shape[1]):
                rewards[i, seat] = s.scores[seat]
            if s.round_no >= rounds[1] or finished(s):
                done[i] = True
                _new_game(s, vector, rounds[0], fresh, deck, rngs[i])
            else:
                _deal_round(s, fresh, deck, rngs[i])
        seats[i] = to_act(s)
        _show(s, seats[i], bits[i], masks[i], observations[i])


def first_refused(bits: Any, actions: Any, most: int) -> int:
    """The first game whose action is not legal; -1 if there is none."""
    for i in range(bits.shape[0]):
        if actions[i] < 0 or actions[i] >= most or not has(bits[i], actions[i]):
            return i
    return -1


def sample_actions(bits: Any, start: int, stop: int, rngs: Any, actions: Any) -> None:
    """A legal action for every game, each equally likely."""
    for i in range(start, stop):
        actions[i] = nth(bits[i], below(rngs[i], count(bits[i])))


TEMPLATES: tuple[Callable[..., Any], ...] = (
    to_act,
    _deal_round,
    _new_game,
    _show,
    reset_games,
    step_games,
    first_refused,
    sample_actions,
)
#: Of these, the ones that do so much per call that inlining them gains nothing.
LOOPS = (reset_games, step_games, first_refused, sample_actions)
