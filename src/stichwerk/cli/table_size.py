"""How many sit at the table when nobody says so."""

from stichwerk.games import Game
from stichwerk.games.options import Options

_USUAL = 4


def usual_players(game: Game) -> int:
    """Four if the game can be played by four, else as few as it takes."""
    return _USUAL if _USUAL in game.players else game.players[0]


def players_for(game: Game, options: Options, asked: int | None) -> int:
    """The number asked for, if the game with these options allows it; the usual one if none was."""
    players = usual_players(game) if asked is None else asked
    options.check_players(players)
    return players
