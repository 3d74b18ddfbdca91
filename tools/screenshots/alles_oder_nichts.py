"""Alles oder Nichts: secret bids, showing or hiding them, play with both, and the hidden ones turned over."""

from studio import Sitter, Studio


def bidding(studio: Studio) -> None:
    """The bid cards; then to show or to hide, with both payoffs and what the others have shown."""
    anja = studio.at_a_table("alles-oder-nichts", 4)
    anja.rests()
    studio.shot(anja, "alles-oder-nichts-bid")
    anja.tap('[data-bid="3"]')
    studio.shot(anja, "alles-oder-nichts-bid-chosen")
    anja.watch(".banner.own")
    studio.shot(anja, "alles-oder-nichts-shows")
    anja.watch('[data-move="show"]')
    studio.shot(anja, "alles-oder-nichts-show")


def play(studio: Studio) -> None:
    """Tricks with open and hidden bids, why a card cannot be played, the hidden bids turned over, the ends."""
    anja = studio.at_a_table("alles-oder-nichts", 4)
    anja.watch('[data-move="hide"]')
    anja.tap('[data-move="hide"]')
    anja.tap('[data-move="hide"]')
    anja.play(until=lambda: anja.phase == "play" and len(anja.table["trick"]) >= 2 and anja.may_act)
    studio.shot(anja, "alles-oder-nichts-trick")
    anja.watch(".barred [data-card]")
    anja.tap(".barred [data-card]")
    studio.shot(anja, "alles-oder-nichts-why")
    anja.play(until=lambda: anja.table["tricks_done"] >= 4 and anja.may_act)
    studio.shot(anja, "alles-oder-nichts-late")
    anja.watch(".banner.bids")
    studio.shot(anja, "alles-oder-nichts-flipped")
    anja.ends_the_round()
    studio.shot(anja, "alles-oder-nichts-round-end")
    anja.play()
    anja.watch(".over .sheet")
    studio.shot(anja, "alles-oder-nichts-over", whole=True)


def six_players(studio: Studio) -> None:
    """The other deck, with all six colours, and as many players as there can be."""
    anja = studio.at_a_table("alles-oder-nichts", 6, {"deck": "6x8"})
    anja.watch('[data-move="show"]')
    studio.shot(anja, "alles-oder-nichts-6-show")
    anja.play(until=lambda: anja.phase == "play" and len(anja.table["trick"]) >= 3 and anja.may_act)
    studio.shot(anja, "alles-oder-nichts-6-trick")


def dealing(studio: Studio) -> None:
    """The cards on their way, and one's own while they are turned up: for each size another round."""
    anja = studio.at_a_table("alles-oder-nichts", 4, {"rounds": 2 * len(studio.sizes) + 1})
    for name, part in (("flying", 0.4), ("turning", 0.8)):
        studio.while_it_flies(anja, f"alles-oder-nichts-dealing-{name}", lambda: _is_dealt(anja), part)


SCENES = (bidding, play, six_players, dealing)


def _is_dealt(anja: Sitter) -> None:
    anja.play(until=lambda: not anja.on_screen(".banner.dealt"))
    anja.watch(".banner.dealt")
    anja.wait(30)  # until the cards leave
