"""A trained network in compiled code: quick enough to play on in thought, thousands of cards for a single move.

It plays as `learned.LearnedBot` does, by the same file; all its numbers stand in one row (`packed_network`). The judge
of a network, where it has one, says in the same way what a seat will gain: it sees all cards, so only a world that
somebody has dealt in thought may be shown to it.
"""

import math
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from stichwerk.bots.learned import OWN, brings_network, network_at
from stichwerk.bots.network_layers import add_regarded, layers_of, rows_on, times
from stichwerk.bots.packed_network import (
    ACTION_SUM,
    ADVICE,
    ADVISED,
    BIAS_3,
    BIT_ROW,
    BIT_SUM,
    COLOURS,
    DECKS,
    FACTOR,
    FEATURES,
    LAST,
    LAST_ROW,
    MOST,
    OF_ACTION,
    OF_ACTIONS,
    OF_BIT,
    OF_BITS,
    OF_DECK,
    SECOND,
    TEMPERATURE,
    TOLD_BY,
    WIDE_2,
    WORD_BITS,
    packed,
    packed_judge,
)
from stichwerk.bots.policy import Policy, has_network, network_of, policy_of, regarder
from stichwerk.bots.trained_network import features_of
from stichwerk.errors import UnknownBot
from stichwerk.games import Game
from stichwerk.games.policies.linear import MOST_GLANCE
from stichwerk.games.policies.regarding import MOST_DESCRIBED
from stichwerk.kernel.bits import WORD, count, lowest, next_seat, nth, wide
from stichwerk.kernel.jit import bind, jit
from stichwerk.kernel.rng import draw
from stichwerk.kernel.state import State

if TYPE_CHECKING:
    from stichwerk.games.policies.player_verbs import advise, believe_as_usual
    from stichwerk.kernel.verbs import observe

    # What else is left open: how much is observed; how the rules of thumb play (when they advise, and where a world
    # must fit what others have done); what is hidden of a seat, and how many words that is for each of so many others.
    def _left_open() -> Any: ...

    ADVISING, BELIEVING, FIELD, write_hand, write_choices, regard_legal = _left_open()
    SEEN = SEATS = HAND_WORDS = CHOICES = BLANK = DESCRIBED = 0

#: More actions than are ever legal.
_MOST_ACTIONS = 128


def show(s: State, seat: int, mask: Any, rng: Any, whole: Any, rows: Any, found: Any) -> tuple[int, int]:
    """Find the rows of all that a seat sees and of what is advised (-1: nothing); which deck it is, and that."""
    seen = np.empty(SEEN, np.int16)
    observe(s, seat, seen)
    number = seen[whole[TOLD_BY]] if whole[TOLD_BY] >= 0 else 0
    deck = whole[DECKS] + OF_DECK * number
    rows_on(seen, whole, deck, rows, found)
    advised = -1
    if whole[ADVISED] != 0:
        advised = advise(s, seat, mask, rng, ADVISING)
        action = whole[deck + OF_ACTIONS] + OF_ACTION * advised
        into = whole[action + ACTION_SUM]
        rows[into * whole[MOST] + found[into]] = whole[action + ADVICE]
        found[into] += 1
    return deck, advised


def values_of(s: State, seat: int, mask: Any, rng: Any, style: Any, actions: Any, values: Any) -> int:
    """Write the legal actions and what the network thinks of each; how many they are."""
    whole = style.view(np.int32)
    sums, of_whole, of_colour = 1 + whole[COLOURS], whole[WIDE_2], whole[SECOND]
    rows, found = np.empty(sums * whole[MOST], np.int64), np.zeros(sums, np.int64)
    deck, advised = show(s, seat, mask, rng, whole, rows, found)
    thoughts = layers_of(style, rows, found)
    known = 0
    for word in range(mask.shape[0]):
        left = mask[word]
        while left != 0:
            action = word * WORD + lowest(left)
            left &= left - 1
            place = whole[deck + OF_ACTIONS] + OF_ACTION * action
            into = whole[place + ACTION_SUM]
            begin = of_whole + (into - 1) * of_colour if into > 0 else 0
            end = begin + of_colour if into > 0 else of_whole
            value = style[whole[place + BIAS_3]] + times(thoughts[begin:end], style, whole[place + LAST_ROW])
            actions[known] = action
            values[known] = value + style[FACTOR] if action == advised else value
            known += 1
    if whole[FEATURES] != 0:
        glance, f = np.empty(MOST_GLANCE), np.empty(DESCRIBED)
        which, features = np.empty(MOST_DESCRIBED, np.int64), np.empty(MOST_DESCRIBED * DESCRIBED, np.float32)
        described = regard_legal(s, seat, mask, glance, f, which, features)
        add_regarded(style, thoughts, features, values, described)
    return known


def policy(s: State, seat: int, mask: Any, rng: Any, style: Any) -> int:
    """Draw one of the legal actions by its probability."""
    if count(mask) == 1:
        return nth(mask, 0)
    actions, values = np.empty(_MOST_ACTIONS, np.int64), np.empty(_MOST_ACTIONS)
    known = values_of(s, seat, mask, rng, style, actions, values)
    best = 0
    for k in range(1, known):
        if values[k] > values[best]:
            best = k
    if style[TEMPERATURE] == 0.0:
        likeliest: int = actions[best]
        return likeliest
    top, total = values[best], 0.0
    for k in range(known):
        values[k] = math.exp((values[k] - top) / style[TEMPERATURE])
        total += values[k]
    chosen, drawn = 0, draw(rng) / 4294967296.0 * total
    while chosen < known - 1 and drawn >= values[chosen]:
        drawn -= values[chosen]
        chosen += 1
    choice: int = actions[chosen]
    return choice


