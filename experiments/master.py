"""A search that a network leads, as level 5 of Null & nichtig was until 2026-11-18: ``python experiments/master.py``,
from the folder above. Long, and goes on where it was interrupted.

Its settings were chosen on other deals (another seed), against `rules` and a network that the leading one had met when
it learned. The network called *apart* was trained for nothing but such comparisons. Results are kept in
results/master.csv, the table goes to master.md. (How it does against level 4 and the yardstick is in strength.md, like
that of every level 5.)
"""

import argparse
from pathlib import Path

from contests import Pairing, book, play, table
from ledger import write_part

DOCUMENT = Path(__file__).with_suffix(".md")
GAME = "null-nichtig"
#: It tries what the network finds likely that the game brought then, and plays what that likes best in doubt.
LED = "search@400,policy=rules,candidates=8,doubt=0.5,breadth=4,prior=experiments/networks/null-nichtig.npz"
#: Level 5 before; and level 4 as it was.
LONG_SEARCH, LEVEL_4 = (f"search@{simulations},policy=rules,candidates=8,doubt=1" for simulations in (1000, 150))
APART = f"network@file=experiments/networks/{GAME}-apart.npz"
PAIRINGS = [
    Pairing(GAME, LED, LONG_SEARCH, 400),
    Pairing(GAME, LED, APART, 200),
    Pairing(GAME, LED, "rules", 200),
    Pairing(GAME, LONG_SEARCH, "ismcts@1000", 2000),
    Pairing(GAME, LONG_SEARCH, LEVEL_4, 600),
    Pairing(GAME, LONG_SEARCH, APART, 60),
    Pairing(GAME, LONG_SEARCH, "rules", 60),
]


def main() -> None:
    """Play what is missing, then write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables-only", action="store_true", help="play nothing")
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args()
    ledger = book("master")
    try:
        for pairing in () if chosen.tables_only else PAIRINGS:
            play(ledger, pairing, chosen.workers)
    except KeyboardInterrupt:
        print("Interrupted; what was played is kept.")
    write_part(DOCUMENT, "matches", table(ledger, PAIRINGS))


if __name__ == "__main__":
    main()
