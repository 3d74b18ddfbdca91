"""The loops of `table_loops` for a graphics card, each of whose threads has some of the tables; and the rules of thumb
there. As in `stichwerk.envs.card_loops`, numbers of neighbouring tables are neighbours in memory.
"""

from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
from table_loops import AT_A_TABLE, act_at_table, begin_round, regard_at_table

from stichwerk.bots.policy import policy_of
from stichwerk.bots.trained_network import features_of
from stichwerk.envs.batch import random_legal, show
from stichwerk.envs.card_memory import Threads
from stichwerk.games import Game
from stichwerk.games.policies.linear import MOST_FEATURES, MOST_GLANCE
from stichwerk.games.policies.odds import blur, none_of
from stichwerk.games.policies.regarding import MOST_DESCRIBED, regard_legal
from stichwerk.kernel import columns
from stichwerk.kernel.bits import WORD, lowest
from stichwerk.kernel.card import SIMULATED, bind_on_card, cuda, use_instead
from stichwerk.kernel.random_play import to_act
from stichwerk.kernel.rng import seed_rng
from stichwerk.kernel.state import State

if TYPE_CHECKING:
    from stichwerk.games.policies.player_verbs import describe, look, policy

    # What else a kernel leaves open: where a state is found, and sizes that must be known when it is compiled.
    def _left_open() -> Any: ...

    column, row, copy, FRESH = _left_open()
    CARDS = OPTIONS = ACTIONS = SEEN = SEATS = MASK = TOGETHER = ROOM = DESCRIBED = 0

#: How the threads are laid out. Those that show have the state in a memory that a block shares.
STEPPING = Threads(together=128, blocks=16)
SHOWING = Threads(together=64, blocks=4)


def by_features(s: State, seat: int, mask: Any, rng: Any, style: Any, glance: Any, f: Any) -> int:
    """The policy of `stichwerk.games.policies.linear`, with room that the caller gives it."""
    look(s, seat, glance)
    best, choice = -1e300, -1
    for word in range(mask.shape[0]):
        actions = mask[word]
        while actions != 0:
            action = word * WORD + lowest(actions)
            actions &= actions - 1
            first, count = describe(s, seat, action, glance, f)
            value = 0.0
            for i in range(count):
                value += style[1 + first + i] * f[i]
            value += blur(rng, style[0])
            if count > 0 and value > best:
                best, choice = value, action
    return choice


def _none_of(share: float, cards: int) -> float:
    """What stands in the table of `odds.none_of`, which is too large for a card's memory of constants."""
    base, result = 1.0 - int(share * 256) / 256, 1.0
    left = min(cards, 64)
    while left > 0:
        if left & 1:
            result *= base
        base *= base
        left >>= 1
    return result


def seed_kernel(games: int, rngs: Any, seed: int) -> None:
    """Set the random numbers of every table to their beginning."""
    for i in range(cuda.grid(1), games, cuda.gridsize(1)):
        seed_rng(row(rngs, i, 4), seed, i)


def begin_kernel(games: int, states: Any, variants: Any, rngs: Any, mixed: Any, seats: Any, sides: Any) -> None:
    """Deal a round at every table."""
    deck = cuda.local.array(CARDS, np.int8)
    options = cuda.local.array(OPTIONS, np.int64)
    for i in range(cuda.grid(1), games, cuda.gridsize(1)):
        s = column(states, games, i)
        sides[i] = begin_round(s, variants, options, FRESH, deck, row(rngs, i, 4), mixed[i])
        seats[i] = to_act(s)


def act_kernel(
    games: int, states: Any, variants: Any, rngs: Any, mixed: Any, seats: Any, sides: Any, actions: Any, gains: Any,
    points: Any, tricks: Any, ended: Any,
) -> None:  # fmt: skip
    """An action at every table. Where it ends the round, the next is dealt."""
    deck = cuda.local.array(CARDS, np.int8)
    options = cuda.local.array(OPTIONS, np.int64)
    for i in range(cuda.grid(1), games, cuda.gridsize(1)):
        s = column(states, games, i)
        gained, scored, taken = row(gains, i, SEATS), row(points, i, SEATS), row(tricks, i, SEATS)
        over = act_at_table(s, seats[i], actions[i], gained, scored, taken)
        ended[i] = over
        if over:
            sides[i] = begin_round(s, variants, options, FRESH, deck, row(rngs, i, 4), mixed[i])
        seats[i] = to_act(s)


def show_kernel(games: int, states: Any, seats: Any, bits: Any, masks: Any, seen: Any) -> None:
    """Write what the seats to move see, and what they may do."""
    room = cuda.shared.array(ROOM, np.int64)
    s = column(room, TOGETHER, cuda.threadIdx.x)
    for i in range(cuda.grid(1), games, cuda.gridsize(1)):
        copy(column(states, games, i), s)
        show(s, seats[i], row(bits, i, MASK), row(masks, i, ACTIONS), row(seen, i, SEEN))


