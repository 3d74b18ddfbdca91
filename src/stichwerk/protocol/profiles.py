"""What somebody's games say about them, as it is told to whoever has the secret. The words are those of
`stichwerk.review.insights`.
"""

from typing import Annotated, Any

from msgspec import Meta

from stichwerk.games.plain_data import PlainData
from stichwerk.protocol.reviews import MeanLoss
from stichwerk.protocol.tables import Id, Token

#: What opens a profile: drawn by the browser, long enough that nobody guesses it.
ProfileSecret = Annotated[str, Meta(min_length=20, max_length=64, pattern=r"^[A-Z0-9]+$")]


class ClaimGame(PlainData, frozen=True, forbid_unknown_fields=True):
    """A finished game is mine: the token of the seat proves it."""

    table: Id
    token: Token
    game: Annotated[int, Meta(ge=1, le=1_000_000)]


class HandOver(PlainData, frozen=True, forbid_unknown_fields=True):
    """The games of another profile, whose secret this is, are mine too."""

    secret: ProfileSecret


class Wins(PlainData, frozen=True):
    """Games, the wins (several winners share one), and how many would be anybody's among equals."""

    games: int
    wins: float
    fair: float


class VariantWins(PlainData, frozen=True):
    """The same for games with these options; those that are as usual are left out."""

    options: dict[str, Any]
    wins: Wins


class ExactBids(PlainData, frozen=True):
    """Bids with so many cards in hand, and how many of them were kept."""

    hand_size: int
    bids: int
    exact: int


class BidTaken(PlainData, frozen=True):
    """Whoever bids so many takes so many, on average; and what the coach expected, where the game was reviewed."""

    bid: int
    bids: int
    tricks: float
    expected: float | None


class Against(PlainData, frozen=True):
    """Somebody one has played with, and the share of games in which one had more points than they."""

    name: str
    games: int
    ahead: float


class GameInsights(PlainData, frozen=True):
    """What the games of one kind say. Of those that were ``reviewed``: the points that were ``made`` of ``cards`` worth
    so much to a Master, the mean ``loss`` per decision, and its ``course`` from game to game.
    """

    game: str
    all: Wins
    variants: tuple[VariantWins, ...]
    points: float
    wins_in_a_row: int
    days_in_a_row: int
    exact: tuple[ExactBids, ...]
    bids: tuple[BidTaken, ...]
    against: tuple[Against, ...]
    reviewed: int
    made: float | None
    cards: float | None
    loss: MeanLoss | None
    course: tuple[float, ...]


class OwnGame(PlainData, frozen=True):
    """A finished game: where it was played, when, and how it ended."""

    table: str
    number: int
    seat: int
    game: str
    at: str | None
    others: tuple[str, ...]
    points: int
    won: bool


class Profile(PlainData, frozen=True):
    """All finished games of somebody, the latest first, and what they say."""

    games: tuple[OwnGame, ...]
    insights: tuple[GameInsights, ...]
