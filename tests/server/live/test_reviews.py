"""Reviews of finished games at a server: made once, kept, in rounds, fairly; and what is refused."""

import asyncio
import json
from collections.abc import Iterator
from time import sleep
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from stichwerk.errors import StichwerkError
from stichwerk.protocol import messages
from stichwerk.review.run import review_game
from stichwerk.server.live import reviews
from stichwerk.server.live.directory import Directory
from stichwerk.server.live.reviews import Reviews, UnderWay
from stichwerk.server.store.kept_reviews import Reviewed
from stichwerk.server.store.log import Store
from stichwerk.server.web.app import create_app
from stichwerk.server.web.limits import Window
from stichwerk.server.web.settings import Settings
from support.reviewed import QUICK
from support.server.clients import in_loop
from support.server.sittings import BOT, Sitting

ADDRESS = "/api/tables/TABLE/games/1/review"
GAME = Reviewed("TABLE", 1)


def played(store: Store, rounds: int = 2, table: str = "TABLE") -> None:
    """A table at which one whole game was played, and another has begun."""
    sitting = Sitting("alles-oder-nichts", (BOT, BOT), options={"rounds": rounds}).start().play_out()
    sitting.ask(0, messages.Rematch)
    for seat in sitting.persons:
        sitting.ask(seat, messages.Cut, "")
    lines = [line.fact.replace(b"TABLE", table.encode()) for line in sitting.log]
    store.append(table, 1, sitting.log[-1].at, lines, None).result()


@pytest.fixture
def client() -> Iterator[TestClient[Any]]:
    with TestClient(
        create_app(Settings(db="sqlite://", requests_per_minute=0)), raise_server_exceptions=False
    ) as found:
        service = found.app.state.service
        service.reviews._plan = QUICK
        played(service.store)
        yield found


def whole(client: TestClient[Any], after: int = 0, **asked: bool) -> messages.GameReview:
    for _ in range(600):
        answer = client.get(ADDRESS, params={"after": after, **asked})
        assert answer.status_code == 200, answer.text
        told = msgspec.json.decode(answer.content, type=messages.GameReview)
        if told.whole:
            return told
        sleep(0.05)
    raise AssertionError("the review does not come to its end")


def test_a_review_over_http_is_the_one_of_the_library(client):
    told = whole(client)
    record = json.loads(client.get("/api/tables/TABLE/games/1/record").text)
    data = json.loads(json.dumps(review_game(record, plan=QUICK).to_data()))
    shown = json.loads(messages.encode(told))
    assert shown["players"] == data["players"]
    assert shown["rounds"] == data["rounds"]
    wanted = [{**each, "choices": [_full(choice) for choice in each["choices"]]} for each in data["decisions"]]
    assert [{**each, "choices": [_full(one) for one in each["choices"]]} for each in shown["decisions"]] == wanted
    for player in told.players:
        assert player.luck + player.skill + player.noise == pytest.approx(player.lead, abs=0.01)


def _full(choice: dict[str, Any]) -> dict[str, Any]:
    return {"exact": None, "takes": 0.0, **choice}


def test_it_is_made_once_and_kept(client):
    first = whole(client)
    made = client.app.state.service.reviews
    for _ in range(600):  # told as soon as it is whole, kept a moment later
        if not made.under_way:
            break
        sleep(0.05)
    assert made.made == 1
    client.app.state.service.reviews = Reviews(client.app.state.service.directory)  # as after a restart
    again = client.get(ADDRESS)
    assert again.headers["content-encoding"] == "gzip"
    assert msgspec.json.decode(again.content, type=messages.GameReview) == first
    assert client.app.state.service.reviews.made == 0


def test_with_open_cards_it_is_another_one(client):
    usual = whole(client)
    opened = whole(client, open=True)
    record = json.loads(client.get("/api/tables/TABLE/games/1/record").text)
    wanted = review_game(record, plan=QUICK, open_cards=True)
    assert [each.loss for each in opened.decisions] == pytest.approx(
        [each.loss for each in wanted.decisions], abs=0.001
    )
    assert opened.decisions != usual.decisions
    assert whole(client) == usual, "neither takes the place of the other"


def test_what_the_others_could_have_held(client):
    address = "/api/tables/TABLE/games/1/held"
    told = client.get(address, params={"round": 1, "move": 1})
    assert told.status_code == 200, told.text
    found = msgspec.json.decode(told.content, type=messages.HeldCards)
    assert found.hands[found.seat] == {}
    assert {round(sum(hand.values())) for seat, hand in enumerate(found.hands) if seat != found.seat} == {6}
    for wrong in ({"round": 9, "move": 1}, {"round": 1, "move": 1000}):
        refused = client.get(address, params=wrong)
        assert (refused.status_code, refused.json()["code"]) == (400, "no-round")


def test_only_the_rounds_that_one_does_not_have_are_told(client):
    whole(client)
    told = whole(client, after=1)
    assert [each.round for each in told.rounds] == [2]
    assert {each.round for each in told.decisions} == {2}
    assert len(told.players) == 3


