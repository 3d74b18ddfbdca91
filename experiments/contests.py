"""Matches of bots, played in pieces that are kept: the arena's results as rows of a ledger, and tables of them."""

import math
from dataclasses import dataclass

from ledger import Ledger

from stichwerk.arena import compare
from stichwerk.arena.comparison import Comparison
from stichwerk.arena.deals import CHALLENGER, REST
from stichwerk.games import game

DIRECTIONS = ("one", "many")
PIECE = 20
KEY = ("game", "challenger", "rest", "unit", "direction", "first_deal")
VALUES = ("deals", "points", "points_squared", "wins", "wins_squared", "moves", "ms", "rest_moves", "rest_ms")
COLUMNS = ("game", "who", "deals", "points more", "wins (par)", "ms per move", "the others'")


@dataclass(frozen=True)
class Match:
    """A challenger against the rest at a table of four, on so many deals."""

    game: str
    challenger: str
    rest: str
    deals: int
    unit: str = "round"

    @property
    def key(self) -> tuple[str, ...]:
        return self.game, self.challenger, self.rest, self.unit


def book(name: str) -> Ledger:
    """The ledger of this name."""
    return Ledger(name, KEY, VALUES)


def play(ledger: Ledger, match: Match, workers: int) -> None:
    """Play what is missing of a match, piece by piece."""
    for first in range(0, match.deals, PIECE):
        if all(ledger.has(*match.key, direction, first) for direction in DIRECTIONS):
            continue
        found = compare(
            match.game, match.challenger, match.rest, deals=PIECE, first_deal=first, seed=1,
            whole_games=match.unit == "game", workers=workers,
        )  # fmt: skip
        if found.interrupted:
            raise KeyboardInterrupt
        _write(ledger, found, match, first)


def _write(ledger: Ledger, found: Comparison, match: Match, first: int) -> None:
    for name, direction in zip(DIRECTIONS, (found.one, found.many), strict=True):
        points, wins = direction.differences(), direction.wins_per_deal()
        sums = (PIECE, points.sum(), (points**2).sum(), wins.sum(), (wins**2).sum())
        times = [
            number
            for side in (CHALLENGER, REST)
            for number in (direction.asked[:, side].sum(), direction.nanoseconds[:, side].sum() / 1e6)
        ]
        cells = [round(float(number), 4) for number in (*sums, *times)]
        ledger.add(dict(zip((*KEY, *VALUES), (*match.key, name, first, *cells), strict=True)))


def table(ledger: Ledger, matches: list[Match]) -> list[str]:
    """What was played of these matches."""
    rows = [_row(ledger, match, direction) for match in matches for direction in DIRECTIONS]
    return [f"| {' | '.join(COLUMNS)} |", "|---" * len(COLUMNS) + "|", *(found for found in rows if found)]


def differences(ledger: Ledger, match: Match) -> str:
    """By how much the challenger is better, in both directions."""
    cells = []
    for direction in DIRECTIONS:
        sums = _sums(ledger, match, direction)
        if sums["deals"] < 2 * PIECE:
            return ""
        mean, margin = _interval(sums, "points")
        cells.append(f"{mean:+.2f} ± {margin:.2f}")
    return ", ".join(cells)


def _sums(ledger: Ledger, match: Match, direction: str) -> dict[str, float]:
    wanted = dict(zip(KEY, (*match.key, direction), strict=False))
    return {name: sum(ledger.column(name, **wanted)) for name in VALUES}


def _row(ledger: Ledger, match: Match, direction: str) -> str | None:
    sums = _sums(ledger, match, direction)
    deals = sums["deals"]
    if deals < 2 * PIECE:
        return None
    points, margin = _interval(sums, "points")
    wins, wins_margin = _interval(sums, "wins")
    one, many, par = ("1", "3", 25) if direction == "one" else ("3", "1", 75)
    cells = [
        game(match.game).title,
        f"{one} {called(match.challenger)} against {many} {called(match.rest)}",
        f"{deals:,.0f}",
        f"{points:+.2f} ± {margin:.2f}",
        f"{100 * wins:.1f} ± {100 * wins_margin:.1f} % ({par} %)",
        f"{sums['ms'] / max(1, sums['moves']):.2f}",
        f"{sums['rest_ms'] / max(1, sums['rest_moves']):.2f}",
    ]
    return f"| {' | '.join(cells)} |"


def _interval(sums: dict[str, float], name: str) -> tuple[float, float]:
    """The mean over the deals and half the width of its 95 % interval."""
    deals = sums["deals"]
    mean = sums[name] / deals
    return mean, 1.96 * math.sqrt((sums[f"{name}_squared"] / deals - mean**2) / (deals - 1))


def called(bot: str) -> str:
    return f"level {bot}" if bot.isdigit() else f"`{bot}`"
