"""The environments are an extra: nothing else loads them, and each needs only the library it is named after."""

import subprocess
import sys

import pytest

THIRD_PARTY = ("gymnasium", "pettingzoo", "pyspiel", "open_spiel")


def run(program: str) -> None:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_command_and_a_match_do_not_load_them() -> None:
    run(
        "import sys, stichwerk.cli.main, stichwerk.play.match, stichwerk.bulk.simulate\n"
        f"loaded = [name for name in sys.modules if name.startswith(('stichwerk.envs', *{THIRD_PARTY}))]\n"
        "assert not loaded, loaded"
    )


@pytest.mark.parametrize(
    ("module", "needed"),
    [
        ("vector", ()),
        ("gymnasium", ("gymnasium",)),
        ("pettingzoo", ("gymnasium", "pettingzoo")),
        ("openspiel", ("pyspiel",)),
        ("spiel_table", ("pyspiel",)),
    ],
)
def test_each_needs_only_its_own_library(module: str, needed: tuple[str, ...]) -> None:
    missing = [name for name in THIRD_PARTY if name not in needed]
    run(f"import sys; sys.modules.update(dict.fromkeys({missing})); import stichwerk.envs.{module}")


def test_the_vector_environment_plays_without_any_of_them() -> None:
    run(
        f"import sys; sys.modules.update(dict.fromkeys({list(THIRD_PARTY)}))\n"
        "from stichwerk.envs.vector import VectorEnv\n"
        "env = VectorEnv('rage', 4)\n"
        "env.reset(seed=1)\n"
        "env.step(env.sample())"
    )
