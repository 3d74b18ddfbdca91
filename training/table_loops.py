"""What happens at the tables of a training, in compiled code: loops over a game's verbs, compiled for each game.

Every table plays one round after the other, each time of another variant: so many players, these options, this round.
At some tables the learner has all seats; at the others it meets an opponent, one against all or all against one.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from stichwerk.envs.batch import deal_round, random_legal, show
from stichwerk.games.policies.linear import MOST_GLANCE
from stichwerk.games.policies.regarding import MOST_DESCRIBED
from stichwerk.kernel.random_play import to_act
from stichwerk.kernel.rng import below, seed_rng
from stichwerk.kernel.state import State, States

if TYPE_CHECKING:
    from stichwerk.games.policies.player_verbs import gain
    from stichwerk.games.policies.player_verbs import policy as advise
    from stichwerk.games.policies.regarding import regard_legal
    from stichwerk.kernel.verbs import apply, awaiting, begin

    DESCRIBED = 0


def begin_round(s: State, variants: Any, options: Any, fresh: Any, deck: Any, rng: Any, mixed: bool) -> int:
    """Deal a round of any variant, which is a row of ``variants``: how many rounds such a game has, then its options.
    Returns the seats of the learner, as bits.
    """
    variant = below(rng, variants.shape[0])
    for k in range(options.shape[0]):
        options[k] = variants[variant, 1 + k]
    options[1] = below(rng, options[0])
    begin(s, options)
    s.round_no = below(rng, variants[variant, 0])
    deal_round(s, fresh, deck, rng)
    everybody = (1 << s.players) - 1
    if not mixed:
        return everybody
    single = 1 << below(rng, s.players)
    return single if below(rng, 2) == 0 else everybody ^ single


def act_at_table(s: State, seat: int, action: int, gains: Any, points: Any, tricks: Any) -> bool:
    """Do an action. Whether that ends the round; then what every seat has gained by it is in ``gains``, and its own
    points and tricks beside.
    """
    apply(s, seat, action)
    if awaiting(s) != 0:
        return False
    for other in range(gains.shape[0]):
        there = other < s.players
        gains[other] = gain(s, other) if there else 0.0
        points[other] = s.scores[other] if there else 0
        tricks[other] = s.tricks[other] if there else 0
    return True


def regard_at_table(s: State, seat: int, mask: Any, glance: Any, f: Any, described: Any, features: Any) -> None:
    """Write the legal actions (-1: there are no more) and the features of each."""
    known = regard_legal(s, seat, mask, glance, f, described, features)
    for k in range(known, MOST_DESCRIBED):
        described[k] = -1


# ---------------------------------------------------------------- on the processor


def begin_tables(states: States, variants: Any, fresh: Any, rngs: Any, mixed: Any, seats: Any, sides: Any) -> None:
    """Deal a round at every table."""
    deck, options = np.empty_like(fresh), np.empty(variants.shape[1] - 1, np.int64)
    for i in range(states.shape[0]):
        sides[i] = begin_round(states[i], variants, options, fresh, deck, rngs[i], mixed[i])
        seats[i] = to_act(states[i])


def act_at_tables(
    states: States, variants: Any, fresh: Any, rngs: Any, mixed: Any, seats: Any, sides: Any, actions: Any, gains: Any,
    points: Any, tricks: Any, ended: Any,
) -> None:  # fmt: skip
    """An action at every table. Where it ends the round, the next is dealt."""
    deck, options = np.empty_like(fresh), np.empty(variants.shape[1] - 1, np.int64)
    for i in range(states.shape[0]):
        ended[i] = act_at_table(states[i], seats[i], actions[i], gains[i], points[i], tricks[i])
        if ended[i]:
            sides[i] = begin_round(states[i], variants, options, fresh, deck, rngs[i], mixed[i])
        seats[i] = to_act(states[i])


def show_tables(states: States, seats: Any, bits: Any, masks: Any, seen: Any) -> None:
    """Write what the seats to move see, and what they may do."""
    for i in range(states.shape[0]):
        show(states[i], seats[i], bits[i], masks[i], seen[i])


def advise_tables(states: States, seats: Any, bits: Any, rngs: Any, style: Any, advice: Any) -> None:
    """Write what the rules of thumb would do."""
    for i in range(states.shape[0]):
        advice[i] = advise(states[i], seats[i], bits[i], rngs[i], style)


def regard_tables(states: States, seats: Any, bits: Any, described: Any, features: Any) -> None:
    """Write what describes the legal actions."""
    glance, f = np.empty(MOST_GLANCE), np.empty(DESCRIBED)
    for i in range(states.shape[0]):
        regard_at_table(states[i], seats[i], bits[i], glance, f, described[i], features[i])


def chance_at_tables(bits: Any, rngs: Any, actions: Any) -> None:
    """A random legal action for every table."""
    for i in range(bits.shape[0]):
        actions[i] = random_legal(bits[i], rngs[i])


def seed_tables(rngs: Any, seed: int) -> None:
    """Set the random numbers of every table to their beginning."""
    for i in range(rngs.shape[0]):
        seed_rng(rngs[i], seed, i)


#: What happens at a single table, on the processor as on a graphics card.
AT_A_TABLE: tuple[Callable[..., Any], ...] = (to_act, deal_round, show, random_legal, begin_round, act_at_table)
LOOPS: tuple[Callable[..., Any], ...] = (begin_tables, act_at_tables, show_tables, chance_at_tables, seed_tables)
