"""Programs in plain mode, to compare what they print with what compiled code does here."""

import os
import subprocess
import sys
from pathlib import Path

from stichwerk.games import game_ids
from stichwerk.kernel.jit import PLAIN

HERE = Path(__file__).parent


def in_plain_mode(name: str) -> list[str]:
    """What a program of this folder prints of all games, line by line: in one process, as each takes two seconds to
    start."""
    assert not PLAIN, "this is for tests in the compiled mode"
    path = os.pathsep.join([str(HERE.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        [sys.executable, str(HERE / name), *game_ids()],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()
