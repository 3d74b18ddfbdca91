"""What moves are worth, as it is told: the review of a game that is over. The words are those of `stichwerk.review`."""

from typing import Any

from msgspec import field

from stichwerk.games.plain_data import PlainData
from stichwerk.play.reasons import Reason


class MoveOutlook(PlainData, frozen=True, omit_defaults=True):
    """What a move is expected to bring in this round: ``points``, and ``gain``, how far ahead of the others that is.
    Each has its standard error.

    ``behind``: how much less it gains than the best move; less than two of its errors, and the two are equal.
    ``tricks``: the probability of each number of tricks; ``exact``: that the bid is met, in games with bids; ``takes``:
    that it takes the trick under way.
    """

    move: str
    points: float
    error: float
    gain: float
    gain_error: float
    behind: float
    behind_error: float
    tricks: tuple[float, ...]
    exact: float | None = None
    takes: float = 0.0


class ReviewDecision(PlainData, frozen=True):
    """A move where there was something to choose. ``number``: which move of the round it was, from 1.

    ``choices``: what the moves were worth as the seat could know, best first. ``loss``: what the one that was made gave
    away; 0 if it is ``equal`` to the best. ``before``: the points of the seat when the round began.
    """

    round: int
    number: int
    seat: int
    phase: str
    move: str
    choices: tuple[MoveOutlook, ...]
    loss: float
    error: float
    equal: bool
    skill: float
    skill_error: float
    before: int
    reasons: tuple[Reason, ...]


class RoundWorth(PlainData, frozen=True):
    """What a round brought a seat (``points``, and ``lead`` on the others), and what its cards were worth: to the fast
    Master, on average over many games with the same deal (``cards``, and ``luck`` on the others)."""

    points: int
    lead: float
    cards: float
    cards_error: float
    luck: float
    luck_error: float
    spread: float


class ReviewRound(PlainData, frozen=True):
    """The end of a round, by seat."""

    round: int
    seats: tuple[RoundWorth, ...]


class MeanLoss(PlainData, frozen=True):
    """What so many decisions gave away on average."""

    decisions: int
    loss: float
    error: float


class ReviewClass(PlainData, frozen=True):
    """As which of our levels somebody plays; it may as well be any from ``lowest`` to ``highest``."""

    level: int
    name: str
    lowest: int
    highest: int


class ReviewPlayer(PlainData, frozen=True):
    """One player, over all rounds that have been looked at. ``lead`` = ``luck`` + ``skill`` + ``noise``. The class is
    told in all (``standing``) and by phase (``standings``), where it is known.
    """

    seat: int
    name: str
    points: int
    lead: float
    cards: float
    cards_error: float
    luck: float
    luck_error: float
    skill: float
    skill_error: float
    noise: float
    loss: MeanLoss
    phases: dict[str, MeanLoss]
    standing: ReviewClass | None
    standings: dict[str, ReviewClass] = field(default_factory=dict)


class GameReview(PlainData, frozen=True):
    """What each decision of a finished game cost, as far as that has been found out.

    ``whole``: that is all. If not, ask again: ``looked_at`` of ``moves`` are done, and so many other reviews are
    ``ahead`` of this one. Of the rounds and decisions, those are told that were asked for; of the players, all.
    """

    game: str
    options: dict[str, Any]
    names: tuple[str, ...]
    players: tuple[ReviewPlayer, ...]
    rounds: tuple[ReviewRound, ...]
    decisions: tuple[ReviewDecision, ...]
    whole: bool = True
    looked_at: int = 0
    moves: int = 0
    ahead: int = 0
