"""``stich play``: a game against bots in the terminal, provably fair, and kept as a record if asked for."""

import argparse
import os
import signal
from collections.abc import Sequence
from json import loads
from pathlib import Path
from types import FrameType
from typing import NoReturn

from rich.text import Text

from stichwerk.bots.levels import Level, level
from stichwerk.cli.keyboard import Keyboard, Quit
from stichwerk.cli.menu import USUAL_LEVEL, choose_game, choose_level, choose_players, named_level
from stichwerk.cli.narration import Teller
from stichwerk.cli.output import TIED, Screen, add_line, screen
from stichwerk.cli.sitting import YOU, Sitting
from stichwerk.cli.table_size import players_for
from stichwerk.cli.words import Words, language_of
from stichwerk.errors import BadPlayers, BadRecord
from stichwerk.games import Game, game
from stichwerk.games.options import Options
from stichwerk.play import record
from stichwerk.play.bot_player import CALLED, BotPlayer, seat_rng
from stichwerk.play.fair import commitment, new_seed
from stichwerk.play.match import Match
from stichwerk.play.precompile import HINTS, precompile_bots_with_progress, precompile_with_progress

_LONGEST_NAME = 16


def run(asked: argparse.Namespace) -> int:
    """Play a game."""
    for name in ("SIGTERM", "SIGHUP"):  # so that a game is kept even when its window is closed
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _interrupt)
    words = Words(language_of(asked.language))
    name = words.say("play.name") if asked.name is None else asked.name
    _check_name(name)
    save = None if asked.save is None else _checked_save(Path(asked.save))
    console = screen()
    keyboard = Keyboard(console)
    try:
        found, options, levels = _chosen(asked, keyboard, words)
        words = words.of(found)
        precompile_with_progress([found], words.say("compiling.rules"))
        strengths = sorted({str(each.number) for each in levels})
        precompile_bots_with_progress([found], [*strengths, HINTS], words.say("compiling.bots"))
        match = _begin(asked, name, keyboard, words, found, options, levels)
        bots, luck = _bots(asked.seed, found, levels), seat_rng(asked.seed, YOU)
        try:
            Sitting(match, bots, luck, console, keyboard, words.language).play()
        finally:
            if save is not None:
                add_line(save, record.to_line(match.record()))
                console.print(words.say("play.kept" if match.finished else "play.kept-so-far", file=save) + "\n")
        _farewell(console, words, match, save)
    except Quit:
        console.print(words.say("play.goodbye"))
    return 0


def _chosen(asked: argparse.Namespace, keyboard: Keyboard, words: Words) -> tuple[Game, Options, list[Level]]:
    """The game, its options and a level for each bot: as asked for, the rest from the menu."""
    levels = None if asked.level is None else [named_level(text.strip()) for text in asked.level.split(",")]
    found = game(asked.game.lower()) if asked.game is not None else choose_game(keyboard, words)
    options = found.options.read_text(asked.option)
    players = asked.players
    if players is None and asked.game is None:
        players = choose_players(keyboard, words, found)
    bots = players_for(found, options, players) - 1
    if levels is None:
        levels = [choose_level(keyboard, words) if asked.game is None else level(USUAL_LEVEL)]
    if len(levels) not in (1, bots):
        seated = f"{bots} bot{'s' * (bots > 1)}"
        raise BadPlayers(f"{len(levels)} levels do not fit {seated}: give one for all, or one for each")
    return found, options, levels * bots if len(levels) == 1 else levels


def _begin(
    asked: argparse.Namespace,
    name: str,
    keyboard: Keyboard,
    words: Words,
    found: Game,
    options: Options,
    levels: Sequence[Level],
) -> Match:
    """Commit to the seed, let the player cut, deal."""
    bots = [called for called in CALLED if called != name][: len(levels)]
    seed = new_seed() if asked.seed is None else asked.seed
    console = keyboard.console
    title = Text(words.say("title"), "bold")
    console.print(words.text("play.with", game=title, players=_introduced(words, bots, levels)))
    if note := words.say("note", ""):
        console.print(note)
    console.print(f"{words.say('play.commitment')}\n  {commitment(seed)}")
    cut = asked.cut
    if cut is None:
        cut = keyboard.ask(words.say("play.cut")) if keyboard.live else ""
    return Match.new(found.id, options, [name, *bots], seed, [cut, *[""] * len(bots)])


def _introduced(words: Words, names: Sequence[str], levels: Sequence[Level]) -> str:
    """The bots and how strong they are."""
    strengths = [
        words.say("play.level", level=each.number, name=words.say(f"level.{each.number}")).replace(" ", TIED)
        for each in levels
    ]
    if len(set(strengths)) == 1:
        return f"{words.listed(names, 'and')} ({strengths[0]})"
    return words.listed([f"{name}{TIED}({strength})" for name, strength in zip(names, strengths, strict=True)], "and")


def _bots(seed: str | None, found: Game, levels: Sequence[Level]) -> dict[int, BotPlayer]:
    """The bots by seat; with a seed, they play the same game again."""
    return {
        seat: BotPlayer(each.make(found, str(each.number)), seat_rng(seed, seat))
        for seat, each in enumerate(levels, YOU + 1)
    }


def _farewell(console: Screen, words: Words, match: Match, save: Path | None) -> None:
    """Who has won, and what proves that the deals were fair."""
    assert match.deals is not None, "a match that is played here has fair deals"
    teller = Teller(match.game, match.names, YOU, words.language)
    points = ", ".join(f"{name} {total}" for name, total in zip(match.names, match.totals, strict=True))
    console.print(Text(teller.winners(match.winners or ()), "bold"), f"({points})\n")
    console.print(f"{words.say('proof.commitment')}\n  {match.deals.commitment}")
    console.print(f"{words.say('proof.seed')}\n  {match.deals.seed}")
    if cut := match.deals.salts[YOU]:
        console.print(words.say("proof.cut", cut=repr(cut)))
    console.print(words.say("proof.save") if save is None else words.say("proof.verify", file=save))


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
