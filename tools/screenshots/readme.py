"""The pictures of the README and of the guide for players: a desktop, phones side by side, a part of a page."""

import base64
from pathlib import Path

from stichwerk.client import SeatWish
from studio import Sitter, Studio, Theme
from support.browser.people import SIZES

#: The desktop of the picture: one that README pages show at its full size.
DESKTOP = (1200, 780)
#: The same, for a page with more below.
TALL = (1200, 930)
#: Three phones on a table.
BOARD = '<body style="margin: 0; display: flex; gap: 24px; padding: 24px; background: #d9d0bf">{}</body>'
SCREEN = (
    '<img src="data:image/png;base64,{}" '
    'style="width: 320px; border-radius: 28px; border: 7px solid #2a241f; box-shadow: 0 6px 18px #0004">'
)
BOARD_SIZE = (3 * (320 + 14) + 4 * 24, 760)


def make(studio: Studio, folder: Path) -> None:
    """Play to the moments that show the games best, and put their pictures where the documents look for them."""
    rage, nichtig, nichts = _rage(studio), _null_nichtig(studio), _alles_oder_nichts(studio)
    for name, sitter in (("browser", rage), ("null-nichtig", nichtig), ("alles-oder-nichts", nichts)):
        _put(folder / f"{name}.png", _picture(sitter, DESKTOP))
    phones: list[tuple[Sitter, Theme]] = [(rage, "light"), (nichtig, "light"), (nichts, "dark")]
    _board(studio, folder / "phones.png", [_picture(sitter, SIZES["phone"], theme) for sitter, theme in phones])
    studio.everybody_leaves()
    _guide(studio, folder)


def _guide(studio: Studio, folder: Path) -> None:
    """From the lobby to the end of a game."""
    anja = studio.sitter()
    anja.visit("/")
    _put(folder / "lobby.png", _picture(anja, DESKTOP))
    lesson(studio, folder)
    coach(studio, folder)
    _put(folder / "invite.png", _picture(_waiting(studio), TALL))
    choices = [_bidding(studio), _laying(studio), _refused(studio)]
    _board(studio, folder / "choices.png", [_picture(sitter, SIZES["phone"]) for sitter in choices])
    anja = studio.at_a_table("alles-oder-nichts", 3, {"rounds": 2})
    anja.watch(".over .sheet")
    anja.tap(".fair button")
    anja.page.locator(".verdict").wait_for()
    _put(folder / "fair.png", anja.page.locator(".fair").first.screenshot(animations="disabled"))
    studio.everybody_leaves()


def lesson(studio: Studio, folder: Path) -> None:
    """Guided rounds: what must be followed, all or nothing, which pile to spoil."""
    moments = [("rage", 7), ("alles-oder-nichts", 4), ("null-nichtig", 20)]
    learners = [studio.at_a_lesson(game, at) for game, at in moments]
    _board(studio, folder / "lesson.png", [_picture(learner, SIZES["phone"]) for learner in learners])


def coach(studio: Studio, folder: Path) -> None:
    """A hint for a bid, the review of a game, and what others could have held at its costliest decision."""
    asks = studio.at_a_table("rage", 4)
    asks.rests()
    asks.page.keyboard.press("a")
    asks.page.locator("dialog tbody").wait_for()
    anja = studio.at_a_table("rage", 4)
    anja.watch(".over .sheet")
    anja.page.clock.resume()
    anja.page.goto(f"{anja.url}/#/review/{anja.views[-1]['id']}/1?seat=0")
    anja.page.locator("article").first.wait_for()
    anja.page.locator("progress").wait_for(state="detached", timeout=120_000)
    pictures = [_picture(asks, SIZES["phone"]), _picture(anja, SIZES["phone"])]
    anja.tap("ol a")
    anja.page.locator(".verdict").wait_for()
    _board(studio, folder / "coach.png", [*pictures, _picture(anja, SIZES["phone"], "dark")])


def _waiting(studio: Studio) -> Sitter:
    """The host of a table with open seats, with the link, the code and the QR code."""
    anja = studio.sitter()
    seat = studio.table("null-nichtig", 4, seats=[SeatWish("open"), SeatWish("bot", 3), SeatWish("open")])
    anja.keep("seats", {seat.table: seat.token})
    anja.page.goto(f"{anja.url}/#/table/{seat.table}")
    anja.page.reload()
    anja.page.locator(".link input").wait_for()
    while not anja.page.locator(".link input").input_value():
        anja.page.wait_for_timeout(50)
    anja.tap(".ways button[aria-expanded]")
    anja.page.locator("section svg[role=img]").wait_for()
    return anja


def _bidding(studio: Studio) -> Sitter:
    """Bids, with what each would bring."""
    anja = studio.at_a_table("rage", 4)
    anja.rests()
    anja.tap('[data-bid="2"]')
    return anja


def _laying(studio: Studio) -> Sitter:
    """Cards to lay, one of them chosen."""
    anja = studio.at_a_table("null-nichtig", 4)
    anja.rests()
    anja.tap(".hand [data-card]")
    return anja


def _refused(studio: Studio) -> Sitter:
    """A card that may not be played, and why."""
    anja = studio.at_a_table("rage", 4)
    anja.play(until=lambda: len(anja.table["trick"]) >= 2 and anja.on_screen(".barred [data-card]"))
    anja.tap(".barred [data-card]")
    return anja


def _board(studio: Studio, path: Path, screens: list[bytes]) -> None:
    """Phones side by side."""
    width, height = BOARD_SIZE
    board = studio.browser.new_page(viewport={"width": width, "height": height})
    board.set_content(BOARD.format("".join(SCREEN.format(base64.b64encode(each).decode()) for each in screens)))
    _put(path, board.screenshot(full_page=True))


def _put(path: Path, picture: bytes) -> None:
    path.write_bytes(picture)
    print(path.name, flush=True)


def _rage(studio: Studio) -> Sitter:
    """In the middle of a game: a sheet with some rounds, and bids that stand differently."""
    anja = studio.at_a_table("rage", 4)
    anja.play(
        until=lambda: (
            anja.table["round"] >= 4
            and anja.may_act
            and len(anja.table["trick"]) >= 2
            and len({*(anja.told.get("standings") or [])}) >= 2
        ),
    )
    return anja


def _null_nichtig(studio: Studio) -> Sitter:
    """Some piles, a trick with a preview, and a card picked up."""
    anja = studio.at_a_table("null-nichtig", 4)
    anja.play(until=lambda: anja.table["tricks_done"] >= 4 and anja.table["trick"] != [] and anja.may_act)
    anja.tap(".playable [data-card]")
    return anja


def _alles_oder_nichts(studio: Studio) -> Sitter:
    """To show, or to hide."""
    anja = studio.at_a_table("alles-oder-nichts", 4)
    anja.watch('[data-move="show"]')
    return anja


def _picture(sitter: Sitter, size: tuple[int, int], theme: Theme = "light") -> bytes:
    width, height = size
    sitter.page.set_viewport_size({"width": width, "height": height})
    sitter.page.emulate_media(color_scheme=theme)
    sitter.page.wait_for_timeout(400)
    return sitter.page.screenshot(animations="disabled")
