"""What the site shows beside docs/: a hook of MkDocs (see mkdocs.yml).

Documents link to files outside their folder as one does in a repository: ``../experiments/strength.md``,
``../examples/oh_hell/src/oh_hell/rules.py``. Here each of these becomes a page of the site, found by following the
links, and the links lead there.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parent.parent
#: Pages from elsewhere that no document links to, perhaps.
ALSO = ("CHANGELOG.md", "CONTRIBUTING.md", "web/README.md", "benchmarks/results.md", "experiments/ismcts_constant.md")
#: What most readers do not look for: in a search it comes after the guides.
BEHIND = ("api/", "benchmarks/", "examples/", "experiments/", "decisions/", "CHANGELOG.md")
#: What is shown as a page of code; anything else can be fetched as it is.
LANGUAGES = {".py": "python", ".toml": "toml", ".json": "json", ".css": "css", ".svelte": "html", ".ts": "typescript"}

_LINK = re.compile(r"(?P<before>\]\()(?P<target>(?!https?:|#|mailto:)[^)#\s]+)(?P<anchor>#[^)\s]*)?(?=\))")
_DOCTEST = re.compile(r"^```python(?=\n>>> )", re.MULTILINE)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what the documents link to, and what that links to in turn."""
    waiting = [*ALSO, *(place for file in files.documentation_pages() for place in _linked(_in_repository(file)))]
    while waiting:
        place = waiting.pop()
        source = _source(place)
        if place.startswith("docs/") or files.get_file_from_path(_address(place)) is not None:
            continue
        if source.suffix == ".md":
            files.append(File.generated(config, _address(place), abs_src_path=str(source)))
            waiting += _linked(source.relative_to(ROOT).as_posix())
        elif source.suffix in LANGUAGES:
            files.append(File.generated(config, _address(place), content=_code_page(place, source)))
        elif source.is_file():
            files.append(File.generated(config, _address(place), abs_src_path=str(source)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Let links lead to pages of the site, and show examples as what is typed and what is answered."""
    if page.file.src_uri.startswith(BEHIND):
        page.meta.setdefault("search", {"boost": 0.3})
    here = PurePosixPath(_in_repository(page.file))

    def led(link: re.Match[str]) -> str:
        place = _place(here, link["target"])
        address = os.path.relpath(_address(place), PurePosixPath(page.file.src_uri).parent)
        return f"{link['before']}{address}{link['anchor'] or ''}"

    return _DOCTEST.sub("```pycon", _LINK.sub(led, markdown))


def _code_page(place: str, source: Path) -> str:
    return f"# {place}\n\n````{LANGUAGES[source.suffix]}\n{source.read_text(encoding='utf-8')}````\n"


def _in_repository(file: File) -> str:
    """Where a page of the site is in the repository."""
    beside = not (ROOT / "docs" / file.src_uri).is_file()
    return file.src_uri if beside else f"docs/{file.src_uri}"


def _address(place: str) -> str:
    """Where something in the repository is on the site.

    >>> [_address(place) for place in ("docs/bots.md", "experiments/strength.md", "examples/oh_hell", "mkdocs.yml")]
    ['bots.md', 'experiments/strength.md', 'examples/oh_hell/README.md', 'mkdocs.yml']
    """
    if place == "README.md":
        return "index.md"
    if place == "docs" or place.startswith("docs/"):
        return place.removeprefix("docs/")
    source = _source(place)
    return source.relative_to(ROOT).as_posix() + (".md" if source.suffix in LANGUAGES else "")


def _source(place: str) -> Path:
    """The file that is shown; of a folder its README."""
    path = ROOT / place
    return path / "README.md" if path.is_dir() else path


def _linked(here: str) -> Iterator[str]:
    """What a document of the repository links to, within it."""
    text = (ROOT / here).read_text(encoding="utf-8")
    return (_place(PurePosixPath(here), link["target"]) for link in _LINK.finditer(_without_code(text)))


def _without_code(text: str) -> str:
    return re.sub(r"^(`{3,}).*?^\1$", "", text, flags=re.MULTILINE | re.DOTALL)


def _place(here: PurePosixPath, target: str) -> str:
    return os.path.normpath(here.parent / target).replace(os.sep, "/")
