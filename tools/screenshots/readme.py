"""The pictures of the README: a table on a desktop, and the three games on phones, side by side."""

import base64
from pathlib import Path

from studio import Actor, Studio, Theme
from support.browser.people import SIZES

#: The desktop of the picture: one that README pages show at its full size.
DESKTOP = (1200, 780)
#: Three phones on a table.
BOARD = '<body style="margin: 0; display: flex; gap: 24px; padding: 24px; background: #d9d0bf">{}</body>'
SCREEN = (
    '<img src="data:image/png;base64,{}" '
    'style="width: 320px; border-radius: 28px; border: 7px solid #2a241f; box-shadow: 0 6px 18px #0004">'
)
BOARD_SIZE = (3 * (320 + 14) + 4 * 24, 760)


def make(studio: Studio, folder: Path) -> None:
    """Play to the moments that show the games best, and put their pictures where the README looks for them."""
    rage = _rage(studio)
    (folder / "browser.png").write_bytes(_picture(rage, DESKTOP))
    actors = (rage, _null_nichtig(studio), _alles_oder_nichts(studio))
    themes: tuple[Theme, ...] = ("light", "light", "dark")
    screens = [_picture(actor, SIZES["phone"], theme) for actor, theme in zip(actors, themes, strict=True)]
    width, height = BOARD_SIZE
    board = studio.browser.new_page(viewport={"width": width, "height": height})
    board.set_content(BOARD.format("".join(SCREEN.format(base64.b64encode(each).decode()) for each in screens)))
    board.screenshot(path=folder / "phones.png", full_page=True)
    studio.everybody_leaves()


def _rage(studio: Studio) -> Actor:
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


def _null_nichtig(studio: Studio) -> Actor:
    """Some piles, a trick with a preview, and a card picked up."""
    anja = studio.at_a_table("null-nichtig", 4)
    anja.play(until=lambda: anja.table["tricks_done"] >= 4 and anja.table["trick"] != [] and anja.may_act)
    anja.tap(".playable [data-card]")
    return anja


def _alles_oder_nichts(studio: Studio) -> Actor:
    """To show, or to hide."""
    anja = studio.at_a_table("alles-oder-nichts", 4)
    anja.watch('[data-move="show"]')
    return anja


def _picture(actor: Actor, size: tuple[int, int], theme: Theme = "light") -> bytes:
    width, height = size
    actor.page.set_viewport_size({"width": width, "height": height})
    actor.page.emulate_media(color_scheme=theme)
    actor.page.wait_for_timeout(400)
    return actor.page.screenshot(animations="disabled")
