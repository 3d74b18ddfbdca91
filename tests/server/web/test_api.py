"""The API: what it answers, its errors as JSON, its headers and limits; fuzzed by its own description."""

import json
import logging
import time
from collections.abc import Iterator
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from stichwerk.games import game_ids, games
from stichwerk.games.options import written
from stichwerk.protocol.schema import json_schema
from stichwerk.server.domain.names import FACES, LONGEST_NAME
from stichwerk.server.errors import StoreError
from stichwerk.server.web import sockets
from stichwerk.server.web.app import LONGEST_BODY, create_app
from stichwerk.server.web.logs import JsonLines
from stichwerk.server.web.service import Service
from stichwerk.server.web.settings import BadSetting, Settings

BOTS = [{"kind": "bot", "level": 1}] * 2


def client_of(**settings: Any) -> TestClient[Any]:
    return TestClient(create_app(Settings(db="sqlite://", **settings)), raise_server_exceptions=False)


@pytest.fixture
def client() -> Iterator[TestClient[Any]]:
    with client_of() as client:
        yield client


def opened(client: TestClient[Any], **wish: Any) -> dict[str, Any]:
    answer = client.post("/api/tables", json={"game": "rage", "name": "Anja", "seats": BOTS, **wish})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def bearer(seat: dict[str, Any]) -> dict[str, str]:
    return {"Authorization": f"Bearer {seat['token']}"}


# ---------------------------------------------------------------- what it answers


def test_games_come_with_options_and_rules(client):
    found = client.get("/api/games").json()
    assert [each["id"] for each in found] == list(game_ids())
    for game, told in zip(games(), found, strict=True):
        assert {each["name"]: each["default"] for each in told["options"]} == game.options().to_mapping()
        assert len(told["rules"]) > 1
        for option in told["options"]:
            setting = game.options.settings()[option["name"]]
            assert [each["value"] for each in option["choices"]] == list(setting.choices)
            differs = {written(each["value"]): each["differs"] for each in option["choices"]} | {"": option["differs"]}
            assert {choice: text for choice, text in differs.items() if text} == game.differences(option["name"])
        assert (told["players_least"], told["players_most"]) == (game.players[0], game.players[-1])
        assert client.get(f"/api/games/{game.id}").json() == told


def test_score_pads_come_with_their_words(client):
    for language in ("en", "de", "fr", "nl"):
        pads = {pad["id"]: pad for pad in client.get(f"/api/pads/{language}").json()}
        assert list(pads) == list(game_ids())
        for game in games():
            words = pads[game.id]["words"]
            assert words["title"] == game.texts(language).say("title")
            assert {f"pad.{field['name']}" for field in pads[game.id]["rules"]["fields"]} <= words.keys()
        told = client.get(f"/api/texts/{language}").json()
        assert not [key for words in told.values() for key in words if key.startswith("pad.")], "they are told once"


def test_words_rules_and_deck_of_a_game(client):
    for language in ("en", "de", "fr", "nl"):
        words = client.get(f"/api/texts/{language}").json()
        assert list(words) == list(game_ids())
        for game in games():
            assert words[game.id]["title"] == game.texts(language).say("title")
            assert "rules" not in words[game.id]
            rules = client.get(f"/api/games/{game.id}/rules/{language}").json()
            told = [each["text"] for chapter in rules["chapters"] for each in chapter["paragraphs"]]
            assert set(told) <= set(rules["texts"])
    asked = {"options": json.dumps({"deck": "6x8"})}
    assert client.get("/api/games/alles-oder-nichts/deck", params=asked).json()["cards"][:3] == ["R1", "R2", "R3"]
    assert len(client.get("/api/games/rage/deck").json()["cards"]) == 112


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/api/texts/xx", 404, "unknown-language"),
        ("/api/pads/xx", 404, "unknown-language"),
        ("/api/games/rage/rules/xx", 404, "unknown-language"),
        ("/api/games/skat/rules/en", 404, "unknown-game"),
        ("/api/games/skat/deck", 404, "unknown-game"),
        ("/api/games/rage/deck?options=7", 400, "bad-option"),
        ("/api/games/rage/deck?options={", 400, "bad-option"),
        ('/api/games/rage/deck?options={"speed":1}', 400, "unknown-option"),
    ],
)
def test_words_that_there_are_not(client, path, status, code):
    answer = client.get(path)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_options_and_choices_have_keys_that_stay(client):
    options = {each["key"]: each for game in client.get("/api/games").json() for each in game["options"]}
    assert set(options) == {
        "null-nichtig.rounds", "null-nichtig.target", "null-nichtig.target_rule", "null-nichtig.teams",
        "null-nichtig.collecting",
        "rage.bidding", "rage.march", "rage.tie_break",
        "alles-oder-nichts.deck", "alles-oder-nichts.rounds", "alles-oder-nichts.target",
    }  # fmt: skip
    assert [each["key"] for each in options["rage.march"]["choices"]] == ["rage.march.false", "rage.march.true"]
    assert options["rage.bidding"]["choices"][3]["key"] == "rage.bidding.secret"


