"""Small networks with random numbers, in files as a training writes them; and what they think, with whole matrices."""

from pathlib import Path
from typing import Any

import numpy as np

from stichwerk.bots.trained_network import (
    ANY_DECK,
    FEATURES_FORMAT,
    FORMAT,
    JUDGE,
    NEVER,
    NO_BIT,
    PLAIN_FORMAT,
    features_of,
    sizes_of,
)
from stichwerk.games import Game
from stichwerk.games.policies.linear import MOST_GLANCE
from stichwerk.games.policies.regarding import MOST_DESCRIBED

WIDTHS = 12, 6
DESCRIBED_WIDTHS = 7, 5
#: How much there is in a network with colours, besides its slots: plain inputs, inputs of each colour, hidden ones.
_PLAIN, _KINDS, _HIDDEN, _HIDDEN_KINDS = 120, 25, 30, 15


def write_small_network(game: Game, file: Path, advised: bool = True, /, **changed: Any) -> dict[str, Any]:
    """Write one without colours, with some of its parts changed (None: left out); what is in it."""
    random = np.random.default_rng(3)
    seen, actions = sizes_of(game)
    source = random.integers(0, seen, 200)
    first, second = WIDTHS
    parts = {
        "format": PLAIN_FORMAT,
        "game": game.id,
        "sizes": [seen, actions],
        "source": source,
        "threshold": random.integers(-1, 3, len(source)),
        "first": random.normal(size=(len(source), first)),
        "advice": random.normal(size=(actions if advised else 0, first)),
        "bias_1": random.normal(size=first),
        "second": random.normal(size=(first, second)),
        "bias_2": random.normal(size=second),
        "last": random.normal(size=(second, actions)),
        "bias_3": random.normal(size=actions),
        "trust": 0.5 if advised else 0.0,
        **changed,
    }
    return _write(file, parts)


def write_coloured_network(game: Game, file: Path, advised: bool = True, /, **changed: Any) -> dict[str, Any]:
    """Write one with three colours and a judge. Where the game tells decks apart, so does it."""
    random = np.random.default_rng(4)
    seen, actions = sizes_of(game)
    tells = next((each.when[0] for each in game.book.layout.colourings if each.when), None)
    colours, decks = 3, 2 if tells else 1
    plain_slots, kinds = actions // 4, -(-actions // colours)
    slots = np.array([random.permutation(plain_slots + colours * kinds)[:actions] for _ in range(decks)])
    slots.flat[slots.argmax()] = plain_slots + colours * kinds - 1
    inputs, hidden = _PLAIN + colours * _KINDS, _HIDDEN + colours * _HIDDEN_KINDS
    threshold = random.integers(-1, 3, inputs)
    threshold[-5:] = NEVER
    bits = random.permutation(hidden_words(game)[1] * 64)[:hidden]
    bit = np.where(np.arange(hidden) % 9 == 0, NO_BIT, bits % 64)

    def decks_of(plain: int, each: int) -> Any:
        own = random.integers(-1, decks, each) if tells else np.full(each, ANY_DECK)
        return np.concatenate([np.full(plain, ANY_DECK), np.tile(own, colours)]).astype(np.int8)

    def layers(plain: int, each: int) -> dict[str, Any]:
        first, second = WIDTHS
        return {
            "plain": random.normal(size=(plain, 2 * first)),
            "kinds": random.normal(size=(each, first)),
            "bias_1": random.normal(size=2 * first),
            "whole": random.normal(size=(2 * first, 2 * second)),
            "own": random.normal(size=(first, second)),
            "bias_2": random.normal(size=2 * second),
        }

    second = WIDTHS[1]
    judge = {
        "word": bits // 64,
        "bit": bit,
        "hidden_deck": decks_of(_HIDDEN, _HIDDEN_KINDS),
        "hidden_plain": _HIDDEN,
        **layers(_PLAIN + plain_slots + _HIDDEN, _KINDS + kinds + _HIDDEN_KINDS),
        "last": random.normal(size=2 * second),
        "scale": 7.0,
    }
    parts = {
        "format": FORMAT,
        "game": game.id,
        "sizes": [seen, actions],
        "source": random.integers(0, seen, inputs),
        "threshold": threshold.astype(np.int16),
        "deck": decks_of(_PLAIN, _KINDS),
        "plain_inputs": _PLAIN,
        "colours": colours,
        "slots": slots,
        "plain_slots": plain_slots,
        "told_by": game.book.layout.start(tells) if tells else -1,
        **layers(_PLAIN + plain_slots * advised, _KINDS + kinds * advised),
        "last": random.normal(size=(2 * second, plain_slots)),
        "last_kinds": random.normal(size=(second, kinds)),
        "bias_3": random.normal(size=plain_slots),
        "bias_kinds": random.normal(size=kinds),
        "trust": 0.5 if advised else 0.0,
        **{JUDGE[name]: part for name, part in judge.items()},
        **changed,
    }
    return _write(file, parts)


