"""The menu of ``stich play``: which game, for how many, and against how strong bots."""

from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from stichwerk.bots.levels import LEVELS, Level, level
from stichwerk.cli.keyboard import Keyboard
from stichwerk.cli.table_size import usual_players
from stichwerk.errors import UnknownBot
from stichwerk.games import Game, games

#: The level of the bots when nobody says so.
USUAL_LEVEL = 3


def choose_game(keyboard: Keyboard) -> Game:
    """Ask for a game until one is chosen."""
    choices = games()
    keyboard.console.print(Text("What shall we play?", "bold"))
    for number, game in enumerate(choices, 1):
        low, high = game.players[0], game.players[-1]
        keyboard.console.print(Text.assemble(f"  {number}  ", (game.title, "bold"), f", {low} to {high} players"))
        keyboard.console.print(Padding(game.summary, (0, 0, 0, 5)))
    while True:
        answer = keyboard.ask(f"\nA number from 1 to {len(choices)}, q to quit >").lower()
        for number, game in enumerate(choices, 1):
            if answer == str(number) or (answer and answer in (game.id + game.title.lower())):
                return game
        keyboard.console.print(f"  Type a number from 1 to {len(choices)}, or the name of a game.")


def choose_players(keyboard: Keyboard, game: Game) -> int:
    """Ask how many play until the number fits the game."""
    low, high, usual = game.players[0], game.players[-1], usual_players(game)
    while True:
        answer = keyboard.ask(f"How many players, you included ({low}-{high}; Enter: {usual}) >")
        if not answer:
            return usual
        if answer in map(str, game.players):
            return int(answer)
        keyboard.console.print(f"  {game.title} is for {low} to {high} players.")


def choose_level(keyboard: Keyboard) -> Level:
    """Ask how strong the bots are to be."""
    keyboard.console.print(Text("How strong shall the others be?", "bold"))
    grid = Grid.grid(padding=(0, 2))
    for choice in LEVELS:
        grid.add_row(f"  {choice.number}", Text(choice.name, "bold"), choice.summary)
    keyboard.console.print(grid)
    while True:
        answer = keyboard.ask(f"A level from 1 to {len(LEVELS)} (Enter: {USUAL_LEVEL}) >")
        try:
            return level(answer or USUAL_LEVEL)
        except UnknownBot:
            keyboard.console.print(f"  Type a number from 1 to {len(LEVELS)}, or the name of a level.")