def test_about_names_levels_and_phrases(client):
    about = client.get("/api/about").json()
    assert [each["level"] for each in about["levels"]] == [1, 2, 3, 4, 5]
    assert "hello" in about["phrases"]
    assert about["longest_name"] == LONGEST_NAME
    assert about["faces"] == list(FACES)


def test_a_table_is_seen_by_its_host_and_by_others(client):
    seat = opened(client)
    assert client.get(f"/api/tables/{seat['table']}").json()["you"] is None
    own = client.get(f"/api/tables/{seat['table']}", headers=bearer(seat)).json()
    assert (own["you"], own["host"], own["code"]) == (0, 0, seat["code"])


def test_listed_tables_are_listed_and_private_ones_are_not(client):
    opened(client)
    seat = opened(client, listed=True, seats=[{"kind": "open"}] * 2)
    assert [each["id"] for each in client.get("/api/tables").json()] == [seat["table"]]
    joined = client.post("/api/tables/join", json={"name": "Bernd", "table": seat["table"]})
    assert joined.status_code == 201
    assert joined.json()["seat"] == 1


def test_my_tables_are_found_by_their_tokens(client):
    seats = [opened(client) for _ in range(3)]
    tokens = ["nothing", *(seat["token"] for seat in seats)]
    found = client.post("/api/tables/mine", json={"tokens": tokens}).json()
    assert {(each["token"], each["table"]["id"]) for each in found} == {
        (place, seat["table"]) for place, seat in enumerate(seats, 1)
    }


def test_an_invite_is_a_link_with_a_fragment():
    with client_of(public_url="https://cards.example.org") as client:
        seat = opened(client, seats=[{"kind": "open"}])
        told = client.post(f"/api/tables/{seat['table']}/invites", json={}, headers=bearer(seat)).json()
        assert told["link"] == f"https://cards.example.org/#invite={told['invite']}"
        joined = client.post("/api/tables/join", json={"name": "Bernd", "invite": told["invite"]})
        assert joined.json()["seat"] == 1


def test_the_schema_and_the_description_are_there(client):
    assert client.get("/api/schema").json() == json.loads(json.dumps(json_schema()))
    paths = client.get("/api/openapi.json").json()["paths"]
    assert {"/api/games", "/api/tables", "/api/tables/{table}/games/{number}/proof"} <= set(paths)
    assert client.get("/api/docs").headers["content-type"].startswith("text/html")


def test_health(client):
    assert client.get("/healthz").json() == {"status": "ok"}


def test_health_without_the_database(client, monkeypatch):
    def gone() -> None:
        raise StoreError("the database does not answer")

    monkeypatch.setattr(client.app.state.service.store, "check", gone)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["code"]) == (503, "db-error")


def test_metrics_count(client):
    opened(client)
    client.get("/nowhere")
    text = client.get("/metrics").text
    assert 'stichwerk_requests_total{status="201"} 1.0' in text
    assert 'stichwerk_requests_total{status="404"} 1.0' in text
    assert "stichwerk_facts_total 1.0" in text
    assert "stichwerk_tables_loaded 1.0" in text


