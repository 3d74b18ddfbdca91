"""What ``help`` says in the middle of a game: how to type."""

from collections.abc import Iterator

from stichwerk.games import Game
from stichwerk.games.options import Options
from stichwerk.play.notation import notation

COMMANDS = "? hint, help, rules, score, log, q quit"

_COMMANDS = """\
?      a hint: what each move is likely to bring
help   this text
rules  the rules in short
score  the score sheet
log    what has happened
Enter  the table again
q      quit"""


def help_text(game: Game, options: Options) -> str:
    """How to type."""
    return "\n".join((*_typing(game, options), _COMMANDS))


def _typing(game: Game, options: Options) -> Iterator[str]:
    """How the moves of a game are typed, told from what there is; then what the game itself has to say."""
    say, names = game.texts().say, notation(game, options)
    kinds = {move.kind for move in names.moves}
    card = next(name for name in reversed(names.cards) if game.cards.face(name).special is None)
    colour = game.colour_word(card[0])
    if "bid" in kinds:
        yield say("typing.bid")
    words = [move.text for move in names.moves if move.kind == "say"]
    if words:
        yield say("typing.say", words=" or ".join(words))
    yield say("typing.card", like=f"{card.lower()}, {card[0]} {card[1:]} or {colour} {card[1:]}")
    if game.book.presentation.laying is not None:
        yield say("typing.lay", like=" ".join(name.lower() for name in names.cards[-1:-4:-1]))
    for special in game.cards.specials:
        title = say(f"card.{special.name}", special.name)
        if special.names_colour:
            letter = game.cards.letters[0]
            like = f"{special.name}{letter} or {special.name} {game.colour_word(letter)}".lower()
            yield say("typing.named", card=title, like=like)
        elif special.name != title and special.name.isalpha():
            yield say("typing.special", typed=special.name.lower(), card=title)
    yield from game.texts().several("typing")
