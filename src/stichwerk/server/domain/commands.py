"""What can be asked of a table: by a person at it (`messages.Ask`), by somebody at the door, by a bot, by the clock."""

from dataclasses import dataclass
from typing import Protocol

from stichwerk.games.plain_data import PlainData
from stichwerk.play.fair import new_seed
from stichwerk.play.receipts import Receipt, Signer
from stichwerk.protocol.messages import Ask
from stichwerk.server.domain.tokens import new_code


@dataclass(frozen=True)
class Join:
    """Somebody with a name and a fresh token (its hash) wants to sit.

    ``seat``: only there. ``epoch``: that of the invite; None for those who come by a short code or the public list.
    ``wish``: the seat that they have chosen themselves.
    """

    name: str
    token: str
    seat: int | None = None
    epoch: int | None = None
    wish: int | None = None
    face: str | None = None


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
    """Where chance and the signatures come from: outside, so that deciding itself is the same every time."""

    @property
    def receipt_key(self) -> str:
        """The public key of the receipts."""

    def seed(self) -> str:
        """The secret seed of a game."""

    def code(self) -> str:
        """A short code to join by."""

    def sign(self, receipt: Receipt) -> str:
        """The signature under a receipt."""


class ServerChance:
    """The chance of a real server, and its signature."""

    def __init__(self, signing_key: str) -> None:
        self._signer = Signer(signing_key)
        self.receipt_key = self._signer.public

    def seed(self) -> str:
        """The secret seed of a game."""
        return new_seed()

    def code(self) -> str:
        """A short code to join by."""
        return new_code()

    def sign(self, receipt: Receipt) -> str:
        """The signature under a receipt."""
        return self._signer.sign(receipt)


class Asked(PlainData, frozen=True, eq=False):
    """A command, who gives it (a seat, or None), and when."""

    command: Ask | Join | BotMove | Tick
    now: int
    seat: int | None
    chance: Chance
