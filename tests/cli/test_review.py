"""``stich review``: a table, JSON, and a page of its own; of one game or of many."""

import json
import re
from functools import partial
from html.parser import HTMLParser
from pathlib import Path

import pytest

from stichwerk.games.texts import LANGUAGES
from stichwerk.play.match import Match
from stichwerk.play.record import to_line
from stichwerk.review.plan import ReviewPlan
from support.matches import NAMES, play_out

#: A game that is soon over, and so soon reviewed: a round with one card, show or hide, and a bid.
GAME, OPTIONS = "alles-oder-nichts", {"rounds": 1}


def record(seed: str = "tea", names: tuple[str, ...] = NAMES[:3]) -> dict:
    return play_out(Match.new(GAME, OPTIONS, names, seed), seed).record()


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """How closely it is looked at does not matter here."""
    monkeypatch.setattr("stichwerk.cli.review.ReviewPlan", partial(ReviewPlan, work=300, deals=20))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_text(to_line(record()) + "\n")
    return path


def test_a_table(stich, file):
    shown = stich("review", file)
    assert (shown.code, shown.err) == (0, "")
    for name in NAMES[:3]:
        assert re.search(rf"^{name} +-?\d+ +\w+", shown.out, re.M)
    assert "class: which of our levels loses about as much" in shown.out
    assert "loss: points given away per decision" in shown.out
    assert "\x1b" not in shown.out
    assert stich("review", file).out == shown.out


def test_one_player(stich, file):
    for asked in (1, "bernd"):
        out = stich("review", file, "--seat", asked).out
        assert re.search(r"^Bernd +-?\d", out, re.M)
        assert not re.search(r"^Claudia", out, re.M)
    missing = stich("review", file, "--seat", "Zoe")
    assert missing.code == 1
    assert "there is no player 'Zoe' in this game" in missing.err


def test_json(stich, file):
    shown = stich("review", file, "--format", "json")
    data = json.loads(shown.out)
    assert data["review"] == 1
    assert data["names"] == list(NAMES[:3])
    for player in data["players"]:
        assert abs(player["luck"] + player["skill"] + player["noise"] - player["lead"]) < 0.001
        assert set(player["phases"]) <= {"bid", "show", "play"}
    for decision in data["decisions"]:
        assert {"round", "number", "seat", "move", "loss", "error", "equal", "choices"} <= set(decision)
        assert decision["move"] in [choice["move"] for choice in decision["choices"]]
    assert [each["round"] for each in data["rounds"]] == list(range(1, len(data["rounds"]) + 1))


def test_another_seed_is_another_review_and_open_cards_another_still(stich, file):
    found = [
        json.loads(stich("review", file, "--format", "json", *more).out)["decisions"]
        for more in ([], ["--seed", 1], ["--open-cards"])
    ]
    assert found[0] != found[1]
    assert found[0] != found[2]


# ---------------------------------------------------------------- the page


class Page(HTMLParser):
    """Whether every element is closed, and what is loaded from elsewhere."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        if tag not in ("meta", "br"):
            self.open.append(tag)
        self.loaded += [value for key, value in attrs if key in ("src", "href")]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_that_needs_nothing_else(stich, file, language):
    page = file.with_suffix(".html")
    shown = stich("review", file, "--format", "html", "-o", page, "--language", language, "--force")
    assert (shown.code, shown.out, shown.err) == (0, "", "")
    text = page.read_text("utf-8")
    read = Page(text)
    assert (read.open, read.loaded) == ([], [])
    assert f'lang="{language}"' in text
    assert "prefers-color-scheme:dark" in text
    assert 'name="viewport"' in text
    assert "<script" not in text
    assert not re.search(r"\breview\.[a-z]|\{\w+\}", re.sub(r"<style>.*?</style>", "", text))  # a text that is missing


def test_of_two_cards_that_are_alike_one_was_played(stich, tmp_path):
    path = tmp_path / "rage.jsonl"
    path.write_text(to_line(play_out(Match.new("rage", {}, NAMES[:3], "thé"), "thé").record()))
    decisions = stich("review", path, "--format", "html").out.split("<article")[1:]
    made = [decision.count('class="made"') for decision in decisions]
    assert len(made) > 10
    assert max(made) == 1


def test_names_cannot_play_tricks_on_the_page(stich, tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_text(to_line(record(names=("<script>alert(1)</script>", "&amp;", "C" * 300))))
    assert "<script" not in stich("review", path, "--format", "html").out


def test_a_file_that_is_there_is_kept(stich, file):
    page = file.with_suffix(".html")
    page.write_text("mine")
    refused = stich("review", file, "--format", "html", "-o", page)
    assert refused.code == 2
    assert "is there already" in refused.err
    assert page.read_text() == "mine"


# ---------------------------------------------------------------- many games


@pytest.fixture
def many(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    path.write_text("".join(to_line(record(seed)) + "\n" for seed in ("tea", "tee", "thé")))
    return path


def test_many_games_are_summed_up(stich, many):
    shown = stich("review", many, "--workers", 1)
    assert (shown.code, shown.err) == (0, "")
    for name in NAMES[:3]:
        assert re.search(rf"^{name} +3 +\d+ ", shown.out, re.M)


def test_many_games_on_many_cores_are_the_same(stich, many):
    one, two = (stich("review", many, "--format", "json", "--workers", workers).out for workers in (1, 2))
    assert one == two
    assert len(one.splitlines()) == 3


def test_only_what_is_better_is_called_so(stich, tmp_path):
    """Somebody made the second-best of three moves here: the third is not better."""
    path = tmp_path / "game.jsonl"
    path.write_text(to_line(play_out(Match.new(GAME, {"rounds": 3}, NAMES[:3], "mate"), "mate").record()))
    lines = stich("review", path).out.partition("What cost most")[2].splitlines()[2:]
    assert len(lines) == 12
    for line in lines:
        made, *better = map(float, re.findall(r"\(([+-][\d.]+)\)", line))
        assert better
        assert all(worth >= made for worth in better), line


def test_one_of_many(stich, many):
    assert stich("review", many, "--format", "html").code == 2
    page = stich("review", many, "--format", "html", "--game", 2)
    assert page.code == 0
    assert page.out.startswith("<!doctype html>")
    assert "there is no game 4" in stich("review", many, "--game", 4).err


def test_broken_records_are_named_and_the_others_reviewed(stich, many):
    lines = many.read_text().splitlines()
    unfinished = json.loads(lines[0]) | {"winners": None}
    many.write_text("\n".join([lines[0], "{", json.dumps(unfinished), lines[1]]))
    shown = stich("review", many, "--format", "json", "--workers", 1)
    assert shown.code == 1
    assert len(shown.out.splitlines()) == 2
    assert f"{many}:2: this is not a whole line of JSON" in shown.err
    assert f"{many}:3: " in shown.err
    assert len(shown.err.splitlines()) == 2


def test_an_unfinished_game_and_an_unknown_one(stich, file):
    file.write_text(to_line(Match.new(GAME, OPTIONS, NAMES[:3], "tea").record()))
    shown = stich("review", file)
    assert (shown.code, shown.out) == (1, "")
    assert shown.err == f"error: {file}:1: the game is not over: only a finished one is reviewed\n"
    file.write_text(to_line(record() | {"game": "skat"}))
    assert "there is no game 'skat'" in stich("review", file).err
    file.write_text("")
    assert stich("review", file).code == 2
