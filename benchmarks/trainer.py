"""How fast a training is: ``PYTHONPATH=training python benchmarks/trainer.py rage``, on a machine with a graphics card.

It prints the decisions per second and the parts of the time, as in experiments/trained.md.
"""

import argparse
from typing import Any

import torch
from learner import Learner
from plan import TrainingPlan

from stichwerk.games import game, game_ids

SIZES: tuple[dict[str, Any], ...] = (
    {"tables": 131072, "batch": 131072},
    {},
    {"widths": (256, 128), "judge_widths": (256, 128)},
    {"tables": 32768, "batch": 32768},
)
ITERATIONS = 6


def main() -> None:
    """A line for each size."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=game_ids())
    parser.add_argument("--device", default="cuda")
    asked = parser.parse_args()
    print("| tables | networks | decisions/s | playing | judging | learning |\n|---|---|---|---|---|---|")
    for size in SIZES:
        learner = Learner(game(asked.game), TrainingPlan(device=asked.device, **size))
        learner.learn()
        learner.parts.clear()
        learner.decisions, learner.seconds = 0, 0.0
        for _ in range(ITERATIONS):
            learner.learn()
        pace = learner.decisions / learner.seconds / 1e6
        parts = " | ".join(f"{1e3 * spent / ITERATIONS:.0f} ms" for spent in learner.parts.values())
        widths = ", ".join(map(str, learner.plan.widths))
        print(f"| {learner.plan.tables:,} | {widths} | {pace:.1f} million | {parts} |", flush=True)
        del learner
        torch.cuda.empty_cache()


if __name__ == "__main__":
    main()
