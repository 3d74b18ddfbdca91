"""Whole games over real sockets, against a server in its own process: also one that is killed in the middle."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from urllib.request import urlopen

import pytest

from stichwerk.client import AtTable, Seat, SeatWish
from stichwerk.games import game as find_game
from stichwerk.games import game_ids
from stichwerk.play.fair import FairDeals
from stichwerk.play.notation import notation
from stichwerk.play.record import read
from stichwerk.play.verify import check
from stichwerk.protocol.messages import Ack, Rematch, Start, TableView
from stichwerk.server.web.api import Proof
from support.env_tables import example
from support.server.running import QUICK, Running, at_random, begin, in_loop, play_out, seated
from support.server.sittings import play_of


@pytest.fixture(scope="module")
def running(tmp_path_factory) -> Iterator[Running]:
    with Running(tmp_path_factory.mktemp("server") / "test.db", "--messages-per-second", "0") as server:
        yield server


@pytest.mark.parametrize("game", game_ids())
@in_loop
async def test_four_people_play_a_game_and_its_record_holds(running, game):
    seats = await seated(running.client, game, 4)
    views = await play_out(running.client, seats, game)
    record = read(await running.client.record(seats[0].table))
    check(record)
    assert record.winners
    assert {play_of(view).winners for view in views} == {record.winners}
    assert all(view.seats[seat].cut == "opened" for view in views for seat in range(4))
    assert len(record.extra["cuts"]) == 4
    told = await running.client.request("GET", f"/api/tables/{seats[0].table}/games/1/proof", Proof)
    assert told.holds
    assert told.commitment == told.seed_sha256 == views[0].commitment
    assert list(told.decks[0]) == dealt(game, FairDeals(told.seed, told.salts))
    with urlopen(f"{running.url}/api/tables/{seats[0].table}/games/1/record") as answer:
        assert answer.headers["Content-Type"] == "application/x-ndjson"
        assert answer.headers["Content-Disposition"].endswith('.jsonl"')


def dealt(game_id: str, deals: FairDeals) -> list[str]:
    """The deck of the first round."""
    found = find_game(game_id)
    names = notation(found, found.options()).cards
    return [names[card] for card in deals.deck(found.book.deck.tolist(), 1)]


@in_loop
async def test_a_person_plays_with_bots_and_once_more(running):
    seat = await running.client.open(
        "null-nichtig", "Anja", [SeatWish("bot", level) for level in (1, 2, 3)], options={"rounds": 1}, pace=QUICK
    )
    async with running.client.at(seat) as table:
        await table.ask(Start)
        await table.play(at_random(1))
        await table.ask(Rematch)
        async for view in table.views():
            if view.number == 2:
                break
        await table.play(at_random(2))
    for number in (1, 2):
        record = read(await running.client.record(seat.table, number))
        check(record)
        sheet = await running.client.sheet(seat.table, number)
        assert [tuple(cell.points for cell in line.seats) for line in sheet.rounds] == [record.total]
    assert await running.client.sheet(seat.table) == sheet
    seen = await running.client.request("GET", f"/api/tables/{seat.table}/statistics", dict)
    assert len(seen["games"]) == 2


@in_loop
async def test_a_spectator_sees_the_game_and_no_hand(running):
    seats = await seated(running.client, "alles-oder-nichts", 3, options={"rounds": 1})
    told: list[str] = []

    async def watch() -> TableView:
        async with running.client.at(seats[0].table) as table:
            async for view in table.views():
                told.append(json.dumps([list(place.hand) for place in view.play.table.places] if view.play else []))
                if view.status == "over":
                    return view
        raise AssertionError

    watching = asyncio.create_task(watch())
    await play_out(running.client, seats)
    assert (await watching).you is None
    assert not any(hand for hands in map(json.loads, told) for hand in hands)
    assert len(told) > 3


def unhurried(choose: Callable[[TableView], str]) -> Callable[[TableView], Awaitable[str]]:
    """The same choices, a moment later."""

    async def think(view: TableView) -> str:
        await asyncio.sleep(0.005)
        return choose(view)

    return think


class Witness:
    """Remembers which moves the server has acknowledged."""

    def __init__(self, table: AtTable) -> None:
        self.acknowledged: dict[str, int] = {}
        table.listeners.append(self._hear)

    def _hear(self, message: object) -> None:
        if isinstance(message, Ack):
            self.acknowledged[message.id] = message.seq


@in_loop
async def test_killed_in_the_middle_everybody_resumes_and_nothing_is_lost(tmp_path, monkeypatch):
    """Killed twice, while moves are on their way at a table of each game; each client resumes by itself."""
    # Everybody is back soon after a start: else a table could end its game while another waits to connect again.
    monkeypatch.setattr("stichwerk.client.at_table._LONGEST_PAUSE", 0.2)
    with Running(tmp_path / "test.db", "--messages-per-second", "0") as server:
        tables = [await seated(server.client, game, 4) for game in game_ids()]
        witnesses: list[Witness] = []
        places: list[AtTable] = []

        async def play(seat: Seat) -> TableView:
            async with server.client.at(seat) as table:
                witnesses.append(Witness(table))
                places.append(table)
                if seat.seat == 0:
                    await begin(table, 4)
                return await table.play(unhurried(at_random(f"{seat.seat}")))

        playing = [asyncio.create_task(play(seat)) for seats in tables for seat in seats]
        for times, enough in ((1, 100), (2, 200)):
            # Whoever is not back yet would miss the next blow.
            while sum(len(each.acknowledged) for each in witnesses) < enough or any(
                table.connects < times for table in places
            ):
                await asyncio.sleep(0.001)
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
        views = await asyncio.gather(*playing)
        for number, seats in enumerate(tables):
            record = read(await server.client.record(seats[0].table))
            check(record)
            assert record.winners
            assert {play_of(view).winners for view in views[4 * number : 4 * number + 4]} == {record.winners}
        assert [table.connects for table in places] == [3] * 12
        assert server.stop() == 0
        stored = _ids_in_log(tmp_path / "test.db")
        acknowledged = {pair for each in witnesses for pair in each.acknowledged.items()}
        assert acknowledged <= stored
        assert len(acknowledged) > 300


def _ids_in_log(db) -> set[tuple[str, int]]:
    """Of every stored message its id and the number of its fact."""
    from stichwerk.server.domain import facts
    from stichwerk.server.store.log import Store
    from stichwerk.server.store.schema import log

    store = Store(f"sqlite:///{db}")
    try:
        with store._engine.connect() as connection:
            rows = [(facts.decode(row.fact), row.seq) for row in connection.execute(log.select())]
    finally:
        store.close()
    ids = [fact.id for fact, _ in rows if fact.id]
    assert len(ids) == len(set(ids)), "a message was carried out twice"
    return {(fact.id, seq) for fact, seq in rows if fact.id}


@pytest.mark.parametrize("game", game_ids())
@in_loop
async def test_the_example_of_a_bot_at_a_table_plays_a_game(running, game):
    program = example("bot_at_a_table")
    host = await running.client.open(game, "Anja", [SeatWish("open"), SeatWish("open")], pace=QUICK)
    bots = [
        asyncio.create_task(program.play(running.url, host.code, name, level))
        for name, level in (("Roberta", "2"), ("Robert", "3"))
    ]
    async with running.client.at(host) as table:
        await begin(table, 3)
        view = await table.play(at_random(game))
    assert {each.play.winners for each in await asyncio.gather(*bots)} == {view.play.winners}
    check(read(await running.client.record(host.table)))
