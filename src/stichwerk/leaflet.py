"""Each game's rules in a few sentences, for somebody who wants to begin."""

from stichwerk.games import Game

_RULES: dict[str, tuple[str, ...]] = {
    "null-nichtig": (
        "Before the first trick everybody lays three cards (with six players two) face up, in piles by colour.",
        "Any card may be played to a trick: there is no colour to follow and no trump. The highest number takes "
        "the trick; of equal ones, the first played. Whoever takes it lays the cards on their piles by colour, "
        "their own card first, then clockwise (with the option collecting=as-played: in the order played).",
        "At the end of the round only the top card of each of your piles counts: an 11 on top is worth 11 points, "
        "a 0 nothing. The highest total after the last round wins.",
    ),
    "rage": (
        "Ten rounds: ten cards each, then nine, down to one. Say how many tricks you will take, then take exactly "
        "that many.",
        "Follow the led colour if you can; if not, play what you like. The highest trump takes the trick, else the "
        "highest card of the led colour.",
        "Action cards have no colour: play them only to lead, or when you cannot follow. Joker (J): the highest card "
        "of the colour you name. No trump (NT): none in this trick. Change trump (CT): a new one is turned at once. "
        "+5 and -5: points for whoever takes the trick.",
        "Each trick counts 1 point. An exact bid counts 10 more, any other 5 less.",
    ),
    "alles-oder-nichts": (
        "Everybody bids in secret how many tricks they will take. Then each in turn says whether the bid lies open "
        "or stays hidden.",
        "Follow the led colour if you can; if not, play what you like. The highest trump takes the trick, else the "
        "highest card of the led colour.",
        "Hidden bid: 1 point per trick, and 3 more if it is exact. Open bid: if it is exact, 2 points per trick and "
        "3 more; if not, nothing at all.",
    ),
}


def rules_in_short(game: Game) -> tuple[str, ...]:
    """The rules, a paragraph each."""
    return _RULES.get(game.id, (game.summary,))
