"""The door to the compiler: where compiled code is kept, and the modes."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import pytest

import stichwerk
from stichwerk.kernel import jit as door
from stichwerk.kernel.jit import PLAIN, bind, jit, jit_apart, plain

compiled_only = pytest.mark.skipif(PLAIN, reason="nothing is compiled in plain mode")


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A new process, in compiled mode unless told otherwise."""
    env = {key: value for key, value in os.environ.items() if not key.startswith(("NUMBA", "STICHWERK"))}
    return subprocess.run([sys.executable, "-c", code], env={**env, **environment}, capture_output=True, text=True)


@jit
def doubled(x):
    return 2 * x


@jit_apart
def tripled(x):
    return 3 * x


def verb(x):  # pragma: no cover
    raise AssertionError("a template leaves it open")


def twice(x):
    return verb(verb(x))


def twice_and_one(x):
    return twice(x) + 1


def test_templates_are_bound_to_verbs_and_to_each_other():
    with_two = bind("two", (twice, twice_and_one), {"verb": doubled})
    with_three = bind("three", (twice, twice_and_one), {"verb": tripled}, apart=(twice,))
    assert with_two["twice_and_one"](5) == 21
    assert with_three["twice_and_one"](5) == 46


def test_two_sets_of_verbs_under_one_name_are_not_mixed_up():
    assert bind("same", (twice,), {"verb": doubled})["twice"](1) == 4
    assert bind("same", (twice,), {"verb": tripled})["twice"](1) == 9


def test_plain_gives_the_python_function():
    assert plain(doubled)("ab") == "abab"
    assert plain(twice) is twice


def test_other_users_of_numba_keep_their_cache():
    before = numba.config.CACHE_DIR
    jit(lambda x: x)
    assert before == numba.config.CACHE_DIR


def test_the_cache_is_named_by_a_hash_of_the_sources(tmp_path):
    """An edit in any file of kernel or games leads to another folder: Numba would not notice it."""
    package = tmp_path / "stichwerk"
    shutil.copytree(Path(stichwerk.__file__).parent, package)
    code = "from stichwerk.kernel.jit import cache_folder; print(cache_folder().name)"

    def folder() -> str:
        return run(code, PYTHONPATH=str(tmp_path), STICHWERK_CACHE=str(tmp_path / "cache")).stdout

    first = folder()
    assert first
    assert folder() == first
    with (package / "games/rage/state.py").open("a") as file:
        file.write("# edited\n")
    assert folder() not in ("", first)


@compiled_only
def test_compiled_code_is_found_again(tmp_path):
    code = (
        "from stichwerk.kernel.rng import rng, draw; draw(rng(1));"
        "print(sum(draw.stats.cache_hits.values()), sum(draw.stats.cache_misses.values()))"
    )
    assert run(code, STICHWERK_CACHE=str(tmp_path)).stdout == "0 1\n"
    assert run(code, STICHWERK_CACHE=str(tmp_path)).stdout == "1 0\n"


def test_a_cache_that_cannot_be_written_is_no_error(tmp_path):
    blocked = tmp_path / "a file, not a folder"
    blocked.touch()
    code = (
        "from stichwerk.kernel.jit import cache_folder; from stichwerk.kernel.rng import rng;"
        "print(cache_folder(), rng(1)[3])"
    )
    answer = run(code, STICHWERK_CACHE=str(blocked))
    assert (answer.stdout, answer.stderr) == ("None 17\n", "")


OUT_OF_RANGE = """
import numpy as np
from stichwerk.kernel.bits import nth
from stichwerk.kernel.rng import draw
draw(np.zeros(2, np.int64))
"""


def test_bounds_checked_mode_checks_bounds(tmp_path):
    answer = run(OUT_OF_RANGE, NUMBA_BOUNDSCHECK="1", STICHWERK_CACHE=str(tmp_path))
    assert "IndexError" in answer.stderr


def test_bounds_checked_code_is_kept_apart(monkeypatch):
    folder = door._fingerprint(frozenset())
    monkeypatch.setattr(door, "BOUNDS_CHECKED", not door.BOUNDS_CHECKED)
    assert door._fingerprint(frozenset()) != folder
