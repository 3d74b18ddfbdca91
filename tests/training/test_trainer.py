"""The trainer for any game, as far as it can be tested without a graphics card: `make test-train` runs this."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from stichwerk.games import game_ids

HERE = Path(__file__).resolve().parent

pytestmark = pytest.mark.skipif(
    find_spec("torch") is None, reason="PyTorch is not installed: `make test-train` installs it and tests"
)


def in_a_process(folder: Path, *checks: str, **settings: str) -> None:
    """Run checks of `small_training` one after the other: in plain mode nothing needs to be compiled."""
    path = os.pathsep.join([str(HERE.parents[1] / "training"), *filter(None, [os.environ.get("PYTHONPATH")])])
    plain = {"NUMBA_DISABLE_JIT": "1", "OMP_NUM_THREADS": "1", "PYTHONPATH": path}
    environment = {**os.environ, **plain, **settings}
    command = [sys.executable, str(HERE / "small_training.py"), str(folder), *checks]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr


def test_a_training_learns_can_be_resumed_and_gives_a_bot(tmp_path: Path) -> None:
    last = game_ids()[-1]
    parts = [
        f"{check}:{last}"
        for check in ("training", "advantages", "population", "response", "anchor", "student", "refusals")
    ]
    in_a_process(
        tmp_path,
        *parts,
        *(f"bot:{game_id}" for game_id in game_ids()[:-1]),
        *(f"judge:{game_id}" for game_id in game_ids()),
    )


def test_a_simulated_card_has_the_same_tables(tmp_path: Path) -> None:
    in_a_process(tmp_path, *(f"card:{game_id}" for game_id in game_ids()), NUMBA_ENABLE_CUDASIM="1")
