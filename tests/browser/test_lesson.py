"""The first game: guided rounds, by taps and by keys, with mistakes."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from stichwerk.games import games
from support.browser.lessons import DONE, NEXT, Learner
from support.browser.people import QUICK

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
GAMES = [each.id for each in games() if each.package.startswith("stichwerk.")]


@pytest.mark.parametrize("game", GAMES)
def test_a_guided_round_is_played_to_its_end(person, game):
    player = person("phone")
    player.hurry()
    page = player.page
    page.locator(f'.games a[href="#/learn/{game}"]').click()
    learner = Learner(player, game)
    mistaken = False
    for move in learner.learns():
        others = [card for card in playable(page) if card != move]
        if not mistaken and re.fullmatch(r"[A-Z]\d+", move) and others:
            mistaken, hand = True, player.hand
            learner.makes(others[0])
            expect(page.locator(".says.unwise")).to_have_count(1)
            assert player.hand == hand, "the card is back in the hand"
            learner.makes(others[0])
            expect(page.locator(".says.unwise")).to_contain_text("What is meant")
    assert mistaken
    assert len(set(learner.said)) == len(learner.said) > 10
    assert len(learner.boxes) == 1, "nothing moves when something else is said"
    assert not player.scrolls
    page.get_by_role("button", name=DONE).click()
    page.get_by_role("dialog").get_by_role("button", name="Deal").wait_for()
    player.visit("/")
    expect(page.locator('.games a[href^="#/learn/"]')).to_have_count(len(GAMES) - 1)


def playable(page) -> list[str]:
    return page.locator(".playable [data-card]").evaluate_all("all => all.map((each) => each.dataset.card)")


def test_a_guided_round_by_keyboard_alone_and_once_more_after_a_break(person):
    player = person("desktop")
    player.keep("settings", QUICK)
    player.visit("/learn/alles-oder-nichts")
    player.page.reload()
    learner = Learner(player, "alles-oder-nichts", keyboard=True)
    moves = learner.learns()
    next(moves)
    next(moves)
    assert player.axe(AXE) == []
    for _ in moves:
        pass
    player.page.keyboard.press("Enter")
    expect(player.page.get_by_role("dialog")).to_be_visible()


def test_who_comes_back_goes_on_where_they_stopped_or_begins_anew(person):
    player = person("small", color_scheme="dark")
    player.keep("settings", QUICK)
    player.keep("lessons", {"rage": {"at": 7, "done": False}})
    player.visit("/learn/rage")
    player.page.reload()
    hand = player.page.locator("[data-hand] [data-card]")
    expect(player.page.locator("[data-lying]")).to_have_count(3)
    expect(hand).to_have_count(5)
    assert player.axe(AXE) == []
    player.page.get_by_role("button", name="From the beginning").click()
    expect(player.page.locator("[data-lying]")).to_have_count(0)
    player.page.locator(NEXT).click()
    player.page.get_by_role("link", name="Rules").click()
    expect(player.page.get_by_role("link", name="Play a guided round")).to_be_visible()


def test_what_is_not_there_is_said_in_a_sentence(person):
    player = person("phone")
    player.visit("/learn/bridge")
    expect(player.page.get_by_role("alert")).to_contain_text("not installed here")
