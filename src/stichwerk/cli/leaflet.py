"""What ``help`` says in the middle of a game: how to type."""

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


def help_text(game: Game) -> str:
    """How to type."""
    return "\n".join((*_TYPING.get(game.id, ()), _COMMANDS))
