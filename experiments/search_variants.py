"""Which search is best: ``python experiments/search_variants.py``. Goes on where it was interrupted.

Variants of the search, each against `rules` on the same deals, with few simulations so that the differences between
the ways show, not their depth. Results are kept in results/search_variants.csv, the tables go to search_variants.md.
"""

import argparse
from pathlib import Path

from contests import Pairing, book, play, table
from ledger import write_part

from stichwerk.games import game_ids

DOCUMENT = Path(__file__).with_suffix(".md")
VARIANTS = (
    "ismcts@1000",
    "search@300,policy=uniform,candidates=0,doubt=0",
    "search@300,policy=uniform,candidates=8,doubt=0",
    "search@300,policy=rules,candidates=0,doubt=0",
    "search@300,policy=rules,candidates=8,doubt=0",
    "search@300,policy=rules,candidates=8,doubt=1",
)
#: Only Alles oder Nichts has a network.
LEARNED = ("network", "search@300,policy=network,candidates=8,doubt=1")
DEALS = 100


def main() -> None:
    """Play what is missing, then write the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", default=game_ids(), choices=game_ids())
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args()
    ledger = book("search_variants")
    for game_id in game_ids():
        variants = VARIANTS + (LEARNED if game_id == "alles-oder-nichts" else ())
        pairings = [Pairing(game_id, variant, "rules", DEALS) for variant in variants]
        try:
            for pairing in pairings if game_id in chosen.games else ():
                play(ledger, pairing, chosen.workers)
        except KeyboardInterrupt:
            print("Interrupted; what was played is kept.")
            break
        write_part(DOCUMENT, game_id, table(ledger, pairings))


if __name__ == "__main__":
    main()
