"""Guided rounds as the browser gets them: what seat 0 may see, no more; and what is refused."""

import json
from collections import Counter

import msgspec
import pytest
from litestar.testing import TestClient

from stichwerk.games import games
from stichwerk.play.lesson import LEARNER, lesson
from stichwerk.play.notation import notation
from stichwerk.protocol import messages
from stichwerk.server.live.lessons import lesson_of
from stichwerk.server.web.app import create_app
from stichwerk.server.web.settings import Settings

OURS = [each for each in games() if each.package.startswith("stichwerk.")]
EACH = pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)


@EACH
def test_no_frame_tells_a_card_of_somebody_else(game):
    found, told = lesson(game), lesson_of(game, "en")
    known = notation(game, found.record.options)
    single = {card for card, times in Counter(known.sorted_deck()).items() if times == 1}
    *_, round_played = found.record.rounds
    for at, frame in enumerate(told.replay.frames):
        gone = {card for _, move in round_played.moves[:at] for card in known.move(move).cards}
        unseen = [*round_played.stock, *(card for seat, hand in enumerate(round_played.hands) if seat for card in hand)]
        seen = gone | set(frame.play.table.turned)
        shown = json.loads(messages.encode(frame.play))
        texts = set(texts_in(shown["table"])) | set(texts_in(shown["legal"])) | set(texts_in(shown["refused"]))
        # Cards that are laid face down with others are turned up together.
        assert not {card for card in unseen if card in single and card not in seen} & texts, at
        assert all(not place.hand for seat, place in enumerate(frame.play.table.places) if seat != LEARNER)


def texts_in(value) -> list[str]:
    if isinstance(value, str):
        return [value]
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for each in inside for text in texts_in(each)]


@EACH
def test_the_learner_is_told_what_may_be_done(game):
    told = lesson_of(game, "de")
    assert len(told.replay.frames) == len(told.moves) + 1
    for frame, move in zip(told.replay.frames, told.moves, strict=False):
        if move is not None:
            assert move in frame.play.legal or frame.play.to_lay
    assert told.sheet.seats[LEARNER].points == told.replay.frames[-1].play.table.scores[LEARNER]


@pytest.fixture
def client(tmp_path):
    with TestClient(create_app(Settings(db=str(tmp_path / "tables.db")))) as found:
        yield found


def test_over_http_it_speaks_the_language_that_is_asked_for(client):
    for each in OURS:
        assert client.get(f"/api/games/{each.id}").json()["lesson"] is True
    answer = client.get(f"/api/games/{OURS[0].id}/lesson/nl")
    told = msgspec.json.decode(answer.content)
    assert answer.headers["content-encoding"] == "gzip"
    assert told["steps"][0]["say"] == OURS[0].texts("nl").lesson["hello"]
    assert "lesson" not in client.get("/api/texts/nl").json()[OURS[0].id], "it comes with the lesson alone"


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [("bridge/lesson/en", 404, "unknown-game"), (f"{OURS[0].id}/lesson/xx", 404, "unknown-language")],
)
def test_what_is_not_there_is_refused_in_a_sentence(client, path, status, code):
    answer = client.get(f"/api/games/{path}")
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_game_without_a_lesson_is_refused_too(client, monkeypatch):
    monkeypatch.setattr("stichwerk.play.lesson.FILE", "no_such_lesson.json")
    lesson.cache_clear()
    answer = client.get(f"/api/games/{OURS[1].id}/lesson/fr")
    lesson.cache_clear()
    assert answer.status_code == 404
    assert answer.json() == {"code": "no-lesson", "text": "Rage has no guided round", "rule": ""}
