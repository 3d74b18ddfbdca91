"""The site: it is built without a warning and without a network, and everything in it leads somewhere."""

import doctest
import json
import os
import re
import subprocess
import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from support.documents import ROOT
from support.programs import program

#: What a browser loads by itself, and where that stands.
LOADS = {"script": "src", "img": "src", "iframe": "src", "source": "src", "link": "href", "object": "data"}


class Page(HTMLParser):
    """What a page loads, where it leads, and what in it can be led to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if told.get(LOADS.get(tag, "")):
            self.loads.append(told[LOADS[tag]])
        if tag == "a" and "href" in told:
            self.links.append(told["href"])
        self.anchors |= {told[name] for name in ("id", "name") if name in told}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as ``make site`` does."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    return folder


@cache
def read(path: Path) -> Page:
    return Page(path.read_text(encoding="utf-8"))


def pages(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    for page in pages(site):
        assert not [target for target in read(page).loads if urlsplit(target).netloc], page
    for style in site.rglob("*.css"):
        assert not re.search(r"url\([\"']?(https?:)?//|@import", style.read_text(encoding="utf-8")), style


def test_every_link_and_anchor_within_the_site_leads_somewhere(site: Path) -> None:
    for page in pages(site):
        for target in {*read(page).links, *read(page).loads}:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc or page.name == "404.html":
                continue
            there = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            there = there / "index.html" if there.is_dir() else there
            assert there.is_file(), f"{page.relative_to(site)}: {target}"
            if parts.fragment and there.suffix == ".html" and not parts.fragment.startswith("__"):
                assert unquote(parts.fragment) in read(there).anchors, f"{page.relative_to(site)}: {target}"


def test_everything_can_be_searched(site: Path) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    found = {entry["location"].partition("#")[0] for entry in index["docs"]}
    assert {
        "playing.html",
        "games/rage.html",
        "deploy.html",
        "api/play.html",
        "decisions/0003-the-log-is-the-truth.html",
    } <= found
    assert (site / "search" / "search_index.js").is_file()  # for those who open the site from disk


def test_the_reference_shows_what_programs_use(site: Path) -> None:
    assert "stichwerk.play.match.Match.play" in read(site / "api" / "play.html").anchors
    assert "stichwerk.arena.run.compare" in read(site / "api" / "arena.html").anchors
    for page in (site / "api").glob("*.html"):  # an example that has no fence would be three quotations
        assert "<blockquote>" not in page.read_text(encoding="utf-8"), page


@pytest.mark.parametrize("name", ["site_pages", "site_docstrings"])
def test_the_examples_of_the_tools_run(name: str) -> None:
    assert doctest.testmod(program(f"tools/{name}.py")).failed == 0
