"""The bots. `bot(name, game)` finds one: ``random``, ``rules``, ``search``, ``ismcts`` or a level from 1 to 5."""

from stichwerk.bots.bot import Bot, Hidden, checked
from stichwerk.bots.registry import bot, bot_names

__all__ = ["Bot", "Hidden", "bot", "bot_names", "checked"]
