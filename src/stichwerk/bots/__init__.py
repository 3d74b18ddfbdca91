"""The bots. `bot(name, game)` finds one: ``random``, ``rules``, ``search``, ``ismcts`` or a level from 1 to 5."""

from stichwerk.bots.bot import Bot, Hidden, checked
from stichwerk.bots.registry import BOT_NAMES, bot

__all__ = ["BOT_NAMES", "Bot", "Hidden", "bot", "checked"]
