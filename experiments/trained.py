"""How strong the trained networks are: ``python experiments/trained.py`` prints the table of trained.md. They are in
the folder networks. (What was trained later is measured in results/card_machine.csv.)

The networks called *apart* were trained for nothing but this comparison: nothing was trained or tuned on them.
"""

import argparse
from pathlib import Path

from contests import called

from stichwerk.arena import compare
from stichwerk.games import game, game_ids

NETWORKS = Path(__file__).with_name("networks")
#: Opponents and deals; the networks that are apart are named by their game.
AGAINST = (("rules", 2000), ("apart", 2000), ("5", 400))
SEED = 20261116


def network(game_id: str, apart: bool = False) -> str:
    """A network as the name of a bot."""
    return f"network@file={NETWORKS / game_id}{'-apart' * apart}.npz"


def main() -> None:
    """Play all matches, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", default=game_ids(), choices=game_ids())
    parser.add_argument("--share", type=float, default=1.0, help="play only this share of the deals")
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    print("| game | against | deals | one against three | three against one |\n|---|---|---|---|---|", flush=True)
    for game_id in asked.games:
        for opponent, deals in AGAINST:
            rest, some = (
                network(game_id, apart=True) if opponent == "apart" else opponent,
                max(2, int(deals * asked.share)),
            )
            found = compare(game_id, network(game_id), rest, deals=some, seed=SEED, workers=asked.workers)
            results = f"{found.one.difference()} | {found.many.difference()}"
            print(f"| {game(game_id).title} | {called(opponent)} | {some:,} | {results} |", flush=True)


if __name__ == "__main__":
    main()
