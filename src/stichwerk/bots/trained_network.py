"""A trained network: what it is shown, its numbers, and how it comes from what is shown to a value for each action.

What a seat observes becomes inputs that are on or off. Some are plain; the others speak of a colour, and then there is
one of the same kind for every colour. What a network does with the inputs of a colour it does alike for every other:
it is one small network for all of them and one for the whole, and each is told of the other. Actions stand in slots,
which are plain, or of a kind and a colour, just so. Where a network was trained with the advice of the rules of thumb,
the slot of what they would do is an input, too.

A network without colours is a plain one of two hidden layers.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from stichwerk.errors import UnknownBot
from stichwerk.games import Game

#: What a file says about itself grows when its numbers mean something else. The first had no colours; only the last
#: goes by features, and a network without them is written as before.
FEATURES_FORMAT, FORMAT, PLAIN_FORMAT = 3, 2, 1

Numbers = NDArray[Any]

#: An input that counts with every deck; a threshold above which no number is; a bit that no word has.
ANY_DECK, NEVER, NO_BIT = -1, 32767, 64


@dataclass(frozen=True, eq=False)
class Inputs:
    """Each is on if the number ``source`` of the observation is larger than ``threshold``, and the ``deck`` is its own.

    First come the plain ones, then for each of the ``colours`` one of each kind. ``slots`` has a row for each deck:
    where each action stands. Which deck it is, the number ``told_by`` of the observation says (-1: there is one).
    """

    source: Numbers
    threshold: Numbers
    deck: Numbers
    plain_inputs: int
    colours: int
    slots: Numbers
    plain_slots: int
    told_by: int

    @property
    def kinds(self) -> int:
        """How many inputs there are for each colour."""
        return (len(self.source) - self.plain_inputs) // max(1, self.colours)

    @cached_property
    def slot_kinds(self) -> int:
        """How many slots there are for each colour."""
        return (int(self.slots.max()) + 1 - self.plain_slots) // max(1, self.colours)

    @classmethod
    def without_colours(cls, source: Numbers, threshold: Numbers, actions: int) -> "Inputs":
        """All are plain, and so are the actions."""
        any_deck = np.full(len(source), ANY_DECK, np.int8)
        return cls(source, threshold, any_deck, len(source), 0, np.arange(actions)[None], actions, -1)


class Thoughts(NamedTuple):
    """What a network has made of what it was shown: of the whole, and of each colour."""

    whole: Numbers
    own: Numbers


@dataclass(frozen=True, eq=False)
class HiddenLayers:
    """The numbers between what comes in and what is made of it: matrices with a row for each number that comes in.

    ``plain`` and ``kinds`` end with a row for each slot that may be advised (none, in a network without advice). Of
    what comes out of ``plain`` and ``whole`` (where there are colours) the second half is for every colour.
    """

    plain: Numbers
    kinds: Numbers
    bias_1: Numbers
    whole: Numbers
    own: Numbers
    bias_2: Numbers


@dataclass(frozen=True, eq=False)
class Layers(HiddenLayers):
    """All numbers up to the slots."""

    last: Numbers
    last_kinds: Numbers
    bias_3: Numbers
    bias_kinds: Numbers
    trust: Numbers


@dataclass(frozen=True, eq=False)
class ByFeatures:
    """How the features of an action (a game's module ``features``) count: two more layers, in which each action stands
    for itself, and which are told what the network thinks of the whole (``context``). What comes out is added to how
    much the action's slot is liked.
    """

    features: Numbers
    context: Numbers
    features_bias: Numbers
    features_second: Numbers
    features_bias_2: Numbers
    features_last: Numbers


@dataclass(frozen=True, eq=False)
class Values:
    """What a network says besides, in the same way: the points that each slot brings at the end of the round, in units
    of ``scale``; and for each plain slot, as logarithms but for a constant, how likely each number of tricks is.
    """

    points: Numbers
    points_kinds: Numbers
    points_bias: Numbers
    points_bias_kinds: Numbers
    tricks: Numbers
    tricks_bias: Numbers
    scale: Numbers


@dataclass(frozen=True, eq=False)
class JudgeLayers(HiddenLayers):
    """Says what is to be expected, from all cards; it sees what the network sees, and what is hidden from it.

    Of what is hidden (`quick_judge`), a bit of a word is an input: plain ones first, then for each colour one of each
    kind. Their rows stand behind those of what is seen. What comes out, times ``scale``, is the gain.
    """

    word: Numbers
    bit: Numbers
    hidden_deck: Numbers
    hidden_plain: Numbers
    last: Numbers
    scale: Numbers


LAYERS = tuple(each.name for each in fields(Layers))
VALUES = tuple(each.name for each in fields(Values))
BY_FEATURES = tuple(each.name for each in fields(ByFeatures))
#: The judge's numbers stand in the same file, by names of their own.
JUDGE = {each.name: f"judge_{each.name}" for each in fields(JudgeLayers)}


@dataclass(frozen=True, eq=False)
class Network:
    """A network, ready to be used. One of the first format tells no values; few go by features, few bring a judge."""

    inputs: Inputs
    layers: Layers
    values: Values | None = None
    judge: JudgeLayers | None = None
    by_features: ByFeatures | None = None

    @property
    def advised(self) -> bool:
        """Whether it wants to know what the rules of thumb would do."""
        return len(self.layers.plain) + len(self.layers.kinds) > self.inputs.plain_inputs + self.inputs.kinds

    def deck(self, seen: Numbers) -> int:
        """Which deck it is, by an observation."""
        return int(seen[self.inputs.told_by]) if self.inputs.told_by >= 0 else 0

    def slots(self, seen: Numbers, actions: Numbers) -> Numbers:
        """Where the actions stand."""
        slots: Numbers = self.inputs.slots[self.deck(seen), actions]
        return slots

    def thoughts(self, seen: Numbers, advised: int | None) -> Thoughts:
        """From an observation and the slot of what is advised."""
        inputs, layers = self.inputs, self.layers
        on = seen[inputs.source] > inputs.threshold
        if inputs.told_by >= 0:
            on &= (inputs.deck == ANY_DECK) | (inputs.deck == self.deck(seen))
        first = layers.plain[np.flatnonzero(on[: inputs.plain_inputs])].sum(0) + layers.bias_1
        of_colours = np.zeros((inputs.colours, len(layers.kinds)), np.float32)
        of_colours[:, : inputs.kinds] = on[inputs.plain_inputs :].reshape(inputs.colours, inputs.kinds)
        if advised is not None:
            if advised < inputs.plain_slots:
                first += layers.plain[inputs.plain_inputs + advised]
            else:
                colour, kind = divmod(advised - inputs.plain_slots, inputs.slot_kinds)
                of_colours[colour, inputs.kinds + kind] = 1
        if not inputs.colours:
            whole = np.maximum(np.maximum(first, 0) @ layers.whole + layers.bias_2, 0)
            return Thoughts(whole, np.zeros((0, 0), np.float32))
        half_1, half_2 = len(layers.own), layers.own.shape[1]
        own = np.maximum(of_colours @ layers.kinds + first[half_1:], 0)
        second = np.concatenate([np.maximum(first[:half_1], 0), own.mean(0)]) @ layers.whole + layers.bias_2
        own = np.maximum(own @ layers.own + second[half_2:], 0)
        return Thoughts(np.concatenate([np.maximum(second[:half_2], 0), own.mean(0)]), own)

    def likings(self, thoughts: Thoughts, advised: int | None) -> Numbers:
        """How much it likes each slot: logarithms of probabilities, but for a constant."""
        layers = self.layers
        likings = _slots(thoughts, layers.last, layers.bias_3, layers.last_kinds, layers.bias_kinds)
        if advised is not None:
            likings[advised] += layers.trust
        return likings

    def regarded(self, thoughts: Thoughts, features: Numbers) -> Numbers:
        """How much more each action is liked by its features, of which it has a row."""
        by = self.by_features
        assert by is not None
        first = features @ by.features + (thoughts.whole @ by.context + by.features_bias)
        second = np.maximum(np.maximum(first, 0) @ by.features_second + by.features_bias_2, 0)
        return np.asarray(second @ by.features_last)

    def points(self, thoughts: Thoughts) -> Numbers:
        """The points that each slot brings at the end of the round, in its own view."""
        found = self.values
        assert found is not None
        points = _slots(thoughts, found.points, found.points_bias, found.points_kinds, found.points_bias_kinds)
        return points * float(found.scale)

    def tricks(self, thoughts: Thoughts) -> Numbers:
        """How likely each number of tricks is, a row for each plain slot."""
        found = self.values
        assert found is not None
        slots = self.inputs.plain_slots
        logs = (thoughts.whole @ found.tricks + found.tricks_bias).reshape(
            slots, len(found.tricks_bias) // max(1, slots)
        )
        odds = np.exp(logs - logs.max(1, keepdims=True, initial=-np.inf))
        return np.asarray(odds / odds.sum(1, keepdims=True))


def _slots(thoughts: Thoughts, plain: Numbers, bias: Numbers, kinds: Numbers, bias_kinds: Numbers) -> Numbers:
    of_colours = thoughts.own @ kinds + bias_kinds if thoughts.own.size else np.zeros(0, np.float32)
    return np.concatenate([thoughts.whole @ plain + bias, of_colours.ravel()])


# ---------------------------------------------------------------- files


def write_network(file: Path, game: Game, network: Network, judge: JudgeLayers | None = None) -> None:
    """Keep a network, with 16 bits for each number, which is as exact as it needs to be."""
    inputs = network.inputs
    version = FORMAT if network.by_features is None else FEATURES_FORMAT
    kept: dict[str, Any] = {"format": version, "game": game.id, "sizes": sizes_of(game)}
    kept |= {name: np.asarray(getattr(inputs, name)) for name in _INPUTS}
    for part in (network.layers, network.values, network.by_features):
        if part is not None:
            kept |= {each.name: np.asarray(getattr(part, each.name), np.float16) for each in fields(part)}
    if judge is not None:
        kept |= {there: np.asarray(getattr(judge, name), np.float16) for name, there in JUDGE.items()}
    with file.open("wb") as there:
        np.savez_compressed(there, **kept)


_INPUTS = tuple(each.name for each in fields(Inputs))
_COUNTS = ("plain_inputs", "colours", "plain_slots", "told_by")
#: What the first format called its layers.
_OLD = ("first", "advice", "bias_1", "second", "bias_2", "last", "bias_3", "trust")


def read_network(game: Game, file: Path) -> Network:
    """A network, checked; refuses a file that is none, or not for this game as it is now."""
    try:
        with np.load(file) as stored:
            found = {name: stored[name] for name in stored.files}
            _check(game, file, found)
            network = _plain_network(found) if int(found["format"]) == PLAIN_FORMAT else _network(found)
            _check_places(network, found["sizes"])
            _check_features(game, file, network)
            return network
    except FileNotFoundError:
        raise UnknownBot(f"cannot read the network {file}: there is no such file") from None
    except (OSError, ValueError, KeyError, BadZipFile, EOFError):
        raise UnknownBot(f"{file} holds no network, or is damaged: train it anew, or fetch it again") from None


def sizes_of(game: Game) -> list[int]:
    """How many numbers are observed, and how many actions there are."""
    return [game.book.layout.size, len(game.book.presentation.actions(game.options()))]


def _check(game: Game, file: Path, found: Mapping[str, Numbers]) -> None:
    if int(found["format"]) not in (PLAIN_FORMAT, FORMAT, FEATURES_FORMAT):
        raise UnknownBot(f"the network {file} was written by another version of Stichwerk: train it anew")
    if str(found["game"]) != game.id:
        raise UnknownBot(f"the network {file} plays {found['game']}, not {game.id}")
    if found["sizes"].tolist() != sizes_of(game):
        raise UnknownBot(f"the network {file} was trained before {game.id} changed what players see: train it anew")


def _check_features(game: Game, file: Path, network: Network) -> None:
    """A network that goes by features needs those with which it was trained, and layers that fit together."""
    by = network.by_features
    if by is None:
        return
    if len(by.features) != features_of(game):
        raise UnknownBot(f"the network {file} was trained with other features of {game.id}: train it anew")
    (first,), (second,) = by.features_bias.shape, by.features_bias_2.shape
    shapes = by.features.shape[1:], by.context.shape, by.features_second.shape, by.features_last.shape
    if shapes != ((first,), (len(network.layers.bias_2), first), (first, second), (second,)):
        raise ValueError("its layers do not fit together")


def features_of(game: Game) -> int:
    """How many features an action of a game has; none where a game does not bring them."""
    module = game.module("features")
    return 0 if module is None else int(module.FEATURES)


def _check_places(network: Network, sizes: Numbers) -> None:
    """What a network is told to look at has to be there: compiled code does not ask."""
    seen, actions = sizes.tolist()
    inputs, judge = network.inputs, network.judge
    there = [((inputs.source >= 0) & (inputs.source < seen)).all(), -1 <= inputs.told_by < seen]
    there += [inputs.slots.ndim == 2, inputs.slots.shape[-1] == actions, (inputs.slots >= 0).all()]
    if judge is not None:
        there += [(judge.word >= 0).all(), ((judge.bit >= 0) & (judge.bit <= NO_BIT)).all()]
    if not all(there):
        raise ValueError("it looks at what is not there")


def _network(found: Mapping[str, Numbers]) -> Network:
    shown: dict[str, Any] = {name: int(found[name]) if name in _COUNTS else found[name] for name in _INPUTS}
    inputs = Inputs(**shown)
    layers = Layers(**{name: found[name].astype(np.float32) for name in LAYERS})
    values, judge = None, None
    if "scale" in found:
        values = Values(**{name: found[name].astype(np.float32) for name in VALUES})
    if JUDGE["scale"] in found:
        judge = JudgeLayers(**{name: found[there].astype(np.float32) for name, there in JUDGE.items()})
    by_features = None
    if int(found["format"]) == FEATURES_FORMAT:
        by_features = ByFeatures(**{name: found[name].astype(np.float32) for name in BY_FEATURES})
    return Network(inputs, layers, values, judge, by_features)


def _plain_network(found: Mapping[str, Numbers]) -> Network:
    old = {name: found[name].astype(np.float32) for name in _OLD}
    none = np.zeros((0, 0), np.float32)
    layers = Layers(
        plain=np.concatenate([old["first"], old["advice"]]),
        kinds=none,
        bias_1=old["bias_1"],
        whole=old["second"],
        own=none,
        bias_2=old["bias_2"],
        last=old["last"],
        last_kinds=none,
        bias_3=old["bias_3"],
        bias_kinds=none[0:0].ravel(),
        trust=old["trust"],
    )
    return Network(Inputs.without_colours(found["source"], found["threshold"], len(old["bias_3"])), layers)
