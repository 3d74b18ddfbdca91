"""A comparison at a glance, for a notebook: the numbers with their intervals, and a chart of them."""

from math import ceil, floor, isfinite, isnan

from stichwerk.arena.comparison import Comparison, Direction
from stichwerk.arena.deals import CHALLENGER, REST
from stichwerk.arena.estimate import Estimate
from stichwerk.games import game, game_ids
from stichwerk.pictures.markup import Markup, joined, signed, tag
from stichwerk.pictures.panel import head, panel, row

#: The chart: its width, the room for words at its left and for air at its right, the height of a line.
_WIDTH, _WORDS, _AIR, _LINE = 560, 86, 16, 26
#: One challenger alone, the rest alone: the colours of the picture that `stich arena --plot` draws.
_COLOURS = ("var(--accent)", "var(--other)")

_STYLE = """
.stichwerk .chart { display:block; margin-top:14px; max-width:100%; height:auto }
.stichwerk .chart text { font:13px ui-rounded, system-ui, sans-serif; fill:var(--ink) }
.stichwerk .chart .axis { fill:var(--soft); font-size:12px }
.stichwerk .numbers { white-space:nowrap }
.stichwerk .numbers td:first-child { max-width:24em; white-space:normal }
.stichwerk .key { display:inline-block; vertical-align:-1px; margin-right:6px }
"""


def overview_html(comparison: Comparison) -> Markup:
    """The picture of a comparison."""
    settings, deals = comparison.settings, f"{comparison.deals.size:,}"
    title = game(settings.game).title if settings.game in game_ids() else settings.game
    of = f" of {comparison.planned:,}" if comparison.interrupted else ""
    facts = [f"{settings.players} players", f"{deals}{of} deal{'s' * (deals != '1')}", f"seed {settings.seed}"]
    read = (
        f"Difference: points per {settings.unit}, {settings.challenger} less {settings.rest}, with 95 % intervals. "
        f"Pairs of numbers: {settings.challenger} : {settings.rest}."
    )
    chart = _Chart(comparison)
    return panel(head(title, *facts), _table(comparison), chart.drawn(), tag("p", read, class_="note"), style=_STYLE)


# ---------------------------------------------------------------- the numbers


def _table(comparison: Comparison) -> Markup:
    headings = ["", "difference", "win share", "par", *(["exact bids"] if comparison.has_bids else []), "ms per move"]
    rows = [_row(comparison, direction) for direction in comparison.directions]
    return tag("table", tag("thead", row(headings, "th")), tag("tbody", *rows), class_="numbers")


def _row(comparison: Comparison, direction: Direction) -> Markup:
    difference, wins = direction.difference(), direction.win_share()
    found = "good" if difference.clear and difference.mean > 0 else "bad" if difference.clear else None
    cells = [
        joined((_key(direction), comparison.title(direction))),
        tag("b", _written(difference), class_=found),
        f"{wins.mean:.1%} ± {wins.margin:.1%}" if isfinite(wins.margin) else f"{wins.mean:.1%}",
        f"{direction.par:.1%}",
    ]
    if comparison.has_bids:
        cells.append(" : ".join(_known(direction.exact_in_all(side), "{:.1%}") for side in (CHALLENGER, REST)))
    cells.append(" : ".join(_known(direction.ms_per_move(side), "{:.2f}") for side in (CHALLENGER, REST)))
    return row(cells)


def _written(found: Estimate) -> str:
    margin = f" ± {found.margin:.2f}" if isfinite(found.margin) else ""
    return f"{found.mean:+.2f}{margin}".replace("-", "−")


def _known(number: float, form: str) -> str:
    return "–" if isnan(number) else form.format(number)


def _key(direction: Direction) -> Markup:
    """The mark of a direction in the chart, to stand before its name."""
    return tag(
        "svg", _mark(direction.alone, 6, 6), class_="key", viewBox="0 0 12 12", width=12, height=12, aria_hidden="true"
    )


