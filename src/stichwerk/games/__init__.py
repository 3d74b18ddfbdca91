"""The games. Each package is one rule book; `games()` lists them, `game(id)` finds one."""

from functools import cache
from importlib import import_module

from stichwerk.errors import UnknownGame, listed
from stichwerk.games.game import SPECTATOR, Game

__all__ = ["GAME_IDS", "SPECTATOR", "Game", "game", "games"]

GAME_IDS = ("null-nichtig", "rage", "alles-oder-nichts")


@cache
def game(game_id: str) -> Game:
    """The game with this id.

    >>> game("rage").title
    'Rage'
    """
    if game_id not in GAME_IDS:
        raise UnknownGame(f"there is no game {game_id!r}; there are {listed(list(GAME_IDS), 'and')}")
    found: Game = import_module(f"stichwerk.games.{game_id.replace('-', '_')}").GAME
    return found


def games() -> tuple[Game, ...]:
    """All games."""
    return tuple(game(game_id) for game_id in GAME_IDS)
