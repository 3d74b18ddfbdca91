"""Whose games are whose: claimed with the token of the seat, told to whoever has the secret, and forgotten."""

import asyncio

import pytest
from litestar.testing import TestClient

from stichwerk.protocol import messages
from stichwerk.protocol.messages import ClaimGame, NewTable
from stichwerk.server.errors import NoEntry, NotNow, UnknownTable
from stichwerk.server.live import profiles
from stichwerk.server.live.directory import Directory
from stichwerk.server.live.profiles import Profiles
from stichwerk.server.live.reviews import Reviews
from stichwerk.server.live.runner import Runner
from stichwerk.server.web.app import create_app
from stichwerk.server.web.service import Service
from stichwerk.server.web.settings import Settings
from support.reviewed import QUICK
from support.server.clients import Client, in_loop
from support.server.sittings import BOT

MINE, YOURS = "A" * 25, "B" * 25


class Evening:
    """A server, and games that Anja plays with bots."""

    def __init__(self, store) -> None:
        self.directory = Directory(store)
        self.bots = Runner(self.directory, natural=lambda pace: 0)
        self.reviews = Reviews(self.directory, QUICK)
        self.profiles = Profiles(self.directory, self.reviews)

    async def game(self) -> messages.Seat:
        wish = NewTable("alles-oder-nichts", "Anja", [BOT, BOT], options={"rounds": 2})
        client = Client(self.directory, await self.directory.open(wish))
        await client.connect()
        await client.send(messages.Start)
        await client.play()
        return client.seat

    async def close(self) -> None:
        await self.bots.close()
        await self.reviews.close()
        await self.directory.close()


def claim(seat: messages.Seat) -> ClaimGame:
    return ClaimGame(seat.table, seat.token, 1)


@in_loop
async def test_games_are_kept_for_their_owner_and_nobody_else(url, open_store):
    evening = Evening(open_store(url))
    first, second = await evening.game(), await evening.game()
    for seat in (first, second, first):  # once more, because the answer was lost
        await evening.profiles.claim(MINE, claim(seat), "here")
    told = await evening.profiles.told(MINE)
    assert {each.table for each in told.games} == {first.table, second.table}
    [insights] = told.insights
    assert (insights.game, insights.all.games) == ("alles-oder-nichts", 2)
    assert [dict(each.options) for each in insights.variants] == [{"rounds": 2}]
    assert await evening.profiles.told(YOURS) == messages.Profile((), ())
    await evening.close()


@in_loop
async def test_what_the_review_tells_is_added_once_there_is_one(sqlite_url, open_store):
    evening = Evening(open_store(sqlite_url))
    seat = await evening.game()
    await evening.profiles.claim(MINE, claim(seat), "here")
    while evening.reviews.under_way:
        await asyncio.sleep(0.05)
    for _ in range(2):  # found out, and then kept
        [insights] = (await evening.profiles.told(MINE)).insights
        assert insights.reviewed == 1
        assert insights.loss is not None
        assert insights.cards is not None
        assert all(each.expected is not None for each in insights.bids)
    await evening.close()


@in_loop
async def test_a_profile_moves_to_another_device_and_is_forgotten(url, open_store):
    evening = Evening(open_store(url))
    first, second = await evening.game(), await evening.game()
    await evening.profiles.claim(MINE, claim(first), "here")
    for seat in (first, second):
        await evening.profiles.claim(YOURS, claim(seat), "here")
    await evening.profiles.hand_over(YOURS, MINE)
    assert (await evening.profiles.told(MINE)).games == ()
    assert len((await evening.profiles.told(YOURS)).games) == 2
    await evening.profiles.hand_over(YOURS, YOURS)
    assert len((await evening.profiles.told(YOURS)).games) == 2
    await evening.profiles.forget(YOURS)
    assert await evening.profiles.told(YOURS) == messages.Profile((), ())
    assert await evening.directory.queries.record(first.table, 1), "the game itself is still there"
    await evening.close()


@in_loop
async def test_what_cannot_be_claimed(sqlite_url, open_store, monkeypatch):
    evening = Evening(open_store(sqlite_url))
    seat, other = await evening.game(), await evening.game()
    with pytest.raises(NoEntry, match="does not hold a seat"):
        await evening.profiles.claim(MINE, ClaimGame(seat.table, other.token, 1), "here")
    with pytest.raises(UnknownTable):
        await evening.profiles.claim(MINE, ClaimGame(seat.table, seat.token, 2), "here")
    monkeypatch.setattr(profiles, "MOST_GAMES", 1)
    await evening.profiles.claim(MINE, claim(seat), "here")
    with pytest.raises(NotNow, match="that is the most"):
        await evening.profiles.claim(MINE, claim(other), "here")
    await evening.close()


def test_over_http(tmp_path):
    service = Service(Settings(db=str(tmp_path / "test.db")))
    with TestClient(create_app(service.settings, service)) as client:
        mine = {"Authorization": f"Bearer {MINE}"}
        assert client.get("/api/profile", headers=mine).json() == {"games": [], "insights": []}
        for bad in ("short", MINE.lower(), "A" * 65):
            refused = client.get("/api/profile", headers={"Authorization": f"Bearer {bad}"})
            assert refused.json()["code"] == "bad-profile"
        assert client.get("/api/profile").json()["code"] == "no-token"
        wish = {"table": "NOWHERE", "token": "x", "game": 1}
        assert client.post("/api/profile/games", headers=mine, json=wish).json()["code"] == "bad-token"
        assert client.post("/api/profile/hand-over", headers=mine, json={"secret": YOURS}).status_code == 204
        assert client.delete("/api/profile", headers=mine).status_code == 204
