"""One table of an environment: a game that is dealt, played action by action, and seen from its seats."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stichwerk.envs.episode import EpisodePlan, refused
from stichwerk.envs.single import NOBODY, single
from stichwerk.errors import IllegalMove, quoted
from stichwerk.games import SPECTATOR
from stichwerk.games.knowledge import Knowledge, known_by
from stichwerk.games.view import Place
from stichwerk.kernel.rng import Rng, below, shuffle
from stichwerk.kernel.state import snapshot
from stichwerk.play.notation import notation


class EnvTable:
    """A game being played. Everything that leaves it for a seat comes from `observe`, `legal` and `hide`."""

    def __init__(self, plan: EpisodePlan) -> None:
        self.plan = plan
        self._single, self._at = single(plan.game), plan.book.at
        self.states = plan.book.new_states()
        self._bits, self._row = plan.book.new_mask(), np.zeros(len(plan.actions), np.int64)
        self._decks: list[Sequence[int]] = []
        #: Whose turn it is: in a secret phase the first from the dealer's left that has not chosen; -1 if it is over.
        self.seat = NOBODY
        self.over = True

    def begin(self, rng: Rng, dealer: int | None = None, decks: Sequence[Sequence[int]] = ()) -> None:
        """A new game. What is not given is drawn: who deals first, and the decks of the rounds (card numbers)."""
        players = self.plan.players
        if dealer is not None and dealer not in range(players):
            raise IllegalMove(f"there is no seat {quoted(dealer)}; seats go from 0 to {players - 1}", "unknown-seat")
        self._rng, self._decks = rng, list(decks)
        self.plan.begin(self.states, 0, below(rng, players) if dealer is None else dealer)
        self.over = False
        self._deal()

    def _deal(self) -> None:
        deck = self.plan.book.deck.copy()
        if self._decks:
            deck = np.array(self._decks.pop(0), np.int8)
            notation(self.plan.game, self.plan.options).check_deck(deck)
        else:
            shuffle(self._rng, deck, deck.size)
        self._at.deal(self.states, 0, deck)
        self.seat = self._single.turn(self.states)

    def play(self, action: Any) -> tuple[int, ...]:
        """An action of the seat whose turn it is; the points of the round, if it ends with this, else nothing."""
        if not self.is_legal(action):
            raise self.refusal(action)
        self.seat, _ = self._single.act(self.states, self.seat, int(action), self._bits, self._row)
        if self.seat != NOBODY:
            return ()
        scores = tuple(self.states["scores"][0, : self.plan.players].tolist())
        self.over = self.plan.over(self.states, 0)
        if not self.over:
            self._deal()
        return scores

    def end(self) -> None:
        """Break the game off."""
        self.seat, self.over = NOBODY, True

    def is_legal(self, action: Any) -> bool:
        """Whether the seat whose turn it is may do this."""
        return isinstance(action, (int, np.integer)) and int(action) in self.legal()

    def refusal(self, action: Any) -> IllegalMove:
        """Why the seat whose turn it is may not do this."""
        if self.over:
            return IllegalMove("the game is over: call reset", "game-over")
        return refused(self.plan, self.states, 0, self.seat, action)

    # ------------------------------------------------------------ what a seat sees

    def legal(self) -> list[int]:
        """The legal actions of the seat whose turn it is."""
        if self.seat == NOBODY:
            return []
        found = self._single.list_legal(self.states, self.seat, self._bits, self._row)
        return self._row[:found].tolist()

    def action_mask(self, seat: int) -> NDArray[np.int8]:
        """1 for each action that the seat may do now; nothing but 0 for a seat whose turn it is not."""
        mask = np.zeros(len(self.plan.actions), np.int8)
        if seat == self.seat:
            mask[self.legal()] = 1
        return mask

    def observation(self, seat: int) -> NDArray[np.int16]:
        """What the seat sees, as numbers."""
        out = self.plan.book.new_observation()
        self._at.observe(self.states, 0, seat, out)
        return out

    def knowledge(self, seat: int) -> Knowledge:
        """What a bot may know at this seat."""
        return known_by(self.plan.game, self.plan.options, seat, self.states)

    def totals(self) -> tuple[int, ...]:
        """The points in all finished rounds, by seat."""
        return tuple(self.states["totals"][0, : self.plan.players].tolist())

    def text(self, seat: int = SPECTATOR) -> str:
        """What the seat sees, to be read; a spectator sees nobody's cards."""
        table = self.plan.book.presentation.table(snapshot(self.knowledge(seat).states), seat)
        trick = [f"seat {(table.leader + i) % self.plan.players} {card}" for i, card in enumerate(table.trick)]
        head = [self.plan.game.title, f"round {table.round}", f"seat {table.dealer} deals"]
        if table.trump:
            head.append(f"trump {table.trump}")
        return "\n".join(
            [
                ", ".join(head),
                *(f"seat {i}: {_place_text(place)}, total {table.totals[i]}" for i, place in enumerate(table.places)),
                f"trick: {', '.join(trick) or 'none'}",
                f"to act: {'nobody' if self.seat == NOBODY else f'seat {self.seat}'}",
            ]
        )


def _place_text(place: Place) -> str:
    parts = [f"{place.cards} cards"]
    if place.hand:
        parts.append(" ".join(place.hand))
    if place.has_bid:
        parts.append("has bid" if place.bid is None else f"bid {place.bid}")
    parts += [_shown_text(name.replace("_", " "), value) for name, value in place.shows.items() if value]
    return ", ".join([*parts, f"{place.tricks} tricks"])


def _shown_text(name: str, value: Any) -> str:
    """What only this game shows at a seat: something that is so, a row of things, or a number."""
    if value is True:
        return name
    return f"{name} {' '.join(map(str, value)) if isinstance(value, tuple) else value}"
