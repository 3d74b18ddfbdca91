"""Memory on a graphics card, as PyTorch's tensors; in Numba's simulator, which needs no card, as NumPy's arrays.

Tensors have a row for each game, but lie in columns: see `kernel.columns`.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

import numba
import numpy as np

from stichwerk.errors import BadDevice
from stichwerk.kernel.card import SIMULATED, cuda
from stichwerk.kernel.columns import field_columns


class Threads(NamedTuple):
    """How many threads work together in a block, and how many blocks each multiprocessor of the card is given."""

    together: int
    blocks: int


#: Kernels, each with its threads and its arguments.
Launches = Sequence[tuple[Any, Threads, Sequence[Any]]]


class CardMemory(Protocol):
    """What the games need of a card."""

    def require(self, games: int, each: int) -> None:
        """Refuse so many games of so many bytes if they do not fit."""

    def zeros(self, shape: tuple[int, ...], kind: Any) -> Any:
        """A new tensor, in columns."""

    def copy(self, array: Any) -> Any:
        """A small array as a tensor."""

    def field(self, words: Any, record: np.dtype[Any], name: str, games: int) -> Any:
        """A field of states that lie in columns, not a copy."""

    def fetched(self, tensor: Any) -> Any:
        """A copy as an array in the processor's memory."""

    def read(self, actions: Any, room: Any) -> Any | None:
        """Write actions from anywhere into ``room``; None if their number or kind is another."""

    def run(self, kernel: Any, games: int, threads: Threads, arguments: Sequence[Any]) -> None:
        """Start a kernel for so many games."""

    def recorded(self, launches: Launches, games: int) -> Callable[[], None]:
        """Kernels that are started one after the other again and again, with the same arguments."""


def memory(number: int) -> CardMemory:
    """The memory of a card, which must be there."""
    return SimulatedMemory() if SIMULATED else TorchMemory(number)


class TorchMemory:
    """Tensors on a card."""

    def __init__(self, number: int) -> None:
        import torch

        self._torch = torch
        self._number = number
        self._device = torch.device("cuda", number)
        self._processors = torch.cuda.get_device_properties(self._device).multi_processor_count
        self._streams: dict[int, Any] = {}

    def require(self, games: int, each: int) -> None:
        self._torch.cuda.empty_cache()  # what PyTorch keeps for later is free, too
        free, _ = self._torch.cuda.mem_get_info(self._device)
        if games * each > free:
            needed = f"{games:,} games need {games * each / 1e9:.1f} GB on the card"
            raise BadDevice(f"{needed}, and {free / 1e9:.1f} GB are free there: play fewer at once")

    def zeros(self, shape: tuple[int, ...], kind: Any) -> Any:
        made = self._torch.zeros(shape[::-1], dtype=self._kind(kind), device=self._device)
        return made.permute(*reversed(range(len(shape))))

    def copy(self, array: Any) -> Any:
        return self._torch.as_tensor(array, device=self._device)

    def field(self, words: Any, record: np.dtype[Any], name: str, games: int) -> Any:
        fields: Any = record.fields
        kind, start = fields[name][:2]
        there = words.view(self._torch.uint8)[start * games : (start + kind.itemsize) * games]
        return there.view(self._kind(kind.base)).view(*kind.shape, games).movedim(-1, 0)

    def fetched(self, tensor: Any) -> Any:
        return tensor.cpu().numpy()

    def read(self, actions: Any, room: Any) -> Any | None:
        given = self._torch.as_tensor(actions)
        whole = not (given.is_floating_point() or given.is_complex() or given.dtype == self._torch.bool)
        if given.shape != room.shape or not whole:
            return None
        return room.copy_(given)

    def _for_kernel(self, argument: Any) -> Any:
        return cuda.as_cuda_array(argument) if isinstance(argument, self._torch.Tensor) else argument

    def run(self, kernel: Any, games: int, threads: Threads, arguments: Sequence[Any]) -> None:
        blocks = min(-(-games // threads.together), self._processors * threads.blocks)
        with cuda.gpus[self._number], _few_blocks_are_no_mistake():
            kernel[max(blocks, 1), threads.together, self._stream()](games, *map(self._for_kernel, arguments))

    def recorded(self, launches: Launches, games: int) -> Callable[[], None]:
        for kernel, threads, arguments in launches:
            self.run(kernel, 0, threads, arguments)  # it is compiled, and does nothing yet
        # To start a kernel from Python takes longer than many a kernel. A graph of several is started at once.
        graph = self._torch.cuda.CUDAGraph()
        with self._torch.cuda.device(self._device), self._torch.cuda.graph(graph, capture_error_mode="thread_local"):
            for kernel, threads, arguments in launches:
                self.run(kernel, games, threads, arguments)
        replay: Callable[[], None] = graph.replay
        return replay

    def _stream(self) -> Any:
        """The stream that PyTorch is working on, so that everything happens in the order of the program."""
        handle = self._torch.cuda.current_stream(self._device).cuda_stream
        if handle not in self._streams:
            self._streams[handle] = cuda.external_stream(handle) if handle else cuda.default_stream()
        return self._streams[handle]

    def _kind(self, kind: Any) -> Any:
        return getattr(self._torch, np.dtype(kind).name)


@contextmanager
def _few_blocks_are_no_mistake() -> Iterator[None]:
    """Numba warns of kernels that do not fill the card. A few games do not, and that is all right."""
    before, numba.config.CUDA_LOW_OCCUPANCY_WARNINGS = numba.config.CUDA_LOW_OCCUPANCY_WARNINGS, 0
    try:
        yield
    finally:
        numba.config.CUDA_LOW_OCCUPANCY_WARNINGS = before


class SimulatedMemory:
    """Arrays of NumPy's, for tests where there is no card."""

    def require(self, games: int, each: int) -> None:
        return

    def zeros(self, shape: tuple[int, ...], kind: Any) -> Any:
        return np.zeros(shape, kind, order="F")

    def copy(self, array: Any) -> Any:
        return np.array(array)

    def field(self, words: Any, record: np.dtype[Any], name: str, games: int) -> Any:
        return field_columns(words, record, name, games)

    def fetched(self, tensor: Any) -> Any:
        return tensor

    def read(self, actions: Any, room: Any) -> Any | None:
        given = np.asarray(actions)
        if given.shape != room.shape or given.dtype.kind not in "iu":
            return None
        room[:] = given
        return room

    def run(self, kernel: Any, games: int, threads: Threads, arguments: Sequence[Any]) -> None:
        kernel[1, min(games, 2)](games, *arguments)

    def recorded(self, launches: Launches, games: int) -> Callable[[], None]:
        def replay() -> None:
            for kernel, threads, arguments in launches:
                self.run(kernel, games, threads, arguments)

        return replay
