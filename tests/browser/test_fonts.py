"""Our typefaces come when they come: nothing on the page ever moves because of them, and nothing waits for them."""

import pytest
from playwright.sync_api import Route

from support.browser.tables import table_with_bots

#: Everything that is written or can be tapped, and where; what cards do is not meant.
_WHERE = """() => [...document.querySelectorAll("h1, h2, h3, p, a, button, strong, li")].map((each) =>
    Object.values(each.getBoundingClientRect().toJSON()).map(Math.round).join())"""
_ARRIVED = """async () => {
    await document.fonts.ready;
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}"""


def at_rest(player, running, where: str) -> None:
    """Somebody in the lobby, or at a table where it is their turn."""
    if where == "lobby":
        player.visit("/")
        player.page.locator(".games button").first.wait_for()
    else:
        player.sit(table_with_bots(running, "null-nichtig", 4))
        player.page.locator(".playable [data-card]").first.wait_for()


@pytest.mark.parametrize("where", ["lobby", "table"])
def test_letters_that_come_late_move_nothing(person, running, where):
    player = person("phone")
    held: list[Route] = []
    player.page.route("**/*.woff2", held.append)
    player.page.reload()
    at_rest(player, running, where)
    before = player.page.evaluate(_WHERE)
    assert held, "the page has asked for its letters"
    for each in held:
        each.continue_()
    player.page.evaluate(_ARRIVED)
    assert player.page.evaluate(_WHERE) == before


@pytest.mark.parametrize("where", ["lobby", "table"])
def test_without_our_letters_everything_is_there(person, running, where):
    player = person("phone")
    player.page.route("**/*.woff2", lambda route: route.abort())
    player.page.reload()
    at_rest(player, running, where)
    assert not player.too_wide
    assert player.page.evaluate("[...document.fonts].every(({ status }) => status !== 'loaded')")
