"""What somebody's games say about them: how often they win, how well they bid, what they give away, and against whom.

Each game is looked at once (`played_game`), and what is kept of it is small; `insights` adds up as many as there are.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from itertools import groupby
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from stichwerk.errors import BadRecord
from stichwerk.games.moves import bid_of
from stichwerk.games.options import Options
from stichwerk.play.record import Record
from stichwerk.play.verify import replay
from stichwerk.review.plan import ReviewPlan
from stichwerk.review.results import Mean, Review
from stichwerk.review.run import review_game


@dataclass(frozen=True)
class PlayedBid:
    """A bid, with how many cards in hand, and what came of it. ``expected``: the tricks that the coach would have
    expected, if it was asked.
    """

    hand_size: int
    bid: int
    tricks: int
    expected: float | None = None


@dataclass(frozen=True)
class PlayedGame:
    """A finished game of one player.

    ``share``: of the win; several winners share it. ``fair_share``: what everybody's would be among equals. ``ahead``:
    of each of the others whether one had more points, 0.5 for as many. ``cards`` and ``losses`` are known of a game
    that was reviewed: what the cards were worth to a Master, and what each decision gave away.
    """

    game: str
    options: Mapping[str, Any]
    at: str | None
    others: tuple[str, ...]
    share: float
    fair_share: float
    points: int
    ahead: tuple[float, ...]
    bids: tuple[PlayedBid, ...]
    cards: float | None = None
    losses: tuple[float, ...] | None = None


def played_game(record: Record, seat: int, plan: ReviewPlan | None = None) -> PlayedGame:
    """What is to be kept of a finished game. With a plan it is reviewed, which takes a second or two."""
    if record.winners is None:
        raise BadRecord("the game is not over: only a finished one counts", "game-not-over")
    match = replay(record)
    review = None if plan is None else review_game(record, seat, plan=plan)
    expected = {} if review is None else _expected(review)
    cells = [(round_, round_.seats[seat]) for round_ in match.sheet]
    places = [place for place in range(len(record.seats)) if place != seat]
    own = match.totals[seat]
    return PlayedGame(
        game=record.game.id,
        options=_unusual(record.options),
        at=record.extra.get("played_at"),
        others=tuple(record.seats[place] for place in places),
        share=1 / len(record.winners) if seat in record.winners else 0.0,
        fair_share=1 / len(record.seats),
        points=own,
        ahead=tuple(_ahead(own, match.totals[place]) for place in places),
        bids=tuple(
            PlayedBid(round_.hand_size, cell.bid, cell.tricks, expected.get(round_.round))
            for round_, cell in cells
            if cell.bid is not None
        ),
        cards=None if review is None else sum(each.seats[seat].cards for each in review.rounds),
        losses=None if review is None else tuple(each.loss for each in review.decisions),
    )


def _unusual(options: Options) -> dict[str, Any]:
    usual = type(options)().to_mapping()
    return {name: value for name, value in options.to_mapping().items() if value != usual[name]}


def _ahead(own: int, other: int) -> float:
    return 1.0 if own > other else 0.5 if own == other else 0.0


def _expected(review: Review) -> dict[int, float]:
    """By round, how many tricks were to be expected when the bid was made."""
    return {
        each.round: sum(count * chance for count, chance in enumerate(each.made.tricks))
        for each in review.decisions
        if bid_of(each.move) is not None and each.made.tricks
    }


# ---------------------------------------------------------------- many games


@dataclass(frozen=True)
class Wins:
    """Games of a kind, the wins, and how many would be anybody's among equals."""

    games: int
    wins: float
    fair: float


@dataclass(frozen=True)
class VariantWins:
    """The same for games with these options; those that are as usual are left out."""

    options: Mapping[str, Any]
    wins: Wins


@dataclass(frozen=True)
class ExactBids:
    """Bids with so many cards in hand, and how many of them were kept."""

    hand_size: int
    bids: int
    exact: int


@dataclass(frozen=True)
class BidTaken:
    """Whoever bids so many takes so many, on average; and what the coach expected, where it was asked."""

    bid: int
    bids: int
    tricks: float
    expected: float | None


@dataclass(frozen=True)
class Against:
    """Somebody one has played with, and the share of games in which one had more points than they."""

    name: str
    games: int
    ahead: float


