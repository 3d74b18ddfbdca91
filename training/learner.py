"""Learning by play (PPO): rounds are played by the network and its opponents, then it is moved towards the actions that
turned out better than the judge had expected.

An iteration plays so many steps at every table; what the judge expects at a seat's next choice counts more, the further
off the end of the round is (generalised advantage estimation, each seat apart).
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import numpy as np
import torch
from inputs import Inputs, all_inputs
from networks import Actor, Judge, drawn, read_actor
from plan import TrainingPlan
from population import Population
from student import Student
from tables import TrainingTables, tables

from stichwerk.bots.learned import read_network
from stichwerk.errors import StichwerkError
from stichwerk.games import Game

#: To see what can be seen, so many random steps are looked at, at so many tables: they are alike.
_LOOKS, _LOOKED_AT = 200, 4096


class Iteration:
    """What was played in an iteration: for each step and table."""

    def __init__(self, steps: int, game: Game, width: int, hidden: int, device: str, count: int) -> None:
        actions, seats = len(game.book.presentation.actions(game.options())), game.players[-1]

        def room(kind: torch.dtype, *sizes: int) -> torch.Tensor:
            return torch.zeros((steps, count, *sizes), dtype=kind, device=device)

        self.on, self.legal = room(torch.bool, width), room(torch.bool, actions)
        self.hidden = room(torch.uint8, hidden)
        self.chosen, self.seat, self.sides = (room(torch.int64) for _ in range(3))
        self.log, self.gains, self.ended = room(torch.float32), room(torch.float32, seats), room(torch.bool)


class Learner:
    """A training of one game."""

    def __init__(self, game: Game, plan: TrainingPlan) -> None:
        self.game, self.plan = game, plan
        self.population = Population(plan)
        self.tables: TrainingTables = tables(game, plan.tables, self.population.mixed(), plan.seed, plan.device)
        torch.manual_seed(plan.seed)
        self.generator = torch.Generator(plan.device).manual_seed(plan.seed)
        self.iteration, self.decisions, self.seconds = 0, 0, 0.0
        self.parts: dict[str, float] = {}
        self.tables.begin()
        self._look_around()
        width = len(self.inputs.source) + self.tables.masks.shape[1]
        self.advised = plan.advised and self.tables.advised
        if plan.begin:
            actor = read_actor(read_network(game, Path(plan.begin)), self.inputs)
        else:
            actor = Actor(len(self.inputs.source), self.tables.masks.shape[1], self.advised, plan.widths)
        self.actor = actor.to(plan.device)
        self.judge = Judge(width, len(self._hidden_byte), plan.judge_widths).to(plan.device)
        self.record = Iteration(plan.steps, game, width, self.tables.hidden().shape[1], plan.device, plan.tables)
        fast = {"fused": True} if plan.device != "cpu" else {}
        self.optimiser = torch.optim.Adam(
            [*(part for part in self.actor.parameters() if part.requires_grad), *self.judge.parameters()],
            plan.rate, eps=1e-5, **fast,
        )  # fmt: skip
        self.student = self._new_student(fast) if plan.student else None
        self.population.begin(game, self.actor, self.inputs)

    def _new_student(self, fast: dict[str, bool]) -> Student:
        first, second = self.plan.student
        actor = Actor(len(self.inputs.source), self.tables.masks.shape[1], self.advised, (first, second))
        return Student(actor.to(self.plan.device), self.plan.student_rate, fast)

    # ------------------------------------------------------------ before the first iteration

    def _look_around(self) -> None:
        """Play at random, to see which inputs are ever on and how far gains spread."""
        every, there, device = all_inputs(self.game.book.layout), self.tables, self.plan.device
        source, threshold = (torch.as_tensor(part, device=device) for part in every)
        bits = torch.arange(8, dtype=torch.uint8, device=device)
        ever = torch.zeros(len(source), dtype=torch.bool, device=device)
        shown = torch.zeros((there.hidden().shape[1], 8), dtype=torch.bool, device=device)
        squares, seats = torch.zeros((), device=device), torch.zeros((), device=device)
        few = slice(0, _LOOKED_AT)
        for _ in range(_LOOKS):
            ever |= (there.seen[few].contiguous()[:, source] > threshold).any(0)
            shown |= (there.hidden()[few, :, None] >> bits & 1).bool().any(0)
            there.draw()
            there.act()
            gains = there.gains[there.ended]
            squares, seats = squares + (gains**2).sum(), seats + (gains != 0).sum()
        kept = ever.cpu().numpy()
        self.inputs = Inputs(every.source[kept], every.threshold[kept])
        self._source, self._threshold = source[ever], threshold[ever]
        self._hidden_byte, hidden_bit = torch.nonzero(shown, as_tuple=True)
        self._hidden_bit = hidden_bit.to(torch.uint8)
        self.scale = float((squares / seats.clamp(min=1)).sqrt().clamp(min=1e-3))

    # ------------------------------------------------------------ an iteration

    def learn(self) -> dict[str, float]:
        """Play and learn once; what came of it."""
        began = time.monotonic()
        left = max(0.05, 1 - self.iteration / self.plan.iterations)
        with self._timed("play"), torch.no_grad():
            self._play(self.plan.whims * left)
        if self.plan.rate == 0:
            with self._timed("learn"):
                about = self._teach(left)
        else:
            with self._timed("judge"), torch.no_grad():
                expected = self._judged()
                advantage, known = self._advantages(expected)
            with self._timed("learn"):
                about = self._move(expected, advantage, known, left)
        self.iteration += 1
        self.decisions += self.plan.tables * self.plan.steps
        if self.iteration % self.plan.remember == 0:
            self.population.remember(self.actor, self.generator)
        self.seconds += time.monotonic() - began
        return about

    def shown(self, out: torch.Tensor) -> torch.Tensor:
        """Write which inputs are on for the seats to move."""
        there, inputs = self.tables, len(self._source)
        torch.gt(there.seen.contiguous().index_select(1, self._source), self._threshold, out=out[:, :inputs])
        if there.advised:
            actions = torch.arange(there.masks.shape[1], device=out.device)
            torch.eq(there.advice[:, None], actions, out=out[:, inputs:])
        return out

    def _play(self, whims: float) -> None:
        there, record = self.tables, self.record
        for step in range(self.plan.steps):
            on = self.shown(record.on[step])
            legal = record.legal[step].copy_(there.masks)
            record.seat[step], record.sides[step], record.hidden[step] = there.seats, there.sides, there.hidden()
            odds = self.actor(on, legal).exp()
            odds = (1 - whims) * odds + whims * legal / legal.sum(1, keepdim=True)
            chosen = drawn(odds, self.generator)
            record.chosen[step] = chosen
            record.log[step] = odds.gather(1, chosen[:, None]).squeeze(1).log()
            there.actions.copy_(self.population.instead(there, on, legal, chosen, self.generator))
            there.act()
            record.gains[step], record.ended[step] = there.gains, there.ended

    def _judged(self) -> torch.Tensor:
        """What the judge expects at each choice."""
        record, size = self.record, max(1, self.plan.batch // self.plan.tables)
        parts = [
            self.judge(record.on[a : a + size].flatten(0, 1), self._lit(record.hidden[a : a + size].flatten(0, 1)))
            for a in range(0, self.plan.steps, size)
        ]
        return torch.cat(parts).view(self.plan.steps, self.plan.tables)

    def _lit(self, hidden: torch.Tensor) -> torch.Tensor:
        """The judge's own inputs: of what is hidden, the bits that are ever on."""
        return hidden.index_select(1, self._hidden_byte) >> self._hidden_bit & 1

    def _advantages(self, expected: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """What each choice brought more than expected, and of which this is known: not of a seat's last one before
        the iteration ended.
        """
        record = self.record
        coming = torch.zeros_like(record.gains[0])
        more, sure = torch.zeros_like(coming), torch.zeros_like(coming, dtype=torch.bool)
        advantage, known = torch.zeros_like(expected), torch.zeros_like(record.ended)
        for step in range(self.plan.steps - 1, -1, -1):
            over, seat = record.ended[step][:, None], record.seat[step][:, None]
            coming = torch.where(over, record.gains[step] / self.scale, coming)
            more, sure = torch.where(over, 0.0, more), sure | over
            now = expected[step][:, None]
            better = coming.gather(1, seat) - now + self.plan.horizon * more.gather(1, seat)
            certain = sure.gather(1, seat)
            better = torch.where(certain, better, 0.0)
            coming.scatter_(1, seat, now)
            more.scatter_(1, seat, better)
            sure.scatter_(1, seat, True)
            advantage[step], known[step] = better[:, 0], certain[:, 0]
        return advantage, known

    def _move(
        self, expected: torch.Tensor, advantage: torch.Tensor, known: torch.Tensor, left: float
    ) -> dict[str, float]:
        """Move both networks a little, in batches of the learner's own choices (where there was one)."""
        record, plan = self.record, self.plan
        own = (record.sides >> record.seat & 1).bool() & known & (record.legal.sum(2) > 1)
        rows = own.flatten().nonzero().squeeze(1)
        on, legal, hidden = (part.flatten(0, 1) for part in (record.on, record.legal, record.hidden))
        chosen, log, more, worth = (
            part.flatten() for part in (record.chosen, record.log, advantage, advantage + expected)
        )
        middle, spread = more[rows].mean(), more[rows].std() + 1e-6
        for group in self.optimiser.param_groups:
            group["lr"] = plan.rate * left
        sums = torch.zeros(4, device=rows.device)
        batches = 0
        for _ in range(plan.epochs):
            order = rows[torch.randperm(len(rows), device=rows.device, generator=self.generator)]
            for part in order.split(plan.batch):
                if len(part) < min(plan.batch, len(order)):
                    break  # a small rest would be moved by as much as the others
                logs = self.actor(on[part], legal[part])
                ratio = (logs.gather(1, chosen[part, None]).squeeze(1) - log[part]).exp()
                better = (more[part] - middle) / spread
                gain = torch.minimum(ratio * better, ratio.clamp(1 - plan.clip, 1 + plan.clip) * better).mean()
                variety = -(logs.exp() * logs.clamp(min=-50)).sum(1).mean()
                wrong = (self.judge(on[part], self._lit(hidden[part])) - worth[part]).square().mean()
                loss = wrong - gain - plan.curiosity * left * variety
                if plan.anchor and self.tables.advised:
                    # What is advised is the last of what is shown, an input for each action.
                    advised = on[part, -logs.shape[1] :]
                    loss = loss - plan.anchor * left * (logs.clamp(min=-50) * advised).sum(1).mean()
                self.optimiser.zero_grad(set_to_none=True)
                loss.backward()
                for network in (self.actor, self.judge):
                    torch.nn.utils.clip_grad_norm_(network.parameters(), 0.5)
                self.optimiser.step()
                apart = wrong.new_zeros(())
                if self.student:
                    apart = self.student.learn(on[part], legal[part], logs.detach(), left)
                sums += torch.stack([variety.detach(), wrong.detach(), (ratio.detach() - 1).abs().mean(), apart])
                batches += 1
        variety, wrong, moved, apart = (sums / max(1, batches)).tolist()
        about = {"learned": float(len(rows) * plan.epochs), "variety": variety, "wrong": wrong, "moved": moved}
        return about | {"student": apart} if self.student else about

    def _teach(self, left: float) -> dict[str, float]:
        """Only the student learns, from every choice."""
        record, plan = self.record, self.plan
        rows = (record.legal.sum(2) > 1).flatten().nonzero().squeeze(1)
        on, legal = record.on.flatten(0, 1), record.legal.flatten(0, 1)
        apart, variety, batches = torch.zeros((), device=rows.device), torch.zeros((), device=rows.device), 0
        order = rows[torch.randperm(len(rows), device=rows.device, generator=self.generator)]
        for part in order.split(plan.batch):
            with torch.no_grad():
                logs = self.actor(on[part], legal[part])
                variety += -(logs.exp() * logs.clamp(min=-50)).sum(1).mean()
            if self.student:
                apart += self.student.learn(on[part], legal[part], logs, left)
            batches += 1
        numbers = {"variety": float(variety) / batches, "wrong": 0.0, "moved": 0.0, "student": float(apart) / batches}
        return {"learned": float(len(rows)), **numbers}

    @contextmanager
    def _timed(self, part: str) -> Iterator[None]:
        began = time.monotonic()
        yield
        if self.plan.device != "cpu":
            torch.cuda.synchronize()
        self.parts[part] = self.parts.get(part, 0.0) + time.monotonic() - began

    # ------------------------------------------------------------ to be kept

    def write(self, file: Path, student: Path | None = None) -> None:
        """The network, as a bot can read it, and its student."""
        self.actor.write(file, self.game, *self.inputs)
        if student and self.student:
            self.student.actor.write(student, self.game, *self.inputs)

    def save(self, file: Path) -> None:
        """All that is needed to go on as if nothing had happened. (The rounds begin anew, here as there.)"""
        kept = {
            "actor": self.actor.state_dict(),
            "judge": self.judge.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "population": self.population.state(),
            "inputs": [torch.as_tensor(np.asarray(part)) for part in self.inputs],
            "scale": self.scale,
            "counts": [self.iteration, self.decisions, self.seconds],
            "generator": self.generator.get_state(),
            "tables": self.tables.rngs.contiguous(),
        }
        if self.student:
            kept["student"] = self.student.state()
        beside = file.with_suffix(".part")
        torch.save(kept, beside)
        beside.replace(file)
        self.tables.begin()

    def resume(self, file: Path) -> None:
        """Go on where `save` was called, with the same plan."""
        try:
            kept: dict[str, Any] = torch.load(file, map_location=self.plan.device, weights_only=True)
            if [part.tolist() for part in kept["inputs"]] != [part.tolist() for part in self.inputs]:
                raise ValueError("other inputs")
            self.actor.load_state_dict(kept["actor"])
            self.judge.load_state_dict(kept["judge"])
            self.optimiser.load_state_dict(kept["optimiser"])
            self.population.restore(kept["population"])
            self.generator.set_state(kept["generator"].cpu())
            self.tables.rngs.copy_(kept["tables"])
            if self.student:
                self.student.restore(kept["student"])
        except (OSError, RuntimeError, ValueError, KeyError, EOFError, UnpicklingError) as problem:
            said = f"cannot go on from {file}: it is damaged, or of a training with another game or plan"
            raise StichwerkError(f"{said}; remove it to begin anew", "bad-checkpoint") from problem
        self.scale = kept["scale"]
        self.iteration, self.decisions, self.seconds = kept["counts"]
        self.tables.begin()
