"""What ``help`` says in the middle of a game: how to type."""

from collections.abc import Iterator

from stichwerk.cli.words import Words
from stichwerk.games import Game
from stichwerk.games.options import Options
from stichwerk.play.notation import notation

#: What can be typed at any time, beside ``?`` for a hint, Enter and ``q``.
COMMANDS = ("help", "rules", "score", "log")


def commands(words: Words) -> str:
    """All of it in a line."""
    say = words.say
    return ", ".join(
        (f"? {say('command.hint')}", *(say(f"command.{name}") for name in COMMANDS), f"q {say('command.quit')}")
    )


def help_text(words: Words, game: Game, options: Options) -> str:
    """How to type."""
    typed = {"?": "hint", **{words.say(f"command.{name}"): name for name in (*COMMANDS, "enter")}, "q": "quit"}
    wide = max(map(len, typed))
    does = [f"{way:{wide}}  {words.say(f'command.{name}.does')}" for way, name in typed.items()]
    return "\n".join((*_typing(words, game, options), *does))


def _typing(words: Words, game: Game, options: Options) -> Iterator[str]:
    """How the moves of a game are typed, told from what there is; then what the game itself has to say."""
    say, names = words.say, notation(game, options)
    kinds = {move.kind for move in names.moves}
    card = next(name for name in reversed(names.cards) if game.cards.face(name).special is None)
    colour = game.colour_word(card[0], words.language)
    if "bid" in kinds:
        yield say("typing.bid")
    said = [say(f"say.{move.text}", move.text) for move in names.moves if move.kind == "say"]
    if said:
        yield say("typing.say", words=words.listed(said))
    like = [card.lower(), f"{card[0]} {card[1:]}", f"{colour} {card[1:]}"]
    yield say("typing.card", like=words.listed(like))
    if game.book.presentation.laying is not None:
        yield say("typing.lay", like=" ".join(name.lower() for name in names.cards[-1:-4:-1]))
    for special in game.cards.specials:
        title = say(f"card.{special.name}", special.name)
        if special.names_colour:
            letter = game.cards.letters[0]
            named = game.colour_word(letter, words.language)
            like = [f"{special.name}{letter}".lower(), f"{special.name.lower()} {named}"]
            yield say("typing.named", card=title, like=words.listed(like))
        elif special.name != title and special.name.isalpha():
            yield say("typing.special", typed=special.name.lower(), card=title)
    yield from words.several("typing", worth=say("column.worth"))