def write_described_network(game: Game, file: Path, advised: bool = True, /, **changed: Any) -> dict[str, Any]:
    """Write one as before that also goes by the features of each action, if the game brings any."""
    count = features_of(game)
    if not count:
        return write_coloured_network(game, file, advised, **changed)
    random, (first, second) = np.random.default_rng(5), DESCRIBED_WIDTHS
    parts = {
        "format": FEATURES_FORMAT,
        "features": random.normal(size=(count, first)),
        "context": 0.1 * random.normal(size=(2 * WIDTHS[1], first)),
        "features_bias": random.normal(size=first),
        "features_second": random.normal(size=(first, second)),
        "features_bias_2": random.normal(size=second),
        "features_last": random.normal(size=second),
    }
    return write_coloured_network(game, file, advised, **{**parts, **changed})


def _write(file: Path, parts: dict[str, Any]) -> dict[str, Any]:
    kept: dict[str, Any] = {name: np.asarray(part) for name, part in parts.items() if part is not None}
    with file.open("wb") as there:
        np.savez(there, **kept)
    return kept


# ---------------------------------------------------------------- what they think


def described(game: Game, states: Any, seat: int, legal: tuple[int, ...]) -> Any:
    """The features of legal actions, a row for each that is described; None where a game brings none."""
    module = game.module("features")
    if module is None:
        return None
    glance, found = np.empty(MOST_GLANCE), np.full((len(legal), module.FEATURES), np.nan)
    module.look(states[0], seat, glance)
    for row, action in zip(found, legal, strict=True):
        module.regard(states[0], seat, action, glance, row)
    assert np.isfinite(found).all()
    return found[:MOST_DESCRIBED]


def liked(parts: dict[str, Any], seen: Any, advised: int, legal: tuple[int, ...], features: Any) -> Any:
    """How much each legal action is liked, if one is advised (of a network that takes no advice: none is)."""
    likings, whole = _liked_and_whole(parts, seen, advised)
    likings = likings[list(legal)]
    if "features" in parts:
        first = np.maximum(features @ parts["features"] + whole @ parts["context"] + parts["features_bias"], 0)
        second = np.maximum(first @ parts["features_second"] + parts["features_bias_2"], 0)
        likings[: len(features)] += second @ parts["features_last"]
    return likings


def _liked_and_whole(parts: dict[str, Any], seen: Any, advised: int) -> tuple[Any, Any]:
    """How much each action is liked but for its features, and what was made of the whole."""
    if int(parts["format"]) == PLAIN_FORMAT:
        on = np.append((seen[parts["source"]] > parts["threshold"]).astype(float), np.zeros(len(parts["advice"])))
        likings = np.zeros(len(parts["bias_3"]))
        if len(parts["advice"]):
            on[len(parts["source"]) + advised] = 1
            likings[advised] = parts["trust"]
        first = np.maximum(on @ np.concatenate([parts["first"], parts["advice"]]) + parts["bias_1"], 0)
        second = np.maximum(first @ parts["second"] + parts["bias_2"], 0)
        return likings + second @ parts["last"] + parts["bias_3"], second
    plain, of_colours, slots = _shown(parts, seen, advised)
    whole, own = _through(parts, plain[: len(parts["plain"])], of_colours[:, : len(parts["kinds"])])
    found = np.append(whole @ parts["last"] + parts["bias_3"], own @ parts["last_kinds"] + parts["bias_kinds"])
    found[slots[advised]] += parts["trust"]
    return found[slots], whole


