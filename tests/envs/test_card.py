"""Games on a graphics card, as far as that can be tested without one: in Numba's simulator, and what is refused."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from stichwerk.envs import devices
from stichwerk.envs.vector import VectorEnv
from stichwerk.errors import BadDevice

HERE = Path(__file__).resolve().parent


@pytest.mark.parametrize("what", ["rage", "null-nichtig", "alles-oder-nichts", "refusals"])
def test_the_simulated_card_plays_the_same_games(what: str) -> None:
    path = os.pathsep.join([str(HERE.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": path}
    command = [sys.executable, str(HERE / "simulated_card.py"), what]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("device", ["gpu", "cuda:", "cuda:x", "cuda:-1", "", None, 0])
def test_a_device_that_does_not_exist_is_refused(device: Any) -> None:
    with pytest.raises(BadDevice, match=r"there is no device .*: choose cpu, cuda, or cuda:0 and so on"):
        VectorEnv("rage", 2, device=device)


def test_without_its_packages_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "find_spec", lambda name: None)
    with pytest.raises(BadDevice, match=r'pip install "stichwerk\[gpu\]"'):
        VectorEnv("rage", 2, device="cuda")


def torch_that(init: Any, cards: int = 1) -> Any:
    """As much of PyTorch as is asked before anything is put on a card."""
    return SimpleNamespace(cuda=SimpleNamespace(init=init, device_count=lambda: cards))


def failing(problem: Exception) -> Any:
    def init() -> None:
        raise problem

    return init


@pytest.mark.parametrize(
    ("torch", "device", "said"),
    [
        (
            torch_that(failing(AssertionError("Torch not compiled with CUDA enabled"))),
            "cuda",
            "no graphics card was found",
        ),
        (
            torch_that(failing(RuntimeError("Found no NVIDIA driver on your system."))),
            "cuda",
            "no graphics card was found",
        ),
        (torch_that(failing(RuntimeError("The NVIDIA driver on your system is too old"))), "cuda", "driver .* too old"),
        (torch_that(lambda: None), "cuda:3", "there is no card cuda:3: the only card is cuda:0"),
        (torch_that(lambda: None, cards=2), "cuda:2", "there is no card cuda:2: the cards are cuda:0 to cuda:1"),
    ],
)
def test_a_card_that_cannot_be_used_is_refused(
    monkeypatch: pytest.MonkeyPatch, torch: Any, device: str, said: str
) -> None:
    monkeypatch.setattr(devices, "find_spec", lambda name: True)
    monkeypatch.setitem(sys.modules, "torch", torch)
    with pytest.raises(BadDevice, match=said):
        VectorEnv("rage", 2, device=device)
