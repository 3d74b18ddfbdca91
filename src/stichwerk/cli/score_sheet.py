"""The score sheet: every round with bids, tricks and points, and the totals."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rich.table import Table
from rich.text import Text

from stichwerk.games import events as happened
from stichwerk.games.moves import bid_of


@dataclass
class Row:
    """One round as it stands on the sheet."""

    round: int
    bids: dict[int, int] = field(default_factory=dict)
    tricks: dict[int, int] = field(default_factory=dict)
    scores: tuple[int, ...] = ()


def rows(events: Iterable[happened.Event]) -> list[Row]:
    """The rounds that have begun, gathered from what has happened."""
    found: list[Row] = []
    for event in events:
        match event:
            case happened.Dealt(number):
                found.append(Row(number))
            case happened.Bid(seat, bid):
                found[-1].bids[seat] = bid
            case happened.SecretMove(seat, move) if (secret := bid_of(move)) is not None:
                found[-1].bids[seat] = secret
            case happened.TrickTaken(seat):
                found[-1].tricks[seat] = found[-1].tricks.get(seat, 0) + 1
            case happened.RoundScored(_, scores):
                found[-1].scores = scores
        for seat, move in event.reveals().items():
            if (known := bid_of(move)) is not None:
                found[-1].bids[seat] = known
    return found


def score_sheet(names: Sequence[str], events: Iterable[happened.Event], you: int | None = None) -> Table:
    """The sheet of the finished rounds. In games with bids a cell is tricks of bid and points: ``2/3  -3``."""
    done = [row for row in rows(events) if row.scores]
    with_bids = any(row.bids for row in done)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("Round", justify="right", no_wrap=True)
    for seat, name in enumerate(names):
        style = "bold" if seat == you else ""
        table.add_column(name, justify="right", style=style, overflow="ellipsis")
    for row in done:
        table.add_row(str(row.round), *(_cell(row, seat, with_bids) for seat in range(len(names))))
    totals = [sum(row.scores[seat] for row in done) for seat in range(len(names))]
    table.add_section()
    table.add_row("Total", *(Text(str(total), "bold") for total in totals))
    return table


def _cell(row: Row, seat: int, with_bids: bool) -> Text:
    points = f"{row.scores[seat]:+d}" if with_bids else str(row.scores[seat])
    if not with_bids:
        return Text(points)
    bid, tricks = row.bids.get(seat), row.tricks.get(seat, 0)
    exact = "green" if bid == tricks else ""
    return Text.assemble((f"{tricks}/{'?' if bid is None else bid}", exact), f" {points:>3}")
