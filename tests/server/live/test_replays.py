"""Score sheets and replays: what they tell, whom they tell it, and what is refused."""

import gzip
import json
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from stichwerk.errors import BadRecord
from stichwerk.play.record import from_data, to_line
from stichwerk.play.verify import steps
from stichwerk.protocol import messages
from stichwerk.server.live import replays
from stichwerk.server.live.replays import BadReplay, ReplayWish, replay_of, sheet_of
from stichwerk.server.web.api import LONGEST_RECORD
from stichwerk.server.web.app import create_app
from stichwerk.server.web.settings import Settings
from stichwerk.server.wire import outbox
from support.matches import VARIANTS, begin, play_out, whole_game
from support.server.sittings import BOT, Sitting

# ---------------------------------------------------------------- replays

JSON = {"Content-Type": "application/json"}


#: A spectator and the seats in turn: whole games are long.
WATCHED = [
    pytest.param(*each.values, seat, id=f"{each.id} {seat}") for each, seat in zip(VARIANTS[::7], cycle([None, 0, 1]))
]


@pytest.mark.parametrize(("kind", "seat"), WATCHED)
def test_a_replay_shows_what_the_seat_saw(kind, seat):
    record = from_data(whole_game(kind).record())
    frames = iter(replay_of(record, ReplayWish(seat)).frames)
    heard: list[Any] = []
    for _, match in steps(record):
        frame = next(frames)
        seen = match.view(seat)
        assert frame.play == outbox.play_of(match, seen, None)
        heard += frame.happenings
        assert len(heard) == match.event_count
    assert next(frames, None) is None
    assert [type(each).__name__ for each in heard] == [type(each).__name__ for each in match.events(seat)]
    assert frame.play.winners == record.winners


@pytest.mark.parametrize("kind", VARIANTS[::7])
def test_a_closed_replay_tells_no_other_hand(kind):
    for frame in replay_of(from_data(whole_game(kind).record()), ReplayWish(1)).frames:
        for seat, place in enumerate(frame.play.table.places):
            assert seat == 1 or not place.hand


@pytest.mark.parametrize("kind", VARIANTS[::7])
def test_an_open_replay_tells_everything(kind):
    for frame in replay_of(from_data(whole_game(kind).record()), ReplayWish(open=True)).frames:
        for place in frame.play.table.places:
            assert len(place.hand) == place.cards
            assert (place.bid is not None) == place.has_bid
        assert "hidden" not in frame.play.standings


def test_a_round_of_a_replay_is_that_part_of_the_whole():
    record = from_data(whole_game(("alles-oder-nichts", 3)).record())
    whole = replay_of(record, ReplayWish(2)).frames
    parts = [replay_of(record, ReplayWish(2, round=number)).frames for number in range(1, len(record.rounds) + 1)]
    assert tuple(frame for part in parts for frame in part) == whole


@pytest.mark.parametrize(
    ("told", "bots"),
    [
        ([None, 3, 5], (None, 3, 5)),
        ([True, "3", 99], (None, None, None)),
        ([3], (None, None, None)),
        ({"0": 3}, (None, None, None)),
        (None, (None, None, None)),
    ],
)
def test_a_replay_tells_who_was_a_bot(told, bots):
    data = {**begin("rage", 3).record(), "bots": told}
    assert replay_of(from_data(data), ReplayWish()).bots == bots


def test_a_record_that_was_not_finished_can_be_looked_at():
    match = begin("rage")
    match.play(match.waiting[0], "bid:1")
    frames = replay_of(from_data(match.record()), ReplayWish(open=True)).frames
    assert len(frames) == 2
    assert frames[-1].play.winners is None


@pytest.mark.parametrize(
    ("wish", "code"),
    [(ReplayWish(3), "unknown-seat"), (ReplayWish(3, open=True), "unknown-seat"), (ReplayWish(round=8), "no-round")],
)
def test_what_is_not_there_cannot_be_replayed(wish, code):
    with pytest.raises(BadReplay) as error:
        replay_of(from_data(whole_game(("alles-oder-nichts", 3)).record()), wish)
    assert error.value.code == code


def test_a_long_game_is_looked_at_round_by_round(monkeypatch):
    record = from_data(whole_game(("alles-oder-nichts", 3)).record())
    monkeypatch.setattr(replays, "MOST_FRAMES", 100)
    with pytest.raises(BadReplay) as error:
        replay_of(record, ReplayWish())
    assert error.value.code == "too-long"
    assert replay_of(record, ReplayWish(round=7)).frames[-1].play.winners is not None


def test_a_record_that_breaks_the_rules_is_refused():
    record = whole_game(("rage", 3)).record()
    record["rounds"][0]["moves"][0][1] = "bid:11"
    with pytest.raises(BadRecord):
        replay_of(from_data(record), ReplayWish())


# ---------------------------------------------------------------- the score sheet


