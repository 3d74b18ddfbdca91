"""Every variant, its special phases, and the largest tables, in all languages: a round of each. The page never scrolls,
and nothing that is to be read is cut off."""

import json
from pathlib import Path

import pytest

from support.browser.tables import table_with_bots

TEXTS = Path(__file__).parents[2] / "web/src/text"
LOCALES = {"en": "en-GB", "de": "de-DE", "fr": "fr-FR", "nl": "nl-NL"}
#: Each game in each language on the smallest screen, and the other sizes.
ROUNDS = [
    ("rage", 4, {"bidding": "plus-minus-one"}, "small", "de"),
    ("rage", 5, {"bidding": "simultaneous"}, "small", "fr"),
    ("rage", 3, {"bidding": "secret", "march": True}, "tablet", "en"),
    ("rage", 8, {}, "small", "en"),
    ("rage", 6, {}, "small", "nl"),
    ("rage", 2, {}, "desktop", "fr"),
    ("null-nichtig", 4, {"teams": True}, "small", "fr"),
    ("null-nichtig", 6, {}, "small", "de"),
    ("null-nichtig", 6, {"teams": True}, "desktop", "nl"),
    ("null-nichtig", 5, {}, "small", "en"),
    ("null-nichtig", 3, {}, "small", "nl"),
    ("alles-oder-nichts", 6, {}, "small", "de"),
    ("alles-oder-nichts", 4, {"deck": "6x8"}, "small", "fr"),
    ("alles-oder-nichts", 3, {}, "small", "en"),
    ("alles-oder-nichts", 5, {}, "small", "nl"),
]
#: Words that do not fit their place. Names may be cut short (they stand in full beside the table and in their title),
#: and the oldest trumps go where there is no room for all (they are told in full to those who listen).
CUT = """() => [...document.querySelectorAll("footer > *, .tray *, .joker *, .strip *, .end *, h1 *")]
    .filter((each) => each.checkVisibility() && !each.closest("svg, .unseen, .name, .history"))
    .filter((each) => each.clientWidth > 4 && getComputedStyle(each).overflowX !== "visible")
    .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
    .map((each) => `${each.className}: ${each.textContent}`)"""


@pytest.mark.parametrize(("game", "players", "options", "size", "language"), ROUNDS, ids=str)
def test_a_round(person, running, game, players, options, size, language):
    player = person(size, locale=LOCALES[language])
    player.sit(table_with_bots(running, game, players, **options))
    keys = json.loads((TEXTS / language / "table.json").read_text())

    def over() -> bool:
        assert not player.scrolls, f"the page scrolls in the phase {player.phase}"
        assert player.page.evaluate(CUT) == [], player.phase
        return player.phase == "over"

    player.play(until=over)
    phases = {view["play"]["table"]["phase"] for view in player.views if view["play"]}
    assert phases >= {"null-nichtig": {"lay", "play"}, "rage": {"bid", "play"}}.get(game, {"bid", "show", "play"})
    words = player.page.locator("body").inner_text()
    assert player.page.locator("html").get_attribute("lang") == language
    assert not [key for key in keys if "." in key and key in words], "a text is missing"
