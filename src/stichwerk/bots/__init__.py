"""The bots. `bot(name, game)` finds one by its name or level; `bot_names(game)` says which there are."""

from stichwerk.bots.bot import Bot, Hidden, checked
from stichwerk.bots.registry import bot, bot_names

__all__ = ["Bot", "Hidden", "bot", "bot_names", "checked"]
