"""What the tests of the environments play: variants, random decks, random actions by the rules alone; the examples."""

from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from stichwerk.games import game
from stichwerk.kernel.rng import below, rng, shuffle
from stichwerk.play.engine import Engine
from support.programs import program

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def example(name: str) -> ModuleType:
    """A program of the folder examples/, as a module."""
    return program(f"examples/{name}.py")


@dataclass(frozen=True)
class Variant:
    """A game with a number of players and options."""

    game_id: str
    players: int
    options: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return "-".join([self.game_id, str(self.players), *(f"{key}={value}" for key, value in self.options.items())])

    @property
    def agreed(self) -> dict[str, Any]:
        """The arguments for an environment."""
        return {"players": self.players, "options": self.options}


VARIANTS = [
    Variant("null-nichtig", 3),
    Variant("null-nichtig", 4, {"teams": True, "rounds": 2}),
    Variant("null-nichtig", 6, {"target": 60}),
    Variant("rage", 2, {"bidding": "plus-minus-one"}),
    Variant("rage", 4),
    Variant("rage", 3, {"bidding": "secret", "march": True}),
    Variant("rage", 8, {"bidding": "simultaneous"}),
    Variant("alles-oder-nichts", 3, {"deck": "6x8"}),
    Variant("alles-oder-nichts", 5, {"target": 8}),
    Variant("null-nichtig", 4, {"collecting": "as-played", "rounds": 2}),
]


def shuffled_decks(game_id: str, count: int, seed: int) -> list[list[int]]:
    """Whole decks in random order."""
    generator, decks = rng(seed), []
    for _ in range(count):
        deck = game(game_id).book.deck.copy()
        shuffle(generator, deck, deck.size)
        decks.append(deck.tolist())
    return decks


@dataclass
class Played:
    """A game as the rules alone played it: the actions in order, and the points of each round."""

    actions: list[int]
    scores: list[tuple[int, ...]]


def play_by_the_rules(variant: Variant, decks: list[list[int]], dealer: int, seed: int, first_round: int = 1) -> Played:
    """Random actions on these decks. Secret choices are made from the dealer's left, as the environments have it."""
    generator, actions, scores = rng(seed), [], []
    options = game(variant.game_id).options.read(variant.options)
    before = dealer if first_round == 1 else (dealer - 1) % variant.players
    engine = Engine(game(variant.game_id), options, variant.players, before)
    engine.states["round_no"][0] = first_round - 1
    at, mask = engine.game.book.at, engine.game.book.new_mask()
    for deck in decks:
        engine.deal(np.array(deck, np.int8))
        while waiting := engine.waiting:
            seat = min(waiting, key=lambda seat: (seat - engine.dealer - 1) % variant.players)
            at.legal(engine.states, 0, seat, mask)
            legal = [a for a in range(48 * len(mask)) if int(mask[a // 48]) >> a % 48 & 1]
            actions.append(legal[below(generator, len(legal))])
            engine.do(seat, actions[-1:])
        scores.append(engine.scores)
        if engine.finished:
            break
    return Played(actions, scores)
