"""What one likes: it holds at once, everywhere in this browser, and is kept."""

from playwright.sync_api import expect

from support.browser.tables import table_with_bots

#: Counts the notes that are played, instead of playing them.
LISTENING = """{
    window.notes = 0;
    const real = AudioContext.prototype.createGain;
    AudioContext.prototype.createGain = function () {
        window.notes += 1;
        return real.call(this);
    };
}"""
#: Notes how long each card flies, in milliseconds.
WATCHING = """{
    window.flights = [];
    const real = Element.prototype.animate;
    Element.prototype.animate = function (frames, how) {
        window.flights.push(how.duration);
        return real.call(this, frames, how);
    };
}"""


def test_what_one_likes_holds_and_is_kept(person):
    player = person("phone", color_scheme="light")
    page = player.page
    page.goto(f"{player.url}/#/settings")
    page.get_by_role("radio", name="Dark").check()
    page.get_by_role("radio", name="Français").check()
    expect(page.get_by_role("heading", level=1)).to_have_text("Réglages")
    other = player.open("/#/settings")  # another tab agrees at once
    for tab in (page, other):
        expect(tab.locator("html")).to_have_attribute("data-theme", "dark")
        expect(tab.locator("html")).to_have_attribute("lang", "fr")
    page.get_by_role("radio", name="Nederlands").check()
    expect(other.locator("html")).to_have_attribute("lang", "nl")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    dark = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    page.get_by_role("radio", name="Licht").check()
    expect(page.locator("html")).not_to_have_css("background-color", dark)


def test_how_the_table_behaves(person, running):
    """Symbols, one tap, sounds and the time a trick lies, chosen from the table's own menu, and back to it."""
    player = person("phone", scripts=[LISTENING])
    player.sit(table_with_bots(running, "rage", 3))
    page = player.page
    page.locator("[data-hand] [data-card]").first.wait_for()
    at_table = page.url
    symbol = page.locator("[data-hand] [data-card] .small.shape").first
    small = symbol.bounding_box()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Settings").click()
    for wish in ("Large symbols", "Sounds", "Play a card with one tap"):
        page.get_by_role("switch", name=wish).check()
    page.get_by_role("radio", name="1 second").check()
    page.go_back()
    page.locator("[data-hand] [data-card]").first.wait_for()
    assert page.url == at_table
    assert symbol.bounding_box()["width"] > 1.5 * small["width"]
    card, *_ = player.comes_to_play()
    player.card(card).click()
    expect(player.card(card)).to_have_count(0)
    player.sees(lambda: page.evaluate("window.notes") > 0)
    page.reload()
    page.locator("[data-hand] [data-card]").first.wait_for()
    page.goto(f"{player.url}/#/settings")
    for wish in ("Large symbols", "Sounds", "Play a card with one tap"):
        expect(page.get_by_role("switch", name=wish)).to_be_checked()
    expect(page.get_by_role("radio", name="1 second")).to_be_checked()


def test_the_speed_of_the_table(person, running):
    """Calm is slower than quick, no motion is none, and whoever wants none of the whole system gets none."""
    flown: dict[str, list[float]] = {}
    for speed, motion in (("calm", "no-preference"), ("instant", "no-preference"), ("calm", "reduce")):
        player = person("phone", scripts=[WATCHING], reduced_motion=motion, painted=True)
        player.sit(table_with_bots(running, "alles-oder-nichts", 3), speed=speed)
        card = player.comes_to_play()[0]
        player.page.evaluate("window.flights.length = 0")  # those of the deal
        player.card(card).dblclick()
        player.sees(lambda player=player: player.table["tricks_done"] >= 1)
        flown[f"{speed} {motion}"] = player.page.evaluate("window.flights")
        player.leave()
    assert set(flown["calm no-preference"]) == {340 * 1.6}
    assert flown["instant no-preference"] == []
    assert flown["calm reduce"] == []
