"""The learned players: for each game that has one a small network, trained by self-play (tools/train_network.py)."""

from functools import cache
from importlib import import_module
from io import BytesIO
from pkgutil import get_data
from typing import Any

import numpy as np

from stichwerk.bots.networks import network
from stichwerk.bots.policies import Policy, policy_of
from stichwerk.errors import UnknownBot
from stichwerk.games import Game
from stichwerk.kernel.jit import bind

#: The games that have a network.
NETWORKS = ("alles-oder-nichts",)


@cache
def network_of(game: Game) -> Policy:
    """The learned player of a game."""
    if game.id not in NETWORKS:
        raise UnknownBot(f"there is no network for {game.title}")
    name = game.id.replace("-", "_")
    module: Any = import_module(f"{__name__}.{name}")
    sight = {verb: getattr(module, verb) for verb in ("look", "sight", "regard", "number_of")}
    bound = bind(f"{game.id}-network", (network.consider, network.policy), sight, (network.consider, network.policy))
    by_hand = policy_of(game)
    return Policy(bound["policy"], by_hand.believe, by_hand.gain, _weights(name), module.PLAYOUT_TEMPERATURE)


def _weights(name: str) -> Any:
    # Kept with 16 bits each, which is as exact as it needs to be.
    data = get_data(__name__, f"{name}.npy")
    assert data is not None
    return np.load(BytesIO(data)).astype(np.float32)
