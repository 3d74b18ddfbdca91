"""Games to be reviewed, each played once for all tests of a process."""

from functools import cache
from typing import Any

from stichwerk.bots import bot
from stichwerk.play.bot_player import BotPlayer, seat_rng
from stichwerk.play.match import Match
from stichwerk.play.record import Record, record_of
from stichwerk.review.plan import ReviewPlan
from support.matches import NAMES

#: As little as will do to see how it works.
QUICK = ReviewPlan(work=1500, deals=40)


def game_of(game_id: str, *levels: int | str, seed: str = "tea", **options: Any) -> Record:
    """A game that bots have played: ``game_of("rage", 1, 3, 3, bidding="secret")``."""
    return _played(game_id, levels or (1, 3, 3), seed, tuple(options.items()))


@cache
def _played(game_id: str, levels: tuple[int | str, ...], seed: str, options: tuple[tuple[str, Any], ...]) -> Record:
    match = Match.new(game_id, dict(options), NAMES[: len(levels)], seed)
    players = [BotPlayer(bot(level, game_id), seat_rng(seed, seat)) for seat, level in enumerate(levels)]
    while not match.finished:
        if match.between_rounds:
            match.deal()
        seat = match.waiting[0]
        match.play(seat, players[seat].move(match.knowledge(seat)))
    return record_of(match.record())
