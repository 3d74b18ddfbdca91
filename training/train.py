"""Train a network for any game: ``python training/train.py rage --device cuda --to rage``.

All variants and numbers of players are learned by one network, against itself and a population (`population`). Into the
folder come ``network.npz``, which the bot ``network@file=…`` plays by, and ``quick.npz`` if a smaller one is wanted
that plays alike (``--student 64 64``; with ``--rate 0`` it alone learns), each with the judge; ``curve.csv``; and
``checkpoint.pt``: the same command goes on from there. Needs PyTorch; on a graphics card minutes suffice (``pip install
"stichwerk[gpu]"``). The same settings and seed give the same network on the same machine.
"""

import argparse
import csv
import sys
import time
from dataclasses import MISSING, fields, replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plan import TrainingPlan

from stichwerk.errors import StichwerkError
from stichwerk.games import game, game_ids

if TYPE_CHECKING:
    from learner import Learner

#: How long an iteration takes is known by those between these. (The first are slow.)
_FIRST, _FITTED = 3, 12

NETWORK, STUDENT, CURVE, CHECKPOINT = "network.npz", "quick.npz", "curve.csv", "checkpoint.pt"


def train(learner: "Learner", folder: Path, seconds: float, every: int, fit: bool = False) -> None:
    """Learn until the plan is done or the time is over, and keep what there is after every so many iterations."""
    folder.mkdir(parents=True, exist_ok=True)
    checkpoint = folder / CHECKPOINT
    if checkpoint.exists():
        learner.resume(checkpoint)
    began, first = time.monotonic(), 0.0
    while learner.iteration < learner.plan.iterations:
        about = learner.learn()
        if fit and learner.iteration == _FIRST:
            first = learner.seconds
        if fit and learner.iteration == _FITTED:
            fit_in(learner, seconds, (learner.seconds - first) / (_FITTED - _FIRST))
        late = time.monotonic() - began >= seconds
        if learner.iteration % every == 0 or late or learner.iteration == learner.plan.iterations:
            report(learner, folder / CURVE, about | learner.population.results(learner.record))
            learner.write(folder / NETWORK, folder / STUDENT)
            learner.save(checkpoint)
        if late:
            break


def fit_in(learner: "Learner", seconds: float, each: float) -> None:
    """Plan as many iterations as the time allows, if each takes so long."""
    learner.plan = replace(learner.plan, iterations=max(learner.iteration, int(seconds / each)))
    print(f"{learner.plan.iterations} iterations fit into {seconds:.0f} seconds", flush=True)


def report(learner: "Learner", curve: Path, about: dict[str, float]) -> None:
    """A line of the curve, and one for who watches."""
    pace = learner.decisions / learner.seconds
    numbers = {"iteration": learner.iteration, "decisions": learner.decisions, "seconds": learner.seconds} | about
    new = not curve.exists()
    with curve.open("a", newline="") as file:
        writer = csv.writer(file)
        if new:
            writer.writerow(numbers)
        writer.writerow([number if isinstance(number, int) else f"{number:.4g}" for number in numbers.values()])
    met = "  ".join(f"{name} {number:+.2f}" for name, number in about.items() if ", " in name)
    spent = sum(learner.parts.values())
    shares = "  ".join(f"{part} {seconds / spent:.0%}" for part, seconds in learner.parts.items())
    print(
        f"{learner.seconds:5.0f} s  {learner.iteration}/{learner.plan.iterations}"
        f"  {pace / 1e6:.2f} M decisions/s ({shares})"
        f"  variety {about['variety']:.2f}  wrong {about['wrong']:.3f}  {met}",
        flush=True,
    )


def main() -> int:
    """Read the command line, and train."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=game_ids())
    parser.add_argument("--to", type=Path, default=Path("trained"), help="the folder for what is learned")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so long; later it goes on")
    parser.add_argument("--fit", action="store_true", help="plan as many iterations as fit into these seconds")
    parser.add_argument("--every", type=int, default=20, help="keep what there is after so many iterations")
    for each in fields(TrainingPlan):
        _add(parser, each)
    asked = vars(parser.parse_args())
    names = {each.name for each in fields(TrainingPlan)}
    if find_spec("torch") is None:
        print('error: training needs PyTorch: pip install "stichwerk[gpu]"', file=sys.stderr)
        return 2
    import torch
    from learner import Learner

    try:
        plan = TrainingPlan(**{name: _plain(value) for name, value in asked.items() if name in names})
        train(Learner(game(asked["game"]), plan), asked["to"], asked["seconds"], asked["every"], asked["fit"])
    except StichwerkError as problem:
        print(f"error: {problem}", file=sys.stderr)
        return 2
    except torch.OutOfMemoryError:
        print("error: the card has too little memory for so many tables: take fewer --tables", file=sys.stderr)
        return 2
    return 0


def _add(parser: argparse.ArgumentParser, each: Any) -> None:
    """A setting of the plan as an option."""
    name, default = f"--{each.name.replace('_', '-')}", each.default
    assert default is not MISSING
    if isinstance(default, bool):
        parser.add_argument(name, action=argparse.BooleanOptionalAction, default=default)
    elif isinstance(default, tuple):
        kind = int if "int" in str(each.type) else str
        parser.add_argument(name, nargs="+" if default else "*", type=kind, default=default)
    else:
        parser.add_argument(name, type=type(default), default=default)


def _plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


if __name__ == "__main__":
    sys.exit(main())
