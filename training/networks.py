"""The networks of a training: an actor that sees what its seat sees, and a judge that sees all cards.

Both are made as `stichwerk.bots.trained_network` describes, and see what `inputs.InputPlaces` lays out.
"""

from typing import Any

import numpy as np
import torch
from inputs import InputColumns, InputPlaces, Shown
from torch import nn
from torch.nn import functional

from stichwerk.bots.trained_network import (
    BY_FEATURES,
    JUDGE,
    NO_BIT,
    ByFeatures,
    JudgeLayers,
    Layers,
    Network,
    Values,
)
from stichwerk.errors import StichwerkError

#: How much likelier what the rules of thumb advise is at first, as a logarithm.
_TRUST = 3.0
#: How many inputs are on at a time, roughly: plain ones, and for each colour.
_ON, _ON_COLOUR = 60, 10


class Trunk(nn.Module):
    """From what is shown to a row of numbers for the whole, and one for each colour."""

    def __init__(self, plain: int, kinds: int, colours: int, widths: tuple[int, int]) -> None:
        super().__init__()
        first, second = self.widths = widths
        twice = 2 if colours else 1
        self.colours, self.out = colours, twice * second
        self.plain = nn.Parameter(torch.randn(plain, twice * first) * _ON**-0.5)
        self.kinds = nn.Parameter(torch.randn(kinds, first) * _ON_COLOUR**-0.5)
        self.bias_1 = nn.Parameter(torch.zeros(twice * first))
        self.whole = nn.Parameter(torch.randn(twice * first, twice * second) * (2 / (twice * first)) ** 0.5)
        self.own = nn.Parameter(torch.randn(first if colours else 0, second) * first**-0.5)
        self.bias_2 = nn.Parameter(torch.zeros(twice * second))

    def forward(self, plain: torch.Tensor, of_colours: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Of the plain ones a row, of the coloured ones a row for each colour."""
        kind = self.plain.dtype if plain.device.type == "cpu" else torch.bfloat16
        first, second = self.widths
        shown = _layer(plain.to(kind), self.plain, self.bias_1, kind)
        if not self.colours:
            whole = functional.relu(_layer(functional.relu(shown), self.whole, self.bias_2, kind))
            return whole, whole[:, None, :0]
        own = functional.relu(of_colours.to(kind) @ self.kinds.to(kind) + shown[:, None, first:])
        together = torch.cat([functional.relu(shown[:, :first]), own.mean(1)], 1)
        shown = _layer(together, self.whole, self.bias_2, kind)
        own = functional.relu(own @ self.own.to(kind) + shown[:, None, second:])
        return torch.cat([functional.relu(shown[:, :second]), own.mean(1)], 1), own


class Slots(nn.Module):
    """A number for each slot, made of what a trunk has found."""

    def __init__(self, trunk: Trunk, plain: int, kinds: int) -> None:
        super().__init__()
        self.plain = nn.Parameter(torch.randn(trunk.out, plain) * 0.1 * trunk.out**-0.5)
        self.kinds = nn.Parameter(torch.randn(trunk.widths[1] if trunk.colours else 0, kinds) * 0.1 * trunk.out**-0.5)
        self.bias = nn.Parameter(torch.zeros(plain))
        self.bias_kinds = nn.Parameter(torch.zeros(kinds))

    def forward(self, whole: torch.Tensor, own: torch.Tensor) -> torch.Tensor:
        found = _layer(whole, self.plain, self.bias, whole.dtype)
        if not self.kinds.numel():
            return found.float()
        of_colours = own @ self.kinds.to(own.dtype) + self.bias_kinds.to(own.dtype)
        return torch.cat([found, of_colours.flatten(1)], 1).float()


class FeatureLayers(nn.Module):
    """How much more an action is liked by its features, in the light of what a trunk has found of the whole."""

    def __init__(self, features: int, context: int, widths: tuple[int, int]) -> None:
        super().__init__()
        first, second = widths
        self.features = nn.Parameter(torch.randn(features, first) * 0.2)
        self.context = nn.Parameter(torch.randn(context, first) * context**-0.5)
        self.features_bias = nn.Parameter(torch.zeros(first))
        self.features_second = nn.Parameter(torch.randn(first, second) * (2 / first) ** 0.5)
        self.features_bias_2 = nn.Parameter(torch.zeros(second))
        self.features_last = nn.Parameter(torch.randn(second) * 0.02)

    def forward(self, whole: torch.Tensor, features: torch.Tensor) -> torch.Tensor:
        kind = whole.dtype
        shown = _layer(whole, self.context, self.features_bias, kind)
        first = functional.relu(features.to(kind) @ self.features.to(kind) + shown[:, None])
        second = first @ self.features_second.to(kind) + self.features_bias_2.to(kind)
        return (functional.relu(second) @ self.features_last.to(kind)).float()


class Actor(nn.Module):
    """Gives each action a value; says what each slot will bring, and how many tricks may follow each plain one.

    ``tricks`` is how many numbers of tricks there are, ``features`` how many features an action has.
    """

    def __init__(
        self,
        places: InputPlaces,
        advised: bool,
        widths: tuple[int, int],
        tricks: int = 0,
        features: int = 0,
        features_widths: tuple[int, int] = (0, 0),
    ) -> None:
        super().__init__()
        inputs = places.inputs
        self.places, self.advised, self._numbers = places, advised, tricks
        plain, kinds = (places.plain, places.kinds) if advised else (inputs.plain_inputs, inputs.kinds)
        self.trunk = Trunk(plain, kinds, inputs.colours, widths)
        self.last = Slots(self.trunk, inputs.plain_slots, inputs.slot_kinds)
        self.trust = nn.Parameter(torch.tensor(_TRUST if advised else 0.0), requires_grad=advised)
        self.by_features = FeatureLayers(features, self.trunk.out, features_widths) if features else None
        self.points = Slots(self.trunk, inputs.plain_slots, inputs.slot_kinds) if tricks else None
        self.tricks = nn.Parameter(torch.zeros(self.trunk.out, inputs.plain_slots * tricks)) if tricks else None
        self.tricks_bias = nn.Parameter(torch.zeros(inputs.plain_slots * tricks)) if tricks else None
        self.register_buffer("slots", torch.as_tensor(inputs.slots), persistent=False)
        self._told_by = place_that_tells(places)

    def forward(self, shown: Shown, legal: torch.Tensor) -> torch.Tensor:
        """The logarithms of the probabilities of all actions."""
        return self.likings(*self.thoughts(shown.on), shown, legal)

    def thoughts(self, on: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """What the trunk makes of what is shown. That is as wide as for an advised one."""
        inputs, places = self.places.inputs, self.places
        plain = on[:, : places.plain if self.advised else inputs.plain_inputs]
        of_colours = on[:, places.plain :].view(len(on), -1, places.kinds) if inputs.colours else on[:, None, :0]
        return self.trunk(plain, of_colours if self.advised else of_colours[:, :, : inputs.kinds])

    def likings(self, whole: torch.Tensor, own: torch.Tensor, shown: Shown, legal: torch.Tensor) -> torch.Tensor:
        """How much each action is liked, as the logarithm of a probability."""
        slots = self.last(whole, own)
        if self.advised:
            slots = slots + self.trust * advised_slots(self.places, shown.on)
        likings = by_action(self.slots, deck_of(shown.on, self._told_by), slots)
        if self.by_features is not None:
            more = self.by_features(whole, shown.features).masked_fill(shown.described < 0, 0.0)
            likings = likings.scatter_add(1, shown.described.clamp(min=0).long(), more)
        return torch.log_softmax(likings.masked_fill(~legal, -1e9), 1)

    def advised_actions(self, on: torch.Tensor) -> torch.Tensor:
        """Which action is advised, in each row."""
        return by_action(self.slots, deck_of(on, self._told_by), advised_slots(self.places, on))

    def slot_of(self, on: torch.Tensor, chosen: torch.Tensor) -> torch.Tensor:
        """Where a chosen action stands, in each row."""
        return self.slots[deck_of(on, self._told_by), chosen]

    def told(self, whole: torch.Tensor, own: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The points that each slot brings, in its own units; the logarithms, but for a constant, of how likely each
        number of tricks is with each plain slot.
        """
        assert self.points is not None
        assert self.tricks is not None
        assert self.tricks_bias is not None
        logs = _layer(whole, self.tricks, self.tricks_bias, whole.dtype).float()
        return self.points(whole, own), logs.view(len(whole), self.places.inputs.plain_slots, self._numbers)

    def network(self, scale: float) -> Network:
        """As a bot can play by it."""
        trunk, last, points = self.trunk, self.last, self.points
        layers = Layers(
            trunk.plain, trunk.kinds, trunk.bias_1, trunk.whole, trunk.own, trunk.bias_2, last.plain, last.kinds,
            last.bias, last.bias_kinds, self.trust,
        )  # fmt: skip
        values, by = None, self.by_features
        if points is not None and self.tricks is not None and self.tricks_bias is not None:
            values = Values(
                points.plain, points.kinds, points.bias, points.bias_kinds, self.tricks, self.tricks_bias,
                torch.tensor(scale),
            )  # fmt: skip
        features = _numbers(ByFeatures(**{name: getattr(by, name) for name in BY_FEATURES})) if by else None
        return Network(self.places.inputs, _numbers(layers), _numbers(values) if values else None, by_features=features)


class PlainActor(nn.Module):
    """An opponent without colours, from a file of a training that knew none: it plays on what those with them see."""

    def __init__(self, network: Network, places: InputPlaces) -> None:
        super().__init__()
        layers, there = network.layers, network.inputs
        where = _where(places)
        first = torch.zeros(places.width, layers.plain.shape[1])
        pairs = zip(there.source.tolist(), there.threshold.tolist(), strict=True)
        for row, pair in zip(layers.plain, pairs, strict=False):
            for place in where.get(pair, ()):
                first[place] = torch.as_tensor(row)
        for row, of_action in zip(layers.plain[len(there.source) :], places.inputs.slots.T, strict=False):
            for slot in of_action:  # an action that a deck does not have stands where another one does
                if (places.inputs.slots == slot).any(0).sum() == 1:
                    first[places.place_of_slot(int(slot))] = torch.as_tensor(row)
        self.places, self._told_by = places, place_that_tells(places)
        for name, part in (
            ("first", first), ("bias_1", layers.bias_1), ("second", layers.whole), ("bias_2", layers.bias_2),
            ("last", layers.last), ("bias_3", layers.bias_3), ("trust", layers.trust), ("slots", places.inputs.slots),
        ):  # fmt: skip
            self.register_buffer(name, torch.as_tensor(part))

    def forward(self, shown: Shown, legal: torch.Tensor) -> torch.Tensor:
        """The logarithms of the probabilities of all actions."""
        on = shown.on
        kind = self.first.dtype if on.device.type == "cpu" else torch.bfloat16
        seen = functional.relu(_layer(on.to(kind), self.first, self.bias_1, kind))
        seen = functional.relu(_layer(seen, self.second, self.bias_2, kind))
        values = _layer(seen, self.last, self.bias_3, kind).float()
        advised = by_action(self.slots, deck_of(on, self._told_by), advised_slots(self.places, on))
        return torch.log_softmax((values + self.trust * advised).masked_fill(~legal, -1e9), 1)


def read_actor(network: Network, places: InputPlaces, tricks: int = 0) -> Actor | PlainActor:
    """An actor by a network from a file, for what is shown in this training."""
    there, layers = network.inputs, network.layers
    if not there.colours and places.inputs.colours:
        return PlainActor(network, places)
    if there.colours and not places.inputs.colours:
        raise StichwerkError("a network that knows colours can be met only by one that knows them", "bad-option")
    widths = layers.own.shape if there.colours else layers.whole.shape
    by = network.by_features
    described = (0, 0, 0) if by is None else (len(by.features), *by.features_second.shape)
    sizes, numbers = (int(widths[0]), int(widths[1])), tricks if network.values else 0
    actor = Actor(places, network.advised, sizes, numbers, described[0], described[1:])
    # It may have been trained with other inputs: what it did not know counts nothing, what is unknown here is left out.
    trunk = Layers(**{**vars(layers), "plain": _fitted(layers.plain, *_plain_names(there, places.inputs)),
                      "kinds": _fitted(layers.kinds, *_kind_names(there, places.inputs))})  # fmt: skip
    state = {
        **{f"trunk.{name}": getattr(trunk, name) for name in ("plain", "kinds", "bias_1", "whole", "own", "bias_2")},
        "last.plain": layers.last, "last.kinds": layers.last_kinds, "last.bias": layers.bias_3,
        "last.bias_kinds": layers.bias_kinds, "trust": layers.trust,
    }  # fmt: skip
    if actor.points is not None and network.values is not None:
        told = network.values
        state |= {
            "points.plain": told.points, "points.kinds": told.points_kinds, "points.bias": told.points_bias,
            "points.bias_kinds": told.points_bias_kinds, "tricks": told.tricks, "tricks_bias": told.tricks_bias,
        }  # fmt: skip
    if by is not None:
        state |= {f"by_features.{name}": getattr(by, name) for name in BY_FEATURES}
    wanted = actor.state_dict()
    parts = {name: torch.as_tensor(np.asarray(part), dtype=torch.float32) for name, part in state.items()}
    actor.load_state_dict({name: part.reshape(wanted[name].shape) for name, part in parts.items()})
    return actor


class Judge(nn.Module):
    """Says what is to be expected, from all cards; needed for the training only."""

    def __init__(self, places: InputPlaces, hidden: InputColumns, widths: tuple[int, int]) -> None:
        super().__init__()
        self.places, self.hidden = places, hidden
        self.trunk = Trunk(places.plain + hidden.plain, places.kinds + hidden.kinds, places.inputs.colours, widths)
        self.last = nn.Parameter(torch.randn(self.trunk.out) * self.trunk.out**-0.5)

    def forward(self, on: torch.Tensor, hidden: torch.Tensor) -> torch.Tensor:
        """What the seat will gain. ``on`` is what it sees, ``hidden`` what it does not."""
        here, there, colours = self.places.plain, self.hidden.plain, self.places.inputs.colours
        plain = torch.cat([on[:, :here], hidden[:, :there]], 1)
        of_colours = plain[:, None, :0]
        if colours:
            parts = on[:, here:].view(len(on), colours, -1), hidden[:, there:].view(len(on), colours, -1)
            of_colours = torch.cat(parts, 2)
        whole, _ = self.trunk(plain, of_colours)
        return whole.float() @ self.last

    def layers(self, scale: float) -> JudgeLayers:
        """As a search can judge by it."""
        byte, bit = self.hidden.pairs.T
        bit = np.where(bit < 8, byte % 8 * 8 + bit, NO_BIT)
        numbers = byte // 8, bit, self.hidden.deck, np.array(self.hidden.plain)
        trunk = self.trunk
        parts = trunk.plain, trunk.kinds, trunk.bias_1, trunk.whole, trunk.own, trunk.bias_2, self.last
        *layers, last = (part.detach().cpu().numpy() for part in parts)
        return JudgeLayers(**dict(zip(JUDGE, (*layers, *numbers, last, np.array(scale)), strict=True)))


def _layer(given: torch.Tensor, weights: torch.Tensor, bias: torch.Tensor, kind: torch.dtype) -> torch.Tensor:
    return torch.addmm(bias.to(kind), given, weights.to(kind))


def drawn(odds: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """An action of each row, by its probability (of several clocks, that which runs out first)."""
    return (odds / torch.empty_like(odds).exponential_(generator=generator)).argmax(1)


# ---------------------------------------------------------------- what stands where


def advised_slots(places: InputPlaces, on: torch.Tensor) -> torch.Tensor:
    """Which slot is advised, in each row."""
    inputs = places.inputs
    plain = on[:, inputs.plain_inputs : places.plain]
    if not inputs.colours:
        return plain
    of_colours = on[:, places.plain :].view(len(on), inputs.colours, places.kinds)[:, :, inputs.kinds :]
    return torch.cat([plain, of_colours.flatten(1)], 1)


def deck_of(on: torch.Tensor, told_by: int) -> torch.Tensor | int:
    """Which deck it is, in each row (or in all)."""
    return on[:, told_by].long() if told_by >= 0 else 0


def by_action(slots: torch.Tensor, deck: torch.Tensor | int, values: torch.Tensor) -> torch.Tensor:
    """What stands in a slot for each action."""
    if isinstance(deck, int):
        return values.index_select(1, slots[deck])
    first, second = (values.index_select(1, row) for row in slots)
    return torch.where(deck[:, None] > 0, second, first)


def place_that_tells(places: InputPlaces) -> int:
    """Where it stands which deck it is; -1 if there is one."""
    inputs = places.inputs
    if inputs.told_by < 0:
        return -1
    told = (inputs.source[: inputs.plain_inputs] == inputs.told_by) & (inputs.threshold[: inputs.plain_inputs] == 0)
    return int(np.flatnonzero(told)[0])


def _where(places: InputPlaces) -> dict[tuple[int, int], list[int]]:
    """Where each number and threshold stands in what is shown."""
    found: dict[tuple[int, int], list[int]] = {}
    pairs = zip(places.inputs.source.tolist(), places.inputs.threshold.tolist(), strict=True)
    for number, pair in enumerate(pairs):
        found.setdefault(pair, []).append(places.place_of_input(number))
    return found


def _plain_names(there: Any, here: Any) -> tuple[list[Any], list[Any]]:
    """What the plain rows of a network stand for: there, and here."""
    return tuple(
        [*zip(each.source[: each.plain_inputs].tolist(), each.threshold[: each.plain_inputs].tolist(), strict=True),
         *range(each.plain_slots)]
        for each in (there, here)
    )  # type: ignore[return-value]  # fmt: skip


def _kind_names(there: Any, here: Any) -> tuple[list[Any], list[Any]]:
    """The same of the rows of colours."""
    found = []
    for each in (there, here):
        rows = (row[each.plain_inputs :] for row in (each.source, each.threshold, each.deck))
        parts = (row.reshape(each.colours, -1) for row in rows)
        kinds = zip(*(map(tuple, part.T.tolist()) for part in parts), strict=True) if each.colours else ()
        found.append([*kinds, *range(each.slot_kinds)])
    return found[0], found[1]


def _fitted(rows: Any, there: list[Any], here: list[Any]) -> Any:
    """Rows that stand for what is there, in the order of what is here. (The last ones may be missing.)"""
    known = dict(zip(there, rows, strict=False))
    advised = len(rows) == len(there)
    wanted = here if advised else [name for name in here if not isinstance(name, int)]
    none = np.zeros(rows.shape[1], np.float32)
    return np.array([known.get(name, none) for name in wanted], np.float32).reshape(len(wanted), rows.shape[1])


def _numbers(parts: Any) -> Any:
    return type(parts)(**{name: part.detach().cpu().numpy() for name, part in vars(parts).items()})
