"""For a machine with a graphics card: are the games there the same as on the processor, bit for bit?

``PYTHONPATH=tests python tests/gpu/same_games.py`` compares every variant of `env_tables`, tries what is to be refused,
and prints a table; with ``--save`` it is appended to results.md beside this file.
"""

import datetime
import sys
from functools import partial
from pathlib import Path
from typing import Any

from stichwerk.envs.vector import VectorEnv
from stichwerk.errors import BadDevice, IllegalMove
from support.card_games import same, same_games
from support.env_tables import VARIANTS

RESULTS = Path(__file__).with_name("results.md")
GAMES, STEPS, PLAYED = 1001, 150, 500


def main() -> int:
    """Everything, one line for each; how many of them are wrong."""
    lines, wrong = ["| what | games | compared | same |", "|---|---|---|---|"], 0
    compared = f"2 × {STEPS} steps, then {PLAYED} at once"
    for variant in VARIANTS:
        how = tried(partial(same_games, variant, GAMES, STEPS, PLAYED))
        lines.append(f"| {variant} | {GAMES} | {compared} | {how} |")
        wrong += how != "yes"
    for check in (tensors_are_the_memory, illegal_actions_are_refused, too_many_games_are_refused, other_streams):
        how = tried(check)
        lines.append(f"| {(check.__doc__ or '').rstrip('.')} | | | {how} |")
        wrong += how != "yes"
    print("\n".join(lines))
    if "--save" in sys.argv:
        with RESULTS.open("a") as file:
            file.write(f"\n## {datetime.date.today()}: {machine()}\n\n" + "\n".join(lines) + "\n")
    return wrong


def tried(check: Any) -> str:
    """Whether it holds, and if not, why."""
    try:
        check()
    except AssertionError as problem:
        return "NO: " + " ".join(str(problem).split())[:200]
    return "yes"


def tensors_are_the_memory() -> None:
    """what the environment hands out is a tensor on the card, and the same one after every step."""
    env = VectorEnv("rage", 64, device="cuda")
    before: Any
    after: Any
    before, infos = env.reset(seed=1)
    pointers = [before[name].data_ptr() for name in before]
    seats = infos["seat"].clone()
    after, rewards, *_ = env.step(env.sample())
    assert all(tensor.is_cuda for tensor in (*after.values(), rewards, env.states["hand"]))
    assert [after[name].data_ptr() for name in after] == pointers
    assert (infos["seat"] != seats).all()
    assert env.states["hand"].shape == (64, 8, 3)


def illegal_actions_are_refused() -> None:
    """an illegal action is refused in the same words, and nothing happens."""
    said = []
    for device in ("cpu", "cuda"):
        env = VectorEnv("rage", 12, players=4, device=device)
        env.reset(seed=1)
        states: Any = env.states
        before = (states.copy() if device == "cpu" else states.records()).tobytes()
        actions = env.sample()
        actions[3] = 5
        try:
            env.step(actions)
        except IllegalMove as problem:
            said.append(str(problem))
        assert (states if device == "cpu" else states.records()).tobytes() == before
    assert len(set(said)) == 1, said
    assert len(said) == 2, said


def too_many_games_are_refused() -> None:
    """more games than the card has memory for are refused in a sentence."""
    said = ""
    try:
        VectorEnv("rage", 2_000_000_000, device="cuda")
    except BadDevice as problem:
        said = str(problem)
    assert "GB are free there: play fewer at once" in said, said


def other_streams() -> None:
    """on another stream of PyTorch's everything is in order, too."""
    import torch

    here, there = (VectorEnv("rage", 500, device=device) for device in ("cpu", "cuda"))
    with torch.cuda.stream(torch.cuda.Stream()):
        same(here.reset(seed=3), there.reset(seed=3))
        for _ in range(60):
            same(here.step(here.sample()), there.step(there.sample()))


def machine() -> str:
    """The card and what was installed."""
    import numba_cuda
    import numpy as np
    import torch

    card = torch.cuda.get_device_name()
    return f"{card}, PyTorch {torch.__version__}, numba-cuda {numba_cuda.__version__}, NumPy {np.__version__}"


if __name__ == "__main__":
    sys.exit(main())
