"""The score sheet: a row for each finished round, the sum below, the winners with a crown."""

from collections.abc import Collection, Sequence

from stichwerk.pictures.markup import Markup, joined, signed, tag
from stichwerk.pictures.panel import row

CROWN = Markup(
    '<svg class="symbol" viewBox="0 0 24 24" width="15" height="15" role="img" aria-label="winner">'
    '<path d="M3 18L2 7L8 11L12 4L16 11L22 7L21 18Z" fill="var(--gold)" stroke="var(--ink)" stroke-width="1"/></svg>'
)


def sheet_html(
    names: Sequence[str],
    scores: Sequence[Sequence[int]],
    totals: Sequence[int],
    winners: Collection[int] = (),
    bids: Sequence[Sequence[int | None]] = (),
) -> Markup:
    """The sheet. ``scores`` by round and seat, as are the ``bids`` if they are known."""
    crowned = [
        joined((*((CROWN, " ") if seat in winners else ()), tag("span", name, class_="name")))
        for seat, name in enumerate(names)
    ]
    lines = [
        row([str(number), *(_cell(points, _bid(bids, number, seat)) for seat, points in enumerate(scored))])
        for number, scored in enumerate(scores, 1)
    ]
    total = row(["Total", *map(signed, totals)], class_="sum")
    return tag("table", tag("thead", row(["Round", *crowned], "th")), tag("tbody", *lines, total), class_="sheet")


def _bid(bids: Sequence[Sequence[int | None]], number: int, seat: int) -> int | None:
    return bids[number - 1][seat] if bids else None


def _cell(points: int, bid: int | None) -> Markup:
    told = [tag("small", f"bid {bid}"), "\u2002"] if bid is not None else []
    return joined((*told, tag("span", signed(points), class_="bad" if points < 0 else None)))
