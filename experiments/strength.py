"""How strong the bots are: ``python experiments/strength.py``. Long, and goes on where it was interrupted.

Three questions for each game, at a table of four: does the strongest level beat the yardstick (ISMCTS with 1,000
simulations), does every level beat the one below it, and do the rules of thumb beat random play. Pieces of some deals
are played one after another and added to results/strength.csv as sums; what is there is not played again, so delete
the rows of a bot that has changed. The tables go to strength.md.
"""

import argparse
import math
from dataclasses import dataclass
from pathlib import Path

from ledger import Ledger, write_part

from stichwerk.arena import compare
from stichwerk.arena.comparison import Comparison
from stichwerk.arena.deals import CHALLENGER, REST
from stichwerk.games import GAME_IDS, game

DOCUMENT = Path(__file__).with_suffix(".md")
DIRECTIONS = ("one", "many")
PIECE = 20


@dataclass(frozen=True)
class Match:
    """A challenger against the rest, on so many deals."""

    part: str
    challenger: str
    rest: str
    deals: int
    unit: str = "round"


MATCHES = (
    Match("yardstick", "5", "ismcts@1000", 2000),
    Match("ladder", "1", "random", 1000),
    Match("ladder", "2", "1", 3000),
    Match("ladder", "3", "2", 3000),
    Match("ladder", "4", "3", 1000),
    Match("ladder", "5", "4", 600),
    Match("basics", "rules", "random", 200, "game"),
)
KEY = ("game", "challenger", "rest", "unit", "direction", "first_deal")
COLUMNS = ("game", "who", "deals", "points more", "wins (par)", "ms per move", "the others'")
VALUES = ("deals", "points", "points_squared", "wins", "wins_squared", "moves", "ms", "rest_moves", "rest_ms")


def played(ledger: Ledger, game_id: str, match: Match, workers: int) -> None:
    """Play a match, piece by piece."""
    for first in range(0, match.deals, PIECE):
        key = (game_id, match.challenger, match.rest, match.unit)
        if all(ledger.has(*key, direction, first) for direction in DIRECTIONS):
            continue
        found = compare(
            game_id, match.challenger, match.rest, deals=PIECE, first_deal=first, seed=1,
            whole_games=match.unit == "game", workers=workers,
        )  # fmt: skip
        if found.interrupted:
            raise KeyboardInterrupt
        write(ledger, found, key, first)


def write(ledger: Ledger, found: Comparison, key: tuple[str, ...], first: int) -> None:
    for name, direction in zip(DIRECTIONS, (found.one, found.many), strict=True):
        points, wins = direction.differences(), direction.wins_per_deal()
        sums = (PIECE, points.sum(), (points**2).sum(), wins.sum(), (wins**2).sum())
        times = [
            number
            for side in (CHALLENGER, REST)
            for number in (direction.asked[:, side].sum(), direction.nanoseconds[:, side].sum() / 1e6)
        ]
        cells = [round(float(number), 4) for number in (*sums, *times)]
        ledger.add(dict(zip((*KEY, *VALUES), (*key, name, first, *cells), strict=True)))


def called(bot: str) -> str:
    return f"level {bot}" if bot.isdigit() else f"`{bot}`"


def row(ledger: Ledger, game_id: str, match: Match, direction: str) -> str | None:
    """A match in one direction, as a row of a table."""
    wanted = {"game": game_id, "challenger": match.challenger, "rest": match.rest, "unit": match.unit}
    sums = {name: sum(ledger.column(name, **wanted, direction=direction)) for name in VALUES}
    deals = sums["deals"]
    if deals < 2 * PIECE:
        return None
    shares = [
        (mean := sums[name] / deals, 1.96 * math.sqrt((sums[f"{name}_squared"] / deals - mean**2) / (deals - 1)))
        for name in ("points", "wins")
    ]
    one, many = ("1", "3") if direction == "one" else ("3", "1")
    (points, margin), (wins, wins_margin) = shares
    cells = [
        game(game_id).title,
        f"{one} {called(match.challenger)} against {many} {called(match.rest)}",
        f"{deals:.0f}",
        f"{points:+.2f} ± {margin:.2f}",
        f"{wins:.1%} ± {wins_margin:.1%} ({25 if direction == 'one' else 75} %)",
        f"{sums['ms'] / max(1, sums['moves']):.2f}",
        f"{sums['rest_ms'] / max(1, sums['rest_moves']):.2f}",
    ]
    return f"| {' | '.join(cells)} |"


def tables(ledger: Ledger) -> None:
    """Write what is known so far."""
    for part in dict.fromkeys(match.part for match in MATCHES):
        lines = [f"| {' | '.join(COLUMNS)} |", "|---" * len(COLUMNS) + "|"]
        for game_id in GAME_IDS:
            for match in MATCHES:
                if match.part == part:
                    rows = [row(ledger, game_id, match, direction) for direction in DIRECTIONS]
                    lines += [found for found in rows if found]
        write_part(DOCUMENT, part, lines)


def main() -> None:
    """Play what is missing, then write the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", default=GAME_IDS, choices=GAME_IDS)
    parser.add_argument("--parts", nargs="+", default=["yardstick", "ladder", "basics"])
    parser.add_argument("--challengers", nargs="+", help="only these")
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args()
    ledger = Ledger("strength", KEY, VALUES)
    try:
        for game_id in chosen.games:
            for match in MATCHES:
                if match.part in chosen.parts and match.challenger in (chosen.challengers or [match.challenger]):
                    played(ledger, game_id, match, chosen.workers)
    except KeyboardInterrupt:
        print("Interrupted; what was played is kept.")
    tables(ledger)


if __name__ == "__main__":
    main()
