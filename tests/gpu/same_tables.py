"""For a machine with a graphics card: are the tables of a training there the same as on the processor, bit for bit?

``PYTHONPATH=training python tests/gpu/same_tables.py`` plays the same random rounds in both places and prints a table;
with ``--save`` it is appended to results.md beside this file. (The advice of the rules of thumb is counted apart: it
rests on numbers that are rounded.)
"""

import datetime
import sys
from pathlib import Path

import numpy as np
import torch
from tables import tables

from stichwerk.games import game, game_ids

RESULTS = Path(__file__).with_name("results.md")
TABLES, STEPS, SEED = 512, 150, 3
SAME = ("seats", "sides", "seen", "masks", "gains", "ended", "rngs")


def compared(game_id: str) -> tuple[list[str], int]:
    """What differs, if anything, and how often the advice does."""
    mixed = np.arange(TABLES) % 2 == 0
    here, there = (tables(game(game_id), TABLES, mixed, SEED, device) for device in ("cpu", "cuda"))
    differing: set[str] = set()
    advice = 0
    for step in range(STEPS + 1):
        for each in (here, there):
            each.act() if step else each.begin()
        differing |= {name for name in SAME if not torch.equal(getattr(here, name), getattr(there, name).cpu())}
        if not torch.equal(here.hidden(), there.hidden().cpu()):
            differing.add("hidden")
        advice += int((here.advice != there.advice.cpu()).sum())
        for each in (here, there):
            each.draw()
    return sorted(differing), advice


def main() -> int:
    """All games, a line for each; how many of them are wrong."""
    lines, wrong = ["| tables of a training | positions | same | other advice |", "|---|---|---|---|"], 0
    for game_id in game_ids():
        differing, advice = compared(game_id)
        wrong += bool(differing)
        same = "NO: " + ", ".join(differing) if differing else "yes"
        lines.append(f"| {game_id} | {TABLES * (STEPS + 1):,} | {same} | {advice} |")
    print("\n".join(lines))
    if "--save" in sys.argv:
        with RESULTS.open("a") as file:
            file.write(f"\n## {datetime.date.today()}: {torch.cuda.get_device_name()}\n\n" + "\n".join(lines) + "\n")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
