"""Names of modules, functions, files and targets in the documents are those that there are."""

import importlib
import re
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

import stichwerk
from support.documents import ADDING, DOCS, PAGES, ROOT, named, spans

PACKAGE = Path(stichwerk.__file__).parent
#: What lies in the package: ``play`` is a folder, ``client`` a module.
PARTS = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()}
FOLDERS = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file()}
TOP = {path.name for path in ROOT.iterdir()}

#: Pages that name things of the code as ``play.match.Match``.
INSIDE = [DOCS / "architecture.md", DOCS / "glossary.md", *sorted((DOCS / "decisions").glob("*.md"))]
NAMES = sorted(
    {
        (named(page), span)
        for page in INSIDE
        for span in spans(page)
        if re.fullmatch(r"[a-z_]+(\.\w+)+", span) and span.split(".")[0] in PARTS and not span.endswith(".py")
    }
)
PATHS = sorted(
    {
        (named(page), span)
        for page in PAGES
        if page != ADDING  # there, paths are those of somebody's package
        for span in spans(page)
        if re.fullmatch(r"[\w.-]+/[\w./-]*", span) and span.split("/")[0] in TOP
    }
)


def found(name: str) -> Any:
    """What a dotted name of the package stands for: a module, or something in the module that its beginning names."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            module = importlib.import_module(".".join(["stichwerk", *parts[:length]]))
        except ModuleNotFoundError:
            continue
        return reduce(getattr, parts[length:], module)
    raise LookupError(name)


@pytest.mark.parametrize(("page", "name"), NAMES)
def test_a_name_stands_for_something(page: str, name: str) -> None:
    assert found(name) is not None


def test_names_are_looked_up() -> None:
    assert len(NAMES) > 80


@pytest.mark.parametrize(("page", "path"), PATHS)
def test_a_path_leads_somewhere(page: str, path: str) -> None:
    made = {"site", "pictures", "dist", ".venv", ".cache"}  # by make
    assert path.split("/")[0] in made or (ROOT / path).exists()


def test_the_folders_are_all_told() -> None:
    table = (DOCS / "architecture.md").read_text(encoding="utf-8")
    assert {name for name in FOLDERS if f"`src/stichwerk/{name}/`" in table} == FOLDERS
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert {name for name in FOLDERS if re.search(rf"\b{name}/", readme)} == FOLDERS


def test_the_glossary_has_a_word_in_every_language() -> None:
    table, _, _ = (DOCS / "glossary.md").read_text(encoding="utf-8").partition("## In the code")
    rows = [line.strip("|").split("|") for line in table.splitlines() if line.startswith("| **")]
    assert len(rows) > 30
    for row in rows:
        assert len(row) == 5, row
        assert all(cell.strip() for cell in row), row


def test_the_decisions_are_all_listed_in_order() -> None:
    index = (DOCS / "decisions" / "index.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| \[(\d{4})\]\((\1-[\w-]+\.md)\)", index, re.MULTILINE)
    assert [name for _, name in listed] == sorted(path.name for path in (DOCS / "decisions").glob("0*.md"))
    for number, name in listed:
        text = (DOCS / "decisions" / name).read_text(encoding="utf-8")
        assert text.startswith(f"# {number}: ")
        assert re.findall(r"^\*\*(\w+)\.\*\*", text, re.MULTILINE)[:3] == ["Context", "Decision", "Consequences"]


def test_what_the_guide_says_of_the_kernel_is_there() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*`\w+`.*) \|$", ADDING.read_text(encoding="utf-8"), re.MULTILINE)
    kernel = {
        module: re.findall(r"`(\w+)`", names)
        for module, names in rows
        if (PACKAGE / "kernel" / f"{module}.py").is_file()
    }
    assert set(kernel) == {"seats", "round_course", "tricks", "bits", "worlds"}
    for module, names in kernel.items():
        assert [
            name for name in names if not hasattr(importlib.import_module(f"stichwerk.kernel.{module}"), name)
        ] == []
