"""Tables that people write are those of the code: settings, metrics, levels."""

import inspect
import re
import runpy
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import pytest

from stichwerk.bots.levels import LEVELS
from stichwerk.server.web.metrics import Metrics
from stichwerk.server.web.service import Service
from stichwerk.server.web.settings import Settings
from support.documents import DOCS


def rows(page: str, first_cell: str) -> list[list[str]]:
    """The cells of those lines of tables that begin like this (a pattern)."""
    text = (DOCS / page).read_text(encoding="utf-8")
    lines = re.findall(rf"^\| {first_cell}.*\|$", text, re.MULTILINE)
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_setting_of_a_server_is_told_with_its_default() -> None:
    told = {cells[0].strip("`"): cells[1:3] for cells in rows("deploy.md", "`STICHWERK_")}
    assert told.pop("STICHWERK_CACHE")
    assert set(told) == {f"STICHWERK_{each.name.upper()}" for each in fields(Settings)}
    for each in fields(Settings):
        option, default = told[f"STICHWERK_{each.name.upper()}"]
        in_the_open = each.name != "cluster_secret"  # what stands in a command, everybody on the machine can read
        assert option == (f"`--{each.name.replace('_', '-')}`" if in_the_open else "")
        if each.default and each.name != "proxy":
            assert default.strip("`") == str(each.default)


@pytest.mark.parametrize(
    ("pages", "methods"),
    [(["deploy.md"], [Service._watch]), (["deploy.md", "cluster.md"], [Service._watch, Service._join_others])],
    ids=["alone", "of several"],
)
def test_every_metric_is_told(pages: list[str], methods: list[Callable[..., Any]]) -> None:
    lines = [cells for page in pages for cells in rows(page, "`stichwerk_")]
    told = {name for cells in lines for name in re.findall(r"stichwerk_\w+", cells[0])}
    metrics = Metrics()
    source = "".join(map(inspect.getsource, methods))
    watched = re.findall(r'watch\("(\w+)", .*?(counts=True)?\)$', source, re.MULTILINE)
    for name, counts in watched:
        metrics.watch(name, name, lambda: 0, counts=bool(counts))
    text = metrics.text().decode()
    assert told == {name for name in re.findall(r"^# TYPE (\w+) ", text, re.MULTILINE) if not name.endswith("_created")}


def test_what_a_server_needs_is_what_the_program_reckons() -> None:
    text = (DOCS / "capacity.md").read_text(encoding="utf-8")
    program = runpy.run_path(str(DOCS.parent / "benchmarks" / "capacity.py"))
    assert f"<!-- python benchmarks/capacity.py -->\n{program['table']()}\n<!-- end -->" in text
    costs = program["COSTS"]
    for told in (
        f"{costs.move} ms",
        f"{costs.process / 1e6:.0f} MB",
        f"{costs.table / 1e3:.0f} KB",
        f"{costs.stored:.0f} bytes",
    ):
        assert told in text


def test_the_levels_of_the_guide_are_those_of_the_bots() -> None:
    assert [tuple(cells) for cells in rows("playing.md", r"\d")] == [
        (str(level.number), level.name, level.summary) for level in LEVELS
    ]
