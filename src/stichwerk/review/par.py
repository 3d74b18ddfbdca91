"""Par: what Masters make of the cards of a whole game, on average. To beat it is to have played well.

Nobody's own play is in it: every round is dealt again and again, and each time all seats are played by the fastest good
player of the game.
"""

from dataclasses import dataclass
from math import hypot

from stichwerk.bots.evaluate import mean_and_error, sampler
from stichwerk.bots.registry import bot
from stichwerk.games import Game
from stichwerk.kernel.state import copied
from stichwerk.play.bot_player import BotPlayer, seat_rng
from stichwerk.play.match import Match
from stichwerk.play.record import Record, record_of
from stichwerk.play.verify import rounds
from stichwerk.review.plan import DEAL, ReviewPlan

#: Where only the seed is known, somebody has to play: who leads may follow from the round before. Any good bot will do.
_LEVEL = 4


@dataclass(frozen=True)
class Par:
    """Points in the whole game, and the standard error of that."""

    points: float
    error: float


def par_of_record(record: Record, seat: int = 0, plan: ReviewPlan | None = None) -> Par:
    """What Masters make of the cards that a seat had in a game.

    >>> from stichwerk.games import game
    >>> first, again = (par_of_seed(game("rage"), 4, "stichwerk day 2026-11-16 rage") for _ in range(2))
    >>> first == again, 0 < first.error < 2
    (True, True)
    """
    plan = plan or ReviewPlan()
    player, players = sampler(record.game), len(record.seats)
    points, error = 0.0, 0.0
    for engine, part in rounds(record):
        _, scores = player.rounds(copied(engine.states), players, plan.deals, plan.seed_for(DEAL, engine.round_no))
        mean, uncertain = mean_and_error(scores[:, seat])
        points, error = points + mean, hypot(error, uncertain)
        for mover, move in part.moves:
            engine.do(mover, engine.check(mover, move).actions)
    return Par(points, error)


def par_of_seed(game: Game, players: int, seed: str, seat: int = 0, plan: ReviewPlan | None = None) -> Par:
    """The same for the cards that follow from a seed, with the usual options."""
    match = Match.new(game, names=[f"Master {number}" for number in range(1, players + 1)], seed=seed)
    masters = [BotPlayer(bot(_LEVEL, game), seat_rng(seed, number)) for number in range(players)]
    while not match.finished:
        if not match.waiting:
            match.deal()
        waiting = match.waiting[0]
        match.play(waiting, masters[waiting].move(match.knowledge(waiting)))
    return par_of_record(record_of(match.record()), seat, plan)
