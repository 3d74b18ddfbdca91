"""Write the generated parts of docs/games from the code: the tables of options, actions and observations.

    python tools/generate_docs.py            rewrite the pages that are stale
    python tools/generate_docs.py --check    change nothing; exit 1 and name the pages that are stale

A generated part stands between ``<!-- generated: NAME -->`` and ``<!-- end -->``; people write the rest.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from stichwerk.games import Game, games
from stichwerk.games.encoding import Actions, Layout

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs" / "games"

END = "<!-- end -->"


class BrokenPageError(Exception):
    """A page that is not there, or whose markers do not fit."""


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 0 all is up to date (or has been written), 1 a page is stale, 2 a page is broken."""
    parser = argparse.ArgumentParser(description="Write the generated parts of docs/games.")
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 if a page is stale")
    check = parser.parse_args(arguments).check
    try:
        fresh = {page_of(game): generated(game) for game in games()}
    except BrokenPageError as broken:
        print(f"error: {broken}", file=sys.stderr)
        return 2
    stale = {page: text for page, text in fresh.items() if page.read_text(encoding="utf-8") != text}
    for page, text in stale.items():
        if check:
            print(f"{shown(page)} is stale: run tools/generate_docs.py", file=sys.stderr)
        else:
            page.write_text(text, encoding="utf-8", newline="\n")
            print(f"wrote {shown(page)}")
    return 1 if check and stale else 0


def page_of(game: Game) -> Path:
    """The page about a game."""
    return PAGES / f"{game.id}.md"


def generated(game: Game) -> str:
    """The page about a game, with its generated parts written anew."""
    page = page_of(game)
    if not page.is_file():
        raise BrokenPageError(f"{shown(page)} is missing: every game has a page")
    text = page.read_text(encoding="utf-8")
    parts = {
        "options": options_part(game),
        "actions": actions_part(game),
        "observation": observation_part(game),
    }
    for name, content in parts.items():
        text = fill(text, name, content, shown(page))
    return text


def fill(text: str, name: str, content: str, where: str) -> str:
    """The text with ``content`` between the markers of the part ``name``.

    >>> fill("<!-- generated: x -->old<!-- end -->", "x", "new", "page.md")
    '<!-- generated: x -->\\n\\nnew\\n\\n<!-- end -->'
    """
    begin = f"<!-- generated: {name} -->"
    if text.count(begin) != 1:
        raise BrokenPageError(f"{where} must have the marker {begin} once, not {text.count(begin)} times")
    before, after = text.split(begin)
    old, end, rest = after.partition(END)
    if not end or "<!-- generated:" in old:
        raise BrokenPageError(f"{where} has no {END} after {begin}")
    return f"{before}{begin}\n\n{content}\n\n{END}{rest}"


def shown(page: Path) -> str:
    """A page's path as a person at the project's root would write it."""
    return page.relative_to(ROOT).as_posix() if page.is_relative_to(ROOT) else page.name


# ---------------------------------------------------------------- the parts


def options_part(game: Game) -> str:
    """The options with what they may be."""
    defaults = game.options.read().to_mapping()
    rows = [
        [f"`{name}`", _value(defaults[name]), _allowed(setting.allowed()), game.option_help(name), _differs(game, name)]
        for name, setting in game.options.settings().items()
    ]
    low, high = game.players[0], game.players[-1]
    headings = ["option", "default", "may be", "meaning", "in the printed rules"]
    return f"{low} to {high} players.\n\n" + table(headings, rows)


def _differs(game: Game, name: str) -> str:
    return " ".join(f"`{choice}`: {text}" if choice else text for choice, text in game.differences(name).items())


def actions_part(game: Game) -> str:
    """The numbers of the actions: one table, or one for each value of the option that they depend on."""
    name_actions = game.book.presentation.actions
    for name, setting in game.options.settings().items():
        by_value = {value: name_actions(game.options.read({name: value})) for value in setting.choices}
        if len({actions.names for actions in by_value.values()}) > 1:
            return "\n\n".join(
                f"With `{name}` {_value(value)}:\n\n{_action_table(actions)}" for value, actions in by_value.items()
            )
    return _action_table(name_actions(game.options.read()))


def _action_table(actions: Actions) -> str:
    rows = [[_span(part.first, part.last), _names(part.names), part.meaning] for part in actions.ranges]
    return table(["number", "action", "meaning"], rows) + f"\n\n{len(actions)} actions in all."


def observation_part(game: Game) -> str:
    """What stands where in an observation."""
    layout: Layout = game.book.layout
    rows = []
    for feature in layout.features:
        first = layout.start(feature.name)
        places = _span(first, first + feature.size - 1)
        values = f"{feature.low} to {feature.high}"
        rows.append([f"`{feature.name}`", places, values, feature.meaning])
    return table(["name", "places", "range", "meaning"], rows) + f"\n\n{layout.size} numbers in all."


# ---------------------------------------------------------------- tables


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown.

    >>> print(table(["a", "b"], [["1", "x|y"]]))
    | a | b |
    |---|---|
    | 1 | x\\|y |
    """
    lines = [heads, *rows]
    written = ["| " + " | ".join(cell.replace("|", r"\|") for cell in line) + " |" for line in lines]
    return "\n".join([written[0], "|" + "---|" * len(heads), *written[1:]])


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def _names(names: Sequence[str]) -> str:
    return f"`{names[0]}`" if len(names) == 1 else f"`{names[0]}` … `{names[-1]}`"


def _value(value: object) -> str:
    """A value as it stands in a record.

    >>> _value(None), _value(False), _value("open"), _value(7)
    ('`null`', '`false`', '`"open"`', '`7`')
    """
    plain = {None: "null", True: "true", False: "false"}
    if value is None or isinstance(value, bool):
        return f"`{plain[value]}`"
    return f'`"{value}"`' if isinstance(value, str) else f"`{value}`"


def _allowed(text: str) -> str:
    """What an option may be: its values as code.

    >>> _allowed("'over' or 'reach'"), _allowed("null or a whole number from 1 to 100")
    ('`"over"` or `"reach"`', '`null` or a whole number from 1 to 100')
    """
    text = re.sub(r"'([^']*)'", r'`"\1"`', text)
    return re.sub(r"\b(null|true|false)\b", r"`\1`", text)


if __name__ == "__main__":
    sys.exit(main())
