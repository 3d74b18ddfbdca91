"""Several reviews as one: what each player lost and had of luck over many games."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from math import hypot, sqrt

from stichwerk.games import Game
from stichwerk.review.classes import Standing, standing
from stichwerk.review.results import Mean, Review, ReviewedPlayer


@dataclass(frozen=True)
class GameSummary:
    """Of one reviewed game what a summary needs: the players, and what each lost with each decision."""

    game: Game
    open_cards: bool
    players: tuple[ReviewedPlayer, ...]
    losses: tuple[tuple[float, ...], ...]
    spread: float


@dataclass(frozen=True)
class PlayerSummary:
    """One player over some games of a kind; the sums of what a `ReviewedPlayer` has."""

    game: Game
    name: str
    games: int
    points: int
    loss: Mean
    lead: float
    luck: float
    luck_error: float
    skill: float
    skill_error: float
    noise: float
    standing: Standing | None


def summary(review: Review) -> GameSummary:
    """What is needed of a review."""
    losses = [tuple(each.loss for each in review.decisions if each.seat == seat) for seat in review.seats]
    spreads = [worth.spread for each in review.rounds for worth in each.seats]
    spread = hypot(*spreads) / sqrt(max(1, len(spreads)))
    return GameSummary(review.game, review.open_cards, review.players, tuple(losses), spread)


def summed(games: Iterable[GameSummary]) -> list[PlayerSummary]:
    """A line for each player in each kind of game, in the order in which they come up."""
    found: dict[tuple[str, str], list[tuple[GameSummary, int]]] = defaultdict(list)
    for each in games:
        for place, player in enumerate(each.players):
            found[each.game.id, player.name].append((each, place))
    return [_summed(parts) for parts in found.values()]


def _summed(parts: list[tuple[GameSummary, int]]) -> PlayerSummary:
    players = [each.players[place] for each, place in parts]
    losses = [loss for each, place in parts for loss in each.losses[place]]
    count = max(1, len(losses))
    error = hypot(*(player.loss.error * player.loss.decisions for player in players)) / count
    game, spread = parts[0][0].game, hypot(*(each.spread for each, _ in parts)) / sqrt(len(parts))
    return PlayerSummary(
        game=game,
        name=players[0].name,
        games=len(players),
        points=sum(player.points for player in players),
        loss=Mean(len(losses), sum(losses) / count, error),
        lead=sum(player.lead for player in players),
        luck=sum(player.luck for player in players),
        luck_error=hypot(*(player.luck_error for player in players)),
        skill=sum(player.skill for player in players),
        skill_error=hypot(*(player.skill_error for player in players)),
        noise=sum(player.noise for player in players),
        standing=None if any(each.open_cards for each, _ in parts) else standing(game, losses, spread),
    )
