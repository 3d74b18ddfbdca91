"""The results as files: one row per deal and direction as CSV, the settings and the summary as JSON."""

import csv
import json
import math
import platform
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.metadata import version
from typing import IO, Any

from stichwerk import __version__
from stichwerk.arena.comparison import Comparison, Direction
from stichwerk.arena.deals import CHALLENGER, REST
from stichwerk.arena.estimate import Estimate

_SIDES = {"challenger": CHALLENGER, "rest": REST}
_LIBRARIES = ("joblib", "numba", "numpy")


def write_csv(file: IO[str], comparisons: Sequence[Comparison]) -> None:
    """One row per deal and direction. Sums, not means: everything in the summary can be computed again."""
    sizes = _sizes_of_whole_games(comparisons)
    writer: csv.DictWriter[str] | None = None
    for comparison in comparisons:
        for direction in comparison.directions:
            differences, wins = direction.differences(), direction.wins_per_deal() * comparison.settings.players
            for index in range(comparison.deals.size):
                found = {"difference": float(differences[index]), "challenger_wins": float(wins[index])}
                row = _deal(comparison, direction, index) | found | _sides(direction, index, sizes)
                if writer is None:
                    writer = csv.DictWriter(file, list(row), lineterminator="\n")
                    writer.writeheader()
                writer.writerow(row)


def _sizes_of_whole_games(comparisons: Sequence[Comparison]) -> list[int]:
    """The hand sizes that need columns of their own, because one game has them all."""
    whole = [comparison for comparison in comparisons if comparison.settings.whole_games]
    return sorted({int(size) for part in whole for size in part.one.bids.sum(axis=(0, 1)).nonzero()[0]})


def _deal(comparison: Comparison, direction: Direction, index: int) -> dict[str, Any]:
    settings = comparison.settings
    return {
        "game": settings.game,
        "players": settings.players,
        "challenger": settings.challenger,
        "rest": settings.rest,
        "alone": list(_SIDES)[direction.alone],
        "deal": int(comparison.deals[index]),
        "round": int(comparison.rounds[index]) or "",
        "hand_size": int(comparison.hand_sizes[index]) or "",
        "dealer": int(comparison.dealers[index]),
        "games": settings.players,
    }


def _sides(direction: Direction, index: int, sizes: Sequence[int]) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for name, side in _SIDES.items():
        seated = direction.seated(side)
        row[f"{name}_seats"] = int(seated.sum())
        row[f"{name}_points"] = int((direction.points[index] * seated).sum())
        row[f"{name}_bids"] = int(direction.bids[index, side].sum())
        row[f"{name}_exact"] = int(direction.exact[index, side].sum())
        for size in sizes:
            row[f"{name}_bids_{size}"] = int(direction.bids[index, side, size])
            row[f"{name}_exact_{size}"] = int(direction.exact[index, side, size])
        row[f"{name}_moves"] = int(direction.asked[index, side])
        row[f"{name}_forced"] = int(direction.forced[index, side])
        row[f"{name}_illegal"] = int(direction.mistakes[index, side])
        row[f"{name}_ms"] = round(int(direction.nanoseconds[index, side]) / 1e6, 3)
    return row


def write_json(file: IO[str], comparisons: Sequence[Comparison]) -> None:
    """ContestSettings, summary, versions and date."""
    data = {
        "stichwerk": __version__,
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "libraries": {name: version(name) for name in _LIBRARIES},
        "machine": f"{platform.system()} {platform.machine()}",
        "comparisons": [summary(comparison) for comparison in comparisons],
    }
    json.dump(data, file, indent=2, ensure_ascii=False, allow_nan=False)
    file.write("\n")


def summary(comparison: Comparison) -> dict[str, Any]:
    """A comparison as plain data; what is not known is null."""
    return {
        "settings": asdict(comparison.settings),
        "deals": {
            "planned": comparison.planned,
            "played": int(comparison.deals.size),
            "first": int(comparison.deals[0]),
            "last": int(comparison.deals[-1]),
        },
        "directions": [_direction(comparison, direction) for direction in comparison.directions],
    }


def _direction(comparison: Comparison, direction: Direction) -> dict[str, Any]:
    by_size = comparison.by_hand_size(direction)
    return {
        "title": comparison.title(direction),
        "alone": list(_SIDES)[direction.alone],
        "difference": _estimate(direction.difference()),
        "difference_by_hand_size": {str(size): _estimate(found) for size, found in by_size.items()},
        "win_share": _estimate(direction.win_share()),
        "par": direction.par,
        **{name: _side(direction, side) for name, side in _SIDES.items()},
    }


def _side(direction: Direction, side: int) -> dict[str, Any]:
    rates = direction.exact_rate(side)
    return {
        "points": float(direction.points_per_deal(side).mean()),
        "exact_rate": _number(direction.exact_in_all(side)),
        "exact_rate_by_hand_size": {str(size): float(rate) for size, rate in enumerate(rates) if not math.isnan(rate)},
        "moves": int(direction.asked[:, side].sum()),
        "forced": int(direction.forced[:, side].sum()),
        "illegal": int(direction.mistakes[:, side].sum()),
        "ms_per_move": _number(direction.ms_per_move(side)),
    }


def _estimate(found: Estimate) -> dict[str, Any]:
    return {"mean": _number(found.mean), "margin_95": _number(found.margin), "deals": found.deals}


def _number(number: float) -> float | None:
    return number if math.isfinite(number) else None
