"""What there is at every table: menu, phrases, last trick, keys, rules over the table, clocks, badges, spectators."""

from stichwerk.client import Pace, SeatWish
from studio import Sitter, Studio


def dialogs(studio: Studio) -> None:
    """Everything that opens over the table."""
    anja = studio.at_a_table("rage", 4)
    anja.play(until=lambda: anja.table["tricks_done"] >= 2 and anja.on_screen(".barred [data-card]"))
    anja.tap(".others [data-tool] >> nth=0")
    studio.shot(anja, "table-last-trick")
    _closes(anja)
    anja.tap(".status .icon >> nth=1")
    studio.shot(anja, "table-menu")
    anja.tap("dialog .menu li:last-child button")
    studio.shot(anja, "table-menu-leave")
    _closes(anja)
    anja.page.keyboard.press("?")
    anja.page.locator("dialog dl").wait_for()
    studio.shot(anja, "table-keys")
    _closes(anja)
    anja.tap(".barred [data-card]")
    anja.tap(".over [role=alert] a")
    anja.page.locator("dialog section h2").first.wait_for()
    studio.shot(anja, "table-rules-at-why")
    _closes(anja)


def in_a_hurry(studio: Studio) -> None:
    """A clock that runs, and somebody to talk to; somebody who has gone; a bot that plays for oneself; a pause."""
    anja, bernd = studio.sitter(), studio.sitter()
    pace = Pace(move=20, reserve=120, grace=0, bots=0)
    seats = [SeatWish("open"), SeatWish("bot", 3), SeatWish("bot", 5)]
    seat = studio.table("rage", 4, name="Wolfeschlegelstein", seats=seats, pace=pace)
    bernd.keep("settings", {})
    bernd.page.reload()
    bernd.page.goto(bernd.url)
    bernd.page.locator("form input").first.fill(seat.code or "")
    bernd.page.locator("form button").first.click()
    bernd.page.locator("dialog input[autocomplete]").fill("Bernd")
    bernd.page.locator("dialog button[type=submit]").click()
    bernd.page.locator(".who").first.wait_for()
    anja.take(seat)
    anja.rests()
    studio.shot(anja, "table-clock")
    anja.tap(".others [data-tool] >> nth=2")
    anja.page.locator("dialog .faces button").first.wait_for()
    studio.shot(anja, "table-phrases")
    anja.tap("dialog .words button >> nth=1")
    anja.page.locator(".bubble").wait_for()
    studio.shot(anja, "table-phrase-said")
    anja.page.clock.fast_forward(128_000)
    studio.shot(anja, "table-clock-short")
    bernd.leave()
    studio._people.remove(bernd)
    anja.play(until=lambda: anja.on_screen(".badge.away"))
    studio.shot(anja, "table-away")
    anja.tap(".status .icon >> nth=1")
    anja.tap("dialog .menu li:nth-last-child(2) button")
    anja.page.locator("[data-main] small").wait_for()
    studio.shot(anja, "table-paused")


def watching(studio: Studio) -> None:
    """A spectator, who sees no hand; and the table with somebody who watches."""
    anja, zoe = studio.sitter(), studio.sitter()
    seat = studio.table("null-nichtig", 4)
    anja.take(seat)
    zoe.visit("/settings")
    zoe.page.goto(f"{zoe.url}/#/table/{seat.table}")
    anja.play(until=lambda: anja.phase == "play" and len(anja.table["trick"]) >= 2 and anja.may_act)
    zoe.page.locator(".felt").wait_for()
    studio.shot(zoe, "table-spectator")
    studio.shot(anja, "table-watched")


def coach(studio: Studio) -> None:
    """Hints for a bid, for cards to lay and for a card; and the tutor, who has doubts."""
    for game in ("null-nichtig", "rage"):
        anja = studio.at_a_table(game, 4, tutor=1)
        anja.rests()
        anja.page.keyboard.press("a")
        anja.page.locator("dialog tbody").wait_for()
        studio.shot(anja, f"hint-{game}")
        _closes(anja)
    anja.tap('[data-bid="9"]')
    anja.tap("[data-main=move]")
    anja.page.locator("dialog tbody").wait_for()
    studio.shot(anja, "tutor")
    anja = studio.at_a_table("rage", 4)
    anja.play(until=lambda: anja.phase == "play" and anja.may_act and len(anja.told["legal"]) > 2)
    anja.page.keyboard.press("a")
    anja.page.locator("dialog tbody").wait_for()
    studio.shot(anja, "hint-card")
    _closes(anja)


SCENES = (dialogs, in_a_hurry, watching, coach)


def _closes(anja: Sitter) -> None:
    anja.page.keyboard.press("Escape")
    anja.page.locator("dialog[open]").wait_for(state="detached")
