"""Rage: bids, action cards, the Joker, trump and its history, bids against tricks, the arithmetic of a round."""

from studio import Sitter, Studio


def bidding(studio: Studio) -> None:
    """Bids with what they bring; one thought of; one that is barred."""
    anja = studio.at_a_table("rage", 4)
    anja.rests()
    studio.shot(anja, "rage-bid")
    anja.tap('[data-bid="3"]')
    studio.shot(anja, "rage-bid-chosen")
    anja = studio.at_a_table("rage", 5, {"bidding": "simultaneous"})
    anja.watch(".banner.bids")
    studio.shot(anja, "rage-bids-revealed")
    anja = studio.at_a_table("rage", 3, {"bidding": "secret", "march": True})
    anja.play(until=lambda: _tricks(anja) >= 2 and anja.may_act)
    studio.shot(anja, "rage-secret-play")
    anja.watch(".banner.bids")
    studio.shot(anja, "rage-secret-revealed")
    anja = studio.at_a_table("rage", 4, {"bidding": "plus-minus-one"})
    anja.play(until=lambda: anja.on_screen("[data-bid].barred"))
    anja.tap("[data-bid].barred")
    studio.shot(anja, "rage-bid-why")


def trick(studio: Studio) -> None:
    """A card to lead, to follow with, picked up, refused; a trick that is complete and goes to its winner."""
    anja = studio.at_a_table("rage", 4)
    anja.play(until=lambda: anja.phase == "play" and anja.may_act and not anja.table["trick"])
    studio.shot(anja, "rage-lead")
    anja.play(until=lambda: len(anja.table["trick"]) >= 2 and anja.on_screen(".barred [data-card]"))
    studio.shot(anja, "rage-follow")
    anja.tap(".barred [data-card]")
    studio.shot(anja, "rage-why")
    anja.tap(".playable [data-card]")
    studio.shot(anja, "rage-selected")
    anja.watch(".mark.crown")
    anja.play(until=lambda: _all_lie(anja, 4))
    studio.shot(anja, "rage-trick-complete")
    studio.while_it_flies(anja, "rage-trick-collected", lambda: anja.collects(4), 0.35)


def special_cards(studio: Studio) -> None:
    """Banners of action cards, five-point cards in the trick, trump with its history."""
    anja = studio.at_a_table("rage", 4)
    seen: set[str] = set()

    def once(name: str, now: bool) -> bool:
        if name in seen or not now:
            return False
        seen.add(name)
        return True

    wanted = {"action", "trump", "fives", "history", "standings"}

    def look() -> bool:
        if once("action", anja.on_screen(".banner.action")):
            studio.shot(anja, "rage-banner-action")
        if once("trump", _tricks(anja) > 0 and anja.on_screen(".banner.trump")):
            studio.shot(anja, "rage-banner-trump")
        if once("fives", anja.may_act and anja.on_screen(".strip .extra")):
            studio.shot(anja, "rage-fives")
        if once("history", anja.may_act and len(anja.told.get("trumps") or []) >= 3):
            studio.shot(anja, "rage-trump-history")
        standings = anja.told.get("standings") or []
        if once("standings", anja.may_act and len({*standings}) >= 3 and _tricks(anja) > 1):
            studio.shot(anja, "rage-standings")
        return wanted <= seen

    anja.play(until=look)


def joker(studio: Studio) -> None:
    """The colour it gets, and what it then is."""
    anja = studio.at_a_table("rage", 5, {"bidding": "simultaneous"})
    anja.play(until=lambda: anja.on_screen('.playable [data-card="J"]'))
    anja.tap('.playable [data-card="J"]')
    studio.shot(anja, "rage-joker")
    anja.tap('[data-move="J:G"]')
    anja.play(until=lambda: anja.on_screen(".banner.action"))
    studio.shot(anja, "rage-joker-played")


def whole_game(studio: Studio) -> None:
    """The ends: of a round with its arithmetic, of the game; the sheet in between."""
    anja = studio.at_a_table("rage", 4)
    anja.ends_the_round()
    studio.shot(anja, "rage-round-end")
    anja.play(until=lambda: anja.table["round"] == 5 and _tricks(anja) >= 2 and anja.may_act)
    studio.shot(anja, "rage-middle")
    anja.tap(".others [data-tool] >> nth=1")
    anja.page.locator("dialog figure").wait_for()
    studio.shot(anja, "rage-scores")
    anja.tap("dialog .sheet tbody tr:nth-child(2) td:nth-of-type(2) button")
    studio.shot(anja, "rage-scores-cell")
    anja.page.keyboard.press("Escape")
    anja.play()
    anja.watch(".over .sheet")
    studio.shot(anja, "rage-over", whole=True)


def eight_players(studio: Studio) -> None:
    """As many as there can be."""
    anja = studio.at_a_table("rage", 8)
    anja.rests()
    studio.shot(anja, "rage-8-bid")
    anja.play(until=lambda: anja.phase == "play" and anja.may_act and len(anja.table["trick"]) >= 3)
    studio.shot(anja, "rage-8-trick")
    anja.play(until=lambda: _all_lie(anja, 8))
    studio.shot(anja, "rage-8-complete")
    anja.ends_the_round()
    studio.shot(anja, "rage-8-round-end")
    anja.play(until=lambda: anja.table["round"] == 3 and _tricks(anja) >= 1 and anja.may_act)
    anja.tap(".others [data-tool] >> nth=0")
    studio.shot(anja, "rage-8-last-trick")
    anja.page.keyboard.press("Escape")
    anja.tap(".others [data-tool] >> nth=1")
    anja.page.locator("dialog figure").wait_for()
    studio.shot(anja, "rage-8-scores")
    anja.page.keyboard.press("Escape")


def two_players(studio: Studio) -> None:
    """As few as there can be."""
    anja = studio.at_a_table("rage", 2)
    anja.play(until=lambda: anja.phase == "play" and anja.may_act and len(anja.table["trick"]) == 1)
    studio.shot(anja, "rage-2-trick")


def march(studio: Studio) -> None:
    """Somebody takes every trick, and all look up."""
    anja = studio.at_a_table("rage", 2, {"march": True})
    anja.watch(".banner.feat")
    studio.shot(anja, "rage-march")
    anja.ends_the_round()
    studio.shot(anja, "rage-march-round-end")


SCENES = (bidding, trick, special_cards, joker, whole_game, eight_players, two_players, march)


def _tricks(anja: Sitter) -> int:
    done: int = anja.table["tricks_done"]
    return done


def _all_lie(anja: Sitter, players: int) -> bool:
    return anja.page.locator(".lying").count() == players
