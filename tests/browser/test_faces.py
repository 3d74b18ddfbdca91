"""The face that somebody chooses: friends see it in the waiting room and at the table, and it is remembered."""

import re

from playwright.sync_api import Locator, Page, expect

from support.browser.people import QUICK


def faces(page: Page) -> Locator:
    """What there is to choose from."""
    return page.get_by_role("group", name="Your face")


def test_friends_see_the_face_that_one_has_chosen(person):
    host, guest = person("desktop"), person("phone", seed=2)
    host.keep("settings", {"bots": 0, **QUICK, "face": "panda"})
    guest.hurry()
    host.page.reload()
    link = host.opens_a_table("alles-oder-nichts", players=3)
    guest.page.goto(link)
    expect(guest.page.locator("fieldset div [data-face]").first).to_have_attribute("data-face", "panda")
    faces(guest.page).get_by_role("radio", name="Owl").check()
    guest.page.get_by_label("Your name").fill("Bernd")
    guest.page.get_by_role("button", name="Take the seat").click()
    for page in (host.page, guest.page):
        expect(page.get_by_role("listitem").filter(has_text="Bernd").locator("[data-face]")).to_have_attribute(
            "data-face", "owl"
        )
    host.page.get_by_role("button", name=re.compile("Start")).click()
    for page in (host.page, guest.page):
        for seat, face in enumerate(("panda", "owl", "bot")):
            expect(page.locator(f'[data-seat="{seat}"] [data-face]')).to_have_attribute("data-face", face)
    guest.page.goto(f"{guest.url}/#/settings")
    expect(faces(guest.page).get_by_role("radio", name="Owl")).to_be_checked()
    faces(guest.page).get_by_role("radio", name="Fox").check()
    guest.page.reload()
    expect(faces(guest.page).get_by_role("radio", name="Fox")).to_be_checked()
