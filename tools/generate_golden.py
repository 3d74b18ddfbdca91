"""Write the golden playthroughs and perft counts anew: ``make golden``. Look at the diff before you commit it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from stichwerk.games import game_ids
from support.playthroughs import GOLDEN, PERFT, PLAYTHROUGHS, perft_file, playthrough


def main() -> None:
    """Write all files."""
    GOLDEN.mkdir(exist_ok=True)
    PERFT.mkdir(exist_ok=True)
    for name in PLAYTHROUGHS:
        (GOLDEN / f"{name}.txt").write_text(playthrough(name))
        print(f"tests/data/golden/{name}.txt")
    for game_id in game_ids():
        (PERFT / f"{game_id}.txt").write_text(perft_file(game_id))
        print(f"tests/data/perft/{game_id}.txt")


if __name__ == "__main__":
    main()
