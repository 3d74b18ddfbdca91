"""A small network with random numbers, in a file as a training writes it."""

from pathlib import Path
from typing import Any

import numpy as np

from stichwerk.bots.learned import FORMAT, sizes_of
from stichwerk.games import Game

WIDTHS = 12, 6


def write_small_network(game: Game, file: Path, advised: bool = True, /, **changed: Any) -> dict[str, Any]:
    """Write it, with some of its parts changed (None: left out); what is in it."""
    random = np.random.default_rng(3)
    seen, actions = sizes_of(game)
    source = random.integers(0, seen, 200)
    first, second = WIDTHS
    parts = {
        "format": FORMAT,
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
    kept: dict[str, Any] = {name: np.asarray(part) for name, part in parts.items() if part is not None}
    with file.open("wb") as there:
        np.savez(there, **kept)
    return kept
