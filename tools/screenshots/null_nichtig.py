"""Null & nichtig: laying, the piles of every seat, what a trick does to them, cards that fly to the piles."""

from studio import Sitter, Studio


def laying(studio: Studio) -> None:
    """Nothing laid yet; two of a colour, whose order counts; all layouts at once."""
    anja = studio.at_a_table("null-nichtig", 4)
    anja.rests()
    studio.shot(anja, "null-nichtig-lay")
    for card in _two_of_a_colour(anja.hand):
        anja.tap(f'[data-hand] [data-card="{card}"]')
    studio.shot(anja, "null-nichtig-lay-chosen")
    anja.watch(".banner .layouts")
    studio.shot(anja, "null-nichtig-layouts")


def trick(studio: Studio) -> None:
    """A card to lead; the trick's preview, also with the card picked up; the way to the piles."""
    anja = studio.at_a_table("null-nichtig", 4)
    anja.play(until=lambda: anja.phase == "play" and anja.may_act and not anja.table["trick"])
    studio.shot(anja, "null-nichtig-lead")
    anja.play(until=lambda: anja.table["tricks_done"] >= 3 and len(anja.table["trick"]) >= 2 and anja.may_act)
    studio.shot(anja, "null-nichtig-preview")
    anja.tap(".playable [data-card]")
    studio.shot(anja, "null-nichtig-selected")
    studio.while_it_flies(anja, "null-nichtig-flying", lambda: anja.collects(4), 0.5)
    anja.ends_the_round()
    studio.shot(anja, "null-nichtig-round-end")
    anja.play()
    anja.watch(".over .sheet")
    studio.shot(anja, "null-nichtig-over", whole=True)


def teams(studio: Studio) -> None:
    """Six in two teams: the most piles there can be."""
    anja = studio.at_a_table("null-nichtig", 6, {"teams": True})
    anja.rests()
    studio.shot(anja, "null-nichtig-teams-lay")
    anja.watch(".banner .layouts")
    studio.shot(anja, "null-nichtig-teams-layouts")
    anja.play(until=lambda: anja.table["tricks_done"] >= 3 and len(anja.table["trick"]) >= 3 and anja.may_act)
    studio.shot(anja, "null-nichtig-teams-trick")
    anja.ends_the_round()
    studio.shot(anja, "null-nichtig-teams-round-end")
    anja.play()
    anja.watch(".over .sheet")
    studio.shot(anja, "null-nichtig-teams-over", whole=True)


def other_numbers(studio: Studio) -> None:
    """Three and five at the table."""
    for players in (3, 5):
        anja = studio.at_a_table("null-nichtig", players)
        _comes_to_a_trick(anja)
        studio.shot(anja, f"null-nichtig-{players}-trick")


SCENES = (laying, trick, teams, other_numbers)


def _comes_to_a_trick(anja: Sitter) -> None:
    anja.play(until=lambda: anja.phase == "play" and len(anja.table["trick"]) >= 2 and anja.may_act)


def _two_of_a_colour(hand: list[str]) -> list[str]:
    """Three cards, of which two at least go to one pile."""
    colour = max({card[0] for card in hand}, key=lambda letter: sum(card[0] == letter for card in hand))
    same = [card for card in hand if card[0] == colour][:2]
    return [*same, next(card for card in hand if card[0] != colour)]
