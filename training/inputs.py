"""What a network is shown: inputs that are on or off, made of a game's observation by its layout; for the judge, of the
others' cards and face-down choices, too.

A number that may be anything from low to high becomes an input for each step between: on from there. Numbers with a
wide range (points so far, how long a game lasts) are left out: a network plays for the round. Where the layout says
what speaks of which colour, inputs of one kind stand together, one for each colour.
"""

from collections.abc import Callable, Container, Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stichwerk.bots.trained_network import ANY_DECK, NEVER, Inputs
from stichwerk.games import Game
from stichwerk.games.colouring import Spot
from stichwerk.kernel.bits import WORD

if TYPE_CHECKING:
    from torch import Tensor

#: Numbers with more steps than this are left out.
MOST_STEPS = 32

_BITS = 8

#: What decides an input: a number of the observation and the threshold; or a byte of what is hidden and its bit.
Pair = tuple[int, int]
#: Where an input belongs, by one colouring.
Finder = Callable[[Pair], Spot | None]


class InputColumns(NamedTuple):
    """Inputs in their order: the plain ones, then for each colour one of each kind."""

    pairs: NDArray[np.int64]
    deck: NDArray[np.int8]
    plain: int
    kinds: int


@dataclass(frozen=True)
class InputPlaces:
    """Where everything stands in what the networks of a training are shown, which holds for each table: the plain
    inputs; the plain slots, of which that is on which is advised; then for each colour its inputs and its slots.
    """

    inputs: Inputs

    @property
    def plain(self) -> int:
        """How many plain inputs and slots there are."""
        return self.inputs.plain_inputs + self.inputs.plain_slots

    @property
    def kinds(self) -> int:
        """How many inputs and slots there are for each colour."""
        return self.inputs.kinds + self.inputs.slot_kinds

    @property
    def width(self) -> int:
        """How many there are together."""
        return self.plain + self.inputs.colours * self.kinds

    def place_of_input(self, number: int) -> int:
        """Where an input stands."""
        inputs = self.inputs
        if number < inputs.plain_inputs:
            return number
        colour, kind = divmod(number - inputs.plain_inputs, inputs.kinds)
        return self.plain + colour * self.kinds + kind

    def place_of_slot(self, slot: int) -> int:
        """Where a slot stands."""
        inputs = self.inputs
        if slot < inputs.plain_slots:
            return inputs.plain_inputs + slot
        colour, kind = divmod(slot - inputs.plain_slots, inputs.slot_kinds)
        return self.plain + colour * self.kinds + inputs.kinds + kind


class Shown(NamedTuple):
    """What the networks are shown of positions, a row for each: which inputs are on (`InputPlaces`); the legal actions
    (-1: there are no more) and the features of each, where a network goes by them.
    """

    on: "Tensor"
    described: "Tensor"
    features: "Tensor"

    def rows(self, which: "Tensor | slice") -> "Shown":
        """Some of them."""
        return Shown(*(part[which] for part in self))


def all_pairs(game: Game) -> list[Pair]:
    """Every input that an observation can have; which of them are ever on, play must show."""
    layout = game.book.layout
    return [
        (layout.start(feature.name) + place, threshold)
        for feature in layout.features
        if feature.high - feature.low <= MOST_STEPS
        for place in range(feature.size)
        for threshold in range(feature.low, feature.high)
    ]


def inputs_of(game: Game, ever: Container[Pair], coloured: bool = True) -> Inputs:
    """The inputs for the numbers and thresholds that are ``ever`` on; of a kind all, if it is on for any colour."""
    layout = game.book.layout
    if not coloured:
        pairs = np.array([pair for pair in all_pairs(game) if pair in ever], np.int64).reshape(-1, 2)
        actions = len(game.book.presentation.actions(game.options()))
        return Inputs.without_colours(pairs[:, 0], pairs[:, 1].astype(np.int16), actions)
    names = [(feature.name, place) for feature in layout.features for place in range(feature.size)]

    def finder(each: int) -> Finder:
        return lambda pair: _of_kind(layout.colourings[each].spot(*names[pair[0]]), pair[1])

    columns = _columns(game, all_pairs(game), ever, finder, (0, NEVER))
    told_by = [each.when[0] for each in layout.colourings if each.when]
    slots, plain_slots = _slots(game)
    return Inputs(
        source=columns.pairs[:, 0],
        threshold=columns.pairs[:, 1].astype(np.int16),
        deck=columns.deck,
        plain_inputs=columns.plain,
        colours=colours_of(game),
        slots=slots,
        plain_slots=plain_slots,
        told_by=layout.start(told_by[0]) if told_by else -1,
    )


