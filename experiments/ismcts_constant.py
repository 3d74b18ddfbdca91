"""Which constant of UCT and which nodes make ISMCTS strongest: ``python experiments/ismcts_constant.py``.

Every setting plays duplicate deals of the arena against the same opponent. Results are appended to
results/ismcts_constant.csv deal by deal; what is there is not played again. The table goes to ismcts_constant.md.
"""

import argparse
import time
from pathlib import Path

from ledger import Ledger, write_part

from stichwerk.arena import compare, estimate
from stichwerk.games import game, game_ids

OPPONENT = "ismcts@1000,uct_c=10"
CONSTANTS = (1, 2, 5, 10, 20, 40)
NODES = {"observation": "", "information": ",recall=true"}
FEWEST = 10  # deals for a figure
DOCUMENT = Path(__file__).with_suffix(".md")


def play(ledger: Ledger, game_id: str, nodes: str, constant: int, deal: int) -> None:
    """One deal: one of the setting against three opponents at each seat, and three against one."""
    challenger = f"ismcts@1000,uct_c={constant}{NODES[nodes]}"
    result = compare(game_id, challenger, OPPONENT, deals=1, first_deal=deal, seed=1, workers=1)
    one, many = (float(direction.differences()[0]) for direction in result.directions)
    ledger.add(
        {"game": game_id, "nodes": nodes, "constant": constant, "deal": deal, "one": one, "many": many}
        | {"difference": (one + many) / 2}
    )


def table(ledger: Ledger) -> list[str]:
    """For each game, the difference to the opponent in points per round, with its interval."""
    lines = []
    for game_id in game_ids():
        lines += [f"**{game(game_id).title}**", "", f"| constant | {' | '.join(NODES)} |", "|---|---|---|"]
        for constant in CONSTANTS:
            cells = []
            for nodes in NODES:
                found = ledger.column("difference", game=game_id, nodes=nodes, constant=constant)
                same = (constant, nodes) == (10, "observation")
                few = "0 (the opponent)" if same else "–"
                cells.append(f"{estimate(found)} ({len(found)})" if len(found) >= FEWEST else few)
            lines.append(f"| {constant} | {' | '.join(cells)} |")
        lines.append("")
    return lines[:-1]


def main() -> None:
    """Play, deal by deal, so that all settings have about as many when it is stopped; then write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", default=game_ids(), choices=game_ids())
    parser.add_argument("--constants", nargs="+", type=int, default=CONSTANTS, choices=CONSTANTS)
    parser.add_argument("--nodes", nargs="+", default=list(NODES), choices=list(NODES))
    parser.add_argument("--deals", type=int, default=140, help="the deals 0 and on; 0: only write the table")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no deal after so long")
    chosen = parser.parse_args()
    ledger = Ledger("ismcts_constant", ("game", "nodes", "constant", "deal"), ("one", "many", "difference"))
    wanted = [
        (game_id, nodes, constant, deal)
        for deal in range(chosen.deals)
        for game_id in chosen.games
        for nodes in chosen.nodes
        for constant in chosen.constants
        if (constant, nodes) != (10, "observation")
    ]
    end = time.monotonic() + chosen.seconds
    for key in wanted:
        if not ledger.has(*key) and time.monotonic() < end:
            play(ledger, *key)
    write_part(DOCUMENT, "table", table(ledger))


if __name__ == "__main__":
    main()