def test_a_sheet_has_the_finished_rounds_and_the_planned_ones():
    sitting = Sitting("rage", (BOT, BOT)).start()
    assert sheet_of(sitting.match, 1).rounds == ()
    sitting.play_until_break()
    sheet = sheet_of(sitting.match, 1)
    assert (sheet.game, sheet.names, sheet.winners) == ("rage", sitting.match.names, None)
    assert [(each.round, each.hand_size) for each in sheet.rounds] == [(1, 10)]
    assert sheet.planned == tuple(range(10, 0, -1))


def test_a_game_to_a_target_plans_no_rounds():
    assert sheet_of(begin("null-nichtig", target=50), 1).planned is None


# ---------------------------------------------------------------- over HTTP


@pytest.fixture
def client() -> Iterator[TestClient[Any]]:
    with TestClient(create_app(Settings(db="sqlite://")), raise_server_exceptions=False) as client:
        yield client


def played_at_a_table(client: TestClient[Any]) -> str:
    """A table at which one whole game was played and another has begun; its id."""
    sitting = Sitting("alles-oder-nichts", (BOT, BOT), options={"rounds": 2}).start().play_out()
    sitting.ask(0, messages.Rematch)
    for seat in sitting.persons:
        sitting.ask(seat, messages.Cut, "")
    store = client.app.state.service.store
    store.append("TABLE", 1, sitting.log[-1].at, [line.fact for line in sitting.log], None).result()
    return "TABLE"


def test_a_finished_game_at_a_table(client):
    table = played_at_a_table(client)
    found = client.get(f"/api/tables/{table}/games/1/replay", params={"seat": 1})
    assert found.headers["content-encoding"] == "gzip"
    told = msgspec.json.decode(found.content, type=messages.Replay)
    assert (told.game, told.seat, told.open, told.rounds, told.round) == ("alles-oder-nichts", 1, False, 2, None)
    record = client.get(f"/api/tables/{table}/games/1/record").text
    again = client.post("/api/replay", params={"seat": 1}, content=record, headers=JSON)
    assert again.status_code == 200
    assert again.json() == found.json()
    one = client.get(f"/api/tables/{table}/games/1/replay", params={"open": "true", "round": 2}).json()
    assert one["frames"][-1]["play"]["winners"] is not None
    plain = client.get(f"/api/tables/{table}/games/1/replay", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.json()["seat"] is None


def test_a_game_that_is_not_over_has_a_sheet_and_no_replay(client):
    table = played_at_a_table(client)
    now = client.get(f"/api/tables/{table}/sheet").json()
    assert (now["number"], now["rounds"], now["planned"]) == (2, [], [6, 5])
    first = client.get(f"/api/tables/{table}/sheet", params={"game": 1}).json()
    assert [len(each["seats"]) for each in first["rounds"]] == [3, 3]
    assert first["winners"]
    for cell in first["rounds"][1]["seats"]:
        assert sum(points for _, points in cell["parts"]) == cell["points"]
    refused = client.get(f"/api/tables/{table}/games/2/replay")
    assert (refused.status_code, refused.json()["code"]) == (409, "game-not-over")
    for address in (f"/api/tables/{table}/games/3/replay", "/api/tables/NOTHING/sheet"):
        assert client.get(address).status_code == 404
    assert client.get(f"/api/tables/{table}/sheet", params={"game": 3}).status_code == 404


def test_no_sheet_before_the_first_deal(client):
    seat = client.post("/api/tables", json={"game": "rage", "name": "Anja", "seats": [{"kind": "open"}]}).json()
    answer = client.get(f"/api/tables/{seat['table']}/sheet")
    assert (answer.status_code, answer.json()["code"]) == (409, "game-not-begun")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 400, "bad-request"),
        (b"nonsense", 400, "bad-request"),
        (b"[1]", 400, "bad-request"),
        (b"\xff", 400, "bad-request"),
        (b'{"a":' * 50_000, 400, "bad-request"),
        (b'{"stichwerk":1}', 400, "bad-record"),
        (b'{"stichwerk":1,"game":"skat","options":{},"seats":[],"rounds":[],"total":[],"winners":null}', 404, None),
        (b" " * (LONGEST_RECORD + 1), 413, "too-long"),
    ],
)
def test_what_is_no_record_is_refused_with_a_reason(client, body, status, code):
    answer = client.post("/api/replay", content=body, headers=JSON)
    assert answer.status_code == status, answer.text
    assert answer.json()["code"] == (code or "unknown-game")


def test_a_record_longer_than_other_bodies_is_accepted(client):
    line = to_line(play_out(begin("null-nichtig", 6, rounds=40)).record())
    assert 32_768 < len(line) < LONGEST_RECORD
    answer = client.post("/api/replay", params={"round": 40, "open": "true"}, content=line, headers=JSON)
    assert answer.status_code == 200
    assert answer.json()["frames"][-1]["play"]["winners"]
    whole = client.post("/api/replay", content=line, headers=JSON)
    assert (whole.status_code, whole.json()["code"]) == (400, "too-long")


def test_what_goes_over_the_wire_is_small():
    line = whole_game(("rage", 8)).record()
    told = messages.encode(replay_of(from_data(json.loads(to_line(line))), ReplayWish(0)))
    assert len(gzip.compress(told, 6)) < 100_000
