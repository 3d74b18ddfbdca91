"""Whether a search that is led by a network should be level 5: ``python experiments/master.py``, from the folder above.
Goes on where it was interrupted.

The settings were chosen on other deals (another seed), against `rules` and a network that the leading one had met when
it learned. The networks called *apart* were trained for nothing but such comparisons. Results are kept in
results/master.csv, the table goes to master.md.
"""

import argparse
from pathlib import Path

from contests import Match, book, play, table
from ledger import write_part

DOCUMENT = Path(__file__).with_suffix(".md")
#: Level 5 of Null & nichtig and Rage, spelled out.
LONG_SEARCH = "search@1000,policy=rules,candidates=8,doubt=1"
LEVEL_4 = "search@150,policy=rules,candidates=8,doubt=1"


def led(game_id: str) -> str:
    """A search that tries what the trained network finds likely, and plays what it likes best in doubt."""
    return f"search@400,policy=rules,candidates=8,doubt=0.5,breadth=4,prior=experiments/networks/{game_id}.npz"


def matches_of(game_id: str) -> list[Match]:
    """Whom it meets, and on how many deals; and how level 5 fares against the same."""
    apart = f"network@file=experiments/networks/{game_id}-apart.npz"
    long_search = {"rules": 60, apart: 60}
    deals = {LEVEL_4: 200, LONG_SEARCH: 400, apart: 200, "rules": 200, "ismcts@1000": 100}
    return [
        *(Match(game_id, led(game_id), rest, count) for rest, count in deals.items()),
        *(Match(game_id, LONG_SEARCH, rest, count) for rest, count in long_search.items()),
    ]


def main() -> None:
    """Play what is missing, then write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    games = ["null-nichtig", "rage"]
    parser.add_argument("--games", nargs="+", default=games, choices=games)
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args()
    ledger = book("master")
    try:
        for game_id in chosen.games:
            for match in matches_of(game_id):
                play(ledger, match, chosen.workers)
    except KeyboardInterrupt:
        print("Interrupted; what was played is kept.")
    write_part(DOCUMENT, "matches", table(ledger, [match for game_id in games for match in matches_of(game_id)]))


if __name__ == "__main__":
    main()
