"""The bots. `bot(name, game)` finds one by its name or level; `bot_names(game)` says which there are."""

from stichwerk.bots.bot import Bot, checked
from stichwerk.bots.registry import bot, bot_names
from stichwerk.games.knowledge import Knowledge

__all__ = ["Bot", "Knowledge", "bot", "bot_names", "checked"]
