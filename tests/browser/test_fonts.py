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


#: A browser waits a tenth of a second for letters before it writes with others: so old is the page by then, in
#: milliseconds.
LONG_ENOUGH = 1000
#: The page is not there as a whole until its letters are: nobody waits for that.
_COME = "path => { history.replaceState(null, '', path); location.reload(); }"


def comes(player, running, where: str) -> None:
    """To the lobby, or to a table where there is something to do."""
    if where == "lobby":
        player.page.evaluate(_COME, "/")
        player.page.locator(".games button").first.wait_for()
    else:
        seat = table_with_bots(running, "null-nichtig", 4)
        player.keep("seats", {seat.table: seat.token})
        player.page.evaluate(_COME, f"/#/table/{seat.table}")
        player.page.locator(".playable [data-card]").first.wait_for()


@pytest.mark.parametrize("where", ["lobby", "table"])
def test_letters_that_come_late_move_nothing(person, running, where):
    player = person("phone", painted=True)
    held: list[Route] = []
    player.page.route("**/*.woff2", lambda route: held.append(route))
    comes(player, running, where)
    player.sees(lambda: len(held) > 0)
    player.sees(lambda: player.page.evaluate("performance.now()") > LONG_ENOUGH)
    before = player.page.evaluate(_WHERE)
    for each in held:
        each.continue_()
    player.page.evaluate(_ARRIVED)
    assert player.page.evaluate(_WHERE) == before


@pytest.mark.parametrize("where", ["lobby", "table"])
def test_without_our_letters_everything_is_there(person, running, where):
    player = person("phone", painted=True)
    player.page.route("**/*.woff2", lambda route: route.abort())
    comes(player, running, where)
    assert not player.too_wide
    assert player.page.evaluate("[...document.fonts].every(({ status }) => status !== 'loaded')")