def hidden_of(game: Game, ever: Sequence[Pair], coloured: bool = True) -> InputColumns:
    """The same for the bits of what is hidden (`tables.TrainingTables.hidden`)."""
    book = game.book
    if not coloured:
        some = np.array(ever or [(0, 0)], np.int64)
        return InputColumns(some, np.full(len(some), ANY_DECK, np.int8), len(some), 0)
    words = book.state["hand"].shape[1] if "hand" in (book.state.names or ()) else 0
    secret = book.secret
    choices = int(np.prod(book.state[secret.field].shape[1:])) if secret else 0
    # The copies of a card are told apart only by how many of its bits are on.
    cards = {
        (card // WORD, bit): (card, bits & (1 << bit) - 1)
        for card in {int(card) for card in book.deck}
        for bits in [book.bits_of(card)]
        for bit in range(64)
        if bits >> bit & 1
    }

    def finder(each: int) -> Finder:
        colouring = book.layout.colourings[each]

        def found(pair: Pair) -> Spot | None:
            near, word = divmod(pair[0] // _BITS, words + choices)
            bit = pair[0] % _BITS * _BITS + pair[1]
            if word < words:
                if (word, bit) not in cards:
                    return None
                card, lower = cards[word, bit]
                return _of_kind(colouring.spot("hand", card), near, lower.bit_count())
            assert secret is not None
            return _of_kind(colouring.spot_of_action(secret.first_action + bit + secret.blank), near, word)

        return found

    every = [(byte, bit) for byte in range((game.players[-1] - 1) * (words + choices) * _BITS) for bit in range(_BITS)]
    return _columns(game, every or [(0, 0)], ever, finder, (0, _BITS))


def colours_of(game: Game) -> int:
    """The most colours there are; none where a game does not say what speaks of them."""
    return max((each.colours for each in game.book.layout.colourings), default=0)


def _slots(game: Game) -> tuple[NDArray[np.int64], int]:
    """Where each action stands with each deck: first those that speak of no colour, then for each colour its own; and
    how many come first.
    """
    actions = range(len(game.book.presentation.actions(game.options())))
    colourings = game.book.layout.colourings
    spots = [[each.spot_of_action(action) for action in actions] for each in colourings] or [[None for _ in actions]]
    plain = [action for action in actions if not any(row[action] for row in spots)]
    kinds: dict[Hashable, int] = {}
    slots = np.zeros((len(spots), len(actions)), np.int64)  # what a deck does not have is never legal
    for deck, row in enumerate(spots):
        for found in filter(None, row):
            kinds.setdefault((deck, found.kind), len(kinds))
    for deck, row in enumerate(spots):
        for action, spot in enumerate(row):
            if spot:
                slots[deck, action] = len(plain) + spot.colour * len(kinds) + kinds[deck, spot.kind]
            elif action in plain:
                slots[deck, action] = plain.index(action)
    return slots, len(plain)


def _of_kind(spot: Spot | None, *more: int) -> Spot | None:
    return spot and Spot(spot.colour, (*spot.kind, *more))


def _columns(
    game: Game, pairs: Sequence[Pair], ever: Container[Pair], finder: Callable[[int], Finder], never: Pair
) -> InputColumns:
    colours, decks = colours_of(game), range(len(game.book.layout.colourings))
    spots = [list(map(finder(deck), pairs)) for deck in decks]
    plain = [pair for number, pair in enumerate(pairs) if pair in ever and not any(row[number] for row in spots)]
    kinds: dict[tuple[int, Hashable], list[Pair]] = {}
    for deck in decks:
        for pair, spot in zip(pairs, spots[deck], strict=True):
            if spot:
                kinds.setdefault((deck, spot.kind), [never] * colours)[spot.colour] = pair
    kept = {kind: row for kind, row in kinds.items() if any(pair in ever for pair in row)}
    coloured = [row[colour] for colour in range(colours) for row in kept.values()]
    deck_of_kind = [deck if len(decks) > 1 else ANY_DECK for deck, _ in kept]
    deck_of = np.array([ANY_DECK] * len(plain) + deck_of_kind * colours, np.int8)
    columns = np.array([*plain, *coloured], np.int64).reshape(-1, 2)
    return InputColumns(columns, deck_of, len(plain), len(kept))
