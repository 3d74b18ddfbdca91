"""Smaller networks that learn to play and to judge like those that are trained, from the same choices: quick enough to
play on in thought, and to tell what a position is worth there.
"""

from typing import Any

import torch
from networks import Actor, Judge


class Student:
    """The actor is told the probabilities of all actions, not only which was chosen; the judge, what is expected."""

    def __init__(self, actor: Actor, judge: Judge, rate: float, fast: dict[str, bool]) -> None:
        self.actor, self.judge, self._rate = actor, judge, rate
        self._parts = [part for part in (*actor.parameters(), *judge.parameters()) if part.requires_grad]
        self._optimiser = torch.optim.Adam(self._parts, rate, eps=1e-5, **fast)

    def learn(
        self,
        shown: torch.Tensor,
        hidden: torch.Tensor,
        legal: torch.Tensor,
        told: torch.Tensor,
        expected: torch.Tensor,
        left: float,
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Move towards the probabilities (as logarithms) and gains that it is told; how far apart they were."""
        for group in self._optimiser.param_groups:
            group["lr"] = self._rate * left
        told = told.clamp(min=-50)
        apart = (told.exp() * (told - self.actor(shown, legal).clamp(min=-50))).sum(1).mean()
        wrong = (self.judge(shown, hidden) - expected).square().mean()
        self._optimiser.zero_grad(set_to_none=True)
        (apart + wrong).backward()
        torch.nn.utils.clip_grad_norm_(self._parts, 1.0)
        self._optimiser.step()
        return apart.detach(), wrong.detach()

    def state(self) -> dict[str, Any]:
        """What is to be kept."""
        parts = {"actor": self.actor, "judge": self.judge, "optimiser": self._optimiser}
        return {name: part.state_dict() for name, part in parts.items()}

    def restore(self, kept: dict[str, Any]) -> None:
        """Go on from there."""
        self.actor.load_state_dict(kept["actor"])
        self.judge.load_state_dict(kept["judge"])
        self._optimiser.load_state_dict(kept["optimiser"])
