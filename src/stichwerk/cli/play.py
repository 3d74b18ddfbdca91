"""``stich play``: a game against bots in the terminal, provably fair, and kept as a record if asked for."""

import argparse
import os
import random
import signal
from collections.abc import Sequence
from json import loads
from pathlib import Path
from types import FrameType
from typing import NoReturn

from rich.text import Text

from stichwerk import record
from stichwerk.cli.keyboard import Keyboard, Quit
from stichwerk.cli.menu import choose_game, choose_players
from stichwerk.cli.output import Screen, add_line, screen
from stichwerk.cli.sitting import YOU, Sitting
from stichwerk.cli.table_size import players_for
from stichwerk.cli.telling import Teller
from stichwerk.errors import BadPlayers, BadRecord
from stichwerk.fair import commitment, new_seed
from stichwerk.games import Game, game
from stichwerk.games.options import Options
from stichwerk.match import Match
from stichwerk.warm import warm_with_progress

BOTS = ("Anja", "Bernd", "Claudia", "Dieter", "Emil", "Frieda", "Gustav", "Hanna")
_LONGEST_NAME = 16


def run(asked: argparse.Namespace) -> int:
    """Play a game."""
    for name in ("SIGTERM", "SIGHUP"):  # so that a game is kept even when its window is closed
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _interrupt)
    _check_name(asked.name)
    save = None if asked.save is None else _checked_save(Path(asked.save))
    console = screen()
    keyboard = Keyboard(console)
    try:
        found, options, players = _chosen(asked, keyboard)
        warm_with_progress([found])
        match = _begin(asked, keyboard, found, options, players)
        try:
            Sitting(match, _bots(asked.seed, match.names), console, keyboard).play()
        finally:
            if save is not None:
                add_line(save, record.to_line(match.record()))
                console.print("The game" + " so far" * (not match.finished) + f" is kept in {save}.\n")
        _farewell(console, match, save)
    except Quit:
        console.print("Goodbye!")
    return 0


def _chosen(asked: argparse.Namespace, keyboard: Keyboard) -> tuple[Game, Options, int]:
    found = game(asked.game.lower()) if asked.game is not None else choose_game(keyboard)
    options = found.options.read_text(asked.option)
    players = asked.players
    if players is None and asked.game is None:
        players = choose_players(keyboard, found)
    return found, options, players_for(found, options, players)


def _begin(asked: argparse.Namespace, keyboard: Keyboard, found: Game, options: Options, players: int) -> Match:
    """Commit to the seed, let the player cut, deal."""
    names = [asked.name, *[name for name in BOTS if name != asked.name][: players - 1]]
    seed = new_seed() if asked.seed is None else asked.seed
    console = keyboard.console
    console.print(Text(found.title, "bold"), end="")
    console.print(f" with {', '.join(names[1:-1])}{' and ' * (players > 2)}{names[-1]}.")
    if found.assumption:
        console.print(found.assumption)
    console.print(f"The deals are fixed by a seed with the SHA-256 (commitment)\n  {commitment(seed)}")
    cut = asked.cut
    if cut is None:
        cut = keyboard.ask("Enter to deal, or type anything to cut the deck first >") if keyboard.live else ""
    return Match.new(found.id, options, names, seed, [cut, *[""] * (players - 1)])


def _bots(seed: str | None, names: Sequence[str]) -> list[random.Random]:
    """Each bot's own random generator; with a seed, the same game comes again."""
    return [random.Random(None if seed is None else f"{seed} {seat}") for seat in range(len(names))]


def _farewell(console: Screen, match: Match, save: Path | None) -> None:
    """Who has won, and what proves that the deals were fair."""
    assert match.deals is not None, "a match that is played here has fair deals"
    teller = Teller(match.names, YOU)
    points = ", ".join(f"{name} {total}" for name, total in zip(match.names, match.totals, strict=True))
    console.print(Text(teller.winners(match.winners or ()), "bold"), f"({points})\n")
    console.print(f"The commitment shown at the beginning\n  {match.deals.commitment}")
    console.print(f"is the SHA-256 of the seed of all deals\n  {match.deals.seed}")
    if cut := match.deals.salts[YOU]:
        console.print(f"and they followed from it and from your cut {cut!r}.")
    if save is None:
        console.print("With --save game.jsonl a game is kept, and 'stich verify game.jsonl' recomputes its deals.")
    else:
        console.print(f"To recompute them: stich verify {save}")


def _check_name(name: str) -> None:
    if not name.strip() or not name.isprintable() or len(name) > _LONGEST_NAME:
        raise BadPlayers(f"a name has 1 to {_LONGEST_NAME} letters; {name[:40]!r} does not")


def _checked_save(path: Path) -> Path:
    """The file that the record will be added to; refused now rather than after the game."""
    if not path.parent.is_dir():
        raise BadRecord(f"there is no folder {path.parent}", "no-folder")
    if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise BadRecord(f"cannot write {path}", "bad-file")
    if path.exists() and not _has_records(path):
        raise BadRecord(f"{path} is there already and has no records in it; name another file", "bad-file")
    return path


def _has_records(path: Path) -> bool:
    """Whether this is a file of records, going by its first line; an empty file will do as well."""
    with path.open(encoding="utf-8", errors="replace") as file:
        first = file.readline()
    try:
        return not first.strip() or "stichwerk" in dict(loads(first))
    except (TypeError, ValueError, RecursionError):
        return False


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt
