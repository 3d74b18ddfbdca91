"""How strong the levels are in a game that brings no bots: ``python experiments/general_levels.py``, with Oh Hell
installed (``pip install ./examples/oh_hell``). Goes on where it was interrupted.

Every level against the one below it, at a table of four, and the strongest against the yardstick. The table goes to
general_levels.md.
"""

import argparse
from pathlib import Path

from contests import Pairing, book, play, table
from ledger import write_part

DOCUMENT = Path(__file__).with_suffix(".md")
GAME = "oh-hell"
PAIRINGS = [
    Pairing(GAME, "1", "random", 400),
    Pairing(GAME, "2", "1", 1000),
    Pairing(GAME, "3", "2", 1000),
    Pairing(GAME, "4", "3", 600),
    Pairing(GAME, "5", "4", 1000),
    Pairing(GAME, "5", "ismcts@1000", 200),
]


def main() -> None:
    """Play what is missing, then write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args()
    ledger = book("general_levels")
    try:
        for pairing in PAIRINGS:
            play(ledger, pairing, chosen.workers)
    except KeyboardInterrupt:
        print("Interrupted; what was played is kept.")
    write_part(DOCUMENT, "ladder", table(ledger, PAIRINGS))


if __name__ == "__main__":
    main()
