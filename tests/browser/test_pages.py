"""Every page, in every language and both themes: nothing missing, nothing wider than the window, and open to all."""

import json
from pathlib import Path

import pytest

from browser.tables import table_with_bots
from stichwerk.games import GAME_IDS

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
LANGUAGES = {"en": "en-GB", "de": "de-DE", "fr": "fr-FR", "nl": "nl-NL"}
PAGES = ["/", *(f"/{kind}/{game}" for kind in ("new", "rules") for game in GAME_IDS), "/settings", "/rules", "/nowhere"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_in_every_language(person, language):
    visitor = person("small", locale=LANGUAGES[language])
    known = json.loads((ROOT / f"web/src/text/{language}/pages.json").read_text())
    for page in PAGES:
        visitor.visit(page)
        assert visitor.page.locator("html").get_attribute("lang") == language
        assert visitor.page.locator("h1").count() == 1, page
        assert not visitor.too_wide, f"{page} is wider than the window"
        assert not [key for key in known if "." in key and f">{key}<" in visitor.page.content()], "a text is missing"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_page_is_open_to_all(person, theme):
    visitor = person("phone", color_scheme=theme)
    for page in PAGES:
        visitor.visit(page)
        assert visitor.axe(AXE) == [], page


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("game", "players"), [("rage", 4), ("null-nichtig", 4), ("alles-oder-nichts", 4)])
def test_every_phase_is_open_to_all(person, running, game, players, theme):
    player = person("phone", color_scheme=theme)
    player.sit(table_with_bots(running, game, players))
    looked: set[str] = set()

    def look() -> bool:
        if player.phase is not None and player.phase not in looked:
            looked.add(player.phase)
            for _ in range(6):  # what is fading in or out has too little contrast for a moment: let it come to rest
                player.page.wait_for_timeout(400)
                if not (found := player.axe(AXE)):
                    break
            assert found == [], player.phase
        return player.phase == "over"

    player.play(until=look)
    assert "over" in looked
