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
from inputs import InputPlaces, Shown, all_pairs, hidden_of, inputs_of
from iteration import Iteration, most_tricks
from networks import Actor, Judge, PlainActor, deck_of, drawn, place_that_tells, read_actor
from plan import TrainingPlan
from population import Population
from student import Student
from tables import TrainingTables, tables
from torch.nn import functional

from stichwerk.bots.trained_network import ANY_DECK, read_network, write_network
from stichwerk.errors import StichwerkError
from stichwerk.games import Game

#: To see what can be seen, so many random steps are looked at, at so many tables: they are alike.
_LOOKS, _LOOKED_AT = 200, 4096


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
        self.advised = plan.advised and self.tables.advised
        self.actor = self._actor(plan.begin).to(plan.device)
        self.judge = Judge(self.places, self._hidden, plan.judge_widths).to(plan.device)
        hidden = self.tables.hidden().shape[1]
        width, described = self.places.width, self._described()
        self.record = Iteration(plan.steps, game, width, hidden, described, plan.device, plan.tables)
        fast = {"fused": True} if plan.device != "cpu" else {}
        self.optimiser = torch.optim.Adam(
            [*(part for part in self.actor.parameters() if part.requires_grad), *self.judge.parameters()],
            plan.rate, eps=1e-5, **fast,
        )  # fmt: skip
        self.student = self._new_student(fast) if plan.student else None
        self.population.begin(game, self.actor, self.places)

    def _actor(self, file: str) -> Actor:
        """Who learns: as a file says, or somebody who knows nothing."""
        tricks, plan = most_tricks(self.game) + 1, self.plan
        if not file:
            features = self._described()[1] if plan.features else 0
            return Actor(self.places, self.advised, plan.widths, tricks, features, plan.features_widths)
        found = read_actor(read_network(self.game, Path(file)), self.places, tricks)
        if isinstance(found, PlainActor):
            raise StichwerkError(
                f"{file} knows no colours: it can be an opponent, but not go on learning", "bad-option"
            )
        return found

    def _new_student(self, fast: dict[str, bool]) -> Student:
        first, second = self.plan.student
        features = self._described()[1] if self.plan.features else 0
        widths = self.plan.student_features_widths
        actor = Actor(self.places, self.advised, (first, second), 0, features, widths)
        return Student(actor.to(self.plan.device), self.plan.student_rate, fast)

    def _described(self) -> tuple[int, int]:
        """How many actions are described, and how many features each has."""
        actions = int(self.tables.described.shape[1])
        return actions, int(self.tables.features.shape[1]) // max(1, actions)

    # ------------------------------------------------------------ before the first iteration

    def _look_around(self) -> None:
        """Play at random, to see which inputs are ever on and how far gains spread."""
        pairs, there, device = all_pairs(self.game), self.tables, self.plan.device
        source, threshold = (torch.tensor(part, device=device) for part in zip(*pairs, strict=True))
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
        kept = {pair for pair, on in zip(pairs, ever.tolist(), strict=True) if on}
        inputs = inputs_of(self.game, kept, self.plan.coloured)
        self.places = InputPlaces(inputs)
        self._source = torch.as_tensor(inputs.source, device=device)
        self._threshold = torch.as_tensor(inputs.threshold, device=device)
        self._own_deck = self._decks_of(inputs.deck)
        self._slots = torch.as_tensor(inputs.slots, device=device)
        self._told_by = place_that_tells(self.places)
        lit = [(byte, bit) for byte, bit in torch.nonzero(shown).tolist()]
        self._hidden = hidden_of(self.game, lit, self.plan.coloured)
        hidden = torch.as_tensor(self._hidden.pairs, device=device)
        self._hidden_byte, self._hidden_bit = hidden[:, 0].contiguous(), hidden[:, 1].to(torch.uint8)
        self._hidden_deck = self._decks_of(self._hidden.deck)
        self.scale = float((squares / seats.clamp(min=1)).sqrt().clamp(min=1e-3))

    def _decks_of(self, decks: Any) -> Any:
        """Which inputs count with each deck; None where there is one deck."""
        if self.places.inputs.told_by < 0:
            return None
        own = [(decks == ANY_DECK) | (decks == deck) for deck in range(len(self.places.inputs.slots))]
        return torch.as_tensor(np.array(own), device=self.plan.device)

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
                advantage, known = self.record.advantages(expected, self.scale, self.plan.horizon)
            with self._timed("learn"):
                about = self._move(expected, advantage, known, left)
        self.iteration += 1
        self.decisions += self.plan.tables * self.plan.steps
        if self.iteration % self.plan.remember == 0:
            self.population.remember(self.actor, self.generator)
        self.seconds += time.monotonic() - began
        return about

    def shown(self, room: Shown) -> Shown:
        """Write what is on for the seats to move, as `inputs.InputPlaces` lays it out, and what describes actions."""
        there, places, inputs, out = self.tables, self.places, self.places.inputs, room.on
        room.described.copy_(there.described)
        room.features.copy_(there.features.view(room.features.shape))
        seen = there.seen.contiguous()
        on = torch.gt(seen.index_select(1, self._source), self._threshold)
        deck: Any = 0
        if self._own_deck is not None:
            deck = seen[:, inputs.told_by].long()
            on &= self._own_deck[deck]
        of_colours = out[:, places.plain :].view(len(out), inputs.colours, places.kinds) if inputs.colours else None
        out[:, : inputs.plain_inputs] = on[:, : inputs.plain_inputs]
        if of_colours is not None:
            of_colours[:, :, : inputs.kinds] = on[:, inputs.plain_inputs :].view(len(out), inputs.colours, -1)
        if there.advised:
            every = torch.arange(inputs.plain_slots + inputs.colours * inputs.slot_kinds, device=out.device)
            advised = self._slots[deck, there.advice][:, None] == every
            out[:, inputs.plain_inputs : places.plain] = advised[:, : inputs.plain_slots]
            if of_colours is not None:
                of_colours[:, :, inputs.kinds :] = advised[:, inputs.plain_slots :].view(len(out), inputs.colours, -1)
        return room

    def _play(self, whims: float) -> None:
        there, record = self.tables, self.record
        for step in range(self.plan.steps):
            shown = self.shown(record.shown_at(step))
            legal = record.legal[step].copy_(there.masks)
            record.seat[step], record.sides[step], record.hidden[step] = there.seats, there.sides, there.hidden()
            odds = self.actor(shown, legal).exp()
            odds = (1 - whims) * odds + whims * legal / legal.sum(1, keepdim=True)
            chosen = drawn(odds, self.generator)
            record.chosen[step] = chosen
            record.log[step] = odds.gather(1, chosen[:, None]).squeeze(1).log()
            there.actions.copy_(self.population.instead(there, shown, legal, chosen, self.generator))
            there.act()
            record.gains[step], record.ended[step] = there.gains, there.ended
            record.points[step], record.tricks[step] = there.points, there.tricks

    def _judged(self) -> torch.Tensor:
        """What the judge expects at each choice."""
        record, size = self.record, max(1, self.plan.batch // self.plan.tables)
        parts = [
            self._judge(record.on[a : a + size].flatten(0, 1), record.hidden[a : a + size].flatten(0, 1))
            for a in range(0, self.plan.steps, size)
        ]
        return torch.cat(parts).view(self.plan.steps, self.plan.tables)

    def _lit(self, on: torch.Tensor, hidden: torch.Tensor) -> torch.Tensor:
        """Of what is hidden, the bits that are ever on."""
        lit = (hidden.index_select(1, self._hidden_byte) >> self._hidden_bit & 1).bool()
        if self._hidden_deck is not None:
            lit &= self._hidden_deck[deck_of(on, self._told_by)]
        return lit

    def _judge(self, on: torch.Tensor, hidden: torch.Tensor) -> torch.Tensor:
        """What is expected."""
        return self.judge(on, self._lit(on, hidden))

    def _move(
        self, expected: torch.Tensor, advantage: torch.Tensor, known: torch.Tensor, left: float
    ) -> dict[str, float]:
        """Move both networks a little, in batches of the learner's own choices (where there was one)."""
        record, plan = self.record, self.plan
        own = (record.sides >> record.seat & 1).bool() & known & (record.legal.sum(2) > 1)
        rows = own.flatten().nonzero().squeeze(1)
        every = record.shown(slice(None))
        legal, hidden = (part.flatten(0, 1) for part in (record.legal, record.hidden))
        chosen, log, more, worth = (
            part.flatten() for part in (record.chosen, record.log, advantage, advantage + expected)
        )
        outcomes = [part.flatten() for part in record.outcomes()]
        middle, spread = more[rows].mean(), more[rows].std() + 1e-6
        for group in self.optimiser.param_groups:
            group["lr"] = plan.rate * left
        sums = torch.zeros(5, device=rows.device)
        batches = 0
        for _ in range(plan.epochs):
            order = rows[torch.randperm(len(rows), device=rows.device, generator=self.generator)]
            for part in order.split(plan.batch):
                if len(part) < min(plan.batch, len(order)):
                    break  # a small rest would be moved by as much as the others
                shown, allowed, did = every.rows(part), legal[part], chosen[part, None]
                thoughts = self.actor.thoughts(shown.on)
                logs = self.actor.likings(*thoughts, shown, allowed)
                ratio = (logs.gather(1, did).squeeze(1) - log[part]).exp()
                better = (more[part] - middle) / spread
                gain = torch.minimum(ratio * better, ratio.clamp(1 - plan.clip, 1 + plan.clip) * better).mean()
                variety = -(logs.exp() * logs.clamp(min=-50)).sum(1).mean()
                wrong = (self._judge(shown.on, hidden[part]) - worth[part]).square().mean()
                untold = self._untold(thoughts, shown.on, did, *(outcome[part] for outcome in outcomes))
                loss = wrong - gain - plan.curiosity * left * variety + plan.telling * untold
                if plan.anchor and self.tables.advised:
                    advised = self.actor.advised_actions(shown.on)
                    loss = loss - plan.anchor * left * (logs.clamp(min=-50) * advised).sum(1).mean()
                self.optimiser.zero_grad(set_to_none=True)
                loss.backward()
                for network in (self.actor, self.judge):
                    torch.nn.utils.clip_grad_norm_(network.parameters(), 0.5)
                self.optimiser.step()
                apart = wrong.new_zeros(())
                if self.student:
                    apart = self.student.learn(shown, allowed, logs.detach(), left)
                moved = (ratio.detach() - 1).abs().mean()
                sums += torch.stack([variety.detach(), wrong.detach(), moved, untold.detach(), apart])
                batches += 1
        variety, wrong, moved, untold, apart_of_all = (sums / max(1, batches)).tolist()
        about = {"learned": float(len(rows) * plan.epochs), "variety": variety, "wrong": wrong, "moved": moved}
        return about | {"untold": untold} | ({"student": apart_of_all} if self.student else {})

    def _untold(
        self,
        thoughts: tuple[torch.Tensor, torch.Tensor],
        on: torch.Tensor,
        chosen: torch.Tensor,
        points: torch.Tensor,
        tricks: torch.Tensor,
        known: torch.Tensor,
    ) -> torch.Tensor:
        """How far off the actor is in what it tells of the end of the round, where that was seen."""
        told, logs = self.actor.told(*thoughts)
        slot = self.actor.slot_of(on, chosen.squeeze(1))
        off = (told.gather(1, slot[:, None]).squeeze(1) - points / self.scale).square()
        found = (off * known).sum() / known.sum().clamp(min=1)
        plain = logs.shape[1]
        if plain:
            row = logs[torch.arange(len(slot), device=slot.device), slot.clamp(max=plain - 1)]
            unlikely = functional.cross_entropy(row, tricks, reduction="none")
            found = found + (unlikely * (known & (slot < plain))).sum() / len(slot)
        return found

    def _teach(self, left: float) -> dict[str, float]:
        """Only the student learns, from every choice."""
        assert self.student is not None
        record, plan = self.record, self.plan
        rows = (record.legal.sum(2) > 1).flatten().nonzero().squeeze(1)
        every, legal = record.shown(slice(None)), record.legal.flatten(0, 1)
        sums, batches = torch.zeros(2, device=rows.device), 0
        order = rows[torch.randperm(len(rows), device=rows.device, generator=self.generator)]
        for part in order.split(plan.batch):
            with torch.no_grad():
                shown = every.rows(part)
                logs = self.actor(shown, legal[part])
                variety = -(logs.exp() * logs.clamp(min=-50)).sum(1).mean()
            sums += torch.stack([variety, self.student.learn(shown, legal[part], logs, left)])
            batches += 1
        variety_of_all, apart = (sums / batches).tolist()
        about = {"learned": float(len(rows)), "variety": variety_of_all, "wrong": 0.0, "moved": 0.0, "untold": 0.0}
        return about | {"student": apart}

    @contextmanager
    def _timed(self, part: str) -> Iterator[None]:
        began = time.monotonic()
        yield
        if self.plan.device != "cpu":
            torch.cuda.synchronize()
        self.parts[part] = self.parts.get(part, 0.0) + time.monotonic() - began

    # ------------------------------------------------------------ to be kept

    def write(self, file: Path, student: Path | None = None) -> None:
        """The network and its student, as a bot can read them. Each brings the judge."""
        judge = self.judge.layers(self.scale)
        write_network(file, self.game, self.actor.network(self.scale), judge)
        if student and self.student:
            write_network(student, self.game, self.student.actor.network(self.scale), judge)

    def save(self, file: Path) -> None:
        """All that is needed to go on as if nothing had happened. (The rounds begin anew, here as there.)"""
        kept = {
            "actor": self.actor.state_dict(),
            "judge": self.judge.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "population": self.population.state(),
            "inputs": [torch.as_tensor(part) for part in (self.places.inputs.source, self.places.inputs.threshold)],
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
            inputs = self.places.inputs
            if [part.tolist() for part in kept["inputs"]] != [inputs.source.tolist(), inputs.threshold.tolist()]:
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
