"""A server whose database was damaged: it starts, says so to whoever opens the table, and serves all others."""

import asyncio
import json

import httpx
import pytest

from stichwerk.cli.main import main
from stichwerk.client import Client, Refused, Seat, SeatWish
from support.server.damage import happens
from support.server.running import Running


async def two_tables(client: Client) -> list[Seat]:
    """The hosts of two full tables."""
    seats = [await client.open("rage", "Anja", [SeatWish("open")] * 5, listed=True) for _ in range(2)]
    for seat in seats:
        for name in ("Bernd", "Claudia", "Dieter", "Eva", "Frank"):
            await client.join(name, table=seat.table)
    return seats


async def sits_down(client: Client, seat: Seat) -> None:
    async with client.at(seat) as table:
        async for _ in table.views():
            return


def test_a_damaged_table_is_told_once_and_mended_when_the_server_is_down(tmp_path, capsys):
    db = tmp_path / "test.db"
    with Running(db) as server:
        host, other = asyncio.run(two_tables(server.client))
        damaged, sound = host.table, other.table
        assert main(["check-db", "--db", str(db)]) == 2
        assert "another server works with this database" in capsys.readouterr().err
        assert server.stop() == 0
    happens(f"sqlite:///{db}", "a byte of a fact", damaged)
    with Running(db, "--log", "json") as server:
        for _ in range(3):
            answer = httpx.get(f"{server.url}/api/tables/{damaged}")
            assert (answer.status_code, answer.json()["code"]) == (409, "bad-log")
            assert answer.json()["text"].startswith("this table is damaged")
        with pytest.raises(Refused) as refused:
            asyncio.run(sits_down(server.client, host))
        assert refused.value.code == "bad-log"
        asyncio.run(sits_down(server.client, other))
        assert httpx.get(f"{server.url}/api/tables/{sound}").status_code == 200
        assert {each["id"] for each in httpx.get(f"{server.url}/api/tables").json()} == {damaged, sound}
        assert httpx.get(f"{server.url}/healthz").json() == {"status": "ok"}
        assert server.stop() == 0
        told = [json.loads(line) for line in server.logged().splitlines() if line.startswith("{")]
    [line] = [each for each in told if damaged in each["message"]]
    assert (line["level"], "line 3 was changed" in line["message"]) == ("error", True)
    assert main(["check-db", "--db", str(db), "--repair"]) == 0
    with Running(db) as server:
        assert httpx.get(f"{server.url}/api/tables/{damaged}").json()["seats"][1]["name"] == "Bernd"
