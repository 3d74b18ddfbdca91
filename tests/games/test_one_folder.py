"""A game is one folder: nothing outside it knows the game's name, its colours, its cards, its words or its events.

What is about a game by name (a test, a measurement, a picture) may name it as what it is about; nothing asks which game
it has before it."""

import ast
import io
import json
import re
import tokenize
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest

from stichwerk.games import Game, games
from stichwerk.games.events import own_events
from stichwerk.kernel.verbs import Verbs
from stichwerk.play.notation import notation
from support.matches import begin

ROOT = Path(__file__).resolve().parents[2]
PACKAGE, CLIENT = ROOT / "src" / "stichwerk", ROOT / "web" / "src"
OURS = [each for each in games() if each.package.startswith("stichwerk.")]
FOLDERS = [
    *(PACKAGE / "games" / each.id.replace("-", "_") for each in OURS),
    *(CLIENT / "games" / each.id for each in OURS),
]
EACH = pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)


def outside(folder: Path, *endings: str) -> list[Path]:
    """The files below a folder that belong to no game."""
    files = [file for ending in endings for file in sorted(folder.rglob(f"*{ending}"))]
    inside = (*FOLDERS, PACKAGE / "server" / "static")
    return [file for file in files if not any(part in file.parents for part in inside)]


def names_of(game: Game) -> set[str]:
    """What a game is called, wherever it stands in a text."""
    return {game.id, game.id.replace("-", "_"), game.title}


@cache
def presentation_of(game: Game) -> frozenset[str]:
    """What only the game itself may write as a text of its own: special cards, words, events, what its seats show."""
    moves = notation(game, game.options()).moves
    events = game.module("events")
    shows = {name for place in begin(game.id).view().table.places for name in place.shows} - GENERAL
    return frozenset(
        {special.name for special in game.cards.specials}
        | {move.text for move in moves if move.kind == "say"}
        | {kind.__name__ for kind in (own_events(events) if events else ())}
        | {game.cards.letters}
        | shows
    ) - {verb.name for verb in fields(Verbs)}


#: What every game may show: piles can be drawn for any.
GENERAL = {"piles"}


@cache
def texts_in(file: Path) -> list[tuple[int, str]]:
    """The texts that a program has in it, with their lines; docstrings and comments may have examples."""
    return list(all_texts_in(file))


def all_texts_in(file: Path) -> Iterator[tuple[int, str]]:
    source = file.read_text(encoding="utf-8")
    if file.suffix == ".json":
        for key, value in json.loads(source).items():
            yield 0, key
            yield 0, value if isinstance(value, str) else " ".join(value.values())
    elif file.suffix == ".py":
        yield from texts_in_python(source)
    else:
        bare = re.sub(r"<!--.*?-->|/\*.*?\*/|(?<!:)//[^\n]*", "", source, flags=re.S)
        for number, line in enumerate(bare.splitlines(), 1):
            for found in re.findall(r"\"([^\"]*)\"|'([^']*)'|`([^`]*)`", line):
                yield number, "".join(found)


def texts_in_python(source: str) -> Iterator[tuple[int, str]]:
    tree = ast.parse(source)
    holders = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {id(doc_of(node)) for node in ast.walk(tree) if isinstance(node, holders)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


def doc_of(node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> ast.Constant | None:
    first = node.body[0] if node.body else None
    return first.value if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) else None


@cache
def code_of(file: Path) -> str:
    """A Python file without its texts and comments: the names that it uses."""
    tokens = tokenize.generate_tokens(io.StringIO(file.read_text(encoding="utf-8")).readline)
    return " ".join(token.string for token in tokens if token.type == tokenize.NAME)


FILES = [*outside(PACKAGE, ".py", ".json"), *outside(CLIENT, ".ts", ".svelte", ".json")]
#: Pages of the server, styles, and all that it takes to run one: every letter counts here.
PLAIN_TEXTS = [
    *outside(PACKAGE, ".html", ".css", ".js"),
    *outside(CLIENT, ".css", ".html"),
    *(file for file in sorted((ROOT / "deploy").rglob("*")) if file.is_file()),
    *(
        file
        for ending in ("*.html", "scripts/*", "public/*.webmanifest")
        for file in sorted((ROOT / "web").glob(ending))
    ),
    *sorted((ROOT / ".ci").iterdir()),
]
#: Programs that serve every game, though they may be told which. (Benchmarks and experiments have one as their subject;
#: `make_old_store` runs on an old commit.)
PROGRAMS = [
    file
    for folder in ("examples", "tests/support", "tools", "training")
    for file in sorted((ROOT / folder).rglob("*.py"))
    if file.name != "make_old_store.py"
]


def test_there_is_something_to_look_at():
    assert len([file for file in FILES if file.suffix == ".py"]) > 100
    assert len([file for file in FILES if file.suffix in (".ts", ".svelte")]) > 100
    assert len([file for file in FILES if file.suffix == ".json"]) > 15
    assert len(PLAIN_TEXTS) > 20
    assert len(PROGRAMS) > 80
    rooms = {file.relative_to(PACKAGE).parts[0] for file in FILES if PACKAGE in file.parents}
    assert rooms >= {folder.name for folder in PACKAGE.iterdir() if (folder / "__init__.py").is_file()}
    for folder in FOLDERS[: len(OURS)]:
        assert (folder / "rules.py").is_file()


@EACH
def test_no_text_names_the_game(game):
    pattern = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in names_of(game)), re.IGNORECASE)
    found = [f"{place(file, line)}: {text}" for file in FILES for line, text in texts_in(file) if pattern.search(text)]
    assert found == []


@EACH
def test_nothing_of_the_client_names_the_game(game):
    """Not even a comment, or what stands between tags."""
    pattern = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in names_of(game)), re.IGNORECASE)
    client = [file for file in FILES if CLIENT in file.parents]
    assert [str(file) for file in client if pattern.search(file.read_text(encoding="utf-8"))] == []


@EACH
def test_no_page_and_no_style_names_the_game(game):
    pattern = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in names_of(game)), re.IGNORECASE)
    assert [str(file) for file in PLAIN_TEXTS if pattern.search(file.read_text(encoding="utf-8"))] == []


@EACH
def test_no_program_asks_which_game_it_is(game):
    names = names_of(game)
    found = [
        place(file, node.lineno)
        for file in PROGRAMS
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Compare | ast.MatchValue)
        for part in ast.walk(node)
        if isinstance(part, ast.Constant) and part.value in names
    ]
    assert found == []


@EACH
def test_no_text_is_a_card_a_word_or_an_event_of_the_game(game):
    words = presentation_of(game)
    found = [f"{place(file, line)}: {text}" for file in FILES for line, text in texts_in(file) if text in words]
    assert found == []


@EACH
def test_no_module_imports_the_game(game):
    module = game.package.rpartition(".")[2]
    found = [str(file) for file in FILES if file.suffix == ".py" and re.search(rf"\b{module}\b", code_of(file))]
    assert found == []


@EACH
def test_no_style_is_named_after_the_game(game):
    styles = [*outside(CLIENT, ".css"), *outside(CLIENT, ".svelte")]
    found = [str(file) for file in styles if re.search(rf"[.#]{game.id}\b", file.read_text(encoding="utf-8"))]
    assert found == []


def place(file: Path, line: int) -> str:
    return f"{file.relative_to(ROOT)}:{line}"
