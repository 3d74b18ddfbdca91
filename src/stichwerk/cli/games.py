"""``stich games``: what can be played, and how."""

import argparse

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from stichwerk.cli.output import screen
from stichwerk.games import Game, games, problems
from stichwerk.games.options import written


def run(asked: argparse.Namespace) -> int:
    """List the games."""
    console = screen()
    for number, game in enumerate(games()):
        if number:
            console.print()
        _show(console, game)
    console.print("\nThe names and rules of the games belong to their authors and publishers.")
    console.print(f"A variant is chosen like this: stich play {_example()}")
    for problem in problems():
        console.print(Text(f"Left out: {problem}.", "red1"))
    return 0


def _example() -> str:
    """A game with one of its options set to something unusual."""
    for game in games():
        for name, setting in game.options.settings().items():
            if setting.choices:
                return f"{game.id} --option {name}={written(setting.choices[-1])}"
    return "GAME --option NAME=VALUE"


def _show(console: Console, game: Game) -> None:
    console.print(Text.assemble((game.title, "bold"), "  ", (game.id, "cyan")))
    low, high = game.players[0], game.players[-1]
    _indented(console, game.summary)
    _indented(console, f"{low} to {high} players; {game.origin}.")
    defaults = game.options().to_mapping()
    for name, setting in game.options.settings().items():
        _indented(console, Text.assemble((name, "bold"), f" = {written(defaults[name])}"))
        _indented(console, Text(f"{game.option_help(name)}: {setting.allowed()}"), by=6)
        for choice, differs in game.differences(name).items():
            _indented(console, Text.assemble((f"{choice}: " if choice else "", "bold"), differs), by=6)
    if game.assumption:
        _indented(console, Text.assemble(("Note: ", "bold"), game.assumption))


def _indented(console: Console, text: str | Text, by: int = 2) -> None:
    console.print(Padding(text, (0, 0, 0, by), expand=False))
