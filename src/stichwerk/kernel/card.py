"""The door to the other compiler, that for graphics cards: it gets the same rules, rebuilt function by function.

It needs numba-cuda (in the extra ``stichwerk[gpu]``) or, with ``NUMBA_ENABLE_CUDASIM=1``, the simulator that comes with
Numba. Nothing loads this module before a card is asked for.
"""

from collections.abc import Callable, Container, Iterable, Mapping
from functools import cache
from typing import Any

import numba
import numpy as np

if "row_stack" not in vars(np):  # NumPy 2.5 has dropped the name, and numba-cuda 0.30 still asks for it
    vars(np)["row_stack"] = np.vstack

from numba import cuda as cuda

from stichwerk.kernel import bits
from stichwerk.kernel.jit import with_globals

_REGISTERS = 128

#: Whether there is no card, and kernels run as ordinary Python.
SIMULATED = bool(numba.config.ENABLE_CUDASIM)


def bind_on_card(
    templates: Iterable[Callable[..., Any]],
    verbs: Mapping[str, Any],
    kernels: Container[Callable[..., Any]],
    **constants: Any,
) -> dict[str, Any]:
    """What `jit.bind` does, for the card: ``templates`` with the names they leave open set to ``verbs``. Those among
    ``kernels`` are started from Python, the others are called by them.
    """
    bound: dict[str, Any] = {name: on_card(verb) for name, verb in verbs.items()}
    for template in templates:
        copy = _rebuilt(template, {**constants, **bound})
        bound[template.__name__] = _started(copy) if template in kernels else _called(copy)
    return bound


@cache
def on_card(function: Any) -> Any:
    """A compiled function as the card can call it, down to what it calls; anything else as it is."""
    if function in _INSTEAD:
        return _INSTEAD[function]
    return _called(_rebuilt(function.py_func, {})) if hasattr(function, "py_func") else function


def use_instead(function: Any, other: Callable[..., Any]) -> None:
    """From now on, call another function on the card in the place of a compiled one that does not suit it."""
    _INSTEAD[function] = _called(other)


def _rebuilt(source: Any, names: Mapping[str, Any]) -> Any:
    """A copy that calls what is on the card."""
    known = source.__globals__
    called = {name: known[name] for name in source.__code__.co_names if name in known}
    return with_globals(
        source, {name: on_card(value) for name, value in called.items() if callable(value)} | dict(names)
    )


def _started(kernel: Any) -> Any:
    # With more registers for each thread a card runs fewer threads at a time than there is work for.
    return cuda.jit(kernel) if SIMULATED else cuda.jit(max_registers=_REGISTERS)(kernel)


def _called(function: Any) -> Any:
    # The simulator would only slow it down: what is called from a kernel does not ask who calls.
    return function if SIMULATED else cuda.jit(device=True, forceinline=True)(function)


def _popcount(word: int) -> Any:
    return np.int64(cuda.popc(word))


def _lowest(word: int) -> Any:
    return np.int64(cuda.ffs(word)) - 1


def _highest(word: int) -> Any:
    return 63 - np.int64(cuda.clz(word))


#: What is one instruction on the processor, and another one (or a simple loop) on the card.
_INSTEAD: dict[Any, Any] = (
    {bits.popcount: bits.plain_popcount, bits.lowest: bits.plain_lowest, bits.highest: bits.plain_highest}
    if SIMULATED
    else {bits.popcount: _called(_popcount), bits.lowest: _called(_lowest), bits.highest: _called(_highest)}
)
if bits.nth_bit is not bits.walk_to_bit:
    _INSTEAD[bits.nth_bit] = on_card(bits.walk_to_bit)
