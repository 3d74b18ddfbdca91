"""A network in one row of numbers, as compiled code reads it (`quick_network`): a player, or a judge.

Instead of a row of weights for each input that is on there is one for each value that an observed number can have: the
sum of the rows of all inputs which that value turns on. Rows that speak of a colour are the same for all colours. Which
observed numbers count is written down for each deck, so that nothing is looked at that has no say.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import numpy as np

from stichwerk.bots.trained_network import (
    ANY_DECK,
    NEVER,
    NO_BIT,
    ByFeatures,
    Inputs,
    JudgeLayers,
    Layers,
    Network,
    Numbers,
)

# First comes a head. Its whole numbers have 32 bits, like the weights: counts, and places where something begins.
(
    TEMPERATURE,  # how much choices vary; of a judge, nothing
    FACTOR,  # how much is added for what is advised; of a judge, the unit of what it says
    COLOURS,
    FIRST,  # how wide the first layer of a colour is
    WIDE_1,  # ... and that of the whole, with its half for the colours
    SECOND,
    WIDE_2,
    MOST,  # room for the rows that may come together in one sum
    TOLD_BY,
    ADVISED,
    DECKS,  # four numbers for each deck
    NOTHING,  # a row of zeros
    BIAS_1,
    ROWS_WHOLE,
    ROWS_OWN,
    BIAS_2,
    LAST,  # of a judge
    FEATURES,  # how many an action has, or 0; how wide their layers are, and where these begin
    FEATURES_FIRST,
    FEATURES_SECOND,
    CONTEXT,
    ROWS_FEATURES,
    FEATURES_BIAS_1,
    ROWS_SECOND,
    FEATURES_BIAS_2,
    FEATURES_LAST,
    HEAD,
) = range(27)
# For each deck: its observed numbers that count, how many these are, its actions, and (of a judge) its hidden bits.
WATCH, WATCHED, OF_ACTIONS, OF_BITS, OF_DECK = range(5)
# An observed number: which it is, above what it counts, how many values differ, where the places of their rows are, and
# to which sum the rows belong: 0 is the whole, the colours follow.
SOURCE, ABOVE, VALUES, PLACES, SUM, OF_WATCH = range(6)
# An action: the sum of its row as an input, that row, and the row and the bias of its slot in the last layer. A hidden
# bit has just the first two; its sum is -1 if it tells nothing.
ACTION_SUM, ADVICE, LAST_ROW, BIAS_3, OF_ACTION = range(5)
BIT_SUM, BIT_ROW, OF_BIT = range(3)

#: So many rows of weights are added at once.
TOGETHER = 4
#: A word of what is hidden has so many bits.
WORD_BITS = 64


def packed(network: Network) -> Any:
    """A network that plays."""
    layers = network.layers
    row = _Row(network.inputs, layers)
    if network.by_features is not None:
        row.put_features(network.by_features)
    slots = [row.put(np.ascontiguousarray(part.T)) for part in (layers.last, layers.last_kinds)]
    biases = [row.put(part) for part in (layers.bias_3, layers.bias_kinds)]
    return row.finished(network.advised, float(layers.trust), slots, biases)


def packed_judge(network: Network, words: int) -> Any:
    """The judge of a network, where so many words are hidden."""
    judge = network.judge
    assert judge is not None
    row = _Row(network.inputs, judge)
    last = row.put(judge.last)
    return row.finished(True, float(judge.scale), hidden=_Hidden(network.inputs, judge, words), last=last)


class _Hidden:
    """The hidden bits of a judge: their words and bits, whether a deck has them, their sums and rows."""

    def __init__(self, inputs: Inputs, judge: JudgeLayers, words: int) -> None:
        plain, count = int(judge.hidden_plain), len(judge.word)
        kinds = (count - plain) // max(1, inputs.colours)
        self.words, self.deck = words, judge.hidden_deck.astype(int)
        self.word, self.bit = judge.word.astype(int), judge.bit.astype(int)
        seen_plain, seen_kinds = inputs.plain_inputs + inputs.plain_slots, inputs.kinds + inputs.slot_kinds
        self.sums = [0] * plain + [1 + colour for colour in range(inputs.colours) for _ in range(kinds)]
        self.rows = [seen_plain + row for row in range(plain)]
        self.rows += [seen_kinds + kind for _ in range(inputs.colours) for kind in range(kinds)]


class _Row:
    """Numbers one after the other."""

    def __init__(self, inputs: Inputs, layers: Layers | JudgeLayers) -> None:
        self._inputs, self._layers = inputs, layers
        self._parts: list[Numbers] = []
        self._size = HEAD
        self._known: dict[tuple[bool, tuple[int, ...]], int] = {}
        first, second = len(layers.bias_1), len(layers.bias_2)
        share = 2 if inputs.colours else 1  # what comes of the whole is for itself and for the colours
        self._head = {
            COLOURS: inputs.colours, FIRST: first // share, WIDE_1: first, SECOND: second // share, WIDE_2: second,
            TOLD_BY: inputs.told_by, NOTHING: self.put(np.zeros(first)), BIAS_1: self.put(layers.bias_1),
            ROWS_WHOLE: self.put(layers.whole), ROWS_OWN: self.put(layers.own), BIAS_2: self.put(layers.bias_2),
        }  # fmt: skip

    def put(self, part: Numbers) -> int:
        """Where these numbers begin."""
        place = self._size
        self._parts.append(np.asarray(part, np.float32).ravel())
        self._size += self._parts[-1].size
        return place

    def put_features(self, by: ByFeatures) -> None:
        """How features count."""
        self._head |= {
            FEATURES: len(by.features), FEATURES_FIRST: len(by.features_bias), FEATURES_SECOND: len(by.features_bias_2),
            CONTEXT: self.put(by.context), ROWS_FEATURES: self.put(by.features),
            FEATURES_BIAS_1: self.put(by.features_bias), ROWS_SECOND: self.put(by.features_second),
            FEATURES_BIAS_2: self.put(by.features_bias_2), FEATURES_LAST: self.put(by.features_last),
        }  # fmt: skip

    def finished(
        self,
        advised: bool,
        factor: float,
        slots: Sequence[int] = (),
        biases: Sequence[int] = (),
        hidden: _Hidden | None = None,
        last: int = 0,
    ) -> Any:
        """All of it, with the tables that say where things stand."""
        decks, most = [], 0
        for deck in range(len(self._inputs.slots)):
            watch = self._watched(deck)
            bits = self._bits(hidden, deck) if hidden else np.zeros((0, OF_BIT), int)
            counted = np.bincount([*watch[:, SUM], *(each for each in bits[:, BIT_SUM] if each >= 0)], minlength=1)
            most = max(most, int(counted.max()))
            actions = self._actions(deck, advised, slots, biases)
            decks.append([self._put_places(watch), len(watch), self._put_places(actions), self._put_places(bits)])
        self._head |= {
            ADVISED: int(advised), LAST: last, DECKS: self._put_places(decks), MOST: most + 1 + TOGETHER,
        }  # fmt: skip
        head = np.array([self._head.get(name, 0) for name in range(HEAD)], np.int32).view(np.float32)
        numbers = np.concatenate([head, *self._parts])
        numbers[TEMPERATURE], numbers[FACTOR] = 1.0, factor
        return numbers

    def _put_places(self, places: Any) -> int:
        """Where these whole numbers begin."""
        return self.put(np.array(places, np.int32).ravel().view(np.float32))

    def _row(self, of_colour: bool, rows: tuple[int, ...]) -> int:
        """Where the sum of these rows stands."""
        if (of_colour, rows) not in self._known:
            weights = self._layers.kinds if of_colour else self._layers.plain
            self._known[of_colour, rows] = self.put(weights[list(rows)].sum(0))
        return self._known[of_colour, rows]

    def _watched(self, deck: int) -> Numbers:
        """The observed numbers that count with a deck."""
        inputs = self._inputs
        number = np.arange(len(inputs.source))
        of_colour = number - inputs.plain_inputs
        plain, kinds = of_colour < 0, max(1, inputs.kinds)
        sums = np.where(plain, 0, 1 + of_colour // kinds)
        rows = np.where(plain, number, of_colour % kinds)
        there = inputs.threshold < NEVER
        if inputs.told_by >= 0:
            there &= (inputs.deck == ANY_DECK) | (inputs.deck == deck)
        order = [i for i in np.lexsort((inputs.threshold, inputs.source, sums)) if there[i]]
        watch = []
        for (source, into), same in groupby(order, key=lambda i: (int(inputs.source[i]), int(sums[i]))):
            own = list(same)
            thresholds = inputs.threshold[own].astype(int)
            above, values = thresholds[0], thresholds[-1] - thresholds[0] + 1
            on = [int((thresholds <= above + k).sum()) for k in range(values)]
            places = [self._row(into > 0, tuple(rows[own[:count]].tolist())) for count in on]
            watch.append([source, above, values, self._put_places(places), into])
        return np.array(watch, int).reshape(-1, OF_WATCH)

    def _actions(self, deck: int, advised: bool, slots: Sequence[int], biases: Sequence[int]) -> Numbers:
        """What belongs to each action."""
        inputs, wide, narrow = self._inputs, self._head[WIDE_2], self._head[SECOND]
        table = []
        for slot in inputs.slots[deck].tolist():
            into, kind, row = 0, slot, inputs.plain_inputs + slot
            if slot >= inputs.plain_slots:
                colour, kind = divmod(slot - inputs.plain_slots, inputs.slot_kinds)
                into, row = 1 + colour, inputs.kinds + kind
            advice = self._row(into > 0, (row,)) if advised else 0
            here = into > 0
            last = slots[here] + kind * (narrow if here else wide) if slots else 0
            table.append([into, advice, last, biases[here] + kind if biases else 0])
        return np.array(table, int).reshape(-1, OF_ACTION)

    def _bits(self, hidden: _Hidden, deck: int) -> Numbers:
        """What belongs to each hidden bit."""
        table = np.zeros((hidden.words * WORD_BITS, OF_BIT), int)
        table[:, BIT_SUM] = -1
        for i, (into, row) in enumerate(zip(hidden.sums, hidden.rows, strict=True)):
            if hidden.bit[i] != NO_BIT and hidden.deck[i] in (ANY_DECK, deck):
                table[hidden.word[i] * WORD_BITS + hidden.bit[i]] = into, self._row(into > 0, (row,))
        return table
