"""The score sheet on the screen: every finished round with bids, tricks and points, and the totals."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from stichwerk.cli.words import Words
from stichwerk.play.score_sheet import SheetCell, SheetRound


def score_sheet(words: Words, names: Sequence[str], sheet: Sequence[SheetRound], you: int | None = None) -> Table:
    """The sheet of a match. In games with bids a cell is tricks of bid and points: ``2/3  -3``."""
    with_bids = any(cell.bid is not None for row in sheet for cell in row.seats)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(words.say("sheet.round"), justify="right", no_wrap=True)
    for seat, name in enumerate(names):
        style = "bold" if seat == you else ""
        table.add_column(name, justify="right", style=style, overflow="ellipsis")
    for row in sheet:
        table.add_row(str(row.round), *(_cell(cell, with_bids) for cell in row.seats))
    totals = [cell.total for cell in sheet[-1].seats] if sheet else [0] * len(names)
    table.add_section()
    table.add_row(words.say("sheet.total"), *(Text(str(total), "bold") for total in totals))
    return table


def _cell(cell: SheetCell, with_bids: bool) -> Text:
    if not with_bids:
        return Text(str(cell.points))
    exact = "green" if cell.bid == cell.tricks else ""
    return Text.assemble((f"{cell.tricks}/{'?' if cell.bid is None else cell.bid}", exact), f" {cell.points:>+3d}")