@pytest.mark.parametrize(
    ("address", "status", "code"),
    [
        ("/api/tables/TABLE/games/2/review", 409, "game-not-over"),
        ("/api/tables/TABLE/games/3/review", 404, "unknown-game-number"),
        ("/api/tables/NOTHING/games/1/review", 404, "unknown-game-number"),
        ("/api/tables/%00%20/games/1/review", 404, "unknown-game-number"),
        ("/api/tables/TABLE/games/1/review?after=-1", 400, "bad-request"),
    ],
)
def test_what_cannot_be_reviewed_is_refused_with_a_reason(client, address, status, code):
    answer = client.get(address)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert client.app.state.service.reviews.under_way == 0


def test_a_long_game_is_refused(client, monkeypatch):
    monkeypatch.setattr(reviews, "MOST_MOVES", 10)
    answer = client.get(ADDRESS)
    assert (answer.status_code, answer.json()["code"]) == (400, "no-review")
    assert "stich review" in answer.json()["text"]


def test_a_damaged_game_is_refused(client):
    store = client.app.state.service.store
    played(store, table="BROKEN")
    store.write(lambda connection: connection.exec_driver_sql("DELETE FROM log WHERE table_id='BROKEN' AND seq=9"))
    answer = client.get("/api/tables/BROKEN/games/1/review")
    assert (answer.status_code, answer.json()["code"]) == (409, "bad-log")


def test_one_address_cannot_ask_for_any_number(client):
    client.app.state.service.reviewing = Window(1, 3600)
    client.get("/api/tables/TABLE/games/2/review")
    answer = client.get(ADDRESS)
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many-reviews")


# ---------------------------------------------------------------- without a network


def told(found: bytes | None) -> messages.GameReview:
    assert found is not None
    return msgspec.json.decode(found, type=messages.GameReview)


@in_loop
async def test_who_asks_meanwhile_joins_in(monkeypatch):
    store = Store("sqlite://")
    played(store, rounds=3)
    directory = Directory(store)
    made, looked = Reviews(directory, QUICK), 0
    look = UnderWay.look_at_a_round

    def counted(self: UnderWay) -> None:
        nonlocal looked
        looked += 1
        look(self)

    monkeypatch.setattr(UnderWay, "look_at_a_round", counted)
    assert await made.found(GAME, 0, False) is None
    for asker in ("one", "two", "three"):
        made.begin(GAME, asker)
    assert made.under_way == 1
    found = [told(await made.found(GAME, 0, False)) for _ in range(2)]
    assert all(each.moves == found[0].moves > 0 for each in found)
    seen = set()
    while not (each := told(await made.found(GAME, 0, False))).whole:
        seen.add((len(each.rounds), len(each.players)))
        assert each.looked_at <= each.moves
        assert sorted({one.round for one in each.decisions}) == [one.round for one in each.rounds]
        await asyncio.sleep(0.01)
    while made.under_way:
        await asyncio.sleep(0.01)
    assert looked == 3
    await made.close()
    await directory.close()
    store.close()


@in_loop
async def test_first_comes_the_asker_for_whom_least_was_done(monkeypatch):
    store = Store("sqlite://")
    directory = Directory(store)
    made, order = Reviews(directory, QUICK), []
    look = UnderWay.look_at_a_round

    def noted(self: UnderWay) -> None:
        order.append(self)
        look(self)

    monkeypatch.setattr(UnderWay, "look_at_a_round", noted)
    tables = ("MANY1", "MANY2", "MANY3", "MANY4", "FEW")
    for table in tables:
        played(store, table=table)
    for table in tables:
        made.begin(Reviewed(table, 1), table.rstrip("1234"))
    few = await asyncio.shield(made._making[Reviewed("FEW", 1)])
    while made.under_way:
        await asyncio.sleep(0.01)
    assert len(order) == 10
    assert few in order[:5], "who wants one does not wait for all of who wants many"
    await made.close()
    await directory.close()
    store.close()


@in_loop
async def test_what_goes_wrong_in_the_middle_is_told_once_and_for_all_who_wait(monkeypatch, caplog):
    store = Store("sqlite://")
    played(store)
    directory = Directory(store)
    made = Reviews(directory, QUICK)
    monkeypatch.setattr(UnderWay, "look_at_a_round", lambda self: 1 // 0)
    made.begin(GAME, "somebody")
    while made.under_way:
        await asyncio.sleep(0.01)
    for _ in range(2):
        with pytest.raises(StichwerkError) as error:
            await made.found(GAME, 0, False)
        assert error.value.code == "no-review"
    assert "ZeroDivisionError" in caplog.text
    await made.close()
    await directory.close()
    store.close()


@in_loop
async def test_a_server_that_stops_waits_for_no_review():
    store = Store("sqlite://")
    played(store)
    directory = Directory(store)
    made = Reviews(directory)
    made.begin(GAME, "somebody")
    await asyncio.sleep(0)
    await made.close()
    assert made.under_way == 0
    await directory.close()
    store.close()
