"""``stich scoresheet``: an empty score sheet of a game, to print."""

import argparse
from pathlib import Path

from stichwerk.cli.output import whole_file_of_bytes
from stichwerk.cli.sheet_page import PAPERS, SheetWords, write_sheet
from stichwerk.cli.table_size import players_for
from stichwerk.cli.words import Words, language_of
from stichwerk.errors import BadOption
from stichwerk.games import Game, game
from stichwerk.games.options import written
from stichwerk.play.blank_sheet import BlankSheet, blank_sheet


def run(asked: argparse.Namespace) -> int:
    """Write the sheet, and say where it is."""
    found = game(asked.game)
    options = found.options.read_text(asked.option)
    players = players_for(found, options, asked.players)
    sheet = blank_sheet(found, options.to_mapping(), players)
    words = Words(language_of(asked.language), found)
    check_can_print()
    path = Path(asked.output or f"{found.id}.pdf")
    with whole_file_of_bytes(path, asked.force) as file:
        write_sheet(file, sheet, sheet_words(found, sheet, words), PAPERS[asked.paper])
    print(path)
    return 0


def check_can_print() -> None:
    """Refuse what needs a package that is not there."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise BadOption(
            "a sheet is drawn by matplotlib, which is not there: pip install 'stichwerk[plot]', "
            "or print an empty sheet from the score pad in the browser",
            "no-matplotlib",
        ) from None


def sheet_words(found: Game, sheet: BlankSheet, words: Words) -> SheetWords:
    """What stands on the sheet, in the language of these words."""
    agreed = [_choice(words, name, value) for name, value in sheet.agreed.items()]
    return SheetWords(
        title=words.say("title", found.title),
        sheet=words.say("pad.paper.sheet"),
        date=words.say("pad.paper.date"),
        total=words.say("pad.total"),
        agreed=" · ".join(agreed),
        columns=tuple(_heading(words, column.field, column.unit) for column in sheet.columns),
    )


def _heading(words: Words, field: str, unit: int) -> str:
    if unit:
        return f"±{unit}"
    return words.say(f"pad.{field}") if field else words.say("pad.points")


def _choice(words: Words, name: str, value: object) -> str:
    option = words.say(f"option.{name}", name)
    return f"{option}: {words.say(f'option.{name}.{written(value)}', written(value))}"
