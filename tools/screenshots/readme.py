"""The pictures of the README: a table on a desktop, and the three games on phones, side by side."""

import base64
from pathlib import Path

from browser.people import SIZES
from studio import Actor, Studio

#: Three phones on the ground of the page.
BOARD = """<body style="margin: 0; display: flex; gap: 28px; padding: 28px; background: #d9d0bf">{}</body>"""
SCREEN = (
    '<img src="data:image/png;base64,{}" '
    'style="width: 340px; border-radius: 28px; border: 7px solid #2a241f; box-shadow: 0 6px 18px #0004">'
)


def make(studio: Studio, folder: Path) -> None:
    """Play to the moments that show the games best, and put their pictures where the README looks for them."""
    table = _null_nichtig(studio)
    (folder / "browser.png").write_bytes(_picture(table, "desktop"))
    phones = [
        (_rage(studio), "light"),
        (table, "light"),
        (_alles_oder_nichts(studio), "dark"),
    ]
    screens = [SCREEN.format(base64.b64encode(_picture(actor, "phone", theme)).decode()) for actor, theme in phones]
    board = studio.browser.new_page(viewport={"width": 1146, "height": 800})
    board.set_content(BOARD.format("".join(screens)))
    board.screenshot(path=folder / "phones.png", full_page=True)
    studio.everybody_leaves()


def _null_nichtig(studio: Studio) -> Actor:
    """Some piles, a trick with a preview, and a card picked up."""
    anja = studio.at_a_table("null-nichtig", 4)
    anja.play(until=lambda: anja.table["tricks_done"] >= 5 and len(anja.table["trick"]) >= 2 and anja.may_act)
    anja.tap(".playable [data-card]")
    return anja


def _rage(studio: Studio) -> Actor:
    """A trick with an action card, bids that stand differently."""
    anja = studio.at_a_table("rage", 5)
    anja.play(
        until=lambda: (
            anja.table["tricks_done"] >= 2
            and anja.may_act
            and len(anja.table["trick"]) >= 3
            and len({*(anja.told.get("standings") or [])}) >= 2
        )
    )
    return anja


def _alles_oder_nichts(studio: Studio) -> Actor:
    """To show, or to hide."""
    anja = studio.at_a_table("alles-oder-nichts", 4)
    anja.watch('[data-move="show"]')
    return anja


def _picture(actor: Actor, size: str, theme: str = "light") -> bytes:
    width, height = SIZES[size]
    actor.page.set_viewport_size({"width": width, "height": height})
    actor.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    actor.page.wait_for_timeout(400)
    return actor.page.screenshot(animations="disabled")
