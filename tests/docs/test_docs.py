"""The documentation: its tables are those of the code, its rulings those that are cited, its examples run."""

import doctest
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from stichwerk.games import game_ids
from support.documents import ADDING, DOCS, OH_HELL, ROOT, blocks, named, without_blocks
from support.documents import PAGES as ALL_PAGES
from support.programs import program

PAGES = {game_id: DOCS / "games" / f"{game_id}.md" for game_id in game_ids()}


# ---------------------------------------------------------------- the generated tables


@cache
def generator() -> ModuleType:
    return program("tools/generate_docs.py")


@pytest.fixture
def copied_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copies of the pages, and the generator pointed at them."""
    folder = tmp_path / "docs" / "games"
    folder.mkdir(parents=True)
    for page in PAGES.values():
        (folder / page.name).write_bytes(page.read_bytes())
    monkeypatch.setattr(generator(), "ROOT", tmp_path)
    monkeypatch.setattr(generator(), "PAGES", folder)
    return folder


def test_the_examples_of_the_generator_run() -> None:
    assert doctest.testmod(generator()).failed == 0


def test_the_generated_parts_are_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert generator().main(["--check"]) == 0, capsys.readouterr().err


def test_a_stale_page_is_named_and_not_changed_by_a_check(
    copied_pages: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = copied_pages / "rage.md"
    stale = page.read_text(encoding="utf-8").replace("| `march` |", "| `marsh` |")
    page.write_text(stale, encoding="utf-8")
    assert generator().main(["--check"]) == 1
    error = capsys.readouterr().err
    assert "docs/games/rage.md is stale" in error
    assert "null-nichtig" not in error
    assert page.read_text(encoding="utf-8") == stale


def test_a_stale_page_is_written_anew_and_the_rest_of_it_stays(copied_pages: Path) -> None:
    page = copied_pages / "alles-oder-nichts.md"
    fresh = page.read_text(encoding="utf-8")
    page.write_text(fresh.replace("57 actions in all.", ""), encoding="utf-8")
    assert generator().main([]) == 0
    assert page.read_text(encoding="utf-8") == fresh
    assert generator().main(["--check"]) == 0


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (
            "<!-- generated: actions -->",
            "",
            "must have the marker <!-- generated: actions --> once, not 0 times",
        ),
        (
            "## Options",
            "<!-- generated: options -->",
            "must have the marker <!-- generated: options --> once, not 2",
        ),
        ("<!-- end -->", "", "has no <!-- end --> after <!-- generated: options -->"),
    ],
)
def test_a_page_without_its_markers_is_an_error(
    copied_pages: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, reason: str
) -> None:
    page = copied_pages / "rage.md"
    broken = page.read_text(encoding="utf-8").replace(old, new)
    page.write_text(broken, encoding="utf-8")
    assert generator().main([]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: docs/games/rage.md")
    assert reason in error
    assert page.read_text(encoding="utf-8") == broken


def test_a_game_without_a_page_is_an_error(copied_pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (copied_pages / "rage.md").unlink()
    assert generator().main(["--check"]) == 2
    assert "docs/games/rage.md is missing" in capsys.readouterr().err


# ---------------------------------------------------------------- the rulings


def rulings_of(page: Path) -> list[str]:
    """The numbers in the table of rulings, in order."""
    return re.findall(r"^\| ([A-Z]{2}-\d+) \|", page.read_text(encoding="utf-8"), re.MULTILINE)


RULINGS = {game_id: rulings_of(page) for game_id, page in PAGES.items()}
ALL_RULINGS = {ruling for rulings in RULINGS.values() for ruling in rulings}
PREFIXES = "|".join(sorted({ruling.partition("-")[0] for ruling in ALL_RULINGS}))


@pytest.mark.parametrize("game_id", game_ids())
def test_the_rulings_of_a_game_are_numbered_from_1_without_a_gap(game_id: str) -> None:
    rulings = RULINGS[game_id]
    assert rulings
    prefix = rulings[0].partition("-")[0]
    assert rulings == [f"{prefix}-{number}" for number in range(1, len(rulings) + 1)]


def citations() -> Iterator[tuple[str, str]]:
    """Every ruling that is cited somewhere, with the file."""
    paths = [path for folder in ("src", "tests", "tools", "docs") for path in (ROOT / folder).rglob("*")]
    for path in sorted([*paths, ROOT / "README.md"]):
        if path.suffix in {".py", ".md", ".json", ".jsonl", ".txt"} and path.is_file():
            text = path.read_text(encoding="utf-8")
            for ruling in re.findall(rf"\b(?:{PREFIXES})-\d+\b", text):
                yield ruling, path.relative_to(ROOT).as_posix()


def test_every_ruling_that_is_cited_exists() -> None:
    unknown = {(ruling, where) for ruling, where in citations() if ruling not in ALL_RULINGS}
    assert not unknown


def test_the_code_of_a_game_cites_its_own_rulings() -> None:
    strange = {
        (ruling, where)
        for ruling, where in citations()
        for game_id, rulings in RULINGS.items()
        if where.startswith(f"src/stichwerk/games/{game_id.replace('-', '_')}/") and ruling not in rulings
    }
    assert not strange


def rulings_tested(game_id: str) -> set[str]:
    """The rulings that a test of the game is named after, like ``test_rg_12_…`` (``rg_07`` is ``rg_7``)."""
    found = set()
    for path in (ROOT / "tests" / "games" / game_id.replace("-", "_")).rglob("test_*.py"):
        for name in re.findall(r"^\s*def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            if match := re.match(rf"test_({PREFIXES})_(\d+)_", name, re.IGNORECASE):
                found.add(f"{match[1].upper()}-{int(match[2])}")
    return found


@pytest.mark.parametrize("game_id", game_ids())
def test_every_ruling_has_a_test_named_after_it(game_id: str) -> None:
    missing = [ruling for ruling in RULINGS[game_id] if ruling not in rulings_tested(game_id)]
    assert not missing


@pytest.mark.parametrize("game_id", game_ids())
def test_every_test_is_named_after_a_ruling_that_exists(game_id: str) -> None:
    assert rulings_tested(game_id) <= set(RULINGS[game_id])


# ---------------------------------------------------------------- the pages


@pytest.mark.parametrize("page", ALL_PAGES, ids=named)
def test_links_within_the_documentation_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", without_blocks(page)):
        name, _, anchor = target.partition("#")
        there = page.parent / name if name else page
        assert there.exists(), target
        if anchor:
            heads = re.findall(r"^#+ (.+)$", there.read_text(encoding="utf-8"), re.MULTILINE)
            anchors = {re.sub(r"[^\w -]", "", head).lower().replace(" ", "-") for head in heads}
            assert anchor in anchors, target


def test_pages_that_the_code_mentions_exist() -> None:
    mentioned = {
        (page, path.relative_to(ROOT).as_posix())
        for path in (ROOT / "src").rglob("*.py")
        for page in re.findall(r"\bdocs/[\w/-]+\.md\b", path.read_text(encoding="utf-8"))
    }
    assert not {(page, where) for page, where in mentioned if not (ROOT / page).is_file()}


# ---------------------------------------------------------------- the page that builds a game


@pytest.fixture(scope="module")
def with_oh_hell(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which Oh Hell is installed: its sources, and what an installer would write beside them."""
    folder = tmp_path_factory.mktemp("installed")
    project = tomllib.loads((OH_HELL / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    notes = folder / f"oh_hell-{project['version']}.dist-info"
    notes.mkdir()
    (notes / "METADATA").write_text(f"Metadata-Version: 2.1\nName: oh-hell\nVersion: {project['version']}\n")
    [(group, games)] = project["entry-points"].items()
    lines = [f"[{group}]", *(f"{name} = {where}" for name, where in games.items())]
    (notes / "entry_points.txt").write_text("\n".join(lines))
    before = [path for path in (os.environ.get("PYTHONPATH"),) if path]
    path = os.pathsep.join([str(folder), str(OH_HELL / "src"), str(ROOT / "src"), *before])
    return {**os.environ, "PYTHONPATH": path, "COLUMNS": "80", "LC_ALL": "C.UTF-8"}


def done_with(environment: dict[str, str], *arguments: str) -> str:
    """What Python prints in this environment."""
    done = subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
    return done.stdout


def test_all_code_of_the_page_is_from_a_file_or_run() -> None:
    assert all(block.title or block.code.startswith(">>> ") for block in blocks(ADDING, "python", "json", "toml"))
    listed = re.findall(r"^(?:      |    src/oh_hell/)([\w/]+\.\w+) ", ADDING.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(listed) == 12
    assert {path.name for path in (OH_HELL / "src" / "oh_hell").glob("*.py")} == {
        name for name in listed if name.endswith(".py")
    }


def test_the_examples_of_the_page_run(with_oh_hell: dict[str, str], tmp_path: Path) -> None:
    page = tmp_path / ADDING.name
    # Excerpts are run with the tests of their files.
    text = ADDING.read_text(encoding="utf-8")
    for block in blocks(ADDING):
        text = text.replace(block.code, "") if block.title else text
    page.write_text(text, encoding="utf-8")
    assert text.count(">>> ") > 40
    done_with(with_oh_hell, "-m", "doctest", "-o", "ELLIPSIS", "-o", "NORMALIZE_WHITESPACE", str(page))


def test_the_game_of_the_page_keeps_the_contract_in_plain_mode(with_oh_hell: dict[str, str]) -> None:
    names = "from oh_hell import GAME; from stichwerk.testing import check_game"
    program = f"{names}; check_game(GAME, closely=23, quick=True)"
    done_with({**with_oh_hell, "NUMBA_DISABLE_JIT": "1"}, "-c", program)


def test_what_a_command_prints_is_what_the_page_shows(with_oh_hell: dict[str, str]) -> None:
    shown = 0
    for block in blocks(ADDING, "console"):
        for command, output in re.findall(r"^\$ stich (.+)\n((?:[^$\n].*\n)+)", block.code, re.MULTILINE):
            assert output in done_with(with_oh_hell, "-m", "stichwerk", *command.split())
            shown += 1
    assert shown


def test_the_sentences_that_the_page_explains_are_said() -> None:
    sources = [*(ROOT / "src/stichwerk/games").glob("*.py"), *(ROOT / "src/stichwerk/testing").glob("*.py")]
    said = "".join(path.read_text(encoding="utf-8") for path in sources)
    _, _, part = ADDING.read_text(encoding="utf-8").partition("## When something is wrong")
    sentences = re.findall(r"^\| `([^`]+)` \|", part, re.MULTILINE)
    assert len(sentences) > 12
    for sentence in sentences:
        for words in sentence.split("…"):
            assert words.strip() in said, sentence
