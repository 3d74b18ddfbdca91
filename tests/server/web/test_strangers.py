"""Requests from strangers: other sites' pages, foreign names, bytes that are no text, and what the log says of them."""

import logging
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from stichwerk.protocol import messages
from stichwerk.server.domain.names import checked_name
from stichwerk.server.errors import BadName, StoreError
from stichwerk.server.web.app import create_app
from stichwerk.server.web.logs import JsonLines, Lines
from stichwerk.server.web.service import Service
from stichwerk.server.web.settings import Settings

WISH = {"game": "rage", "name": "Anja", "seats": [{"kind": "open"}] * 2}


def client_of(**settings: Any) -> TestClient[Any]:
    return TestClient(create_app(Settings(db="sqlite://", **settings)), raise_server_exceptions=False)


@pytest.fixture
def client() -> Iterator[TestClient[Any]]:
    with client_of() as client:
        yield client


# ---------------------------------------------------------------- where it comes from


def test_a_socket_that_a_proxy_has_made_a_request_of_is_told_what_is_wrong(client, caplog):
    for _ in range(3):
        answer = client.get("/ws")
        assert (answer.status_code, answer.headers["upgrade"]) == (426, "websocket")
        assert "must pass on Upgrade" in answer.json()["text"]
    assert caplog.text.count("does the proxy in front of this server") == 1


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_a_form_of_another_site_opens_no_table(client, kind):
    answer = client.post(
        "/api/tables", content=b'{"game":"rage","name":"A","seats":[]}', headers={"Content-Type": kind}
    )
    assert (answer.status_code, answer.json()["code"]) == (415, "bad-type")
    assert client.post("/api/tables", json=WISH, headers={"Content-Type": "application/json; charset=utf-8"}).is_success


def test_a_page_of_another_site_opens_no_table(client):
    answer = client.post("/api/tables", json=WISH, headers={"Origin": "https://evil.example"})
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign-origin")
    own = {"Origin": "http://localhost:8000", "Host": "localhost:8000"}
    assert client.post("/api/tables", json=WISH, headers=own).is_success


def test_a_foreign_name_that_leads_here_is_refused(client):
    answer = client.get("/api/tables", headers={"Host": "evil.example:8000"})
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign-host")
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/ws", headers={"Host": "evil.example"}) as wire:
        wire.receive()


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1", "[::1]:8000", "192.168.1.7:8000", "pi.local", "pi"])
def test_names_that_are_given_at_home_are_ours(client, host):
    assert client.get("/api/tables", headers={"Host": host}).is_success


def test_the_public_name_is_ours_and_behind_a_proxy_any():
    with client_of(public_url="https://cards.example.org") as client:
        assert client.get("/api/tables", headers={"Host": "cards.example.org"}).is_success
        assert client.get("/api/tables", headers={"Host": "evil.example"}).status_code == 403
    with client_of(proxy=True) as client:
        assert client.get("/api/tables", headers={"Host": "cards.example.org"}).is_success


def test_of_several_lines_about_who_asks_the_proxys_counts():
    with client_of(proxy=True, requests_per_minute=3) as client:

        def ask(*told: str) -> int:
            return client.get("/api/tables", headers=[("X-Forwarded-For", each) for each in told]).status_code

        answers = [ask(f"10.0.0.{number}", "192.0.2.7") for number in range(5)]
        assert answers == [200, 200, 200, 429, 429]
        assert ask("192.0.2.7", "192.0.2.8") == 200


# ---------------------------------------------------------------- what it is made of


@pytest.mark.parametrize("body", [b'{"game": "\xff\xfe"}', b"\xff", b'{"name": "\xed\xa0\x80"}'])
def test_a_body_that_is_no_text_is_refused(client, body, caplog):
    answer = client.post("/api/tables", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("path", ["/static/%00", "/static/" + "a" * 300, "/pages/%00x", "/static/assets/" + "b" * 5000])
def test_no_name_of_a_file_is_nothing_at_this_address(client, path, caplog):
    answer = client.get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
    assert "Traceback" not in caplog.text


def test_a_key_that_stands_twice_in_a_message_is_refused():
    with pytest.raises(ValueError, match="twice"):
        messages.decode(b'{"type":"move","id":"1","move":"R7","move":"R8"}')


@pytest.mark.parametrize("name", ["\u3164", "Anja\u3164", "\u115f\u1160", "\u2800\u2800", "\uffa0x"])
def test_a_name_that_cannot_be_seen_is_refused(name):
    with pytest.raises(BadName):
        checked_name(name)


# ---------------------------------------------------------------- what is told


def test_nobody_is_told_where_the_database_is(client, monkeypatch):
    service: Service = client.app.state.service

    def broken(*_: Any) -> Any:
        raise StoreError("the database /home/anja/secret.db is locked", "db-locked")

    for name in ("listed", "check"):
        monkeypatch.setattr(service.store, name, broken)
    for path in ("/api/tables", "/healthz"):
        answer = client.get(path)
        assert (answer.status_code, answer.json()["code"]) == (503, "db-locked")
        assert "secret.db" not in answer.text


def test_a_server_whose_database_cannot_be_written_is_not_well(tmp_path):
    from sqlalchemy import event

    service = Service(Settings(db=str(tmp_path / "test.db")))
    with TestClient(create_app(service.settings, service), raise_server_exceptions=False) as client:
        assert client.get("/healthz").status_code == 200

        @event.listens_for(service.store._engine, "before_cursor_execute", retval=True)
        def full(connection: Any, cursor: Any, statement: str, values: Any, context: Any, many: bool) -> Any:
            if statement.startswith(("UPDATE", "INSERT")):
                raise OSError("database or disk is full")
            return statement, values

        time.sleep(1)  # so long counts what was found before
        answer = client.get("/healthz")
        assert (answer.status_code, answer.json()["code"]) == (503, "db-full")


@pytest.mark.parametrize("formatter", [Lines("%(message)s"), JsonLines()])
def test_the_log_tells_where_something_went_wrong_but_not_what_a_client_sent(formatter):
    said = " ".join(["said", "by a client"])  # so that it does not stand in a line of this file
    try:
        try:
            int(said)
        except ValueError as problem:
            raise RuntimeError(said) from problem
    except RuntimeError as problem:
        info = (type(problem), problem, problem.__traceback__)
    told = formatter.format(logging.LogRecord("stichwerk", logging.ERROR, "", 0, "a request failed", (), info))
    assert said not in told
    assert "RuntimeError" in told
    assert "ValueError" in told
    assert Path(__file__).name in told
