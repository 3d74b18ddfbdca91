"""The hand-written players: for each game a compiled function ``policy(s, seat, mask, rng, noise) -> action``.

A policy looks only at what its seat may know, so it plays on a hidden state as well as in a world that a search has
dealt. It gives every legal action a value in points; ``noise`` blurs these values by up to so many points.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from stichwerk.bots.policies import following, linear
from stichwerk.errors import UnknownBot
from stichwerk.games import GAME_IDS, Game
from stichwerk.kernel.jit import bind
from stichwerk.kernel.state import States

if TYPE_CHECKING:
    from stichwerk.bots.verbs import policy
    from stichwerk.kernel.verbs import legal


@dataclass(frozen=True, eq=False)
class Policy:
    """A compiled player of a game and what a search needs besides. ``style[0]`` is how much its choices vary."""

    policy: Callable[..., int]
    believe: Callable[..., float]
    gain: Callable[..., float]
    style: NDArray[np.float64]
    noise: float  # how much playouts had better vary


@cache
def policy_of(game: Game) -> Policy:
    """The hand-written player of a game."""
    if game.id not in GAME_IDS:
        raise UnknownBot(f"there is no hand-written player of {game.title}")
    module: Any = import_module(f"stichwerk.bots.policies.{game.id.replace('-', '_')}")
    if hasattr(module, "policy"):
        return Policy(module.policy, module.believe, module.gain, module.STYLE, module.PLAYOUT_NOISE)
    templates = (linear.policy, following.believe)
    verbs = {name: getattr(module, name) for name in ("look", "describe", "expected", "wanted", "bid_is_secret")}
    bound = bind(f"{game.id}-policy", templates, verbs, templates)
    return Policy(bound["policy"], bound["believe"], module.gain, module.STYLE, module.PLAYOUT_NOISE)


def choose(states: States, seat: int, mask: Any, rng: Any, style: Any) -> int:
    """What the policy would do in ``states[0]``."""
    legal(states[0], seat, mask)
    return policy(states[0], seat, mask, rng, style)


@cache
def chooser(game: Game, found: Policy) -> Any:
    """`choose` for a player of a game."""
    verbs = {"legal": game.book.verbs.legal, "policy": found.policy}
    return bind(f"{game.id}-choose", (choose,), verbs)["choose"]
