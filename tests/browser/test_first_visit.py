"""Whoever comes for the first time waits for one thing only: the page itself. What it needs is asked for at once."""

from collections import Counter
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route

from support.browser.tables import table_with_bots

_COME = "path => { history.replaceState(null, '', path); location.reload(); }"


@pytest.mark.parametrize(("language", "texts"), [("en-GB", "en"), ("fr-FR", "fr")])
def test_what_a_table_needs_is_asked_for_before_its_code_is_there_and_only_once(person, running, language, texts):
    player = person("phone", locale=language)
    seat = table_with_bots(running, "rage", 4)
    player.keep("seats", {seat.table: seat.token})
    asked: list[str] = []
    player.page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    held: list[Route] = []
    player.page.route("**/static/assets/base-*.js", lambda route: held.append(route))
    player.page.evaluate(_COME, f"/#/table/{seat.table}")

    wanted = ["/api/about", "/api/games", f"/api/texts/{texts}"]
    files = [f"/static/assets/{texts}-", "/static/assets/table-"]
    player.sees(lambda: held and all(any(path.startswith(each) for path in asked) for each in wanted + files))

    for each in held:
        each.continue_()
    player.page.locator("[data-hand] [data-card]").first.wait_for()
    times = Counter(path for path in asked if path in wanted or path.startswith("/static/assets/"))
    assert set(times.values()) == {1}, times
