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
class Pairing:
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


def play(ledger: Ledger, pairing: Pairing, workers: int) -> None:
    """Play what is missing of a pairing, piece by piece."""
    for first in range(0, pairing.deals, PIECE):
        if all(ledger.has(*pairing.key, direction, first) for direction in DIRECTIONS):
            continue
        found = compare(
            pairing.game, pairing.challenger, pairing.rest, deals=PIECE, first_deal=first, seed=1,
            whole_games=pairing.unit == "game", workers=workers,
        )  # fmt: skip
        if found.interrupted:
            raise KeyboardInterrupt
        _write(ledger, found, pairing, first)


def _write(ledger: Ledger, found: Comparison, pairing: Pairing, first: int) -> None:
    for name, direction in zip(DIRECTIONS, (found.one, found.many), strict=True):
        points, wins = direction.differences(), direction.wins_per_deal()
        sums = (PIECE, points.sum(), (points**2).sum(), wins.sum(), (wins**2).sum())
        times = [
            number
            for side in (CHALLENGER, REST)
            for number in (direction.asked[:, side].sum(), direction.nanoseconds[:, side].sum() / 1e6)
        ]
        cells = [round(float(number), 4) for number in (*sums, *times)]
        ledger.add(dict(zip((*KEY, *VALUES), (*pairing.key, name, first, *cells), strict=True)))


def table(ledger: Ledger, pairings: list[Pairing]) -> list[str]:
    """What was played of these pairings."""
    rows = [_row(ledger, pairing, direction) for pairing in pairings for direction in DIRECTIONS]
    return [f"| {' | '.join(COLUMNS)} |", "|---" * len(COLUMNS) + "|", *(found for found in rows if found)]


def differences(ledger: Ledger, pairing: Pairing) -> str:
    """By how much the challenger is better, in both directions."""
    cells = []
    for direction in DIRECTIONS:
        sums = sums_of(ledger, pairing, direction)
        if sums["deals"] < 2 * PIECE:
            return ""
        mean, margin = interval(sums, "points")
        cells.append(f"{mean:+.2f} ± {margin:.2f}")
    return ", ".join(cells)


def sums_of(ledger: Ledger, pairing: Pairing, direction: str) -> dict[str, float]:
    wanted = dict(zip(KEY, (*pairing.key, direction), strict=False))
    return {name: sum(ledger.column(name, **wanted)) for name in VALUES}


def _row(ledger: Ledger, pairing: Pairing, direction: str) -> str | None:
    sums = sums_of(ledger, pairing, direction)
    deals = sums["deals"]
    if deals < 2 * PIECE:
        return None
    points, margin = interval(sums, "points")
    wins, wins_margin = interval(sums, "wins")
    one, many, par = ("1", "3", 25) if direction == "one" else ("3", "1", 75)
    cells = [
        game(pairing.game).title,
        f"{one} {called(pairing.challenger)} against {many} {called(pairing.rest)}",
        f"{deals:,.0f}",
        f"{points:+.2f} ± {margin:.2f}",
        f"{100 * wins:.1f} ± {100 * wins_margin:.1f} % ({par} %)",
        f"{sums['ms'] / max(1, sums['moves']):.2f}",
        f"{sums['rest_ms'] / max(1, sums['rest_moves']):.2f}",
    ]
    return f"| {' | '.join(cells)} |"


def interval(sums: dict[str, float], name: str) -> tuple[float, float]:
    """The mean over the deals and half the width of its 95 % interval."""
    deals = sums["deals"]
    mean = sums[name] / deals
    return mean, 1.96 * math.sqrt((sums[f"{name}_squared"] / deals - mean**2) / (deals - 1))


def called(bot: str) -> str:
    return f"level {bot}" if bot.isdigit() else f"`{bot}`"
