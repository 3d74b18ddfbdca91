"""What can be asked of a table: by a person at it (`messages.Ask`), by somebody at the door, by a bot, by the clock."""

from dataclasses import dataclass, field
from typing import Protocol

from stichwerk.play.fair import new_seed
from stichwerk.protocol.messages import Ask
from stichwerk.server.domain.tokens import new_code


@dataclass(frozen=True)
class Join:
    """Somebody with a name and a fresh token (its hash) wants to sit.

    ``seat``: only there. ``epoch``: that of the invite; None for those who come by a short code or the public list.
    """

    name: str
    token: str
    seat: int | None = None
    epoch: int | None = None


@dataclass(frozen=True)
class BotMove:
    """The move of the bot at a seat; ``seen`` is the fact after which it began to think."""

    seat: int
    move: str
    seen: int


@dataclass(frozen=True)
class Tick:
    """Time has passed, somebody has come or gone, or something has happened: see what follows."""


class Chance(Protocol):
    """Where chance comes from: outside, so that deciding itself is the same every time."""

    def seed(self) -> str:
        """The secret seed of a game."""

    def code(self) -> str:
        """A short code to join by."""


class _Secret:
    def seed(self) -> str:
        return new_seed()

    def code(self) -> str:
        return new_code()


@dataclass(frozen=True)
class Asked:
    """A command, who gives it (a seat, or None), and when."""

    command: Ask | Join | BotMove | Tick
    now: int
    seat: int | None = None
    chance: Chance = field(default_factory=_Secret)
