"""Bots at the seats of a match: they get what their seat may know, and answer with a move in the notation.

>>> from stichwerk.bots import bot
>>> match = Match.new("rage", names=["Anja", "Bernd", "Claudia"], seed="tea")
>>> seat = match.waiting[0]
>>> Seated(bot("random", match.game), luck_of("tea", seat)).move(match, seat)
'bid:9'
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Protocol

from numpy.typing import NDArray

from stichwerk.bots import Bot, Hidden, checked
from stichwerk.bots.advice import Advised, advise
from stichwerk.games import Game
from stichwerk.games.options import Options
from stichwerk.games.view import Table
from stichwerk.kernel.bits import members
from stichwerk.kernel.rng import Rng, rng
from stichwerk.kernel.state import snapshot
from stichwerk.match import Match
from stichwerk.notation import notation

#: Playouts per action: enough for a standard error of about a third of a point, within a second.
PLAYOUTS = 1000


class Position(Protocol):
    """What a seat needs of a game to choose a move. A `Match` has it; so has a copy of what one seat knows."""

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def options(self) -> Options:
        """Its options."""

    def check_turn(self, seat: int) -> None:
        """Refuse a seat that may not move now."""

    def hidden(self, seat: int) -> NDArray[Any]:
        """The state as the seat knows it; the caller may change it."""


class Seated:
    """A bot that sits at a table, with a random generator of its own."""

    def __init__(self, bot: Bot, luck: Rng) -> None:
        self.bot, self.luck = bot, luck

    def move(self, match: Position, seat: int) -> str:
        """The bot's move, for `Match.play`. Where only one thing can be done, it is not asked."""
        sight = _Sight(match, seat)

        def choose() -> int:
            legal = sight.legal
            return legal[0] if len(legal) == 1 else checked(self.bot, sight.hidden, legal, self.luck)

        return sight.move(sight.decided(choose))


def luck_of(seed: str | None, seat: int) -> Rng:
    """The random generator of a seat: with a seed the same one again, without one a secret one."""
    number = secrets.randbits(63) if seed is None else int.from_bytes(sha256(f"bots {seed}".encode()).digest()[:8])
    return rng(number, seat)


# ---------------------------------------------------------------- advice


@dataclass(frozen=True)
class Outlook:
    """What a move is expected to bring in this round, if everybody plays on well.

    ``points`` with their standard ``error``; ``gain``, how far ahead of the others that is; ``tricks``, the probability
    of each number of tricks; ``exact``, in games with bids, the probability that the bid is met.
    """

    move: str
    points: float
    error: float
    gain: float
    tricks: tuple[float, ...]
    exact: float | None = None


@dataclass(frozen=True)
class Advice:
    """The legal moves, best first: the best is the one that gains most on the others.

    Layings are too many to try: of them there is one, the recommended, and ``cards`` has the outlook of each card that
    could be laid first, then second, and so on, after the ones recommended before it.
    """

    moves: tuple[Outlook, ...]
    cards: tuple[tuple[Outlook, ...], ...] = ()

    @property
    def best(self) -> Outlook:
        """The recommended move."""
        return self.moves[0]


def advice(match: Match, seat: int, luck: Rng, playouts: int = PLAYOUTS) -> Advice:
    """What the seat should do, judged by what the seat may know.

    >>> match = Match.new("rage", names=["Anja", "Bernd", "Claudia"], seed="tea")
    >>> found = advice(match, match.waiting[0], rng(1), playouts=20)
    >>> len(found.moves), round(sum(found.best.tricks), 6)
    (11, 1.0)
    """
    sight = _Sight(match, seat)
    if not sight.lays:
        return Advice(sight.outlooks(luck, playouts))
    cards: list[tuple[Outlook, ...]] = []

    def choose() -> int:
        cards.append(sight.outlooks(luck, playouts))
        return sight.number(cards[-1][0].move)

    move = sight.move(sight.decided(choose))
    return Advice((replace(cards[-1][0], move=move),), tuple(cards))


# ---------------------------------------------------------------- what a seat knows


class _Sight:
    """What a seat knows when it has to move; cards can be laid in it without anybody noticing."""

    def __init__(self, match: Position, seat: int) -> None:
        match.check_turn(seat)
        self.hidden = Hidden(match.game, seat, match.hidden(seat))
        self._book = match.game.book
        self._notation = notation(match.game, match.options)
        self._table: Table = self._book.words.table(snapshot(self.hidden.states), seat)
        laying = self._book.words.laying
        self._to_lay = laying(self.hidden.states[0]).cards if laying else 0
        self.lays = self._to_lay > 0

    @property
    def legal(self) -> tuple[int, ...]:
        """The numbers of the legal actions."""
        mask = self._book.new_mask()
        self._book.at.legal(self.hidden.states, 0, self.hidden.seat, mask)
        return members(mask.tolist())

    def decided(self, choose: Callable[[], int]) -> list[int]:
        """The actions of a whole move, each chosen when those before it have happened."""
        actions = [choose()]
        for _ in range(self._to_lay - 1):  # the last card is not laid here: then the others' would have to be shown
            self._book.at.apply(self.hidden.states, 0, self.hidden.seat, actions[-1])
            actions.append(choose())
        return actions

    def move(self, actions: Sequence[int]) -> str:
        """The move that these actions are, as `Match.legal` writes it: cards laid are grouped by colour."""
        if not self.lays:
            return self._notation.actions.names[actions[0]]
        colours = [name[0] for name in self._notation.cards]
        return self._notation.lay(tuple(sorted(actions, key=lambda card: colours.index(colours[card]))))

    def number(self, name: str) -> int:
        """The number of an action."""
        return self._notation.actions.numbers[name]

    def outlooks(self, luck: Rng, playouts: int) -> tuple[Outlook, ...]:
        """What each legal action would bring, best first."""
        found = advise(self.hidden, self.legal, luck, playouts).actions
        return tuple(self._outlook(one) for one in sorted(found, key=lambda one: -one.gain))

    def _outlook(self, one: Advised) -> Outlook:
        name = self._notation.actions.names[one.action]
        bid = int(name[4:]) if name.startswith("bid:") else self._table.places[self.hidden.seat].bid
        exact = None if bid is None else one.tricks[bid]
        return Outlook(name, one.points, one.error, one.gain, one.tricks, exact)
