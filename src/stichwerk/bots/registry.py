"""Bots by name."""

from collections.abc import Callable

from stichwerk.bots.bot import Bot
from stichwerk.bots.random_bot import RandomBot
from stichwerk.errors import UnknownBot, listed, quoted
from stichwerk.games import Game

_MAKERS: dict[str, Callable[[Game], Bot]] = {
    "random": lambda game: RandomBot(),
}

BOT_NAMES = tuple(_MAKERS)


def bot(name: str, game: Game) -> Bot:
    """The bot of this name, for a game.

    >>> from stichwerk.games import game
    >>> bot("random", game("rage")).name
    'random'
    """
    maker = _MAKERS.get(name)
    if maker is None:
        raise UnknownBot(f"there is no bot {quoted(name)}; there are {listed(list(_MAKERS), 'and')}")
    return maker(game)
