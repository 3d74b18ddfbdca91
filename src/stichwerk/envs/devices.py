"""Where the games of a vector environment are played: on the processor, or on a graphics card."""

import re
from importlib.util import find_spec
from typing import Any

import numba

from stichwerk.envs.episode import EpisodePlan
from stichwerk.envs.on_processor import ProcessorGames
from stichwerk.errors import BadDevice, quoted


def games_on(device: Any, plan: EpisodePlan, games: int, threads: int) -> Any:
    """Games on ``cpu``, or on a card: ``cuda``, or ``cuda:1`` if there are several."""
    if device == "cpu":
        return ProcessorGames(plan, games, threads)
    number = card_number(device)
    from stichwerk.envs.on_card import CardGames

    return CardGames(plan, games, number)


def card_number(device: Any) -> int:
    """The number of a card that is there and can be used; refuses any other device."""
    if not isinstance(device, str) or not re.fullmatch(r"cuda(:[0-9]{1,3})?", device):
        raise BadDevice(f"there is no device {quoted(device)}: choose cpu, cuda, or cuda:0 and so on")
    number = int(device.partition(":")[2] or 0)
    if not numba.config.ENABLE_CUDASIM:
        _check_card(number)
    return number


def _check_card(number: int) -> None:
    """Refuse a card that is not there, or that cannot be used, with the reason."""
    if find_spec("torch") is None or find_spec("numba_cuda") is None:
        raise BadDevice('a graphics card needs PyTorch and numba-cuda: pip install "stichwerk[gpu]"')
    import torch

    try:
        torch.cuda.init()
    except (AssertionError, RuntimeError) as problem:
        if "too old" in str(problem):
            raise BadDevice(
                "the driver of the graphics card is too old for this PyTorch: install a newer one"
            ) from None
        raise BadDevice("no graphics card was found that CUDA can use: play on the cpu") from None
    if number >= (cards := torch.cuda.device_count()):
        there = "the only card is cuda:0" if cards == 1 else f"the cards are cuda:0 to cuda:{cards - 1}"
        raise BadDevice(f"there is no card cuda:{number}: {there}")
