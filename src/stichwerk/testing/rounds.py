"""A round for tests: stack the deck by name, act by name, look at what happened."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Self

import numpy as np

from stichwerk.games import Game
from stichwerk.games.annotations import Annotations
from stichwerk.games.moves import bid_text
from stichwerk.games.setup import agreed
from stichwerk.games.view import Tableau, seats_in
from stichwerk.kernel.bits import members
from stichwerk.kernel.state import States, snapshot


class RefusedAction(NamedTuple):
    """Why an action is refused, in the words that a player reads."""

    code: str
    reason: str
    rule: str


class Round:
    """One round of a game, dealt as the test says; actions and cards by name.

    ``hands``: the cards by seat, as a list or as one text (``"Y8 R4"``). A hand that is too short is filled up with the
    lowest unused cards, and so is the stock (top first). By default the last seat deals, so that seat 0 begins. Where
    rounds have hands of different sizes, the first one with the size of the longest hand is played, unless
    ``round_no`` is given. ``previous`` are the scores of the round before, ``totals`` the points so far.
    """

    def __init__(
        self,
        game: Game | str,
        hands: Sequence[Sequence[str] | str],
        stock: Sequence[str] | str = (),
        options: Mapping[str, Any] | None = None,
        *,
        dealer: int | None = None,
        round_no: int | None = None,
        previous: Sequence[int] | None = None,
        totals: Sequence[int] | None = None,
    ) -> None:
        self.players = len(hands)
        setup = agreed(game, options, self.players)
        self.game, self.options = setup.game, setup.options
        self.book = self.game.book
        self.verbs = self.book.verbs
        self.names = self.book.presentation.card_names(self.options)
        self.actions = self.book.presentation.actions(self.options)
        self.states = self.book.new_states()
        self.s = self.states[0]
        longest = max(len(_cards(hand)) for hand in hands)
        number = self._round_with(longest) if round_no is None else round_no
        setup.begin(self.states, 0, self.players - 1 if dealer is None else dealer, number)
        for seat in range(self.players):
            self.s.scores[seat] = previous[seat] if previous else 0
            self.s.totals[seat] = totals[seat] if totals else 0
        self.next_round(hands, stock)

    def _round_with(self, cards: int) -> int:
        rounds = range(1, (self.options.rounds_planned(self.players) or 10) + 1)
        return next((number for number in rounds if self.options.hand_size(self.players, number) == cards), 1)

    def next_round(self, hands: Sequence[Sequence[str] | str] = (), stock: Sequence[str] | str = ()) -> Self:
        """Deal the next round of the same game."""
        size = self.options.hand_size(self.players, int(self.s.round_no) + 1)
        held, below_them = [_cards(hand) for hand in hands or [()] * self.players], _cards(stock)
        unused = [self.names[card] for card in self.book.deck]
        for name in [*(name for hand in held for name in hand), *below_them]:
            unused.remove(name)
        deck = []
        for hand in held:
            missing = size - len(hand)
            assert missing >= 0, f"{len(hand)} cards are too many: everybody gets {size} in this round"
            deck += [*hand, *unused[:missing]]
            unused = unused[missing:]
        numbers = [self.names.index(name) for name in (*deck, *below_them, *unused)]
        self.verbs.deal(self.s, np.array(numbers, np.int8))
        return self

    # ------------------------------------------------------------ what is to be seen

    @property
    def table(self) -> Tableau:
        """Everything, as nobody at the table sees it."""
        return self.book.presentation.table(snapshot(self.states), 0)

    def seen_by(self, seat: int) -> Tableau:
        """The table as the seat sees it (-1: a spectator)."""
        return self.book.presentation.table(snapshot(self._hidden(seat)), seat)

    def annotations(self, seat: int) -> Annotations:
        """What the game tells the seat (-1: a spectator) beside the table."""
        return self.book.annotator.annotate(snapshot(self._hidden(seat)), seat)

    def _hidden(self, seat: int) -> States:
        copy = self.states.copy()
        self.verbs.hide(copy[0], seat)
        return copy

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that may act."""
        return seats_in(self.verbs.awaiting(self.s))

    @property
    def to_act(self) -> int:
        """The seat whose turn it is."""
        return int(self.book.loops.to_act(self.s))

    def legal(self, seat: int | None = None) -> set[str]:
        """The names of the legal actions."""
        mask = self.book.new_mask()
        self.verbs.legal(self.s, self.to_act if seat is None else seat, mask)
        return {self.actions.names[action] for action in members(mask.tolist())}

    def refusal(self, name: str, seat: int | None = None) -> RefusedAction | None:
        """Why the action is refused."""
        seat = self.to_act if seat is None else seat
        found = self.book.presentation.refusal(snapshot(self.states), seat, self.actions.numbers[name])
        return None if found is None else RefusedAction(found.code, self.game.said(found), found.rule)

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of the round, by the verb `round_score`."""
        out = np.zeros(self.players, np.int16)
        self.verbs.round_score(self.s, out)
        return tuple(int(points) for points in out)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that lead."""
        return seats_in(self.verbs.winners(self.s))

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return bool(self.verbs.finished(self.s))

    # ------------------------------------------------------------ what is done

    def act(self, seat: int, *names: str) -> Self:
        """Let a seat do these actions, which must be legal."""
        for name in names:
            assert name in self.legal(seat), f"seat {seat} may not {name}: {self.refusal(name, seat)}"
            self.verbs.apply(self.s, seat, self.actions.numbers[name])
        return self

    def play(self, *names: str) -> Self:
        """Actions in turn order, each by the seat whose turn it then is: ``play("Y8", "R4")`` or ``play("Y8 R4")``."""
        for name in " ".join(names).split():
            self.act(self.to_act, name)
        return self

    def bid(self, *bids: int) -> Self:
        """Bids, the dealer's left first."""
        return self.play(*map(bid_text, bids))

    def play_out(self) -> Self:
        """Play on to the end of the round, always the first legal action."""
        while self.waiting:
            legal = self.legal()
            self.play(next(name for name in self.actions.names if name in legal))
        return self


def _cards(cards: Sequence[str] | str) -> list[str]:
    return cards.split() if isinstance(cards, str) else list(cards)
