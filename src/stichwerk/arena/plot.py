"""The results as a picture: by how much the challenger is better, by direction and hand size, and how it bids."""

from collections.abc import Sequence
from typing import IO, Any

import numpy as np

from stichwerk.arena.comparison import Comparison, Direction
from stichwerk.arena.deals import CHALLENGER, REST
from stichwerk.errors import BadArena
from stichwerk.games import game, game_ids

#: One challenger alone, the rest alone: blue and orange, which nearly everybody can tell apart, also in print.
_COLOURS = ("#1f6fb4", "#e07b1a")
_MARKERS = ("o", "s")
_GREY = "#6b7280"
_ROW_HEIGHT = 3.4


def check_can_plot() -> None:
    """Refuse before hours of play, not after them."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise BadArena(
            "a picture needs matplotlib, which is not there; install it with: pip install 'stichwerk[plot]'",
            "no-matplotlib",
        ) from None


def write_plot(file: IO[bytes], comparisons: Sequence[Comparison]) -> None:
    """One row of panels per comparison, as a PNG."""
    check_can_plot()
    # Without pyplot: nothing is left behind in the program of somebody who draws pictures too.
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    panels = _panels(comparisons)
    widths = [1.0 if panel is _differences else 1.35 for panel in panels]
    size = (1 + 3.7 * sum(widths), 0.9 + _ROW_HEIGHT * len(comparisons))
    figure = Figure(figsize=size, layout=ConstrainedLayoutEngine(w_pad=0.12, h_pad=0.1))
    FigureCanvasAgg(figure)
    figure.suptitle(_heading(comparisons[0]), fontsize=13, fontweight="bold", x=0.012, ha="left")
    grid = figure.subplots(len(comparisons), len(widths), squeeze=False, width_ratios=widths)
    for comparison, row in zip(comparisons, grid, strict=True):
        for axes, panel in zip(row, panels, strict=True):
            _plain(axes)
            panel(axes, comparison)
    figure.savefig(file, format="png", dpi=150)


def _panels(comparisons: Sequence[Comparison]) -> list[Any]:
    """What is drawn of each; the same of all, also of one that was interrupted after its first deal."""
    panels: list[Any] = [_differences]
    if any(len(comparison.by_hand_size(comparison.one)) > 1 for comparison in comparisons):
        panels.append(_by_hand_size)
    if any(comparison.has_bids for comparison in comparisons):
        panels.append(_exact_bids)
    return panels


def _heading(comparison: Comparison) -> str:
    settings = comparison.settings
    title, usual = settings.game, {}
    if settings.game in game_ids():  # and not a game of the user's own
        title, usual = game(settings.game).title, game(settings.game).options().to_mapping()
    options = [f"{key}={value}" for key, value in settings.options.items() if usual.get(key) != value]
    return ", ".join([title, f"{settings.players} players", *options])


def _plain(axes: Any) -> None:
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(_GREY)
    axes.tick_params(colors=_GREY, labelcolor="black", labelsize=9)
    axes.grid(axis="y", color="#e5e7eb", linewidth=0.8)
    axes.set_axisbelow(True)


def _title(axes: Any, text: str) -> None:
    axes.set_title(text, fontsize=10, loc="left")


def _differences(axes: Any, comparison: Comparison) -> None:
    settings = comparison.settings
    found = [direction.difference() for direction in comparison.directions]
    for place, (direction, here) in enumerate(zip(comparison.directions, found, strict=True)):
        margin = here.margin if np.isfinite(here.margin) else 0.0
        axes.errorbar(place, here.mean, margin, **_style(direction), markersize=8, capsize=6)
        axes.annotate(
            str(here), (place, here.high if margin else here.mean), xytext=(0, 7), textcoords="offset points",
            ha="center", fontsize=9,
        )  # fmt: skip
    axes.axhline(0, color=_GREY, linewidth=1.2)
    labels = [_short(comparison, direction) for direction in comparison.directions]
    axes.set_xticks(range(len(labels)), labels)
    axes.set_xlim(-0.7, len(labels) - 0.3)
    axes.margins(y=0.25)
    axes.set_ylabel(f"points per {settings.unit}, difference", fontsize=9)
    _title(axes, f"{settings.challenger} − {settings.rest}, {comparison.deals.size:,} deals")


def _by_hand_size(axes: Any, comparison: Comparison) -> None:
    for direction in comparison.directions:
        found = comparison.by_hand_size(direction)
        shift = (0.12, -0.12)[direction.alone] * (len(comparison.directions) > 1)  # the axis runs from right to left
        label = comparison.title(direction)
        margins = [here.margin if np.isfinite(here.margin) else 0.0 for here in found.values()]
        places = [size + shift for size in found]
        means = [here.mean for here in found.values()]
        axes.errorbar(places, means, margins, **_style(direction), markersize=5, capsize=3, label=label)
    axes.axhline(0, color=_GREY, linewidth=1.2)
    _hand_size_axis(axes, list(comparison.by_hand_size(comparison.one)))
    _title(axes, "the difference by hand size")
    _legend(axes)


def _exact_bids(axes: Any, comparison: Comparison) -> None:
    played = [size for size, rate in enumerate(comparison.one.exact_rate(CHALLENGER)) if not np.isnan(rate)]
    sides = (
        (CHALLENGER, comparison.settings.challenger, "#111827", "o"),
        (REST, comparison.settings.rest, "#9ca3af", "s"),
    )
    for direction in comparison.directions:
        solid = direction.alone == CHALLENGER
        for side, name, colour, marker in sides:
            rates = direction.exact_rate(side)
            seats = 1 if side == direction.alone else comparison.settings.players - 1
            look = {"linestyle": "-", "marker": marker} if solid else {"linestyle": ":", "linewidth": 1.4}
            percent = [100 * rates[size] for size in played]
            axes.plot(played, percent, color=colour, label=f"{name}, {seats} at the table", **look)
    axes.set_ylim(0, 105)
    axes.set_ylabel("exact bids, %", fontsize=9)
    _hand_size_axis(axes, played)
    _title(axes, "exact bids by hand size")
    _legend(axes)


def _style(direction: Direction) -> dict[str, Any]:
    colour, marker = _COLOURS[direction.alone], _MARKERS[direction.alone]
    return {"color": colour, "marker": marker, "linestyle": "none", "elinewidth": 1.6}


def _short(comparison: Comparison, direction: Direction) -> str:
    return comparison.title(direction).replace(" against ", "\nagainst ")


def _hand_size_axis(axes: Any, sizes: list[int]) -> None:
    axes.set_xticks(sorted(sizes))
    axes.invert_xaxis()  # as the game goes: large hands first
    axes.set_xlabel("cards in hand", fontsize=9)


def _legend(axes: Any) -> None:
    axes.legend(fontsize=8, loc="best", frameon=True, framealpha=0.85, edgecolor="none")
