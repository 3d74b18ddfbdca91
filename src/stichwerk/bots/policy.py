"""The players that games bring with them: compiled functions ``policy(s, seat, mask, rng, style) -> action``.

A policy looks only at what its seat may know, so it plays on a hidden state as well as in a world that a search has
dealt. It gives every legal action a value; ``style[0]`` says how much its choices vary. By hand (the module ``policy``
of a game) it goes by rules of thumb, as a ``network`` by what was learned. For a game that brings neither there is a
general one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pkgutil import get_data
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from stichwerk.bots import general, playouts
from stichwerk.errors import UnknownBot
from stichwerk.games import Game
from stichwerk.games.policies import following, linear, network, regarding
from stichwerk.games.policies.points import lead_over_others
from stichwerk.kernel.jit import bind
from stichwerk.kernel.state import States

if TYPE_CHECKING:
    from stichwerk.games.policies.player_verbs import policy
    from stichwerk.kernel.verbs import legal


@dataclass(frozen=True, eq=False)
class Policy:
    """A compiled player of a game and what a search needs besides: how its playouts go, how well a world fits what the
    others did, and what a seat gains by a round. ``style[0]`` is how much the choices vary.
    """

    policy: Callable[..., int]
    playout: Callable[..., int]
    believe: Callable[..., float]
    gain: Callable[..., float]
    style: NDArray[np.float64]
    noise: float  # how much playouts had better vary


def has_network(game: Game) -> bool:
    """Whether the game brings a network."""
    return game.module("network") is not None


@cache
def policy_of(game: Game) -> Policy:
    """The hand-written player of a game, or the general one."""
    module = game.module("policy")
    if module is None:
        return _general(game)
    if hasattr(module, "policy"):
        return Policy(module.policy, module.policy, module.believe, module.gain, module.STYLE, module.PLAYOUT_NOISE)
    templates = (linear.policy, following.believe)
    verbs = {name: getattr(module, name) for name in ("look", "describe", "expected", "wanted", "bid_is_secret")}
    bound = bind(f"{game.id}-policy", templates, verbs, templates)
    policy = bound["policy"]
    return Policy(policy, policy, bound["believe"], module.gain, module.STYLE, module.PLAYOUT_NOISE)


def _general(game: Game) -> Policy:
    if not general.suits(game):
        return Policy(playouts.uniform, playouts.uniform, playouts.credulous, lead_over_others, np.zeros(1), 0.0)
    verbs, state = vars(game.book.verbs), game.book.state
    parts = bind(f"{game.id}-general", general.PARTS, verbs, general.APART, STATE=state)

    def with_bid(name: str) -> Callable[..., int]:
        bound = bind(f"{game.id}-{name}", (general.policy,), {**verbs, **parts, "bid": parts[name]}, general.APART)
        return bound["policy"]

    considered, quick = with_bid("considered_bid"), with_bid("quick_bid")
    return Policy(considered, quick, playouts.credulous, lead_over_others, np.zeros(1), 0.0)


@cache
def network_of(game: Game) -> Policy:
    """The learned player of a game."""
    module = game.module("network")
    if module is None:
        raise UnknownBot(f"there is no network for {game.title}")
    sight = {verb: getattr(module, verb) for verb in ("look", "sight", "regard", "number_of")}
    bound = bind(f"{game.id}-network", (network.consider, network.policy), sight, (network.consider, network.policy))
    by_hand = policy_of(game)
    policy = bound["policy"]
    return Policy(policy, policy, by_hand.believe, by_hand.gain, _weights(game), module.PLAYOUT_TEMPERATURE)


def _weights(game: Game) -> Any:
    # Kept with 16 bits each, which is as exact as it needs to be.
    data = get_data(game.package, "network.npy")
    assert data is not None
    return np.load(BytesIO(data)).astype(np.float32)


@cache
def regarder(game: Game) -> Any:
    """The compiled `regarding.regard_legal` of a game, where that brings features; else None."""
    module = game.module("features")
    if module is None:
        return None
    templates = (regarding.regard_legal,)
    verbs = {"look": module.look, "regard": module.regard}
    return bind(f"{game.id}-features", templates, verbs, templates)["regard_legal"]


def choose(states: States, seat: int, mask: Any, rng: Any, style: Any) -> int:
    """What the policy would do in ``states[0]``."""
    legal(states[0], seat, mask)
    return policy(states[0], seat, mask, rng, style)


@cache
def chooser(game: Game, found: Policy) -> Any:
    """`choose` for a player of a game."""
    verbs = {"legal": game.book.verbs.legal, "policy": found.policy}
    return bind(f"{game.id}-choose", (choose,), verbs)["choose"]