def believe(s: State, seat: int, rng: Any, style: Any) -> float:
    """How well a world fits what the others did, as the rules of thumb see it."""
    return believe_as_usual(s, seat, rng, BELIEVING)


@jit
def none_described(s: State, seat: int, mask: Any, glance: Any, f: Any, actions: Any, features: Any) -> int:
    """Where a game brings no features."""
    return 0


# ---------------------------------------------------------------- the judge


def hand_words(s: State, seat: int, words: Any, begin: int) -> None:
    """Write the cards of a seat."""
    for word in range(HAND_WORDS):
        words[begin + word] = s.hand[seat, word]


def one_choice(s: State, seat: int, words: Any, begin: int) -> None:
    """Write what a seat has chosen face down: a bit for each choice there is."""
    words[begin] = 1 << min(max(wide(s[FIELD][seat]) - BLANK, 0), WORD_BITS - 2)


def some_choices(s: State, seat: int, words: Any, begin: int) -> None:
    """The same where each seat makes several."""
    for k in range(CHOICES):
        words[begin + k] = 1 << min(max(wide(s[FIELD][seat, k]) - BLANK, 0), WORD_BITS - 2)


@jit
def nothing(s: State, seat: int, words: Any, begin: int) -> None:
    """Where a game has none of this."""


def judged(s: State, seat: int, mask: Any, rng: Any, numbers: Any) -> float:
    """What a seat that is to choose among these actions will gain, in points. All cards lie open."""
    whole = numbers.view(np.int32)
    sums, most = 1 + whole[COLOURS], whole[MOST]
    rows, found = np.empty(sums * most, np.int64), np.zeros(sums, np.int64)
    deck, _ = show(s, seat, mask, rng, whole, rows, found)
    words = np.zeros((SEATS - 1) * (HAND_WORDS + CHOICES), np.int64)
    other, begin = seat, 0
    for _ in range(1, s.players):
        other = next_seat(other, s.players)
        write_hand(s, other, words, begin)
        write_choices(s, other, words, begin + HAND_WORDS)
        begin += HAND_WORDS + CHOICES
    for word in range(begin):
        left = words[word]
        while left != 0:
            bit = whole[deck + OF_BITS] + OF_BIT * (word * WORD_BITS + lowest(left))
            left &= left - 1
            into = whole[bit + BIT_SUM]
            if into >= 0:
                rows[into * most + found[into]] = whole[bit + BIT_ROW]
                found[into] += 1
    thoughts = layers_of(numbers, rows, found)
    return float(times(thoughts[: whole[WIDE_2]], numbers, whole[LAST]) * numbers[FACTOR])


def judging(game: Game) -> Any:
    """The compiled ``judged(s, seat, mask, rng, numbers)`` of a game: the same for all judges."""
    return _bound(game)["judged"]


@cache
def quick_judge(game: Game, file: str) -> Any:
    """The numbers of the judge that a network brings."""
    network = network_at(game, Path(file))
    if network.judge is None:
        whose = f"the network of {game.title}" if file == OWN else f"the network {file}"
        raise UnknownBot(f"{whose} brings no judge: train it with a student")
    words, choices = _hidden_words(game)
    return packed_judge(network, (game.players[-1] - 1) * (words + choices))


def _hidden_words(game: Game) -> tuple[int, int]:
    """How many words the cards of a seat are, and how many its choices face down."""
    state, secret = game.book.state, game.book.secret
    words = state["hand"].shape[1] if "hand" in (state.names or ()) else 0
    return words, int(np.prod(state[secret.field].shape[1:])) if secret else 0


# ---------------------------------------------------------------- what is bound


def plays_on_by_network(game: Game) -> bool:
    """Whether the game brings a network that is quick enough for playouts."""
    return has_network(game) or brings_network(game)


def playout_network(game: Game, file: str = OWN) -> Policy:
    """A network for playouts: by default that which the game brings along."""
    return network_of(game) if file == OWN and has_network(game) else quick_policy(game, file)


@cache
def quick_policy(game: Game, file: str) -> Policy:
    """The compiled player by a network; the temperature of its playouts is 1."""
    numbers = packed(network_at(game, Path(file)))
    bound, by_hand = _bound(game), policy_of(game)
    return Policy(bound["policy"], bound["policy"], bound["believe"], by_hand.gain, numbers, 1.0)


@cache
def _bound(game: Game) -> dict[str, Any]:
    """All that is compiled for a game: the same for every network."""
    book, by_hand = game.book, policy_of(game)
    advising, believing = by_hand.style.copy(), by_hand.style.copy()
    advising[0], believing[0] = 0.0, by_hand.noise
    words, choices = _hidden_words(game)
    constants: dict[str, Any] = {
        "SEEN": book.layout.size, "ADVISING": advising, "BELIEVING": believing, "SEATS": game.players[-1],
        "HAND_WORDS": words, "CHOICES": choices, "DESCRIBED": features_of(game),
        **({"FIELD": book.secret.field, "BLANK": book.secret.blank} if book.secret else {}),
    }  # fmt: skip
    verbs = {
        "observe": book.verbs.observe,
        "advise": by_hand.policy,
        "believe_as_usual": by_hand.believe,
        "regard_legal": regarder(game) or none_described,
    }
    several = book.secret is not None and book.state[book.secret.field].ndim > 1
    templates = [hand_words] * bool(words) + [some_choices if several else one_choice] * bool(choices)
    hidden = bind(f"{game.id}-hidden", templates, {}, **constants)
    verbs |= {
        "write_hand": hidden.get("hand_words", nothing),
        "write_choices": hidden.get("some_choices", hidden.get("one_choice", nothing)),
    }
    apart = (show, values_of, policy, believe, judged)
    return bind(f"{game.id}-quick", apart, verbs, apart, **constants)
