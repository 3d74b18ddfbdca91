"""Whether what a network tells comes true, without any playing on: ``python experiments/told.py``.

Four of the same network play round after round, on deals of which nothing was learned, at all numbers of players and
with all variants; each choice is drawn by its probability, as in the training, and in every second round one is any
legal one. Of each choice it is told in advance how many points the round will bring, and of a bid how likely each
number of tricks is. That is held against what came. The table goes to told.md, the reliability plot to told.png; it
takes some minutes, so what was seen is not kept.
"""

import argparse
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from calibration import Said, draw_bins
from joblib import Parallel, delayed
from ledger import write_part

from stichwerk.bots.learned import LearnedBot
from stichwerk.games import game, game_ids
from stichwerk.games.knowledge import known_by
from stichwerk.kernel.bits import members
from stichwerk.kernel.rng import below, draw, rng, shuffle
from stichwerk.testing import variants_of

DOCUMENT, PICTURE = Path(__file__).with_suffix(".md"), Path(__file__).with_suffix(".png")
NETWORKS = Path(__file__).with_name("networks")
SEED = 20261119
POINTS, TRICKS = "points", "tricks, when bidding"
#: Whose move it was, and how that is called.
OWN, ANY = "its own", "any"
PIECE = 50
Numbers = Any


def network_of(game_id: str) -> Path:
    """The network whose values are looked at."""
    return NETWORKS / f"{game_id}-colours.npz"


def rounds(game_id: str, first: int, count: int) -> list[list[float]]:
    """Rounds from number ``first`` on. A row for each thing told: round, whose move, kind, what was said, what came."""
    found = game(game_id)
    book, player = found.book, LearnedBot(found, network_of(game_id), temperature=1.0)
    at, mask, states = book.at, book.new_mask(), book.new_states()
    variants, rows = list(variants_of(found)), list[list[float]]()
    for number in range(first, first + count):
        generator, deck = rng(SEED, number), book.deck.copy()
        # Every second round is the usual one for four, the others are of any number of players and variant.
        usual = number % 2 == 0
        variant = variants[below(generator, len(variants))]
        players, options = (4, found.options()) if usual else (variant.players, found.options.read(variant.options))
        at.begin(states, 0, np.array(options.vector(players, below(generator, players)), np.int64))
        shuffle(generator, deck, deck.size)
        at.deal(states, 0, deck)
        whim = below(generator, 10) if draw(generator) & 1 else -1
        said: list[tuple[int, str, Any]] = []
        while waiting := int(at.awaiting(states, 0)):
            seat = (waiting & -waiting).bit_length() - 1
            at.legal(states, 0, seat, mask)
            legal = members(mask.tolist())
            if len(legal) == 1:
                at.apply(states, 0, seat, legal[0])
                continue
            known = known_by(found, options, seat, states)
            own = whim != 0
            action = player.choose(known, legal, generator) if own else legal[below(generator, len(legal))]
            if not own:
                said = []  # what was told before knew nothing of a move like this
            whim -= 1
            (told,) = (each for each in player.expectations(known, legal, generator) if each.action == action)
            said.append((seat, OWN if own else ANY, told))
            at.apply(states, 0, seat, action)
        points, tricks = states["scores"][0].tolist(), states["tricks"][0].tolist()
        for seat, whose, told in said:
            head = [number, whose == OWN]
            rows.append([*head, 0, told.points, points[seat]])
            rows.extend([*head, 1, chance, k == tricks[seat]] for k, chance in enumerate(told.tricks))
    return rows


def said_of(rows: Numbers, own: bool, kind: int) -> Said:
    """What was told of a kind at own moves, or at any."""
    part = rows[(rows[:, 1] == own) & (rows[:, 2] == kind)]
    return Said(part[:, 3], part[:, 4], part[:, :1])


def table(found: dict[str, Numbers]) -> list[str]:
    """The errors, a line for each game and kind."""
    lines = [
        "| game | whose move | what | said | error (ECE) | by chance alone | more came than was said |",
        "|---" * 7 + "|",
    ]
    for (game_id, rows), (own, whose), (kind, name) in product(
        found.items(), ((True, OWN), (False, ANY)), enumerate((POINTS, TRICKS))
    ):
        said = said_of(rows, own, kind)
        if not len(said.said):
            continue
        unit, scale = (" points", 1) if name == POINTS else (" %", 100)
        mean, error = said.bias()
        off, by_chance = (scale * each(name == POINTS) for each in (said.error, said.by_chance))
        bias = f"{mean:+.2f} ± {1.96 * error:.2f} points" if name == POINTS else ""
        cells = [
            game(game_id).title,
            whose,
            name,
            f"{len(said.said):,}",
            f"{off:.2f}{unit}",
            f"{by_chance:.2f}{unit}",
            bias,
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def draw_picture(found: dict[str, Numbers]) -> None:
    """The reliability plot: what was said along, what came up."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(3.4 * len(found), 6.4), layout="constrained")
    FigureCanvasAgg(figure)
    grid = figure.subplots(2, len(found), squeeze=False)
    for (column, (game_id, rows)), (kind, name) in product(enumerate(found.items()), enumerate((POINTS, TRICKS))):
        axes = grid[kind][column]
        if draw_bins(axes, [said_of(rows, own, kind) for own in (True, False)], (OWN, ANY), name == POINTS):
            axes.set_title(f"{game(game_id).title}: {name}", fontsize=9)
    figure.savefig(PICTURE, format="png", dpi=110)


def main() -> None:
    """Play the rounds, then write the table and the picture."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=2000, help="of each game")
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args()
    found: dict[str, Any] = {}
    for game_id in game_ids():
        pieces = Parallel(n_jobs=chosen.workers)(
            delayed(rounds)(game_id, first, min(PIECE, chosen.rounds - first))
            for first in range(0, chosen.rounds, PIECE)
        )
        found[game_id] = np.array([row for piece in pieces for row in piece], np.float32)
    write_part(DOCUMENT, "errors", table(found))
    draw_picture(found)


if __name__ == "__main__":
    main()
