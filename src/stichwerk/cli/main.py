"""The command ``stich``: reads the arguments, starts one of the commands, and says what went wrong in one line.

Nothing heavy is imported before a command needs it, so that ``stich --help`` answers at once.
Exit codes: 0 all is well, 1 a check found something broken, 2 a mistake in what was asked for, 130 interrupted.
"""

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from stichwerk import __version__
from stichwerk.errors import BadNotation, StichwerkError, listed
from stichwerk.games import game_ids, games
from stichwerk.games.texts import LANGUAGES

#: What ``stich`` does when nothing is asked for.
ALONE = ("serve", "--open")
OK, BROKEN, MISTAKE, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 130, 141
#: The largest seed that compiled code can take.
_MOST = 2**63 - 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that cannot show a symbol gets a question mark
    try:
        code = _run(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except StichwerkError as problem:
        return _failed(problem.message, MISTAKE)
    except KeyboardInterrupt:
        return _failed("interrupted", INTERRUPTED)
    except BrokenPipeError:
        _silence_stdout()
        return PIPE_CLOSED
    except MemoryError:
        return _failed("there is not enough memory for this: ask for less", MISTAKE)
    except OSError as problem:
        where = f" {problem.filename}" if problem.filename else ""
        return _failed(f"cannot use{where}: {(problem.strerror or str(problem)).lower()}", MISTAKE)
    return code


def _run(arguments: Sequence[str]) -> int:
    parser = _parser()
    asked = parser.parse_args(arguments or ALONE)
    # `stich check-db` is `stichwerk.cli.check_db.run`, and so on.
    module = asked.command.replace("-", "_")
    gc.disable()  # what is imported stays: to search all of it for garbage again and again takes long
    command = import_module(f"stichwerk.cli.{module}")
    gc.enable()
    code: int = command.run(asked)
    return code


def _failed(message: str, code: int) -> int:
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _silence_stdout()
    line = " ".join(message.split())
    print(f"error: {line}" if code != INTERRUPTED else f"\n{line}", file=sys.stderr)
    return code


def _silence_stdout() -> None:
    """Nobody reads on: let the interpreter's last flush go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Parser(argparse.ArgumentParser):
    """An argument parser that says what is wrong in one line, like everything else here."""

    def error(self, message: str) -> NoReturn:
        raise BadNotation(f"{message} (see {self.prog} --help)")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="stich",
        description=f"Trick-taking card games: {', '.join(each.title for each in games())}. "
        "stich alone opens the table in your browser.",
        epilog="'stich COMMAND --help' tells more. To begin: stich; in the terminal: stich play",
    )
    parser.add_argument("--version", action="version", version=f"stich {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser, required=True)

    _add_language(commands.add_parser("games", help="list the games and their options"))

    play = commands.add_parser("play", help="play against bots in the terminal")
    _add_game(play, nargs="?", note="; left out: choose from a menu")
    play.add_argument(
        "--level",
        "--levels",
        metavar="LEVEL",
        help="how strong the bots are: 1 to 5 or a name; 2,3,5 is one for each of three bots (default: 3)",
    )
    play.add_argument("--seed", metavar="TEXT", help="deal from this seed (default: a secret one is drawn)")
    play.add_argument("--cut", metavar="TEXT", help="cut the deck: any text of yours, it changes all deals")
    play.add_argument("--name", help="your name (default: You, or what that is in your language)")
    play.add_argument("--save", metavar="FILE", help="add the record of the game to this file (.jsonl)")
    _add_language(play)

    _add_serve(commands.add_parser("serve", help="open tables in the browser, for friends and bots"))

    check_db = commands.add_parser("check-db", help="look for damage in the database of a server that does not run")
    _add_db(check_db)
    check_db.add_argument("--repair", action="store_true", help="repair what is known for sure; nothing is removed")

    backup = commands.add_parser("backup", help="copy the database of a server to a file, while it runs")
    backup.add_argument("file", metavar="FILE", help="where to; keep it like a password")
    _add_db(backup)
    backup.add_argument("--force", action="store_true", help="overwrite FILE if it is there")

    restore = commands.add_parser("restore", help="make the database of a server from a backup, of either kind")
    restore.add_argument("file", metavar="FILE", help="the backup; it stays as it is")
    _add_db(restore)

    simulate = commands.add_parser("simulate", help="play games at random or by bots and show the points")
    _add_game(simulate)
    simulate.add_argument(
        "--bots",
        metavar="BOTS",
        help="who plays, by seat: names or levels like 5,4,3,3, or one for all seats; as in stich arena (default: "
        "everybody at random)",
    )
    simulate.add_argument("--games", type=_number(1), default=1000, metavar="K", help="how many (default: 1000)")
    simulate.add_argument("--seed", type=_number(0), default=0, metavar="S", help="a whole number (default: 0)")
    simulate.add_argument("--records", metavar="FILE", help="write the games down (- is stdout)")
    simulate.add_argument(
        "--format",
        choices=("jsonl", "parquet"),
        help="how: as records, or as a table of decisions, which needs pyarrow (default: as FILE is called; without "
        "--records into GAME.jsonl or GAME.parquet)",
    )
    simulate.add_argument("--force", action="store_true", help="overwrite FILE if it is there")
    simulate.add_argument(
        "--workers", type=_number(1, 1024), metavar="W", help="how many work at it (default: one per core)"
    )

    convert = commands.add_parser("convert", help="turn records into a table of decisions (Parquet), or back")
    convert.add_argument("source", metavar="FROM", help="records (.jsonl) or decisions (.parquet)")
    convert.add_argument("target", metavar="TO", help="a new file, of the other kind")
    convert.add_argument("--force", action="store_true", help="overwrite TO if it is there")
    convert.add_argument("--workers", type=_number(1, 1024), metavar="W", help="threads (default: one per core)")

    arena = commands.add_parser("arena", help="compare bots on the same deals: who is stronger, and by how much")
    _add_game(arena)
    arena.add_argument(
        "bots",
        nargs="+",
        metavar="BOT",
        help="a bot's name or level, or one of your own: file.py:ClassName; one plays itself, of several each plays "
        "the one before it",
    )
    arena.add_argument("--deals", type=_number(1, 2**48), default=200, metavar="K", help="how many (default: 200)")
    arena.add_argument("--seed", type=_number(0), default=0, metavar="S", help="a whole number (default: 0)")
    arena.add_argument(
        "--first-deal", type=_number(0, 2**48), default=0, metavar="K", help="go on with this deal (default: 0)"
    )
    unit = arena.add_mutually_exclusive_group()
    unit.add_argument("--round", type=_number(1), metavar="R", help="only this round (default: all take turns)")
    unit.add_argument("--whole-games", action="store_true", help="whole games instead of single rounds")
    arena.add_argument("--all-pairs", action="store_true", help="compare everybody with everybody")
    arena.add_argument("--own-luck", action="store_true", help="give each side random numbers of its own")
    arena.add_argument(
        "--illegal",
        choices=("stop", "score"),
        default="stop",
        help="at an illegal move stop, or play a random one instead and count it (default: stop)",
    )
    arena.add_argument("--workers", type=_number(1, 1024), metavar="W", help="processes (default: one per core)")
    arena.add_argument("--csv", metavar="FILE", help="write a row per deal and direction")
    arena.add_argument("--json", metavar="FILE", help="write settings, summary and versions")
    arena.add_argument("--plot", metavar="FILE", help="draw a picture (.png; needs matplotlib)")
    arena.add_argument("--force", action="store_true", help="overwrite files that are there")

    verify = commands.add_parser("verify", help="check recorded games against the rules and their seed")
    verify.add_argument("files", nargs="+", metavar="FILE", help="records, one per line (- is stdin)")
    verify.add_argument("--receipts", metavar="FILE", help="receipts for one's cuts, as the page saves them")
    verify.add_argument("--workers", type=_number(1, 1024), metavar="W", help="processes (default: one per core)")

    replay = commands.add_parser("replay", help="show a recorded game move by move")
    replay.add_argument("file", metavar="FILE", help="records, one per line")
    replay.add_argument("--game", type=_number(1), default=1, metavar="K", help="which record (default: the first)")
    replay.add_argument("--round", type=_number(1), metavar="R", help="only this round")
    _add_language(replay)

    _add_scoresheet(commands.add_parser("scoresheet", help="make an empty score sheet to print (PDF)"))
    _add_review(commands.add_parser("review", help="what each decision of recorded games cost, and how much was luck"))
    _add_insights(commands.add_parser("insights", help="what somebody's recorded games say about them"))
    return parser


def _add_scoresheet(scoresheet: argparse.ArgumentParser) -> None:
    _add_game(scoresheet)
    scoresheet.add_argument("--paper", choices=("a4", "letter"), default="a4", help="its size (default: a4)")
    scoresheet.add_argument("-o", "--output", metavar="FILE", help="write it there (default: GAME.pdf)")
    scoresheet.add_argument("--force", action="store_true", help="overwrite FILE if it is there")
    _add_language(scoresheet, "--lang")


def _add_insights(insights: argparse.ArgumentParser) -> None:
    insights.add_argument("files", nargs="+", metavar="FILE", help="records, one per line (- is stdin)")
    insights.add_argument("--player", required=True, metavar="NAME", help="whose games")
    insights.add_argument(
        "--quick", action="store_true", help="do not review the games: no losses, no worth of the cards"
    )
    insights.add_argument(
        "--format", choices=("table", "json"), default="table", help="how it is told (default: table)"
    )
    insights.add_argument("--seed", type=_number(0, 2**62), default=0, metavar="S", help="a whole number (default: 0)")
    insights.add_argument("--workers", type=_number(1, 1024), metavar="W", help="processes (default: one per core)")
    _add_language(insights)


def _add_review(review: argparse.ArgumentParser) -> None:
    review.add_argument("file", metavar="FILE", help="records, one per line (- is stdin)")
    review.add_argument("--game", type=_number(1), metavar="K", help="which record (default: all)")
    review.add_argument("--seat", type=_seat, metavar="N|NAME", help="only this player (default: all)")
    review.add_argument(
        "--format", choices=("table", "json", "html"), default="table", help="how it is told (default: table)"
    )
    review.add_argument("-o", "--output", metavar="FILE", help="write it there (default: stdout)")
    review.add_argument("--force", action="store_true", help="overwrite FILE if it is there")
    review.add_argument("--open-cards", action="store_true", help="judge as if everybody had known all cards")
    review.add_argument("--seed", type=_number(0, 2**62), default=0, metavar="S", help="a whole number (default: 0)")
    review.add_argument(
        "--workers", type=_number(1, 1024), metavar="W", help="processes, for many records (default: one per core)"
    )
    _add_language(review)


def _seat(text: str) -> int | str:
    """A seat by its number, or the name of a player."""
    return int(text) if text.isdecimal() else text


def _add_serve(serve: argparse.ArgumentParser) -> None:
    serve.epilog = "Each setting can also be a variable: STICHWERK_PORT, STICHWERK_PUBLIC_URL and so on."
    serve.add_argument("--host", metavar="ADDRESS", help="listen there; 0.0.0.0 is everywhere (default: localhost)")
    serve.add_argument("--port", type=_number(0, 65535), metavar="N", help="0 is any free one (default: 8000)")
    _add_db(serve)
    serve.add_argument("--public-url", metavar="URL", help="how people reach it, if it stands behind a proxy")
    serve.add_argument(
        "--proxy", action="store_true", default=None, help="believe a proxy that tells in X-Forwarded-For who asks"
    )
    serve.add_argument(
        "--workers", type=_number(1, 1024), metavar="N", help="so many processes, with PostgreSQL (default: 1)"
    )
    serve.add_argument(
        "--cluster-address",
        metavar="ADDRESS:PORT",
        help="where processes on other machines reach this one, which share its database and STICHWERK_CLUSTER_SECRET",
    )
    serve.add_argument("--log", choices=("text", "json"), help="how the log is written (default: text)")
    serve.add_argument("--open", action="store_true", help="open the page in the browser")
    for name, default, what in (
        ("--tables-per-hour", 60, "tables that one address may open in an hour"),
        ("--sockets-per-address", 100, "connections that one address may have"),
        ("--messages-per-second", 20, "messages that one connection may send"),
        ("--requests-per-minute", 600, "requests that one address may make"),
    ):
        serve.add_argument(name, type=_number(0), metavar="N", help=f"{what}; 0: any number (default: {default})")


def _add_db(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--db", metavar="DB", help="a file, or a URL like postgresql://user@host/name (default: in your data folder)"
    )


def _add_game(parser: argparse.ArgumentParser, nargs: str | None = None, note: str = "") -> None:
    parser.add_argument("game", metavar="GAME", nargs=nargs, help=listed(list(game_ids())) + note)
    parser.add_argument("--players", type=_number(1), metavar="N", help="how many play (default: 4)")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="a variant, several times if need be; 'stich games' lists them",
    )


def _add_language(parser: argparse.ArgumentParser, *also: str) -> None:
    parser.add_argument(
        "--language", *also, choices=LANGUAGES, help="speak this one (default: that of your system, or English)"
    )


class _number:  # noqa: N801 (reads as a function, like argparse's other types)
    """A whole number within limits, for argparse."""

    def __init__(self, low: int, high: int = _MOST) -> None:
        self.low, self.high = low, high

    def __call__(self, text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
        if number < self.low:
            raise argparse.ArgumentTypeError(f"{number} is too small, the least is {self.low}")
        if number > self.high:
            raise argparse.ArgumentTypeError(f"{text[:24]} is too large, the most is {self.high}")
        return number


if __name__ == "__main__":
    raise SystemExit(main())
