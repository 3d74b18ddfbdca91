"""Bots at the seats of a match: they get what their seat may know, and answer with a move in the notation.

>>> from stichwerk.bots import bot
>>> match = Match.new("rage", names=["Anja", "Bernd", "Claudia"], seed="tea")
>>> seat = match.waiting[0]
>>> Seated(bot("random", match.game), luck_of("tea", seat)).move(match.knowledge(seat))
'bid:9'
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256

from stichwerk.bots import Bot, checked
from stichwerk.bots.advice import Advised, advise
from stichwerk.errors import IllegalMove
from stichwerk.games.knowledge import Knowledge
from stichwerk.kernel.rng import Rng, rng
from stichwerk.kernel.state import snapshot
from stichwerk.match import Match
from stichwerk.notation import notation

#: Playouts per action: enough for a standard error of about a third of a point, within a second.
PLAYOUTS = 1000


class Seated:
    """A bot that sits at a table, with a random generator of its own."""

    def __init__(self, bot: Bot, luck: Rng) -> None:
        self.bot, self.luck = bot, luck

    def move(self, known: Knowledge) -> str:
        """The bot's move, for `Match.play`, by what its seat knows; not asked where only one thing can be done."""
        decision = _Decision(known)

        def choose() -> int:
            legal = decision.known.legal()
            return legal[0] if len(legal) == 1 else checked(self.bot, decision.known, legal, self.luck)

        return decision.move(choose)


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
    """What the seat, whose turn it is, should do, judged by what the seat may know.

    >>> match = Match.new("rage", names=["Anja", "Bernd", "Claudia"], seed="tea")
    >>> found = advice(match, match.waiting[0], rng(1), playouts=20)
    >>> len(found.moves), round(sum(found.best.tricks), 6)
    (11, 1.0)
    """
    match.check_turn(seat)
    decision = _Decision(match.knowledge(seat))
    if not decision.lays:
        return Advice(decision.outlooks(luck, playouts))
    cards: list[tuple[Outlook, ...]] = []

    def choose() -> int:
        cards.append(decision.outlooks(luck, playouts))
        return decision.notation.card(cards[-1][0].move)

    move = decision.move(choose)
    return Advice((replace(cards[-1][0], move=move),), tuple(cards))


# ---------------------------------------------------------------- from actions to a move


class _Decision:
    """A seat that has to move: of one action, or of several where cards are laid. These are tried on a copy of what the
    seat knows, each when those before it have happened.
    """

    def __init__(self, known: Knowledge) -> None:
        if not known.legal():
            raise IllegalMove(f"it is not seat {known.seat}'s turn", "not-your-turn")
        self.known = known.copy()
        self.notation = notation(known.game, known.options)
        laying = known.game.book.words.laying
        self._actions = (laying(known.states[0]).cards if laying else 0) or 1
        self.lays = laying is not None and laying(known.states[0]).cards > 0

    def move(self, choose: Callable[[], int]) -> str:
        """The whole move, as `Match.legal` writes it: cards laid are grouped by colour."""
        actions = [choose()]
        for _ in range(self._actions - 1):  # the last card is not laid here: then the others' would have to be shown
            self.known.apply(actions[-1])
            actions.append(choose())
        if not self.lays:
            return self.notation.moves[actions[0]].text
        colours = [self.known.game.cards.face(name).colour for name in self.notation.cards]
        return self.notation.lay(sorted(actions, key=lambda card: colours.index(colours[card]))).text

    def outlooks(self, luck: Rng, playouts: int) -> tuple[Outlook, ...]:
        """What each legal action would bring, best first."""
        found = advise(self.known, self.known.legal(), luck, playouts).actions
        return tuple(self._outlook(one) for one in sorted(found, key=lambda one: -one.gain))

    def _outlook(self, one: Advised) -> Outlook:
        move = self.notation.moves[one.action]
        bid = self._bid if move.bid is None else move.bid
        exact = None if bid is None else one.tricks[bid]
        return Outlook(move.text, one.points, one.error, one.gain, one.tricks, exact)

    @cached_property
    def _bid(self) -> int | None:
        seat = self.known.seat
        return self.known.game.book.words.place(snapshot(self.known.states), seat).bid
