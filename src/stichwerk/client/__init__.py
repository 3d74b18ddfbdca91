"""A client for programs: take a seat at a table of a server, see what your seat sees, and move.

::

    from stichwerk.client import Client, SeatWish
    from stichwerk.protocol.messages import Move, Start

    client = Client("http://localhost:8000")
    seat = await client.open("rage", "Anja", seats=[SeatWish("bot", 2), SeatWish("bot", 2)])
    async with client.at(seat) as table:
        await table.ask(Start)
        async for view in table.views():
            if view.play is not None and view.play.legal:
                await table.ask(Move, view.play.legal[0])

It connects again by itself, goes on where it was, and sends again what was not answered; a move sent twice is played
once. Only what the server refuses for good comes out of it, as a `Refused`.
"""

from stichwerk.client.at_table import AtTable
from stichwerk.client.http import Client
from stichwerk.client.refusals import NoServer, Refused
from stichwerk.protocol.messages import Pace, Seat, SeatWish

__all__ = ["AtTable", "Client", "NoServer", "Pace", "Refused", "Seat", "SeatWish"]
