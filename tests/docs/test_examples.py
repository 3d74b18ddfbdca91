"""Every block of code in the documents is run, or compared with the file it is from, or read by its program."""

import doctest
import json
import re
import shlex
import tomllib
from pathlib import Path

import pytest

from stichwerk.cli import main as stich
from stichwerk.games import game
from support.documents import ADDING, BESIDE, DOCS, OH_HELL, PAGES, ROOT, Block, blocks, named, spans

#: Its examples are collected by pytest itself.
README = ROOT / "README.md"
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
#: What a block may be. Those of servers and proxies are read by nobody here.
LANGUAGES = {"python", "pycon", "console", "bash", "json", "toml", "ini", "nginx", "text"}
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
COMMAND_NAMES = ("games", "play", "serve", "check-db", "simulate", "arena", "verify", "replay")
BLOCKS = [block for page in [*PAGES, *BESIDE] for block in blocks(page)]


def command_lines(block: Block) -> list[list[str]]:
    """The commands of a block, word by word; of a console only what is typed."""
    lines = block.code.splitlines()
    typed = [line[2:] for line in lines if line.startswith("$ ")] if block.language == "console" else lines
    return [words for line in typed if (words := shlex.split(line, comments=True))]


COMMANDS = [
    (block, words) for block in BLOCKS if block.language in ("bash", "console") for words in command_lines(block)
]
#: Commands in the text. One with a placeholder (FILE, …) is a pattern, not a command.
MENTIONED = sorted(
    {
        (named(page), span)
        for page in PAGES
        for span in spans(page)
        if re.match(r"(stich|make)( |$)", span) and not re.search(r"…|\b[A-Z]{2,}\b(?!=)", span)
    }
)


def read(words: list[str]) -> None:
    """A command line that its program understands: options, games, variants and numbers of players too."""
    if words[0] == "make":
        assert {word for word in words[1:] if "=" not in word} <= TARGETS, words
    elif words[0] == "stich" and not {"--help", "--version"} & {*words}:
        if words[1:] in ([name] for name in COMMAND_NAMES):
            return  # only named
        asked = stich._parser().parse_args(words[1:] or stich.ALONE)
        if getattr(asked, "option", None) is not None and asked.game is not None:
            options = game(asked.game).options.read_text(asked.option)
            options.check_players(asked.players or 4)


# ---------------------------------------------------------------- every page


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_a_block_says_what_it_is(block: Block) -> None:
    assert block.language in LANGUAGES
    if block.language in ("python", "pycon"):
        assert block.title or block.code.startswith(">>> "), "it is neither run nor from a file"
    elif block.language == "json" and not block.title:
        json.loads(block.code)
    elif block.language == "toml" and not block.title:
        tomllib.loads(block.code)


# The page that builds a game is tried with the game installed: see `test_docs`.
@pytest.mark.parametrize("page", [page for page in PAGES if page not in (ADDING, README)], ids=named)
def test_the_examples_run(page: Path) -> None:
    results = doctest.testfile(str(page), module_relative=False, optionflags=FLAGS, encoding="utf-8")
    assert results.failed == 0


@pytest.mark.parametrize("block", [block for block in BLOCKS if block.title], ids=str)
def test_what_is_shown_of_a_file_stands_in_it(block: Block) -> None:
    file = (OH_HELL if block.page == ADDING else ROOT) / str(block.title)
    assert f"\n{block.code}" in "\n" + file.read_text(encoding="utf-8")


# ---------------------------------------------------------------- commands


@pytest.mark.parametrize(
    ("block", "words"), COMMANDS, ids=lambda part: " ".join(part) if isinstance(part, list) else ""
)
def test_a_command_is_understood(block: Block, words: list[str]) -> None:
    if "oh-hell" not in words:  # that game is not installed here
        read(words)


@pytest.mark.parametrize(("page", "command"), MENTIONED)
def test_a_command_in_the_text_is_understood(page: str, command: str) -> None:
    read(shlex.split(command))


def shown(page: Path) -> list[tuple[list[str], str]]:
    """Commands with what they print."""
    code = "\n".join(block.code for block in blocks(page, "console"))
    found = re.findall(r"^\$ stich (.+)\n((?:(?!\$ ).*\n)*)", code, re.MULTILINE)
    return [(shlex.split(command), output) for command, output in found if output.strip()]


@pytest.mark.parametrize("page", [page for page in PAGES if page != ADDING and shown(page)], ids=named)
def test_what_a_command_prints_is_what_the_page_shows(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for command, output in shown(page):
        assert stich.main(command) == 0
        printed = capsys.readouterr().out
        assert doctest.OutputChecker().check_output(output.rstrip("\n") + "\n", printed, FLAGS), printed


def test_there_are_examples_of_fair_deals() -> None:
    text = (DOCS / "fair_deals.md").read_text(encoding="utf-8")
    assert len(doctest.DocTestParser().get_examples(text)) > 10