def _mark(alone: int, x: float, y: float, size: float = 4.5) -> Markup:
    """A point or, in the other direction, a square: to be told apart without colours too."""
    if alone == CHALLENGER:
        return tag("circle", cx=x, cy=y, r=size, fill=_COLOURS[alone])
    return tag(
        "rect", x=x - size + 0.5, y=y - size + 0.5, width=2 * size - 1, height=2 * size - 1, fill=_COLOURS[alone]
    )


# ---------------------------------------------------------------- the chart


class _Chart:
    """A line for all deals and one for each hand size, on it a mark with its interval for each direction."""

    def __init__(self, comparison: Comparison) -> None:
        self._directions = [direction.alone for direction in comparison.directions]
        self._lines = {"all": [direction.difference() for direction in comparison.directions]}
        by_size = [comparison.by_hand_size(direction) for direction in comparison.directions]
        if len(by_size[0]) > 1:
            for size in by_size[0]:
                self._lines[f"{size} card{'s' * (size != 1)}"] = [found[size] for found in by_size]
        ends = [end for found in self._lines.values() for each in found for end in _ends(each)]
        self._low, self._high = min(0.0, *ends), max(0.0, *ends)
        if self._low == self._high:
            self._low, self._high = -1.0, 1.0
        self._bottom = len(self._lines) * _LINE + 6

    def _x(self, points: float) -> float:
        return _WORDS + (points - self._low) / (self._high - self._low) * (_WIDTH - _WORDS - _AIR)

    def drawn(self) -> Markup:
        """The chart as SVG."""
        height = self._bottom + 20
        parts = [self._axis(), *(self._line(*each) for each in enumerate(self._lines.items()))]
        said = "differences with their intervals"
        return tag(
            "svg", *parts, class_="chart", viewBox=f"0 0 {_WIDTH} {height}", width=_WIDTH, height=height,
            role="img", aria_label=said,
        )  # fmt: skip

    def _axis(self) -> Markup:
        """0, and a few round numbers at both sides of it."""
        step = _step(self._high - self._low)
        parts = []
        for number in range(ceil(self._low / step), floor(self._high / step) + 1):
            x, zero = self._x(number * step), number == 0
            colour, width = ("var(--soft)", 1.5) if zero else ("var(--line)", 1)
            parts.append(tag("line", x1=x, x2=x, y1=0, y2=self._bottom, stroke=colour, stroke_width=width))
            label = signed(number * step, 0 if step >= 1 else 1 if step >= 0.1 else 2)
            parts.append(tag("text", label, class_="axis", x=x, y=self._bottom + 15, text_anchor="middle"))
        return joined(parts)

    def _line(self, number: int, line: tuple[str, list[Estimate]]) -> Markup:
        words, found = line
        middle = number * _LINE + _LINE / 2
        parts = [tag("text", words, x=0, y=middle + 4.5, font_weight=700 if number == 0 else None)]
        apart = 5 if len(found) > 1 else 0
        for alone, each in zip(self._directions, found, strict=True):
            y = middle + (2 * alone - 1) * apart
            low, high = (self._x(end) for end in _ends(each))
            parts.append(
                tag(
                    "line",
                    x1=low,
                    x2=high,
                    y1=y,
                    y2=y,
                    stroke=_COLOURS[alone],
                    stroke_width=2.5,
                    stroke_linecap="round",
                )
            )
            parts.append(_mark(alone, self._x(each.mean), y))
        return joined(parts)


def _ends(found: Estimate) -> tuple[float, float]:
    """Where an interval is drawn from and to; one without end is only its middle."""
    return (found.low, found.high) if isfinite(found.margin) else (found.mean, found.mean)


def _step(span: float) -> float:
    """A round number of points of which a few fit into the chart.

    >>> [_step(span) for span in (0.7, 4, 19, 130)]
    [0.2, 1.0, 5.0, 50.0]
    """
    size = 10.0
    while size > span / 2:
        size /= 10
    while size * 10 <= span / 2:
        size *= 10
    for times in (1, 2, 5):
        if span / (size * times) <= 5:
            return size * times
    return size * 10
