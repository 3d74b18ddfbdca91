"""A round on the table for tests: stack the deck by name, act by name, look at what happened."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from stichwerk.games import game
from stichwerk.games.telling import Told
from stichwerk.games.view import Table, seats_in
from stichwerk.kernel.rng import below, rng, shuffle
from stichwerk.kernel.state import snapshot


class Refused(NamedTuple):
    """Why an action is refused, in the words that a player reads."""

    code: str
    reason: str
    rule: str


class Round:
    """One round of a game, dealt as the test says.

    ``hands`` are lists of card names by seat; a hand that is too short is filled up with the lowest unused cards of
    the deck, and so is the stock (``stock``: top first). By default the last seat deals, so that seat 0 leads. For
    Rage and Alles oder Nichts the round is chosen by the size of the longest hand, unless ``round_no`` is given.
    ``previous`` are the scores of the round before, ``totals`` the points so far.
    """

    def __init__(
        self,
        game_id: str,
        hands: Sequence[Sequence[str]],
        stock: Sequence[str] = (),
        *,
        dealer: int | None = None,
        round_no: int | None = None,
        previous: Sequence[int] | None = None,
        totals: Sequence[int] | None = None,
        **options: Any,
    ) -> None:
        self.game = game(game_id)
        self.book = self.game.book
        self.verbs = self.book.verbs
        self.options = self.game.options.read(options)
        self.players = len(hands)
        self.options.check_players(self.players)
        self.names = self.book.words.card_names(self.options)
        self.actions = self.book.words.actions(self.options)
        self.states = self.book.new_states()
        self.s = self.states[0]
        if round_no is None:
            most = max(len(hand) for hand in hands)
            sizes = {self.options.hand_size(self.players, k): k for k in range(10, 0, -1)}
            round_no = sizes.get(most, 1)
        dealer = self.players - 1 if dealer is None else dealer
        first = dealer if round_no == 1 else (dealer - 1) % self.players
        self.verbs.begin(self.s, np.array(self.options.vector(self.players, first), np.int64))
        self.s.round_no = round_no - 1
        for seat in range(self.players):
            self.s.scores[seat] = previous[seat] if previous else 0
            self.s.totals[seat] = totals[seat] if totals else 0
        size = self.options.hand_size(self.players, round_no)
        self.verbs.deal(self.s, self._stack(hands, stock, size))

    def _stack(self, hands: Sequence[Sequence[str]], stock: Sequence[str], size: int) -> Any:
        unused = [self.names[card] for card in self.book.deck]
        for name in [*(name for hand in hands for name in hand), *stock]:
            unused.remove(name)
        deck = []
        for hand in hands:
            missing = size - len(hand)
            deck += [*hand, *unused[:missing]]
            unused = unused[missing:]
        deck += [*stock, *unused]
        return np.array([self.names.index(name) for name in deck], np.int8)

    @property
    def table(self) -> Table:
        """Everything, as nobody at the table sees it."""
        return self.book.words.table(snapshot(self.states), 0)

    def seen_by(self, seat: int) -> Table:
        """The table as the seat sees it (-1: a spectator)."""
        copy = self.states.copy()
        self.verbs.hide(copy[0], seat)
        return self.book.words.table(snapshot(copy), seat)

    def told(self, seat: int) -> Told:
        """What the game tells the seat (-1: a spectator) beside the table."""
        copy = self.states.copy()
        self.verbs.hide(copy[0], seat)
        return self.book.telling.told(snapshot(copy), seat)

    @property
    def to_act(self) -> int:
        """The seat whose turn it is."""
        return int(self.book.loops.to_act(self.s))

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that may act."""
        return seats_in(self.verbs.awaiting(self.s))

    def legal(self, seat: int | None = None) -> set[str]:
        """The names of the legal actions."""
        mask = self.book.new_mask()
        self.verbs.legal(self.s, self.to_act if seat is None else seat, mask)
        return {name for number, name in enumerate(self.actions.names) if int(mask[number // 48]) >> number % 48 & 1}

    def refusal(self, name: str, seat: int | None = None) -> Refused | None:
        """Why the action is refused."""
        seat = self.to_act if seat is None else seat
        found = self.book.words.refusal(snapshot(self.states), seat, self.actions.numbers[name])
        return None if found is None else Refused(found.code, self.game.said(found), found.rule)

    def act(self, seat: int, *names: str) -> "Round":
        """Let a seat do these actions, which must be legal."""
        for name in names:
            assert name in self.legal(seat), f"seat {seat} may not {name}: {self.refusal(name, seat)}"
            self.verbs.apply(self.s, seat, self.actions.numbers[name])
        return self

    def play(self, *names: str) -> "Round":
        """Actions in turn order, each by the seat whose turn it then is."""
        for name in names:
            self.act(self.to_act, name)
        return self

    def bid(self, *bids: int) -> "Round":
        """Bids, the dealer's left first."""
        return self.play(*(f"bid:{bid}" for bid in bids))

    def play_out(self) -> "Round":
        """Play on to the end of the round, always the first legal action."""
        while self.waiting:
            legal = self.legal()
            self.play(next(name for name in self.actions.names if name in legal))
        return self

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

    def next_round(self, hands: Sequence[Sequence[str]] = (), stock: Sequence[str] = ()) -> "Round":
        """Deal the next round of the same game."""
        size = self.options.hand_size(self.players, int(self.s.round_no) + 1)
        self.verbs.deal(self.s, self._stack(hands or [()] * self.players, stock, size))
        return self

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


def random_games(
    game_id: str, players: int, games: int, seed: int = 0, **options: Any
) -> Iterator[tuple[Any, Any]]:
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
