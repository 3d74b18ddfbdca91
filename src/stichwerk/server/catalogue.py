"""What a server has to offer: its games with their options and rules, its bots, its phrases."""

from typing import Any

from msgspec import Struct

from stichwerk import __version__
from stichwerk.bots.levels import LEVELS
from stichwerk.errors import UnknownGame
from stichwerk.games import GAME_IDS, Game, game, games
from stichwerk.games.options import Setting, written
from stichwerk.leaflet import rules_in_short
from stichwerk.server.messages import VERSION
from stichwerk.server.names import LONGEST_NAME, PHRASES


class ChoiceInfo(Struct, frozen=True):
    """What an option may be. ``key``: a name for it that stays, for translations. ``differs``: what is then not as in
    the printed rules; empty: nothing.
    """

    value: Any
    key: str
    differs: str


class OptionInfo(Struct, frozen=True):
    """An option of a game: one of ``choices``, or (without any) a whole number from ``low`` to ``high``, or null.

    ``differs``: of a number that is not the default, what is then not as in the printed rules.
    """

    name: str
    key: str
    help: str
    default: Any
    choices: tuple[ChoiceInfo, ...]
    low: int
    high: int
    may_be_null: bool
    differs: str


class GameInfo(Struct, frozen=True):
    """A game that can be played here. ``rules``: in short, a paragraph each."""

    id: str
    title: str
    origin: str
    summary: str
    players_least: int
    players_most: int
    options: tuple[OptionInfo, ...]
    rules: tuple[str, ...]
    note: str


class LevelInfo(Struct, frozen=True):
    """How strong a bot is."""

    level: int
    name: str
    summary: str


class About(Struct, frozen=True):
    """What a client may want to know of the server."""

    version: str
    protocol: int
    games: tuple[str, ...]
    levels: tuple[LevelInfo, ...]
    phrases: tuple[str, ...]
    longest_name: int


def about() -> About:
    """What there is."""
    levels = tuple(LevelInfo(each.number, each.name, each.summary) for each in LEVELS)
    return About(__version__, VERSION, GAME_IDS, levels, PHRASES, LONGEST_NAME)


def all_games() -> tuple[GameInfo, ...]:
    """All games."""
    return tuple(_info(each) for each in games())


def one_game(game_id: str) -> GameInfo:
    """The game with this id."""
    if game_id not in GAME_IDS:
        raise UnknownGame("there is no such game here")
    return _info(game(game_id))


def _info(found: Game) -> GameInfo:
    defaults = found.options().to_mapping()
    options = tuple(
        _option(f"{found.id}.{name}", name, each, defaults[name])
        for name, each in found.options.settings().items()
    )
    return GameInfo(
        id=found.id,
        title=found.title,
        origin=found.origin,
        summary=found.summary,
        players_least=found.players[0],
        players_most=found.players[-1],
        options=options,
        rules=rules_in_short(found),
        note=found.assumption,
    )


def _option(key: str, name: str, setting: Setting, default: Any) -> OptionInfo:
    differs = setting.differences()
    return OptionInfo(
        name=name,
        key=key,
        help=setting.help,
        default=default,
        choices=tuple(
            ChoiceInfo(value, f"{key}.{written(value)}", differs.get(written(value), "")) for value in setting.choices
        ),
        low=setting.low,
        high=setting.high,
        may_be_null=setting.may_be_null,
        differs=differs.get("", ""),
    )