def advise_kernel(games: int, states: Any, seats: Any, bits: Any, rngs: Any, style: Any, advice: Any) -> None:
    """Write what the rules of thumb would do, in a game that has a policy of its own."""
    room = cuda.shared.array(ROOM, np.int64)
    s = column(room, TOGETHER, cuda.threadIdx.x)
    for i in range(cuda.grid(1), games, cuda.gridsize(1)):
        copy(column(states, games, i), s)
        advice[i] = policy(s, seats[i], row(bits, i, MASK), row(rngs, i, 4), style)


def features_kernel(games: int, states: Any, seats: Any, bits: Any, rngs: Any, style: Any, advice: Any) -> None:
    """The same in a game whose actions are judged by features."""
    room = cuda.shared.array(ROOM, np.int64)
    glance = cuda.local.array(MOST_GLANCE, np.float64)
    f = cuda.local.array(MOST_FEATURES, np.float64)
    s = column(room, TOGETHER, cuda.threadIdx.x)
    for i in range(cuda.grid(1), games, cuda.gridsize(1)):
        copy(column(states, games, i), s)
        advice[i] = by_features(s, seats[i], row(bits, i, MASK), row(rngs, i, 4), style, glance, f)


def regard_kernel(games: int, states: Any, seats: Any, bits: Any, described: Any, features: Any) -> None:
    """Write what describes the legal actions."""
    room = cuda.shared.array(ROOM, np.int64)
    glance = cuda.local.array(MOST_GLANCE, np.float64)
    f = cuda.local.array(DESCRIBED, np.float64)
    s = column(room, TOGETHER, cuda.threadIdx.x)
    for i in range(cuda.grid(1), games, cuda.gridsize(1)):
        copy(column(states, games, i), s)
        own, about = row(described, i, MOST_DESCRIBED), row(features, i, MOST_DESCRIBED * DESCRIBED)
        regard_at_table(s, seats[i], row(bits, i, MASK), glance, f, own, about)


def chance_kernel(games: int, bits: Any, rngs: Any, actions: Any) -> None:
    """A random legal action for every table."""
    for i in range(cuda.grid(1), games, cuda.gridsize(1)):
        actions[i] = random_legal(row(bits, i, MASK), row(rngs, i, 4))


KERNELS: tuple[Callable[..., Any], ...] = (seed_kernel, begin_kernel, act_kernel, show_kernel, chance_kernel)


def has_advice(game: Game) -> bool:
    """Whether the game brings rules of thumb that run on a card."""
    module = game.module("policy")
    return module is not None and (hasattr(module, "policy") or hasattr(module, "describe"))


@cache
def kernels_of(game: Game) -> SimpleNamespace:
    """All kernels, for a game."""
    book, module = game.book, game.module("policy")
    if SIMULATED:
        column, row, copy = columns.plain_column(book.state), columns.plain_row, columns.plain_copy
    else:
        from stichwerk.kernel import card_range, column_type  # noqa: F401  (the first teaches the compiler)

        column, row, copy = column_type.column(book.state), column_type.row, column_type.copy
        use_instead(none_of, _none_of)
    advising: list[Callable[..., Any]]
    verbs = {**vars(book.verbs), "gain": policy_of(game).gain}
    if hasattr(module, "policy"):
        verbs["policy"] = policy_of(game).policy
        advising = [advise_kernel]
    elif has_advice(game):
        verbs |= {name: getattr(module, name) for name in ("look", "describe")}
        advising = [by_features, features_kernel]
    else:
        advising = []
    features = features_of(game)
    regarding: list[Callable[..., Any]] = []
    if features:
        module = game.module("features")
        verbs |= {"look": module.look, "regard": module.regard}
        regarding = [regard_legal, regard_at_table, regard_kernel]
    templates = [*AT_A_TABLE, *KERNELS, *advising, *regarding]
    kernels = [*KERNELS, *advising[-1:], *regarding[-1:]]
    bound = bind_on_card(
        templates,
        verbs,
        kernels,
        column=column,
        row=row,
        copy=copy,
        FRESH=book.deck,
        CARDS=book.deck.size,
        OPTIONS=len(game.options().vector(game.players[-1], 0)),
        SEATS=game.players[-1],
        MASK=book.mask_words,
        ACTIONS=len(book.presentation.actions(game.options())),
        SEEN=book.layout.size,
        TOGETHER=SHOWING.together,
        ROOM=SHOWING.together * columns.words_of(book.state),
        DESCRIBED=features,
    )
    advise = bound[advising[-1].__name__] if advising else None
    return SimpleNamespace(**{**bound, "advise_kernel": advise})
