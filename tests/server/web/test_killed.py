"""The server is killed in the middle of many games: every acknowledged move is there, and all play on to the end."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

from stichwerk.play.record import read
from stichwerk.play.verify import check
from stichwerk.protocol.messages import Seat
from stichwerk.server.domain import facts
from stichwerk.server.live.directory import Directory
from stichwerk.server.store.log import Store
from support.server.clients import Client, in_loop

SERVER = """
import asyncio, json, sys
sys.path.insert(0, sys.argv[2])
from support.server.clients import gathered, wish_for
from stichwerk.protocol import messages
from stichwerk.server.live.directory import Directory
from stichwerk.server.store.log import Store

def listen(client):
    # Tell on stdout which moves were acknowledged.
    moves, send, next_of = set(), client.send, client.connection.next

    async def sending(kind, *values):
        if kind is messages.Move:
            moves.add(f"{client.seat.seat} {client.ids + 1}")
        await send(kind, *values)

    async def hearing():
        data = await next_of()
        message = json.loads(data)
        if message["type"] == "ack" and message["id"] in moves:
            print(json.dumps([client.seat.table, message["id"], message["seq"]]), flush=True)
        return data

    client.send, client.connection.next = sending, hearing

async def main():
    directory = Directory(Store(sys.argv[1]))
    tables = [await gathered(directory, 3, wish_for(("alles-oder-nichts", 3), 3)) for _ in range(3)]
    for client in (client for table in tables for client in table):
        seat = client.seat
        print(json.dumps([seat.table, seat.seat, seat.token, client.ids]), flush=True)
        listen(client)
    await asyncio.gather(*(client.play() for table in tables for client in table))

asyncio.run(main())
"""


@in_loop
async def test_a_server_that_is_killed(url):
    command = [sys.executable, "-c", SERVER, url, str(Path(__file__).parents[2])]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    told = [json.loads(process.stdout.readline()) for _ in range(9 + 120)]
    os.kill(process.pid, signal.SIGKILL)
    rest = process.stdout.read().splitlines()
    process.wait()
    told += [json.loads(line) for line in rest if line.endswith("]")]
    seats = [Seat(*line[:3]) for line in told if len(line) == 4]
    acknowledged = [line for line in told if len(line) == 3]
    assert len(seats) == 9
    assert len(acknowledged) >= 120

    store = Store(url)
    for table, message, seq in acknowledged:
        fact = facts.decode(store.lines(table)[seq - 1].fact)
        assert isinstance(fact, facts.Moved)
        assert fact.id == message
    directory = Directory(store)
    clients = [Client(directory, seat, seat.seat) for seat in seats]
    for client in clients:
        client.ids = 10_000  # a client that was restarted too must not use old ids again
    views = await asyncio.gather(*(client.play() for client in clients))
    assert {view.status for view in views} == {"over"}
    for table in {seat.table for seat in seats}:
        check(read(await directory.queries.record(table, 1)))
    await directory.close()
    store.close()
