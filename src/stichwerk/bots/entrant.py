"""Who enters the arena: a bot by its name, from a file or module of the user's own, or as an object."""

import importlib
import importlib.util
import inspect
import sys
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

from stichwerk.bots import Bot
from stichwerk.bots import bot as bot_by_name
from stichwerk.errors import StichwerkError, UnknownBot, quoted
from stichwerk.games import Game


@dataclass(frozen=True)
class Entrant:
    """A bot as the arena hands it to its workers: how to make it there, or the object itself."""

    label: str
    made_from: str | Bot

    def bot(self, game: Game) -> Bot:
        """The bot, made once per process."""
        return _found(self.made_from, game) if isinstance(self.made_from, str) else self.made_from


def entrant(wanted: str | Bot, game: Game) -> Entrant:
    """Who is meant, checked: ``random``, ``3``, ``path/to/file.py:ClassName``, ``module:ClassName`` or a bot.

    >>> from stichwerk.games import game
    >>> entrant("random", game("rage")).label
    'random'
    >>> entrant("nonsense.py:Clever", game("rage"))
    Traceback (most recent call last):
        ...
    stichwerk.errors.UnknownBot: cannot read the bot's file ...nonsense.py: there is no such file
    """
    if not isinstance(wanted, str):
        _check_bot(wanted, type(wanted).__name__)
        return Entrant(_label(wanted), wanted)
    if ":" not in wanted:
        bot_by_name(wanted, game)
        return Entrant(wanted, wanted)
    place, _, name = wanted.rpartition(":")
    if place.endswith(".py"):
        wanted = f"{Path(place).resolve()}:{name}"  # workers may sit in another folder
    return Entrant(_label(_found(wanted, game)), wanted)


def _found(made_from: str, game: Game) -> Bot:
    place = Path(made_from.rpartition(":")[0])
    edited = place.stat().st_mtime_ns if place.suffix == ".py" and place.is_file() else 0
    return _made(made_from, game, edited)


@cache
def _made(made_from: str, game: Game, edited: int) -> Bot:
    """The bot; a file that was edited since is read again."""
    if ":" not in made_from:
        return bot_by_name(made_from, game)
    place, _, name = made_from.rpartition(":")
    module = _module(place)
    maker = getattr(module, name, None)
    if maker is None:
        raise UnknownBot(f"there is no {quoted(name)} in {place}")
    if inspect.isclass(maker) and not callable(getattr(maker, "choose", None)):
        raise UnknownBot(f"{name} in {place} is no bot: it has no method choose(hidden, legal, rng)")
    return _check_bot(_called(maker, game, f"{name} in {place}") if callable(maker) else maker, f"{name} in {place}")


def _module(place: str) -> ModuleType:
    try:
        return _module_of_file(Path(place)) if place.endswith(".py") else _module_by_name(place)
    except StichwerkError:
        raise
    except Exception as problem:
        raise UnknownBot(f"cannot load {place}: {type(problem).__name__}: {problem}") from problem


def _module_of_file(path: Path) -> ModuleType:
    if not path.is_file():
        raise UnknownBot(f"cannot read the bot's file {path}: there is no such file")
    name = f"{path.stem}_{sha256(str(path.resolve()).encode()).hexdigest()[:8]}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None, "a file that ends in .py has a loader"
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # so that what the file defines can be pickled
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _module_by_name(name: str) -> ModuleType:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)  # as `python -m` does; the command `stich` does not look here by itself
    return importlib.import_module(name)


def _called(maker: Any, game: Game, where: str) -> Any:
    """Make the bot, with the game if it wants to know it."""
    try:
        needed = [
            parameter
            for parameter in inspect.signature(maker).parameters.values()
            if parameter.default is parameter.empty
            and parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
        ]
        return maker(game) if needed else maker()
    except StichwerkError:
        raise
    except Exception as problem:
        raise UnknownBot(f"cannot make a bot from {where}: {type(problem).__name__}: {problem}") from problem


def _check_bot(bot: Any, what: str) -> Bot:
    if inspect.isclass(bot):
        raise UnknownBot(f"{what} is a class; give a bot, an object of it")
    if not callable(getattr(bot, "choose", None)):
        raise UnknownBot(f"{what} is no bot: it has no method choose(hidden, legal, rng)")
    found: Bot = bot
    return found


def _label(bot: Bot) -> str:
    return str(getattr(bot, "name", "") or type(bot).__name__)
