"""What a bot is: it gets what its seat may know, the legal actions and a random generator, and names an action."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from stichwerk.errors import BotMistake
from stichwerk.games.knowledge import Knowledge
from stichwerk.kernel.rng import Rng


@runtime_checkable
class Bot(Protocol):
    """A player that is a program. The same object may sit at several seats, for it remembers nothing between two moves.

    Where a move takes several actions (laying cards), ``choose`` is called several times in a row.
    """

    @property
    def name(self) -> str:
        """What to call it in a table of results."""

    def choose(self, known: Knowledge, legal: Sequence[int], rng: Rng) -> int:
        """One of the ``legal`` actions. All its randomness comes from ``rng``, so that a game can be played again."""


def checked(bot: Bot, known: Knowledge, legal: Sequence[int], rng: Rng) -> int:
    """The bot's choice; raises if it is not one of the legal actions."""
    action = bot.choose(known, legal, rng)
    if action not in legal:
        raise BotMistake(f"the bot {bot.name!r} chose {action!r}, which is not one of its legal actions {list(legal)}")
    return int(action)