# ---------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("wish", "status", "code"),
    [
        ({"game": "skat"}, 404, "unknown-game"),
        ({"options": {"march": "perhaps"}}, 400, "bad-option"),
        ({"options": {"jokers": 3}}, 400, "unknown-option"),
        ({"seats": []}, 400, "bad-players"),
        ({"seats": BOTS * 7}, 400, "bad-players"),
        ({"seats": BOTS * 20}, 400, "bad-request"),
        ({"seats": [{"kind": "bot", "level": 6}]}, 400, "bad-request"),
        ({"name": ""}, 400, "bad-name"),
        ({"name": "   "}, 400, "bad-name"),
        ({"name": "A" * (LONGEST_NAME + 1)}, 400, "bad-name"),
        ({"name": "A" * 1000}, 400, "bad-request"),
        ({"name": "Anja\x07"}, 400, "bad-name"),
        ({"name": "A\nnja"}, 400, "bad-name"),
        ({"name": 7}, 400, "bad-request"),
        ({"face": "dragon"}, 400, "unknown-face"),
        ({"face": "x" * 33}, 400, "bad-request"),
        ({"face": 7}, 400, "bad-request"),
        ({"pace": {"move": 1}}, 400, "bad-request"),
        ({"colour": "red"}, 400, "bad-request"),
    ],
)
def test_a_table_that_cannot_be(client, wish, status, code):
    answer = client.post("/api/tables", json={"game": "rage", "name": "Anja", "seats": BOTS, **wish})
    told = answer.json()
    assert (answer.status_code, told["code"]) == (status, code)
    assert told["text"]
    assert len(told["text"].splitlines()) == 1


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nowhere", 404, "not-found"),
        ("GET", "/static/../app.py", 404, "not-found"),
        ("GET", "/static/%2e%2e/app.py", 404, "not-found"),
        ("DELETE", "/api/tables", 405, "bad-method"),
        ("GET", "/api/games/skat", 404, "unknown-game"),
        ("GET", "/api/tables/NOWHERE", 404, "unknown-table"),
        ("GET", "/api/tables/" + "x" * 65, 400, "bad-request"),
        ("GET", "/api/tables/NOWHERE/statistics", 404, "unknown-table"),
        ("GET", "/api/tables/NOWHERE/games/1/record", 404, "unknown-game-number"),
        ("GET", "/api/tables/NOWHERE/games/0/record", 400, "bad-request"),
        ("GET", "/api/tables/NOWHERE/games/one/record", 404, "not-found"),
    ],
)
def test_addresses_that_lead_nowhere(client, method, path, status, code):
    answer = client.request(method, path)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_record_is_told_only_when_the_game_is_over(client):
    seat = opened(client)
    for what in ("record", "proof"):
        answer = client.get(f"/api/tables/{seat['table']}/games/1/{what}")
        assert answer.status_code in (404, 409)


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b"\xff", b"[" * 20000])
def test_bodies_that_are_none(client, body):
    for path in ("/api/tables", "/api/tables/join", "/api/tables/mine"):
        answer = client.post(path, content=body, headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-request"), path


def test_a_body_that_is_too_long(client):
    answer = client.post("/api/tables", content=b" " * (LONGEST_BODY + 1), headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (413, "too-long")


@pytest.mark.parametrize("header", ["Bearer", "Basic abc", "Bearer nothing", "Bearer " + "x" * 300, ""])
def test_headers_that_open_no_door(client, header):
    seat = opened(client)
    answer = client.get(f"/api/tables/{seat['table']}", headers={"Authorization": header})
    assert answer.status_code in (400, 403)


def test_without_a_token_nobody_invites(client):
    seat = opened(client, seats=[{"kind": "open"}])
    answer = client.post(f"/api/tables/{seat['table']}/invites", json={})
    assert (answer.status_code, answer.json()["code"]) == (403, "no-token")


def test_a_database_in_trouble_is_told_and_the_server_stays_up(client, monkeypatch):
    service: Service = client.app.state.service
    seat = opened(client)
    with monkeypatch.context() as patch:
        patch.setattr(service.store, "lines", _broken)
        patch.setattr(service.store, "listed", _broken)
        answer = client.get("/api/tables")
        assert (answer.status_code, answer.json()["code"]) == (500, "server-error")
        assert "secret" not in answer.text
    assert client.get(f"/api/tables/{seat['table']}").status_code == 200


def _broken(*_: object) -> None:
    raise RuntimeError("a secret of the server")


# ---------------------------------------------------------------- headers and limits


@pytest.mark.parametrize("path", ["/", "/api/games", "/api/docs", "/nowhere", "/healthz", "/pages/api.js"])
def test_every_answer_has_strict_headers(client, path):
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-content-type-options"] == "nosniff"
    assert "server" not in headers


def test_with_a_public_address_browsers_stay_with_https():
    with client_of(public_url="https://cards.example.org") as client:
        headers = client.get("/").headers
        assert "max-age" in headers["strict-transport-security"]
        assert "wss://cards.example.org" in headers["content-security-policy"]


def test_pages_have_no_scripts_or_styles_inside(client):
    for path in ("/", "/api/docs"):
        text = client.get(path).text
        assert "<style" not in text
        assert " style=" not in text
        assert " onclick" not in text
        assert "<script>" not in text
        assert "http://" not in text
        assert "https://" not in text


def test_tables_per_address():
    with client_of(tables_per_hour=3) as client:
        for _ in range(3):
            opened(client)
        answer = client.post("/api/tables", json={"game": "rage", "name": "Anja", "seats": BOTS})
        assert (answer.status_code, answer.json()["code"]) == (429, "too-many-tables")
        assert 0 < int(answer.headers["retry-after"]) <= 3600


def test_guessing_codes_is_slow_work(client):
    codes = [client.post("/api/tables/join", json={"name": "A", "code": f"{n:06}"}).status_code for n in range(40)]
    assert codes[:30] == [403] * 30
    assert codes[-1] == 429


def test_no_limit_is_no_limit():
    with client_of(requests_per_minute=0, tables_per_hour=0) as client:
        codes = {client.post("/api/tables/join", json={"name": "A", "code": f"{n:06}"}).status_code for n in range(40)}
        assert codes == {403}


def test_addresses_are_believed_only_from_a_proxy():
    for proxy, status in ((False, 429), (True, 201)):
        with client_of(tables_per_hour=1, proxy=proxy) as client:
            body = {"game": "rage", "name": "Anja", "seats": BOTS}
            for address in ("192.0.2.1", "192.0.2.2"):
                headers = {"X-Forwarded-For": f"10.1.1.1, {address}"}
                answer = client.post("/api/tables", json=body, headers=headers)
            assert answer.status_code == status


def test_sockets_per_address():
    with client_of(sockets_per_address=1) as client:
        seat = opened(client)
        hello = {"type": "hello", "table": seat["table"]}
        with client.websocket_connect("/ws") as first:
            first.send_json(hello)
            assert first.receive_json()["type"] == "welcome"
            with client.websocket_connect("/ws") as second:
                assert second.receive_json()["code"] == "too-many-sockets"
        service: Service = client.app.state.service
        while service.wires:  # until the server has noticed
            time.sleep(0.01)
        with client.websocket_connect("/ws") as again:
            again.send_json(hello)
            assert again.receive_json()["type"] == "welcome"


def test_a_socket_without_a_hello_is_closed(client, monkeypatch):
    monkeypatch.setattr(sockets, "HELLO_WITHIN", 0.05)
    with client.websocket_connect("/ws") as socket:
        assert socket.receive_json()["code"] == "no-hello"


def test_only_the_page_at_the_public_address_may_connect():
    with client_of(public_url="https://cards.example.org") as client:
        seat = opened(client)
        with client.websocket_connect("/ws", headers={"Origin": "https://cards.example.org"}) as socket:
            socket.send_json({"type": "hello", "table": seat["table"]})
            assert socket.receive_json()["type"] == "welcome"
        with pytest.raises(WebSocketDisconnect):
            client.websocket_connect("/ws", headers={"Origin": "http://testserver.local"}).__enter__()


# ---------------------------------------------------------------- settings and logs


def test_settings_from_variables():
    environment = {"STICHWERK_PORT": "9000", "STICHWERK_DB": "x.db", "STICHWERK_PROXY": "no", "STICHWERK_HOST": ""}
    found = Settings.read({"port": None, "db": "y.db", "command": "serve"}, environment)
    assert (found.port, found.db, found.proxy, found.host) == (9000, "y.db", False, "localhost")
    assert found.url == "http://localhost:9000/"


@pytest.mark.parametrize(
    "variables",
    [{"PORT": "many"}, {"PORT": "70000"}, {"PUBLIC_URL": "cards"}, {"PUBLIC_URL": "http://[x"}, {"LOG": "x"}],
)
def test_settings_that_cannot_be(variables):
    with pytest.raises(BadSetting):
        Settings.read({}, {f"STICHWERK_{name}": value for name, value in variables.items()})


def test_logs_as_json_lines():
    try:
        raise ValueError("no")
    except ValueError as problem:
        info = (type(problem), problem, problem.__traceback__)
    record = logging.LogRecord("stichwerk.server", logging.ERROR, "", 0, "it %s\nfailed", ("has",), info)
    line = JsonLines().format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert (told["level"], told["message"]) == ("error", "it has\nfailed")
    assert "ValueError" in told["trouble"]
