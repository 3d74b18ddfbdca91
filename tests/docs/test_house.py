"""The house stays as it is built: modules that fit in a head, one name for one thing, lines of one length."""

import ast
import json
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE, CLIENT = ROOT / "src" / "stichwerk", ROOT / "web" / "src"
#: Lines of a module, at the very most.
LONGEST = 500
#: What is stored of a thing, and what is sent of it, are called what the thing is called.
MIRRORS = (PACKAGE / "protocol", PACKAGE / "server" / "domain" / "facts.py")
#: Programs beside the package. (`make_old_store` runs on an old commit, with the names of that day.)
PROGRAMS = ("examples", "benchmarks", "experiments", "tools", "training")
RUNS_ON_AN_OLD_COMMIT = ROOT / "tools" / "make_old_store.py"


def modules() -> Iterator[Path]:
    """All modules, the client's types of messages too, which are generated."""
    for folder in ("src", "tests", "tools", "benchmarks", "experiments", "training", "examples"):
        yield from sorted((ROOT / folder).rglob("*.py"))
    for ending in ("*.ts", "*.svelte", "*.css"):
        yield from sorted(CLIENT.rglob(ending))


def public_classes(file: Path) -> Iterator[str]:
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def test_every_module_fits_in_a_head():
    lengths = {file.relative_to(ROOT): len(file.read_text(encoding="utf-8").splitlines()) for file in modules()}
    assert len(lengths) > 800
    assert [str(file) for file, lines in lengths.items() if lines > LONGEST] == []


def test_no_two_classes_of_one_name_mean_different_things():
    places = defaultdict(list)
    for file in [*PACKAGE.rglob("*.py"), *(file for folder in PROGRAMS for file in (ROOT / folder).rglob("*.py"))]:
        if file != RUNS_ON_AN_OLD_COMMIT and not any(file.is_relative_to(each) for each in MIRRORS):
            for name in public_classes(file):
                places[name].append(str(file.relative_to(ROOT)))
    assert len(places) > 350
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def types_of_the_client(file: Path) -> set[str]:
    """The types that a file of the client defines. What a component is given is called `Props` in each of them."""
    defined = r"^ *(?:export )?(?:abstract )?(?:interface|class|type) (\w+)\b(?! *[,}]|$)"
    found = re.findall(defined, file.read_text(encoding="utf-8"), re.MULTILINE)
    return set(found) - {"Props"}


def test_no_two_types_of_the_client_have_one_name():
    files = [*CLIENT.rglob("*.ts"), *CLIENT.rglob("*.svelte")]
    names = Counter(name for file in files for name in types_of_the_client(file))
    assert len(names) > 250
    assert {name for name, times in names.items() if times > 1} == set()


def test_no_two_components_have_one_name():
    names = Counter(file.name for file in CLIENT.rglob("*.svelte"))
    assert len(names) > 100
    assert [name for name, files in names.items() if files > 1] == []


def test_there_is_one_length_of_lines():
    python = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["ruff"]["line-length"]
    client = json.loads((ROOT / "web" / ".prettierrc.json").read_text())["printWidth"]
    editors = re.findall(r"^max_line_length = (\d+)$", (ROOT / ".editorconfig").read_text(), flags=re.M)
    assert {client, *map(int, editors)} == {python}
    assert editors
