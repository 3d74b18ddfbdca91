"""Compiled and plain mode do the same, move by move. (Plain mode checks every index, too.)"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from stichwerk.games import game_ids
from stichwerk.kernel.jit import PLAIN
from support.mode_trace import traces


@pytest.mark.parametrize("game_id", game_ids())
def test_every_move_is_the_same_in_plain_mode(game_id):
    assert not PLAIN, "this test is for the compiled mode"
    program = str(Path(__file__).parents[1] / "support/mode_trace.py")
    other = subprocess.run(
        [sys.executable, program, game_id], env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True
    )
    assert other.returncode == 0, other.stderr[-2000:]
    for ours, theirs in zip(traces(game_id), other.stdout.splitlines(), strict=True):
        assert ours == theirs
