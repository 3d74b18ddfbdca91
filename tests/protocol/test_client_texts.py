"""The browser client has words for all that the server offers. (That all languages have the same is tested there.)"""

import json
import re
from pathlib import Path

from stichwerk.server.domain.names import FACES
from stichwerk.server.web import catalogue

TEXTS = Path(__file__).resolve().parent.parent.parent / "web" / "src" / "text" / "en" / "pages.json"


def test_every_level_has_words():
    texts = json.loads(TEXTS.read_text(encoding="utf-8"))
    wanted = {f"level.{each.level}{part}" for each in catalogue.about().levels for part in ("", ".line")}
    assert {key for key in texts if key.startswith("level.")} == wanted


def test_every_face_is_drawn_and_has_a_name():
    texts = json.loads(TEXTS.read_text(encoding="utf-8"))
    assert {key.removeprefix("face.") for key in texts if key.startswith("face.")} == set(FACES)
    drawings = (TEXTS.parents[2] / "people" / "faces.ts").read_text(encoding="utf-8")
    animals = drawings.partition("ANIMALS")[2].partition("\n};")[0]
    assert tuple(re.findall(r"^  (\w+): {$", animals, re.MULTILINE)) == FACES


def test_what_belongs_to_a_game_comes_from_the_game():
    texts = json.loads(TEXTS.read_text(encoding="utf-8"))
    assert not [key for key in texts if key.startswith(("game.", "option."))]
