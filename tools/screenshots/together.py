"""People who come together: an invite, and the waiting room of the host and of a guest."""

from stichwerk.client import SeatWish
from studio import Studio


def waiting_room(studio: Studio) -> None:
    """The host with open seats, with the QR code; a guest comes by the link, and waits."""
    anja, bernd = studio.sitter(), studio.sitter()
    open_seats = [SeatWish("open"), SeatWish("bot", 3), SeatWish("open")]
    seat = studio.table("null-nichtig", 4, {"teams": True}, seats=open_seats)
    anja.keep("seats", {seat.table: seat.token})
    anja.page.goto(f"{anja.url}/#/table/{seat.table}")
    anja.page.reload()
    link = anja.page.locator(".link input")
    link.wait_for()
    while not (address := link.input_value()):
        anja.page.wait_for_timeout(50)
    studio.shot(anja, "waiting-host", whole=True)
    anja.tap(".ways button[aria-expanded]")
    anja.page.locator("section svg[role=img]").wait_for()
    studio.shot(anja, "waiting-qr", whole=True)
    bernd.page.goto(address)
    bernd.page.locator("form input[autocomplete]").wait_for()
    studio.shot(bernd, "invite")
    bernd.page.locator("form input[autocomplete]").fill("Bernd")
    bernd.tap("form button")
    bernd.page.locator(".who").first.wait_for()
    studio.shot(bernd, "waiting-guest", whole=True)


SCENES = (waiting_room,)
