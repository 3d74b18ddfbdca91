"""Score pads that several phones fill: nothing is lost, and nobody sees a covered bid before it is open."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from litestar.testing import TestClient

from stichwerk.server.store.check import findings
from stichwerk.server.store.log import Store
from stichwerk.server.web.app import create_app
from stichwerk.server.web.settings import Settings

PLAYERS = [{"id": player, "name": player.title()} for player in ("ida", "tom", "mia")]


def client_of(db: str = "sqlite://", **more: Any) -> TestClient[Any]:
    return TestClient(create_app(Settings(db=db, **more)), raise_server_exceptions=False)


@pytest.fixture
def client() -> Iterator[TestClient[Any]]:
    with client_of(requests_per_minute=0, tables_per_hour=0) as client:
        yield client


class Phone:
    """A phone that writes on a shared pad, or looks on."""

    def __init__(self, client: TestClient[Any], pad: str, token: str | None, name: str) -> None:
        self.client, self.pad, self.token, self.name = client, pad, token, name
        self.clock, self.after = 0, 0
        self.knows: dict[str, dict[str, Any]] = {}

    def asks(self, path: str, body: dict[str, Any]) -> Any:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return self.client.post(f"/api/shared-pads/{self.pad}/{path}", json=body, headers=headers)

    def step(self, kind: str = "enter", **more: Any) -> dict[str, Any]:
        self.clock += 1
        return {"kind": kind, "id": f"{self.name}x{self.clock}", "by": self.name, "clock": self.clock, **more}

    def sync(self, *steps: dict[str, Any]) -> dict[str, Any]:
        answer = self.asks("sync", {"after": self.after, "steps": list(steps)})
        assert answer.status_code == 200, answer.text
        news: dict[str, Any] = answer.json()
        self.after = news["seq"]
        self.knows |= {each["id"]: each for each in news["steps"]}
        self.clock = max([self.clock, *(each["clock"] for each in self.knows.values())])
        return news

    def enters(self, player: str, field: str, value: Any, round_no: int = 1) -> list[str]:
        """The codes of what was refused."""
        news = self.sync(self.step(round=round_no, player=player, field=field, value=value))
        return [each["code"] for each in news["refused"]]

    def sees(self, player: str, field: str = "bid", round_no: int = 1) -> Any:
        """What stands in a cell, as far as this phone knows; None: nothing, ``covered``: something."""
        self.sync()
        found = [
            each
            for each in self.knows.values()
            if each["kind"] == "enter" and (each["player"], each["field"], each["round"]) == (player, field, round_no)
        ]
        last = max(found, key=lambda each: each["clock"], default=None)
        return None if last is None else "covered" if last["covered"] else last["value"]


def shared(client: TestClient[Any], bidding: str = "open", **wish: Any) -> Phone:
    options = {"bidding": bidding} if wish.get("game", "rage") == "rage" else {}
    body = {"game": "rage", "options": options, "players": PLAYERS, "dealer": "ida", "created": 5, **wish}
    answer = client.post("/api/shared-pads", json=body)
    assert answer.status_code == 201, answer.text
    assert answer.json()["link"].endswith("/pad#/with/" + answer.json()["pad"])
    return Phone(client, answer.json()["pad"], answer.json()["token"], "host")


def joined(host: Phone, player: str | None, secret: str = "") -> Phone:
    body = {"secret": (secret or f"the secret of {player}").ljust(30, "."), "player": player}
    answer = host.asks("phones", body)
    assert answer.status_code == 201, answer.text
    return Phone(host.client, host.pad, answer.json()["token"], answer.json()["id"])


def onlooker(host: Phone) -> Phone:
    return Phone(host.client, host.pad, None, "nobody")


def test_what_one_phone_enters_the_others_hear(client):
    host = shared(client)
    ida = joined(host, "ida")
    assert host.enters("tom", "bid", 3) == ida.enters("ida", "bid", 2) == []
    for phone in (host, ida, onlooker(host)):
        assert (phone.sees("tom"), phone.sees("ida")) == (3, 2)
    news = onlooker(host).sync()
    assert [each["name"] for each in news["pad"]["players"]] == ["Ida", "Tom", "Mia"]
    assert news["guests"] == [{"phone": "host", "player": None}, {"phone": "p1", "player": "ida"}]


def test_what_is_handed_in_twice_counts_once_and_lost_answers_do_no_harm(client):
    host = shared(client)
    step = host.step(round=1, player="tom", field="bid", value=3)
    seq = host.sync(step)["seq"]
    assert host.sync(step)["seq"] == seq
    other = {**step, "value": 4}
    assert [each["code"] for each in host.sync(other)["refused"]] == ["id-used"]
    again = [host.asks("phones", {"secret": "x" * 30, "player": "tom"}).json() for _ in range(2)]
    assert again[0] == again[1]


# ---------------------------------------------------------------- covered bids


def test_covered_bids_reach_nobody_before_all_have_bid(client):
    host = shared(client, "simultaneous")
    ida, tom = joined(host, "ida"), joined(host, "tom")
    ida.enters("ida", "bid", 7)
    for phone in (host, tom, onlooker(host)):
        assert phone.sees("ida") == "covered"
        assert "7" not in json.dumps([each["value"] for each in phone.knows.values()])
    assert ida.sees("ida") == 7
    tom.enters("tom", "bid", 1)
    assert host.sees("tom") == "covered"
    host.enters("mia", "bid", 0)
    for phone in (host, ida, tom, onlooker(host)):
        assert [phone.sees(player) for player in ("ida", "tom", "mia")] == [7, 1, 0]


def test_secret_bids_reach_nobody_before_the_round_is_over(client):
    host = shared(client, "secret")
    ida = joined(host, "ida")
    ida.enters("ida", "bid", 7)
    host.enters("tom", "bid", 1)
    host.enters("mia", "bid", 2)
    assert (host.sees("ida"), ida.sees("tom")) == ("covered", "covered")
    host.enters("tom", "tricks", 1)
    host.enters("mia", "tricks", 2)
    assert host.sees("ida") == "covered"
    ida.enters("ida", "tricks", 7)
    assert [host.sees("ida"), ida.sees("tom"), onlooker(host).sees("mia")] == [7, 1, 2]


def test_a_bid_is_shown_or_stays_hidden_to_the_end(client):
    host = shared(client, game="alles-oder-nichts")
    ida = joined(host, "ida")
    ida.enters("ida", "bid", 4)
    host.enters("tom", "bid", 1)
    ida.enters("ida", "hidden", False)
    assert host.sees("ida") == "covered", "Mia has not chosen hers yet"
    host.enters("mia", "bid", 0)
    assert host.sees("ida") == 4
    host.enters("tom", "hidden", True)
    assert (ida.sees("tom"), ida.sees("mia")) == ("covered", "covered")
    for player, tricks in (("ida", 4), ("tom", 1), ("mia", 1)):
        host.enters(player, "tricks", tricks)
    assert (ida.sees("tom"), ida.sees("mia")) == (1, 0)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    bidding=st.sampled_from(["simultaneous", "secret"]),
    acts=st.lists(
        st.tuples(st.sampled_from(["ida", "tom", "mia"]), st.sampled_from(["bid", "tricks"]), st.integers(0, 10)),
        max_size=14,
    ),
)
def test_no_message_ever_holds_a_covered_bid_of_another(client, bidding, acts):
    host = shared(client, bidding)
    phones = {player: joined(host, player) for player in ("ida", "tom", "mia")}
    entered: set[tuple[str, str]] = set()
    for player, field, value in acts:
        phones[player].enters(player, field, value)
        entered.add((player, field))
        enough = ["bid", "tricks"] if bidding == "simultaneous" else ["tricks"]
        is_open = any(all((each, what) in entered for each in phones) for what in enough)
        for other in (*phones.values(), host, onlooker(host)):
            other.sync()
            for step in other.knows.values():
                if step["field"] == "bid" and step["by"] != other.name:
                    assert step["covered"] == (not is_open)
                assert step["value"] is None or not step["covered"]


def test_what_is_open_stays_open_whatever_is_undone(client):
    host = shared(client, "simultaneous")
    ida = joined(host, "ida")
    ida.enters("ida", "bid", 7)
    host.enters("tom", "bid", 1)
    host.enters("mia", "bid", 1)
    host.sync(host.step("undo", of=next(each["id"] for each in host.knows.values() if each["player"] == "mia")))
    assert onlooker(host).sees("ida") == 7
    ida.enters("ida", "bid", 8)
    assert onlooker(host).sees("ida") == "covered", "Mia has to bid anew, and must not know"


# ---------------------------------------------------------------- who may do what


def test_everybody_enters_what_is_their_own(client):
    host = shared(client)
    ida = joined(host, "ida")
    assert ida.enters("tom", "bid", 3) == ["not-your-cell"]
    assert ida.sync(ida.step("rounds", rounds=3))["refused"][0]["code"] == "not-your-cell"
    host.enters("tom", "bid", 3)
    ida.sync()
    assert ida.sync(ida.step("undo", of="hostx1"))["refused"][0]["code"] == "not-your-cell"
    assert host.asks("sharing", {"may": "all"}).status_code == 204
    assert ida.enters("tom", "bid", 4) == []
    host.asks("sharing", {"may": "watch"})
    assert ida.enters("ida", "bid", 4) == ["only-watching"]
    assert host.asks("phones", {"secret": "x" * 30, "player": "mia"}).json()["code"] == "only-watching"
    assert onlooker(host).enters("ida", "bid", 4) == ["only-watching"]


def test_a_place_has_one_phone_and_the_host_can_give_it_to_another(client):
    host = shared(client)
    ida = joined(host, "ida")
    refused = host.asks("phones", {"secret": "another secret of Ida's", "player": "ida"})
    assert (refused.status_code, refused.json()["code"]) == (409, "seat-taken")
    assert ida.asks("sharing", {"free": "ida"}).json()["code"] == "only-host"
    host.asks("sharing", {"free": "ida", "own": "mia"})
    new = joined(host, "ida", "another secret of Ida's")
    assert new.enters("ida", "bid", 1) == []
    assert ida.enters("ida", "bid", 2) == ["not-your-cell"]
    assert host.sync()["guests"][0] == {"phone": "host", "player": "mia"}


@pytest.mark.parametrize(
    "step",
    [
        {"round": 1, "player": "nobody", "field": "bid", "value": 1},
        {"round": 1, "player": "ida", "field": "colour", "value": 1},
        {"round": 1, "player": "ida", "field": "bid", "value": 99},
        {"round": 1, "player": "ida", "field": "bid", "value": -1},
        {"round": 1, "player": "ida", "field": "bid", "value": True},
        {"round": 1, "player": "ida", "field": "bid", "value": [1, 2]},
        {"kind": "undo", "of": "nothing"},
        {"kind": "leave", "player": "nobody", "round": 2},
        {"kind": "join", "player": "ida", "name": "Ida", "round": 2, "at": 0},
    ],
)
def test_nonsense_is_refused_and_the_rest_is_taken(client, step):
    host = shared(client)
    good = host.step(round=1, player="tom", field="bid", value=3)
    kind = step.get("kind", "enter")
    bad = host.step(kind, **{name: value for name, value in step.items() if name != "kind"})
    news = host.sync(bad, good)
    assert [each["code"] for each in news["refused"]] == ["bad-step"]
    assert [each["id"] for each in news["steps"]] == [good["id"]]


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "whist"}, "unknown-game"),
        ({"options": {"bidding": "loud"}}, "bad-option"),
        ({"players": [*PLAYERS, {"id": "ida", "name": "Ida 2"}]}, "bad-pad"),
        ({"players": [*PLAYERS, {"id": "ida2", "name": "ida"}]}, "name-taken"),
        ({"players": [{"id": f"n{at}", "name": f"N{at}"} for at in range(9)], "dealer": "n0"}, "bad-players"),
        ({"dealer": "nobody"}, "bad-pad"),
        ({"players": []}, "bad-request"),
    ],
)
def test_no_such_pad_can_be_shared(client, wish, code):
    body = {"game": "rage", "options": {}, "players": PLAYERS, "dealer": "ida", "created": 5, **wish}
    answer = client.post("/api/shared-pads", json=body)
    assert (400 <= answer.status_code < 500, answer.json()["code"]) == (True, code)


def test_a_pad_that_is_gone_or_never_was_is_said(client):
    host = shared(client)
    ida = joined(host, "ida")
    assert host.asks("sharing", {"end": True}).status_code == 204
    for phone in (host, ida, onlooker(host)):
        answer = phone.asks("sync", {})
        assert (answer.status_code, answer.json()["code"]) == (404, "pad-gone")
    for pad in ("pad" + "A" * 20, "nothing", "A" * 20):
        answer = Phone(client, pad, None, "").asks("sync", {})
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown-pad")
    stranger = Phone(client, shared(client).pad, "no token of this pad", "host")
    assert stranger.asks("sync", {}).json()["code"] == "bad-token"


def test_so_many_pads_an_hour():
    with client_of(tables_per_hour=1) as client:
        shared(client)
        body = {"game": "rage", "options": {}, "players": PLAYERS, "dealer": "ida", "created": 5}
        answer = client.post("/api/shared-pads", json=body)
        assert (answer.status_code, answer.json()["code"]) == (429, "too-many-tables")


# ---------------------------------------------------------------- the log


def test_a_pad_is_there_again_after_a_restart_and_its_log_is_watched(tmp_path: Path):
    file = tmp_path / "tables.db"
    with client_of(f"sqlite:///{file}") as client:
        host = shared(client, "simultaneous")
        ida = joined(host, "ida")
        ida.enters("ida", "bid", 7)
    with client_of(f"sqlite:///{file}") as client:
        host.client = ida.client = client
        host.after = 0
        assert (host.sees("ida"), ida.sees("ida")) == ("covered", 7)
        host.enters("tom", "bid", 1)
        host.enters("mia", "bid", 1)
        assert host.sees("ida") == 7
    store = Store(f"sqlite:///{file}")
    assert [(each.flaws, each.chained) for each in findings(store)] == [((), True)]
    assert store.rebuild_index(lambda table, lines: None) == 0, "a pad is no table"
    store.close()
    with sqlite3.connect(file) as database:
        database.execute("UPDATE log SET fact = replace(fact, '\"value\":7', '\"value\":3') WHERE seq = 3")
        changed = database.execute("SELECT hex(fact) FROM log WHERE seq = 3").fetchone()[0]
        database.execute("UPDATE log SET fact = ? WHERE seq = 3", (bytes.fromhex(changed),))
    store = Store(f"sqlite:///{file}")
    assert [each.flaws for each in findings(store)] == [("line 3 was changed",)]
    assert [each.flaws for each in findings(store, repair=True)] == [()], "a byte had flipped"
    store.close()
