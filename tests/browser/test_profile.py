"""One's own games: kept when they are over, told on a page, moved to another browser, deleted."""

from pathlib import Path

from playwright.sync_api import expect

from support.browser.tables import table_of

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"


def test_games_are_kept_and_move_to_another_browser(person, running):
    player, other = person(seed=2), person(seed=3)
    seat, *_ = table_of(running, "rage", people=1, bots=2, names=["Anja"])
    player.sit(seat)
    player.play()
    player.visit("/me")
    expect(player.page.get_by_role("heading", name="Rage")).to_be_visible()
    expect(player.page.get_by_text("Exact bids by hand size")).to_be_visible()
    player.page.get_by_role("button", name="Show my code").click()
    expect(player.page.get_by_role("img", name="Scan this")).to_be_visible()
    assert player.axe(AXE) == []
    player.picture("me")
    code = player.page.locator(".code").inner_text()

    # Its review is made by itself, and what the coach expected is told then.
    player.page.get_by_role("link", name="Rage").click()
    expect(player.page.get_by_role("heading", name="Luck and skill")).to_be_visible()
    expect(player.page.locator("progress")).to_have_count(0, timeout=60_000)  # seconds, on an idle machine
    player.visit("/me")
    expect(player.page.get_by_text("expected by the coach: ").first).to_be_attached()
    expect(player.page.get_by_text("Given away per decision")).to_be_visible()
    assert not player.too_wide

    other.visit("/me")
    expect(other.page.get_by_text("When you have finished a game here")).to_be_visible()
    other.page.get_by_label("Code from another device").fill("nonsense")
    other.page.get_by_role("button", name="Use it").click()
    expect(other.page.get_by_role("alert")).to_contain_text("25 letters and digits")
    other.page.goto(f"{other.url}/#/me/{code.replace(' ', '')}")
    other.page.get_by_role("button", name="Yes, use them here").click()
    expect(other.page.get_by_role("heading", name="Rage")).to_be_visible()
    other.page.get_by_role("button", name="Delete everything").click()
    other.page.get_by_role("button", name="Really delete 1 game").click()
    expect(other.page.get_by_text("Nothing is kept of your games.")).to_be_visible()
    player.page.reload()
    expect(player.page.get_by_text("When you have finished a game here")).to_be_visible()
