"""The Master among strangers: ``python experiments/strangers.py``. Long, and goes on where it was interrupted.

At tables of four level 5 meets opponents that nothing of it was trained with or tuned on, alone among three of them and
with two of its kind against one. Pieces of some deals are added to results/strangers.csv as sums; delete the rows of a
bot that has changed. The tables go to strangers.md. How much a point is there is told by how far the points of a round
spread where four of level 5 sit together.
"""

import argparse
import math
from collections.abc import Iterator
from pathlib import Path

from contests import DIRECTIONS, Pairing, book, called, interval, play, sums_of
from ledger import Ledger, write_part

from stichwerk.bulk.simulate import simulate
from stichwerk.games import game, game_ids

DOCUMENT = Path(__file__).with_suffix(".md")
DEALS = 2000
NETWORK = "network@file=experiments/networks"
#: Who is kept apart. The long search was level 5 once: nothing was tuned on it since.
LONG = "search@1000,policy=rules,candidates=8,doubt=1"
APART = {
    "null-nichtig": (f"{NETWORK}/null-nichtig-apart.npz", f"{NETWORK}/null-nichtig-colours.npz"),
    "rage": (f"{NETWORK}/rage-apart.npz", f"{NETWORK}/rage-colours.npz"),
    "alles-oder-nichts": (
        f"{NETWORK}/alles-oder-nichts-apart.npz",
        f"{NETWORK}/alles-oder-nichts-colours.npz",
        f"{NETWORK}/alles-oder-nichts-features.npz",
        LONG,
    ),
}  # fmt: skip
#: What may be lost, as a share of how far a round spreads.
TOLERATED = 0.1


def pairings(games: list[str]) -> list[Pairing]:
    """Everybody against everybody's strangers."""
    return [Pairing(game_id, "5", stranger, DEALS) for game_id in games for stranger in APART[game_id]]


def spread(game_id: str, rounds: int) -> float:
    """How far the points of a seat spread in a round, where four of level 5 sit together: by those of whole games."""
    in_a_game = game(game_id).options().rounds_planned(4) or 1
    totals = simulate(game_id, games=max(2, rounds // in_a_game), seed=1, bots=["5"] * 4).totals
    return float(totals.std() / math.sqrt(in_a_game))


def rows(ledger: Ledger, spreads: dict[str, float]) -> Iterator[str]:
    """A line for each opponent and direction."""
    yield "| game | who | deals | points more | of the spread | at least |"
    yield "|---|---|---|---|---|---|"
    for pairing in pairings(list(APART)):
        for direction in DIRECTIONS:
            sums = sums_of(ledger, pairing, direction)
            if sums["deals"] < DEALS // 10:
                continue
            mean, margin = interval(sums, "points")
            one, many = ("1", "3") if direction == "one" else ("3", "1")
            share = spreads[pairing.game]
            who = f"{one} level 5 against {many} {called(pairing.rest)}"
            points = f"{mean:+.2f} ± {margin:.2f} | {mean / share:+.2f} | {(mean - margin) / share:+.2f}"
            yield f"| {game(pairing.game).title} | {who} | {sums['deals']:,.0f} | {points} |"


def main() -> None:
    """Play what is missing, then write the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="*", default=game_ids(), choices=game_ids())
    parser.add_argument("--rounds", type=int, default=400, help="by how many rounds the spread is told")
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args()
    ledger = book("strangers")
    try:
        for pairing in pairings(chosen.games):
            play(ledger, pairing, chosen.workers)
    except KeyboardInterrupt:
        print("Interrupted; what was played is kept.")
    spreads = {game_id: spread(game_id, chosen.rounds) for game_id in APART}
    told = ", ".join(f"{game(game_id).title} {each:.1f}" for game_id, each in spreads.items())
    lines = [f"A round spreads by (points): {told}. Tolerated is −{TOLERATED} of that.", "", *rows(ledger, spreads)]
    write_part(DOCUMENT, "strangers", lines)


if __name__ == "__main__":
    main()
