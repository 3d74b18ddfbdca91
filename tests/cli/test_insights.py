"""``stich insights``: what somebody's recorded games say about them."""

import json
from pathlib import Path

import pytest

from stichwerk.games.texts import LANGUAGES
from stichwerk.play.match import Match
from stichwerk.play.record import to_line
from support.matches import NAMES, play_out


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    games = [("rage", {}), ("alles-oder-nichts", {"rounds": 1})]
    records = [play_out(Match.new(game, options, NAMES[:3], "tea"), "tea").record() for game, options in games]
    path.write_text("".join(to_line(record) + "\n" for record in records))
    return path


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table(stich, file, language):
    shown = stich("insights", file, "--player", NAMES[0].upper(), "--quick", "--language", language)
    assert (shown.code, shown.err) == (0, "")
    assert "Rage" in shown.out
    assert "Alles oder Nichts" in shown.out
    assert "insights." not in shown.out
    assert NAMES[1] in shown.out
    if language == "en":
        assert "\n1 game, 0 won; among equals it would be 0.3\n" in shown.out
        assert "in a row" not in shown.out, "of one game there is nothing to tell"


def test_what_only_a_review_tells_has_no_place_without_one(stich, file):
    for reviewed in (False, True):
        shown = stich("insights", file, "--player", NAMES[0], "--workers", 1, *([] if reviewed else ["--quick"]))
        assert ("bid  bids  taken  coach\n" in shown.out) is reviewed
        assert ("bid  bids  taken\n" in shown.out) is not reviewed


def test_json_with_reviews(stich, file):
    shown = stich("insights", file, "--player", NAMES[0], "--format", "json", "--workers", 1)
    rage, other = json.loads(shown.out)
    assert (rage["game"], rage["all"]["games"], len(rage["exact"])) == ("rage", 1, 10)
    assert other["loss"]["decisions"] > 0


def test_what_cannot_be_told(stich, file, tmp_path):
    stranger = stich("insights", file, "--player", "Zoe", "--quick")
    assert (stranger.code, stranger.out) == (2, "")
    assert f"'Zoe' has no finished game there; there are '{NAMES[0]}'" in stranger.err
    empty = tmp_path / "empty.jsonl"
    empty.write_text("")
    assert "no record" in stich("insights", empty, "--player", "Zoe").err
    broken = tmp_path / "broken.jsonl"
    broken.write_text("{}\n" + file.read_text())
    told = stich("insights", broken, "--player", NAMES[0], "--quick")
    assert (told.code, "Rage" in told.out) == (1, True)
    assert "broken.jsonl:1" in told.err
