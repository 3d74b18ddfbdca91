"""The menu of ``stich play``: which game, for how many, and against how strong bots."""

from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from stichwerk.bots.levels import LEVELS, Level, level
from stichwerk.cli.keyboard import Keyboard
from stichwerk.cli.table_size import usual_players
from stichwerk.cli.words import Words, in_every_language
from stichwerk.errors import UnknownBot
from stichwerk.games import Game, games

#: The level of the bots when nobody says so.
USUAL_LEVEL = 3


def choose_game(keyboard: Keyboard, words: Words) -> Game:
    """Ask for a game until one is chosen."""
    choices = games()
    keyboard.console.print(Text(words.say("menu.game"), "bold"))
    for number, game in enumerate(choices, 1):
        players = words.say("lobby.players", least=game.players[0], most=game.players[-1])
        keyboard.console.print(Text.assemble(f"  {number}  ", (game.title, "bold"), f", {players}"))
        keyboard.console.print(Padding(words.of(game).say("line"), (0, 0, 0, 5)))
    while True:
        keyboard.console.print()
        answer = keyboard.ask(words.say("menu.number", n=len(choices))).lower()
        for number, game in enumerate(choices, 1):
            if answer == str(number) or (answer and answer in (game.id + game.title.lower())):
                return game
        keyboard.console.print("  " + words.say("menu.number-again", n=len(choices)))


def choose_players(keyboard: Keyboard, words: Words, game: Game) -> int:
    """Ask how many play until the number fits the game."""
    sizes = {"least": game.players[0], "most": game.players[-1]}
    usual = usual_players(game)
    while True:
        answer = keyboard.ask(words.say("menu.players", usual=usual, **sizes))
        if not answer:
            return usual
        if answer in map(str, game.players):
            return int(answer)
        keyboard.console.print("  " + words.say("menu.players-again", game=game.title, **sizes))


def choose_level(keyboard: Keyboard, words: Words) -> Level:
    """Ask how strong the bots are to be."""
    keyboard.console.print(Text(words.say("menu.level"), "bold"))
    grid = Grid.grid(padding=(0, 2))
    for choice in LEVELS:
        name, line = (words.say(f"level.{choice.number}{part}") for part in ("", ".line"))
        grid.add_row(f"  {choice.number}", Text(name, "bold"), line)
    keyboard.console.print(grid)
    while True:
        answer = keyboard.ask(words.say("menu.level-number", n=len(LEVELS), usual=USUAL_LEVEL))
        try:
            return named_level(answer or str(USUAL_LEVEL))
        except UnknownBot:
            keyboard.console.print("  " + words.say("menu.level-again", n=len(LEVELS)))


def named_level(text: str) -> Level:
    """The level with this number, or with this name in any language."""
    for found in LEVELS:
        if text.lower() in in_every_language(f"level.{found.number}"):
            return found
    return level(text)
