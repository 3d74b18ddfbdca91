"""Bots at the seats of a match: they get what their seat may know, and answer with a move in the notation.

>>> from stichwerk import Match, bot
>>> match = Match.new("rage", names=["Anja", "Bernd", "Claudia"], seed="tea")
>>> seat = match.waiting[0]
>>> BotPlayer(bot("random", match.game), seat_rng("tea", seat)).move(match.knowledge(seat))
'bid:9'
"""

import secrets
from hashlib import sha256

from stichwerk.bots import Bot, checked
from stichwerk.games.knowledge import Knowledge
from stichwerk.kernel.rng import Rng, rng
from stichwerk.play.decision import Decision

#: What bots are called at a table: names for machines, and more of them than seats, so that nobody need be called like
#: a person there.
CALLED = ("Pixel", "Bolt", "Cosmo", "Dot", "Fizz", "Gizmo", "Hex", "Jolt", "Kilo", "Turbo")


class BotPlayer:
    """A bot that sits at a table, with a random generator of its own: `seat_rng` makes one. Without one, its luck is
    secret and never the same again.
    """

    def __init__(self, bot: Bot, generator: Rng | None = None) -> None:
        self.bot = bot
        self.generator = seat_rng(None, 0) if generator is None else generator

    def move(self, known: Knowledge) -> str:
        """The bot's move, for `Match.play`, by what its seat knows; not asked where only one thing can be done."""
        decision = Decision(known)

        def choose() -> int:
            legal = decision.known.legal()
            return legal[0] if len(legal) == 1 else checked(self.bot, decision.known, legal, self.generator)

        return decision.move(choose)


def seat_rng(seed: str | None, seat: int) -> Rng:
    """The random generator of a seat: with a seed the same one again, without one a secret one."""
    number = secrets.randbits(63) if seed is None else int.from_bytes(sha256(f"bots {seed}".encode()).digest()[:8])
    return rng(number, seat)
