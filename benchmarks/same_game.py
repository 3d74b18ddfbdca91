"""The same game on both sides: Oh Hell, as our example brings it, against OpenSpiel's, which is written in C++."""

import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from stichwerk.kernel.rng import rng

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "oh_hell" / "src"
PLAYERS, TRICKS = 4, 10
SAMPLES = 40
OURS, THEIRS = 3000, 100  # rounds in a sample: both then take about as long, and are disturbed as often


def same_game(report: Any) -> None:
    """Four players, ten cards, uniformly random bids and cards, one core; the samples are taken in turn."""
    try:
        import pyspiel
    except ImportError:
        report.add("Oh Hell against OpenSpiel's", "open_spiel is not installed")
        return
    peer = pyspiel.load_game(f"oh_hell(players={PLAYERS},num_tricks_fixed={TRICKS})")
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(PLAYERS)]
    book, game_options = _oh_hell()
    arguments = (book.new_states(), game_options, book.deck.copy(), book.new_mask(), rng(1))
    book.loops.random_rounds(*arguments, 1)
    ours, theirs = [], []
    for _ in range(SAMPLES):
        start = time.perf_counter()
        book.loops.random_rounds(*arguments, OURS)
        ours.append((time.perf_counter() - start) / OURS)
        start = time.perf_counter()
        for i in range(THEIRS):
            pyspiel.evaluate_bots(peer.new_initial_state(), bots, i)
        theirs.append((time.perf_counter() - start) / THEIRS)
    best, median = min(theirs) / min(ours), float(np.median(np.array(theirs) / np.array(ours)))
    report.add("Oh Hell, 4 players, 10 cards: rounds per second", f"{1 / min(ours):,.0f}")
    report.add("OpenSpiel oh_hell, the same game: rounds per second", f"{1 / min(theirs):,.0f}")
    report.add("ratio", f"{best:.1f} (of the best samples; median {median:.1f})", ">= 20", best >= 20)


def _oh_hell() -> tuple[Any, Any]:
    """The rule book of the example, installed or not, and its options."""
    try:
        from oh_hell import GAME
    except ImportError:
        sys.path.append(str(EXAMPLE))
        from oh_hell import GAME
    options = GAME.options.read({"hands": "fixed", "tricks": TRICKS})
    return GAME.book, np.array(options.vector(PLAYERS, 0), np.int64)