@dataclass(frozen=True)
class Insights:
    """What the games of one kind say. ``cards``: what the cards were worth, of those games that were reviewed, and
    ``made`` what was made of them; ``course``: the mean loss of each of these games, one after the other.
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
    reviewed: int = 0
    made: float | None = None
    cards: float | None = None
    loss: Mean | None = None
    course: tuple[float, ...] = ()

    def to_data(self) -> dict[str, Any]:
        """The same as plain data."""
        return asdict(self)


def insights(games: Iterable[PlayedGame]) -> list[Insights]:
    """What the games say, the kinds apart; ``games`` in the order in which they were played."""
    by_game: dict[str, list[PlayedGame]] = defaultdict(list)
    for each in games:
        by_game[each.game].append(each)
    return [_insights(game, played) for game, played in by_game.items()]


def _insights(game: str, games: Sequence[PlayedGame]) -> Insights:
    bids = [bid for each in games for bid in each.bids]
    reviewed = [each for each in games if each.losses is not None]
    losses = [loss for each in reviewed for loss in each.losses or ()]
    return Insights(
        game=game,
        all=_wins(games),
        variants=_variants(games),
        points=fmean(each.points for each in games),
        wins_in_a_row=max(
            (len(list(run)) for won, run in groupby(games, lambda each: each.share > 0) if won), default=0
        ),
        days_in_a_row=days_in_a_row(each.at for each in games),
        exact=tuple(
            ExactBids(size, len(some), sum(bid.bid == bid.tricks for bid in some))
            for size, some in _grouped(bids, lambda bid: bid.hand_size)
        ),
        bids=tuple(_taken(number, some) for number, some in _grouped(bids, lambda bid: bid.bid)),
        against=_against(games),
        reviewed=len(reviewed),
        made=fmean(each.points for each in reviewed) if reviewed else None,
        cards=fmean(each.cards or 0.0 for each in reviewed) if reviewed else None,
        loss=_mean(losses) if losses else None,
        course=tuple(fmean(each.losses) for each in reviewed if each.losses),
    )


def _mean(losses: Sequence[float]) -> Mean:
    error = stdev(losses) / sqrt(len(losses)) if len(losses) > 1 else losses[0]
    return Mean(len(losses), fmean(losses), error)


def _wins(games: Sequence[PlayedGame]) -> Wins:
    return Wins(len(games), sum(each.share for each in games), sum(each.fair_share for each in games))


def _variants(games: Sequence[PlayedGame]) -> tuple[VariantWins, ...]:
    """By what was agreed that is not usual, the most played first."""
    found: dict[str, list[PlayedGame]] = defaultdict(list)
    for each in games:
        found[repr(sorted(each.options.items()))].append(each)
    some = sorted(found.values(), key=len, reverse=True)
    return tuple(VariantWins(variant[0].options, _wins(variant)) for variant in some)


def _grouped(bids: Sequence[PlayedBid], key: Any) -> list[tuple[int, list[PlayedBid]]]:
    return [(number, list(some)) for number, some in groupby(sorted(bids, key=key), key)]


def _taken(number: int, bids: Sequence[PlayedBid]) -> BidTaken:
    expected = [bid.expected for bid in bids if bid.expected is not None]
    return BidTaken(number, len(bids), fmean(bid.tricks for bid in bids), fmean(expected) if expected else None)


def _against(games: Sequence[PlayedGame]) -> tuple[Against, ...]:
    """The most frequent first."""
    ahead: dict[str, list[float]] = defaultdict(list)
    for each in games:
        for name, value in zip(each.others, each.ahead, strict=True):
            ahead[name].append(value)
    often = Counter({name: len(values) for name, values in ahead.items()})
    return tuple(Against(name, count, fmean(ahead[name])) for name, count in often.most_common())


def days_in_a_row(times: Iterable[str | None]) -> int:
    """The most days in a row on which something was played.

    >>> days_in_a_row(["2026-11-14T20:00:00+00:00", "2026-11-15T01:00:00+00:00", None, "2026-11-17T08:00:00+00:00"])
    2
    """
    days = sorted({date.fromisoformat(each[:10]) for each in times if each})
    most = run = 0
    for place, day in enumerate(days):
        run = run + 1 if place and day - days[place - 1] == timedelta(days=1) else 1
        most = max(most, run)
    return most
