"""The pages around the table: the lobby in all its states, new tables, rules, settings."""

from stichwerk.client import SeatWish
from stichwerk.games import game_ids
from studio import Studio


def lobby(studio: Studio) -> None:
    """Empty; a game is chosen, and a name is asked; with tables of one's own and of others."""
    anja = studio.sitter()
    anja.visit("/")
    studio.shot(anja, "lobby", whole=True)
    anja.tap(".games .primary")
    anja.page.locator("dialog input[autocomplete]").wait_for()
    studio.shot(anja, "lobby-play")
    anja.page.keyboard.press("Escape")
    mine = [studio.table(game, 4) for game in game_ids()[:2]]
    waiting = [SeatWish("open"), SeatWish("bot", 2), SeatWish("open")]
    studio.table("alles-oder-nichts", 4, name="Wolfeschlegelsteinhausen", seats=waiting, listed=True)
    studio.table("rage", 4, name="Zoë", seats=waiting, listed=True)
    anja.take(mine[0])
    anja.keep("seats", {seat.table: seat.token for seat in mine})
    anja.page.goto(anja.url)
    anja.page.reload()
    anja.page.locator(".tables li").first.wait_for()
    studio.shot(anja, "lobby-tables", whole=True)


def new_table(studio: Studio) -> None:
    """A new table of each game, its options open."""
    anja = studio.sitter()
    for game in game_ids():
        anja.visit(f"/new/{game}")
        studio.shot(anja, f"new-{game}", whole=True)
        anja.tap("section ul label:last-child")
        anja.tap("section .option label:has(input:not(:checked))")
        studio.shot(anja, f"new-{game}-changed", whole=True)


def settings(studio: Studio) -> None:
    """All that one can choose."""
    anja = studio.sitter()
    anja.visit("/settings")
    studio.shot(anja, "settings", whole=True)


def rules(studio: Studio) -> None:
    """The rules of each game."""
    anja = studio.sitter()
    for game in game_ids():
        anja.visit(f"/rules/{game}")
        studio.shot(anja, f"rules-{game}", whole=True)


def lessons(studio: Studio) -> None:
    """The guided round of each game: its beginning, and a move in its middle."""
    for game in game_ids():
        for at in (0, 7):
            studio.shot(studio.at_a_lesson(game, at), f"lesson-{game}-{at}")


def days(studio: Studio) -> None:
    """The deals of all days."""
    anja = studio.sitter()
    anja.visit("/days")
    studio.shot(anja, "days", whole=True)


SCENES = (lobby, new_table, settings, rules, lessons, days)
