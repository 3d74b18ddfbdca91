"""A round on the table for tests: stack the deck by name, act by name, look at what happened."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from stichwerk import testing
from stichwerk.games import game
from stichwerk.kernel.rng import below, rng, shuffle
from stichwerk.testing import RefusedAction

__all__ = ["RefusedAction", "Round", "rage_trick", "random_games", "taker"]


class Round(testing.Round):
    """One round of a game of this house, dealt as the test says, with its options as further arguments."""

    def __init__(self, game_id: str, hands: Sequence[Sequence[str]], stock: Sequence[str] = (), **more: Any) -> None:
        about = {name: more.pop(name) for name in ("dealer", "round_no", "previous", "totals") if name in more}
        super().__init__(game_id, hands, stock, more, **about)

    def not_refused(self, seat: int) -> set[str]:
        """The names of the actions against which there is no reason."""
        return {name for name in self.actions.names if self.refusal(name, seat) is None}

    def random_positions(self, rounds: int, seed: int) -> Iterator["Round"]:
        """Deal and play further rounds at random; stop at every position, also at the end of a round."""
        generator, deck, mask = rng(seed), self.book.deck.copy(), self.book.new_mask()
        for _ in range(rounds):
            shuffle(generator, deck, len(deck))
            self.verbs.deal(self.s, deck)
            while self.waiting:
                yield self
                seat = self.waiting[below(generator, len(self.waiting))]
                self.verbs.apply(self.s, seat, self.book.loops.random_action(self.s, seat, mask, generator))
            yield self

    def observed_by(self, seat: int) -> list[int]:
        """The observation of the seat."""
        out = self.book.new_observation()
        self.verbs.observe(self.s, seat, out)
        return [int(number) for number in out]

    def feature(self, seat: int, name: str) -> list[int]:
        """One feature of the seat's observation."""
        [size] = [feature.size for feature in self.book.layout.features if feature.name == name]
        start = self.book.layout.start(name)
        return self.observed_by(seat)[start : start + size]


def random_games(game_id: str, players: int, games: int, seed: int = 0, **options: Any) -> Iterator[tuple[Any, Any]]:
    """Whole random games: the final state of each, and the decks of its rounds (one per row, ten at most)."""
    chosen = game(game_id)
    book = chosen.book
    s = book.new_states()[0]
    vector = np.array(chosen.options.read(options).vector(players, 0), np.int64)
    log = np.zeros((0, 2), np.int64)
    for number in range(games):
        decks = np.zeros((10, len(book.deck)), np.int8)
        sheet = np.zeros((10, 2 + players), np.int64)
        deck, mask, generator = book.deck.copy(), book.new_mask(), rng(seed, number)
        book.loops.random_game(s, vector, deck, mask, generator, decks, log, sheet)
        yield s, decks[: s.round_no]


def rage_trick(cards: str, stock: str = "R0", kept: str = "", **options: Any) -> Round:
    """A trick of Rage, led by seat 0: ``rage_trick("Y8 R4 NT", stock="R0 G0")``, and the table after it.

    Every seat holds the card it plays, and one of ``kept`` for another trick; without them it is the last trick
    of the round. By default red is trump. Everybody has bid 0.
    """
    played = cards.split()
    hands = [[card.partition(":")[0]] for card in played]
    for hand, card in zip(hands, kept.split(), strict=bool(kept)):
        hand.append(card)
    table = Round("rage", hands, stock.split(), **options)
    return table.bid(*[0] * len(played)).play(*played)


def taker(table: Round) -> int:
    """The seat that has taken the only trick so far."""
    tricks = [place.tricks for place in table.table.places]
    assert sum(tricks) == 1
    return tricks.index(1)
