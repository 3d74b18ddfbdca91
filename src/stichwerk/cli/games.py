"""``stich games``: what can be played, and how."""

import argparse

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from stichwerk.cli.output import screen
from stichwerk.cli.words import Words, language_of
from stichwerk.games import Game, games, problems
from stichwerk.games.options import Setting, written


def run(asked: argparse.Namespace) -> int:
    """List the games."""
    console, words = screen(), Words(language_of(asked.language))
    for number, game in enumerate(games()):
        if number:
            console.print()
        _show(console, words.of(game), game)
    console.print("\n" + words.say("games.names"))
    console.print(words.say("games.variant", like=f"stich play {_example()}"))
    for problem in problems():
        console.print(Text(words.say("games.left-out", problem=problem), "red1"))
    return 0


def _example() -> str:
    """A game with one of its options set to something unusual."""
    for game in games():
        for name, setting in game.options.settings().items():
            if setting.choices:
                return f"{game.id} --option {name}={written(setting.choices[-1])}"
    return "GAME --option NAME=VALUE"


def _show(console: Console, words: Words, game: Game) -> None:
    say = words.say
    console.print(Text.assemble((say("title"), "bold"), "  ", (game.id, "cyan")))
    _indented(console, say("line"))
    _indented(console, f"{say('lobby.players', least=game.players[0], most=game.players[-1])}; {say('origin')}.")
    defaults = game.options().to_mapping()
    for name, setting in game.options.settings().items():
        _indented(console, Text.assemble((name, "bold"), f" = {written(defaults[name])}"))
        _indented(console, Text(f"{game.option_help(name, words.language)}: {_allowed(words, setting)}"), by=6)
        for choice, differs in game.differences(name, words.language).items():
            _indented(console, Text.assemble((f"{choice}: " if choice else "", "bold"), differs), by=6)
    if note := say("note", ""):
        _indented(console, Text.assemble((say("games.note"), "bold"), note))


def _allowed(words: Words, setting: Setting) -> str:
    """What an option may be."""
    if setting.choices:
        return words.listed([written(choice) for choice in setting.choices])
    number = words.say("games.number", low=setting.low, high=setting.high)
    return words.say("games.null-or", number=number) if setting.may_be_null else number


def _indented(console: Console, text: str | Text, by: int = 2) -> None:
    console.print(Padding(text, (0, 0, 0, by), expand=False))
