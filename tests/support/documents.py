"""The documents: where they are, the blocks of code in them, and the words that stand in code."""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
#: Every page that people read, in the repository and on the site.
PAGES = [*sorted(DOCS.rglob("*.md")), ROOT / "CONTRIBUTING.md", ROOT / "README.md"]
#: What the site shows besides (``tools/site_pages.py``).
BESIDE = [
    ROOT / "CHANGELOG.md",
    ROOT / "web" / "README.md",
    *sorted(ROOT.glob("benchmarks/*.md")),
    *sorted(ROOT.glob("experiments/*.md")),
]
#: The page that builds a game, and the game.
ADDING = DOCS / "adding_a_game.md"
OH_HELL = ROOT / "examples" / "oh_hell"

_FENCE = re.compile(r"^```(\w*)(?: title=\"([^\"]+)\")?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SPAN = re.compile(r"(?<!`)`([^`]+)`(?!`)")


@dataclass(frozen=True)
class Block:
    """A block of code; ``title`` is the file that it is from, if it is from one."""

    page: Path
    language: str
    title: str | None
    code: str

    def __str__(self) -> str:
        return f"{named(self.page)}: {self.title or self.code.splitlines()[0]}"


def named(page: Path) -> str:
    """A page as it is called in a message."""
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path, *languages: str) -> list[Block]:
    """The blocks of a page, of these languages or all."""
    parts = _FENCE.findall(page.read_text(encoding="utf-8"))
    found = [Block(page, language, title or None, code) for language, title, code in parts]
    return [block for block in found if not languages or block.language in languages]


def without_blocks(page: Path) -> str:
    """The text of a page around its blocks."""
    return _FENCE.sub("", page.read_text(encoding="utf-8"))


def spans(page: Path) -> list[str]:
    """What stands in backticks within the text."""
    return [" ".join(span.split()) for span in _SPAN.findall(without_blocks(page))]