def expected_gain(parts: dict[str, Any], seen: Any, advised: int, words: Any) -> float:
    """What the judge says, if these words are hidden."""
    judge = {name: parts[there] for name, there in JUDGE.items()}
    plain, of_colours, _ = _shown(parts, seen, advised)
    bits = np.array([0 if bit == NO_BIT else int(words[word]) >> int(bit) & 1 for word, bit in
                     zip(judge["word"], judge["bit"], strict=True)])  # fmt: skip
    bits[~np.isin(judge["hidden_deck"], (ANY_DECK, _deck(parts, seen)))] = 0
    first = int(judge["hidden_plain"])
    hidden = bits[first:].reshape(len(of_colours), -1)
    whole, _ = _through(judge, np.append(plain, bits[:first]), np.concatenate([of_colours, hidden], 1))
    return float(whole @ judge["last"] * judge["scale"])


def hidden_words(game: Game) -> tuple[int, int]:
    """How many words are hidden of each seat, and of all others together."""
    book = game.book
    words = book.state["hand"].shape[1]
    if book.secret:
        words += int(np.prod(book.state[book.secret.field].shape[1:]))
    return words, words * (game.players[-1] - 1)


def hidden_from(game: Game, states: Any, seat: int) -> Any:
    """The words that are hidden from a seat."""
    state, secret = states[0], game.book.secret
    each, every = hidden_words(game)
    words = []
    for near in range(1, int(state["players"])):
        other = (seat + near) % int(state["players"])
        words += state["hand"][other].tolist()
        if secret:
            words += [
                1 << min(max(int(choice) - secret.blank, 0), 62) for choice in np.ravel(state[secret.field][other])
            ]
    assert len(words) % each == 0
    return words + [0] * (every - len(words))


def _deck(parts: dict[str, Any], seen: Any) -> int:
    return int(seen[parts["told_by"]]) if parts["told_by"] >= 0 else 0


def _shown(parts: dict[str, Any], seen: Any, advised: int) -> tuple[Any, Any, Any]:
    """What is on: plain inputs and slots; for each colour its inputs and slots. And where the actions stand."""
    colours, plain, plain_slots = (int(parts[name]) for name in ("colours", "plain_inputs", "plain_slots"))
    deck = _deck(parts, seen)
    on = (seen[parts["source"]] > parts["threshold"]) & np.isin(parts["deck"], (ANY_DECK, deck))
    slots = parts["slots"][deck]
    every = np.arange(parts["slots"].max() + 1) == slots[advised]
    of_colours = on[plain:].reshape(colours, -1), every[plain_slots:].reshape(colours, -1)
    return np.append(on[:plain], every[:plain_slots]).astype(float), np.concatenate(of_colours, 1).astype(float), slots


def _through(parts: dict[str, Any], plain: Any, of_colours: Any) -> tuple[Any, Any]:
    half = len(parts["own"])
    first = plain @ parts["plain"] + parts["bias_1"]
    own = np.maximum(of_colours @ parts["kinds"] + first[half:], 0)
    first[half:] = own.mean(0)
    second = np.maximum(first, 0) @ parts["whole"] + parts["bias_2"]
    half = parts["own"].shape[1]
    own = np.maximum(own @ parts["own"] + second[half:], 0)
    second[half:] = own.mean(0)
    return np.maximum(second, 0), own
