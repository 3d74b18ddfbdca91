"""A bot takes a seat at a table of a server, like a person would: with a name and the table's short code.

stich serve                                           (then open a table in the browser, with an open seat)
python examples/bot_at_a_table.py KQ37XB --bot 5
python examples/bot_at_a_table.py KQ37XB --bot random --name Zufall --url https://cards.example.org

Any bot will do, also one of your own: make it with `stichwerk.bots.bot`, or hand in anything that has its `choose`.
"""

import argparse
import asyncio
from typing import Any

from stichwerk.bots import Bot, bot
from stichwerk.client import Client
from stichwerk.games import game
from stichwerk.play.bot_player import BotPlayer, seat_rng
from stichwerk.play.listener import Listener
from stichwerk.protocol.messages import News, TableView, Welcome


class BotAtATable:
    """Listens to what happens at a table, and lets a bot choose."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._bot: Bot | None = None
        self._listener: Listener | None = None

    def hear(self, message: Any) -> None:
        """A message of the server."""
        if not isinstance(message, (News, Welcome)):
            return
        for happening in message.happenings if isinstance(message, News) else message.missed:
            if type(happening).__name__ == "GameBegins":
                self._listener = self._new_listener(message.view)
            elif self._listener is not None:
                self._listener.hear(happening)

    def _new_listener(self, view: TableView) -> Listener:
        found = game(view.game)
        assert view.you is not None, "a player has a seat"
        return Listener(found, found.options.read(view.options), len(view.seats), view.you)

    async def choose(self, view: TableView) -> str:
        """The bot's move. It thinks in a thread, so that the connection stays alive."""
        if self._listener is None or not self._listener.knows_the_round:
            return view.play.legal[0] if view.play is not None else ""  # it came too late to know what was played
        self._bot = self._bot or bot(self._name, self._listener.game)
        seat = self._listener.seat
        return await asyncio.to_thread(BotPlayer(self._bot, seat_rng(None, seat)).move, self._listener.knowledge())


async def play(url: str, code: str, name: str, bot_name: str) -> TableView:
    """Sit down, and play to the end of the game."""
    client = Client(url)
    seat = await client.join(name, code=code)
    async with client.at(seat) as table:
        player = BotAtATable(bot_name)
        table.listeners.append(player.hear)
        return await table.play(player.choose)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("code", help="the short code of the table")
    parser.add_argument("--bot", default="3", help="a level or the name of a bot (default: 3)")
    parser.add_argument("--name", default="Roberta")
    parser.add_argument("--url", default="http://localhost:8000")
    asked = parser.parse_args()
    view = asyncio.run(play(asked.url, asked.code, asked.name, asked.bot))
    assert view.play is not None
    for seat, total in zip(view.seats, view.play.table.totals, strict=True):
        print(f"{seat.name}: {total} points")
