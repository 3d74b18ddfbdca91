"""Bots by name: ``rules``, ``3`` (a level), or with settings: ``search@500``, ``search@500,noise=2``."""

from collections.abc import Callable, Mapping
from typing import Any

from stichwerk.bots.bot import Bot
from stichwerk.bots.random_bot import RandomBot
from stichwerk.errors import UnknownBot, listed, quoted
from stichwerk.games import Game
from stichwerk.games import game as find_game


def bot(name: str | int, game: Game | str) -> Bot:
    """The bot of this name or level, for a game.

    >>> bot("random", "rage").name, bot(3, "rage").name, bot("search@500", "rage").name
    ('random', '3', 'search@500')
    """
    name, found = str(name), _found(game)
    kind, at, text = name.partition("@")
    if not at and kind in LEVEL_NAMES:
        return _level(found, kind)
    maker = _MAKERS.get(kind)
    if maker is None:
        raise UnknownBot(
            f"there is no bot {quoted(kind)}; there are {listed(list(_MAKERS), 'and')}, and the levels 1 to 5"
        )
    settings = _settings(kind, text) if at else {}
    try:
        return maker(found, name, settings)
    except (TypeError, ValueError) as problem:
        raise UnknownBot(f"the bot {kind} cannot be made with {quoted(text)}: {problem}") from problem


def _found(game: Game | str) -> Game:
    return find_game(game) if isinstance(game, str) else game


def _settings(kind: str, text: str) -> dict[str, Any]:
    settings: dict[str, Any] = {}
    for part in text.split(","):
        key, equals, value = part.strip().rpartition("=")
        settings[key if equals else "simulations"] = _value(value)
    return settings


def _value(text: str) -> Any:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return {"true": True, "false": False}.get(text.lower(), text)


def _random(game: Game, name: str, settings: Mapping[str, Any]) -> Bot:
    return RandomBot(**settings)


def _rules(game: Game, name: str, settings: Mapping[str, Any]) -> Bot:
    from stichwerk.bots.rules_bot import RulesBot

    return RulesBot(game, name=name, **settings)


def _network(game: Game, name: str, settings: Mapping[str, Any]) -> Bot:
    from stichwerk.bots.learned import LearnedBot, brings_network
    from stichwerk.bots.network_bot import NetworkBot

    if "file" in settings or brings_network(game):
        return LearnedBot(game, name=name, **settings)

    return NetworkBot(game, name=name, **settings)


def _search(game: Game, name: str, settings: Mapping[str, Any]) -> Bot:
    from stichwerk.bots.search import SearchBot, SearchPlan

    return SearchBot(game, SearchPlan(**settings), name)


def _ismcts(game: Game, name: str, settings: Mapping[str, Any]) -> Bot:
    from stichwerk.bots.ismcts import IsmctsBot

    return IsmctsBot(game, name=name, **settings)


def _level(game: Game, name: str) -> Bot:
    from stichwerk.bots.levels import level

    return level(name).make(game, name)


_MAKERS: dict[str, Callable[[Game, str, Mapping[str, Any]], Bot]] = {
    "random": _random,
    "rules": _rules,
    "network": _network,
    "search": _search,
    "ismcts": _ismcts,
}

LEVEL_NAMES = ("1", "2", "3", "4", "5")


def bot_names(game: Game | str) -> tuple[str, ...]:
    """The bots there are for a game, without settings.

    >>> bot_names("alles-oder-nichts")
    ('random', 'rules', 'network', 'search', 'ismcts', '1', '2', '3', '4', '5')
    """
    from stichwerk.bots.learned import brings_network
    from stichwerk.bots.policy import has_network

    learned = has_network(_found(game)) or brings_network(_found(game))
    return (*(kind for kind in _MAKERS if kind != "network" or learned), *LEVEL_NAMES)
