"""The five levels: from a gentle partner at the kitchen table to the strongest player we have."""

from collections.abc import Callable
from dataclasses import dataclass

from stichwerk.bots.bot import Bot
from stichwerk.bots.rules_bot import RulesBot
from stichwerk.bots.search import Plan, SearchBot
from stichwerk.errors import UnknownBot, listed, quoted
from stichwerk.games import Game


@dataclass(frozen=True)
class Level:
    """How strong a bot is."""

    number: int
    name: str
    summary: str
    make: Callable[[Game, str], Bot]


#: How far a novice may misjudge a card, and a bid or a layout, by game: each has its own scale.
_SLIPS = {"rage": (20.0, 6.0), "alles-oder-nichts": (20.0, 6.0), "null-nichtig": (4.0, 4.0)}


def _novice(game: Game, name: str) -> Bot:
    noise, opening_noise = _SLIPS.get(game.id, (0.0, 0.0))
    return RulesBot(game, noise, opening_noise, forgetful=True, name=name)


def _casual(game: Game, name: str) -> Bot:
    return RulesBot(game, name=name)


def _by_search(plan: Plan) -> Callable[[Game, str], Bot]:
    return lambda game, name: SearchBot(game, plan, name)


LEVELS = (
    Level(1, "Novice", "plays by rules of thumb, forgets what was played, and slips now and then", _novice),
    Level(2, "Casual", "plays by rules of thumb and remembers every card", _casual),
    Level(3, "Regular", "thinks a few deals ahead", _by_search(Plan(300, candidates=0, doubt=1.5))),
    Level(4, "Expert", "thinks many deals ahead and reads bids", _by_search(Plan(1000, candidates=4, doubt=1.0))),
    Level(5, "Master", "the strongest there is here", _by_search(Plan(4000, candidates=8, doubt=1.0))),
)


def level(number_or_name: int | str) -> Level:
    """The level with this number or name.

    >>> level(3).name, level("master").number
    ('Regular', 5)
    """
    wanted = str(number_or_name).lower()
    for found in LEVELS:
        if wanted in (str(found.number), found.name.lower()):
            return found
    names = [f"{found.number} ({found.name})" for found in LEVELS]
    raise UnknownBot(f"there is no level {quoted(number_or_name)}; there are {listed(names, 'and')}", "unknown-level")
