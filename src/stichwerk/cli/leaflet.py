"""What ``help`` and ``rules`` say in the middle of a game: how to type, and each game's rules in a few sentences."""

from stichwerk.games import Game

COMMANDS = "? hint, help, rules, score, log, q quit"

_COMMANDS = """\
?      a hint: what each move is likely to bring
help   this text
rules  the rules in short
score  the score sheet
log    what has happened
Enter  the table again
q      quit"""

_CARD = "A card is its colour and its number: y11, Y 11 or yellow 11. "
_NUMBER = "If only one card that you may play has the number, the number will do."

_TYPING = {
    "null-nichtig": (
        _CARD + _NUMBER,
        "To lay cards, name them, like y9 y0 r3. Of one colour, the last named lies on top.",
        "On the table, 9×3 in the column ★Y is a pile of three yellow cards with the 9 on top; "
        "worth is what your piles would count now.",
    ),
    "rage": (
        "A bid is a number: how many tricks you will take.",
        _CARD + _NUMBER,
        "A Joker is played with the colour it stands for: jr, j red or J:R. nt is no trump, ct is change trump; "
        "+5 and -5 are what they say.",
    ),
    "alles-oder-nichts": (
        "A bid is a number: how many tricks you will take. Then s shows it and h hides it.",
        _CARD + _NUMBER,
    ),
}

_RULES = {
    "null-nichtig": (
        "Before the first trick everybody lays three cards (with six players two) face up, in piles by colour.",
        "Any card may be played to a trick: there is no colour to follow and no trump. The highest number takes "
        "the trick; of equal ones, the first played. Whoever takes it lays the cards on their piles by colour, "
        "their own card first, then clockwise.",
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


def help_text(game: Game) -> str:
    """How to type."""
    return "\n".join((*_TYPING.get(game.id, ()), _COMMANDS))


def rules_text(game: Game) -> str:
    """The rules in short."""
    return "\n".join(_RULES.get(game.id, (game.summary,)))
