"""Whom the learner meets: the rules of thumb, its own past selves, and networks from files. Each has tables of its own,
at which it sits alone among learners, or a learner alone among its like.
"""

import copy
from itertools import accumulate, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from inputs import InputPlaces, Shown
from networks import Actor, PlainActor, drawn, read_actor
from plan import TrainingPlan

from stichwerk.bots.trained_network import read_network
from stichwerk.games import Game

if TYPE_CHECKING:
    from learner import Iteration
    from tables import TrainingTables

RULES = "rules"


class Population:
    """The opponents of a training and their tables: after those where the learner plays itself, a piece for each."""

    def __init__(self, plan: TrainingPlan) -> None:
        past = [f"past {k + 1}" for k in range(plan.past)]
        self.names = [*[RULES][: plan.rules], *past, *(Path(file).stem for file in plan.against)]
        self._files, self._past = plan.against, plan.past
        self.count = plan.tables
        first = plan.tables - int(plan.tables * plan.mixed)
        weights = [plan.rules_weight if name == RULES else 1.0 for name in self.names]
        parts = [part / max(1.0, sum(weights)) for part in accumulate(weights, initial=0.0)]
        self.pieces = [slice(a, b) for a, b in pairwise(first + round((plan.tables - first) * part) for part in parts)]
        self._first, self._rules = first, plan.rules
        self._networks: list[Actor | PlainActor] = []

    def mixed(self) -> torch.Tensor:
        """At which tables there is an opponent."""
        tables = torch.zeros(self.count, dtype=torch.bool)
        tables[self._first :] = True
        return tables

    def begin(self, game: Game, actor: Actor, places: InputPlaces) -> None:
        """The past selves are the learner as it begins."""
        files = [read_actor(read_network(game, Path(file)), places) for file in self._files]
        device = actor.trust.device
        self._networks = [*(copy.deepcopy(actor) for _ in range(self._past)), *(each.to(device) for each in files)]

    def instead(
        self,
        there: "TrainingTables",
        shown: Shown,
        legal: torch.Tensor,
        chosen: torch.Tensor,
        generator: torch.Generator,
    ) -> torch.Tensor:
        """What is done at each table: the learner's choice at its seats, at the others that of whoever sits there."""
        others = chosen.clone()
        # Without rules of thumb on the card their seats are the learner's, too.
        if self._rules and there.advised:
            others[self.pieces[0]] = there.advice[self.pieces[0]]
        for network, piece in zip(self._networks, self.pieces[self._rules :], strict=True):
            if piece.start < piece.stop:
                others[piece] = drawn(network(shown.rows(piece), legal[piece]).exp(), generator)
        return torch.where((there.sides >> there.seats & 1).bool(), chosen, others)

    def remember(self, actor: Actor, generator: torch.Generator) -> None:
        """The learner takes the place of one of its past selves, any."""
        if self._past:
            one = int(torch.randint(self._past, (1,), generator=generator, device=generator.device))
            self._networks[one].load_state_dict(actor.state_dict())

    def results(self, record: "Iteration") -> dict[str, float]:
        """Points per round more than each opponent: one learner among its like, and one of it among learners."""
        found = {}
        seats = torch.arange(record.gains.shape[2], device=record.gains.device)
        for name, piece in zip(self.names, self.pieces, strict=True):
            sides, gains, over = record.sides[:, piece], record.gains[:, piece], record.ended[:, piece]
            own = (sides[:, :, None] >> seats & 1).bool()
            alone = own.sum(2) == 1
            for way, rounds, points in (
                ("one", over & alone, (gains * own).sum(2)),
                ("many", over & ~alone, -(gains * ~own).sum(2)),
            ):
                found[f"{name}, {way}"] = (points * rounds).sum() / rounds.sum().clamp(min=1)
        return {name: float(points) for name, points in found.items()}

    def state(self) -> list[dict[str, Any]]:
        """The past selves, to be kept."""
        return [network.state_dict() for network in self._networks[: self._past]]

    def restore(self, kept: list[dict[str, Any]]) -> None:
        """The past selves again."""
        for network, state in zip(self._networks, kept, strict=False):
            network.load_state_dict(state)
