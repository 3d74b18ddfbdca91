"""A smaller network that learns to play like the one that is trained, from the same choices: quick enough to play on
in thought, in playouts.
"""

from typing import Any

import torch
from inputs import Shown
from networks import Actor


class Student:
    """It is told the probabilities of all actions, not only which was chosen, and needs no judge."""

    def __init__(self, actor: Actor, rate: float, fast: dict[str, bool]) -> None:
        self.actor, self._rate = actor, rate
        parts = [part for part in actor.parameters() if part.requires_grad]
        self._optimiser = torch.optim.Adam(parts, rate, eps=1e-5, **fast)

    def learn(self, shown: Shown, legal: torch.Tensor, told: torch.Tensor, left: float) -> torch.Tensor:
        """Move towards the probabilities that it is told (as logarithms); how far apart they were."""
        for group in self._optimiser.param_groups:
            group["lr"] = self._rate * left
        told = told.clamp(min=-50)
        apart = (told.exp() * (told - self.actor(shown, legal).clamp(min=-50))).sum(1).mean()
        self._optimiser.zero_grad(set_to_none=True)
        apart.backward()
        self._optimiser.step()
        return apart.detach()

    def state(self) -> dict[str, Any]:
        """What is to be kept."""
        return {"actor": self.actor.state_dict(), "optimiser": self._optimiser.state_dict()}

    def restore(self, kept: dict[str, Any]) -> None:
        """Go on from there."""
        self.actor.load_state_dict(kept["actor"])
        self._optimiser.load_state_dict(kept["optimiser"])
