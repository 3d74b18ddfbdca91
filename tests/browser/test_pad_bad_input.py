"""The score pad with what should not be: each time a clear sentence, and nothing is lost."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.test_pad import PHONE, Keeper
from browser.test_pad_variants import begins, has_totals
from support.server.running import Running

Come = Callable[..., Page]


@pytest.fixture
def come(chromium: Browser, running: Running) -> Iterator[Come]:
    """Opens the pad on a phone; ``before``: a script that makes its browser a bad one."""
    contexts = []

    def open_pad(before: str = "", path: str = "#/new") -> Page:
        contexts.append(chromium.new_context(viewport=PHONE, locale="en-GB"))
        contexts[-1].add_init_script(before)
        page = contexts[-1].new_page()
        page.goto(f"{running.url}/pad{path}")
        return page

    yield open_pad
    for context in contexts:
        context.close()


def a_round(keeper: Keeper) -> None:
    """Ida deals; all three bid 0, and Jonas takes all tricks."""
    for who in ("Jonas", "Mia", "Ida"):
        keeper.enter(who, "Bid", 0)
    for who, tricks in (("Jonas", 10), ("Mia", 0), ("Ida", 0)):
        keeper.enter(who, "Tricks", tricks)


def test_nine_players_equal_names_and_no_names(come: Come) -> None:
    page = come()
    page.get_by_role("radio", name="Rage").check(force=True)
    names = page.get_by_role("combobox", name=re.compile("^Name"))
    while names.count() < 8:
        page.get_by_role("button", name="Another player").click()
    expect(page.get_by_role("button", name="Another player")).to_have_count(0)
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_text("Everybody needs a name.")).to_be_visible()
    for at in range(8):
        names.nth(at).fill(f"Player {min(at, 6)}")
    expect(page.get_by_text("Two players have the same name.")).to_be_visible()
    names.nth(7).fill("  PLAYER 6 ")
    expect(page.get_by_text("Two players have the same name.")).to_be_visible()
    page.get_by_role("radio", name="Null & nichtig").check(force=True)
    expect(page.get_by_text("Null & nichtig is for 3 to 6 players.")).to_be_visible()
    expect(names.nth(0)).to_have_value("Player 0")


def test_a_pad_from_a_newer_version_is_not_touched(come: Come) -> None:
    page = come()
    begins(page, "Rage", 3, 0)
    a_round(Keeper(page))
    has_totals(page, [10, 5, 10])
    page.evaluate(
        """() => new Promise((done) => {
          const asked = indexedDB.open("stichwerk-pads");
          asked.onsuccess = () => {
            const pads = asked.result.transaction("pads", "readwrite").objectStore("pads");
            pads.openCursor().onsuccess = ({ target: { result } }) => {
              result.update({ ...result.value, format: 99 });
              result.source.transaction.oncomplete = done;
            };
          };
        })"""
    )
    page.reload()
    expect(page.get_by_text("This pad was written by a newer version.")).to_be_visible()
    steps = """() => new Promise((done) => {
      const asked = indexedDB.open("stichwerk-pads");
      asked.onsuccess = () => {
        asked.result.transaction("steps").objectStore("steps").count().onsuccess = (event) => done(event.target.result);
      };
    })"""
    assert page.evaluate(steps) == 6, "every entry is still there"


def test_storage_that_is_blocked(come: Come) -> None:
    page = come("indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); };")
    expect(page.get_by_text("This browser keeps nothing for this page")).to_be_visible()
    begins(page, "Rage", 3, 0)
    a_round(Keeper(page))
    has_totals(page, [10, 5, 10])


def test_storage_that_is_full_or_nearly(come: Come) -> None:
    page = come(
        """const add = IDBObjectStore.prototype.add;
        IDBObjectStore.prototype.add = function (...values) {
          if (window.full) throw new DOMException('full', 'QuotaExceededError');
          return add.apply(this, values);
        };
        navigator.storage.estimate = async () => ({ quota: 1_000_000, usage: 999_000 });"""
    )
    expect(page.get_by_text("is nearly full. Nothing is lost yet")).to_be_visible()
    begins(page, "Rage", 3, 0)
    keeper = Keeper(page)
    keeper.enter("Jonas", "Bid", 0)
    page.evaluate("window.full = true")
    keeper.enter("Mia", "Bid", 0)
    expect(page.get_by_text("The storage of this browser is full.")).to_be_visible()
    keeper.enter("Ida", "Bid", 0)
    for who, tricks in (("Jonas", 10), ("Mia", 0), ("Ida", 0)):
        keeper.enter(who, "Tricks", tricks)
    has_totals(page, [10, 5, 10])


def test_a_clock_that_is_set_back_in_the_middle_of_a_round(come: Come) -> None:
    page = come()
    begins(page, "Rage", 3, 0)
    keeper = Keeper(page)
    keeper.enter("Jonas", "Bid", 3)
    page.clock.install(time="1999-01-01T00:00:00")
    page.clock.resume()
    page.reload()
    page.get_by_role("button", name=re.compile("^Jonas, Bid ")).click()
    page.get_by_role("button", name="0", exact=True).click()
    keeper.enter("Mia", "Bid", 0)
    keeper.enter("Ida", "Bid", 0)
    for who, tricks in (("Jonas", 10), ("Mia", 0), ("Ida", 0)):
        keeper.enter(who, "Tricks", tricks)
    page.reload()
    has_totals(page, [10, 5, 10])
    page.get_by_role("button", name="Earlier round").click()
    expect(page.get_by_role("button", name="Jonas, Bid 0")).to_be_visible()


def test_a_link_to_nowhere(come: Come) -> None:
    page = come(path="#/with/padAAAAAAAAAAAAAAAAAAAA")
    expect(page.get_by_text("This pad is not shared, or not any longer. Ask for a new link.")).to_be_visible()
    page = come(path="#/nosuchpad")
    expect(page.get_by_text("This pad is not on this device.")).to_be_visible()
