"""The browser client has words for all that the server offers. (That all languages have the same is tested there.)"""

import json
from pathlib import Path

from stichwerk.server.web import catalogue

TEXTS = Path(__file__).resolve().parent.parent.parent / "web" / "src" / "text" / "en" / "pages.json"


def test_every_level_has_words():
    texts = json.loads(TEXTS.read_text(encoding="utf-8"))
    wanted = {f"level.{each.level}{part}" for each in catalogue.about().levels for part in ("", ".line")}
    assert {key for key in texts if key.startswith("level.")} == wanted


def test_what_belongs_to_a_game_comes_from_the_game():
    texts = json.loads(TEXTS.read_text(encoding="utf-8"))
    assert not [key for key in texts if key.startswith(("game.", "option."))]
