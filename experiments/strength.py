"""How strong the bots are: ``python experiments/strength.py``. Long, and goes on where it was interrupted.

Three questions for each game, at a table of four: does the strongest level beat the yardstick (ISMCTS with 1,000
simulations), does every level beat the one below it, and do the rules of thumb beat random play. Pieces of some deals
are played one after another and added to results/strength.csv as sums; what is there is not played again, so delete
the rows of a bot that has changed. The tables go to strength.md and
docs/bots.md.
"""

import argparse
from pathlib import Path

from contests import Pairing, book, called, differences, play, table
from ledger import Ledger, write_part

from stichwerk.games import game, game_ids

DOCUMENT = Path(__file__).with_suffix(".md")
BOTS = DOCUMENT.parents[1] / "docs" / "bots.md"
PARTS = {
    "yardstick": [Pairing(game_id, "5", "ismcts@1000", 2000) for game_id in game_ids()],
    "ladder": [
        Pairing(game_id, upper, lower, deals)
        for game_id in game_ids()
        for upper, lower, deals in (
            ("1", "random", 1000),
            ("2", "1", 3000),
            ("3", "2", 3000),
            ("4", "3", 1000),
            ("5", "4", 2000),
        )
    ],
    "basics": [Pairing(game_id, "rules", "random", 200, "game") for game_id in game_ids()],
}


def summary(ledger: Ledger) -> list[str]:
    """Every step of the ladder and the yardstick, a column for each game."""
    titles = " | ".join(game(game_id).title for game_id in game_ids())
    lines = [f"| points per round more | {titles} |", "|---" * (1 + len(game_ids())) + "|"]
    pairings = [*PARTS["ladder"], *PARTS["yardstick"]]
    for challenger, rest in dict.fromkeys((pairing.challenger, pairing.rest) for pairing in pairings):
        cells = [
            differences(ledger, pairing)
            for pairing in sorted(pairings, key=lambda pairing: game_ids().index(pairing.game))
            if (pairing.challenger, pairing.rest) == (challenger, rest)
        ]
        lines.append(f"| {called(challenger)} against {called(rest)} | {' | '.join(cells)} |")
    return lines


def main() -> None:
    """Play what is missing, then write the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", default=game_ids(), choices=game_ids())
    parser.add_argument("--parts", nargs="*", default=list(PARTS), choices=list(PARTS))
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args()
    ledger = book("strength")
    try:
        for part in chosen.parts:
            for pairing in PARTS[part]:
                if pairing.game in chosen.games:
                    play(ledger, pairing, chosen.workers)
    except KeyboardInterrupt:
        print("Interrupted; what was played is kept.")
    for part, pairings in PARTS.items():
        write_part(DOCUMENT, part, table(ledger, pairings))
    write_part(BOTS, "strength", summary(ledger))


if __name__ == "__main__":
    main()
