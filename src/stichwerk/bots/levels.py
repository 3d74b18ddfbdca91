"""The five levels: from a gentle partner at the kitchen table to the strongest player we have."""

from collections.abc import Callable
from dataclasses import dataclass

from stichwerk.bots.bot import Bot
from stichwerk.bots.learned import OWN, LearnedBot, brings_network
from stichwerk.bots.network_bot import NetworkBot
from stichwerk.bots.policy import has_network
from stichwerk.bots.rules_bot import RulesBot
from stichwerk.bots.search import RULES, SearchBot, SearchPlan
from stichwerk.errors import UnknownBot, listed, quoted
from stichwerk.games import Game


@dataclass(frozen=True)
class Level:
    """How strong a bot is."""

    number: int
    name: str
    summary: str
    make: Callable[[Game, str], Bot]


def _by_rules(slips: float, forgetful: bool = False) -> Callable[[Game, str], Bot]:
    """By rules of thumb, with the slips of a novice times this."""

    def make(game: Game, name: str) -> Bot:
        noise, opening_noise = game.tuning.slips
        return RulesBot(game, slips * noise, slips * opening_noise, forgetful, name)

    return make


def _expert(game: Game, name: str) -> Bot:
    """By the network that was trained for the game, or else by a short search."""
    if brings_network(game):
        return LearnedBot(game, temperature=game.tuning.expert_temperature, name=name)
    return _by_search(game, name, 150)


def _by_search(game: Game, name: str, simulations: int) -> Bot:
    return SearchBot(game, SearchPlan(simulations, policy=RULES, candidates=8, doubt=1.0), name)


def _strongest(game: Game, name: str) -> Bot:
    """By the network that was made for the game, by a search that a network leads, or else by a longer search."""
    if has_network(game):
        return NetworkBot(game, name=name)
    if brings_network(game):
        return SearchBot(game, SearchPlan(1000, policy=RULES, candidates=8, doubt=0.5, prior=OWN, breadth=4.0), name)
    return _by_search(game, name, 1000)


LEVELS = (
    Level(1, "Novice", "forgets what was played, and slips now and then", _by_rules(1.0, forgetful=True)),
    Level(2, "Casual", "remembers every card, and slips at times", _by_rules(0.5)),
    Level(3, "Regular", "plays by sound rules of thumb, without slips", _by_rules(0.0)),
    Level(4, "Expert", "weighs what each move may bring", _expert),
    Level(5, "Master", "the strongest there is here", _strongest),
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
