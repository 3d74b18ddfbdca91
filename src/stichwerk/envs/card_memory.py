"""Memory on a graphics card, as PyTorch's tensors; in Numba's simulator, which needs no card, as NumPy's arrays.

Tensors have a row for each game, but lie in columns: see `kernel.columns`.
"""

from typing import Any, Protocol

import numpy as np

from stichwerk.errors import BadDevice
from stichwerk.kernel.card import SIMULATED, cuda
from stichwerk.kernel.columns import field_columns


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
        """Actions from anywhere as a tensor like ``room``; None if their number or kind is another."""

    def for_kernel(self, argument: Any) -> Any:
        """What a kernel takes for a tensor; anything else stays what it is."""

    def run(self, kernel: Any, games: int, together: int, arguments: tuple[Any, ...]) -> None:
        """Start a kernel for so many games, with blocks of so many threads."""


def memory(number: int) -> CardMemory:
    """The memory of a card, which must be there."""
    return SimulatedMemory() if SIMULATED else TorchMemory(number)


class TorchMemory:
    """Tensors on a card."""

    #: How many blocks of a kernel a multiprocessor is given: more would push each other's work out of the cache.
    BLOCKS = 8

    def __init__(self, number: int) -> None:
        import torch

        self._torch = torch
        self._number = number
        self._device = torch.device("cuda", number)
        self._processors = torch.cuda.get_device_properties(self._device).multi_processor_count
        self._streams: dict[int, Any] = {}

    def require(self, games: int, each: int) -> None:
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
        fits = given.is_contiguous() and (given.dtype, given.device) == (room.dtype, room.device)
        return given if fits else room.copy_(given)

    def for_kernel(self, argument: Any) -> Any:
        return cuda.as_cuda_array(argument) if isinstance(argument, self._torch.Tensor) else argument

    def run(self, kernel: Any, games: int, together: int, arguments: tuple[Any, ...]) -> None:
        blocks = min(-(-games // together), self._processors * self.BLOCKS)
        with cuda.gpus[self._number]:
            kernel[blocks, together, self._stream()](*map(self.for_kernel, arguments))

    def _stream(self) -> Any:
        """The stream that PyTorch is working on, so that everything happens in the order of the program."""
        handle = self._torch.cuda.current_stream(self._device).cuda_stream
        if handle not in self._streams:
            self._streams[handle] = cuda.external_stream(handle) if handle else cuda.default_stream()
        return self._streams[handle]

    def _kind(self, kind: Any) -> Any:
        return getattr(self._torch, np.dtype(kind).name)


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
        return given.astype(room.dtype)

    def for_kernel(self, argument: Any) -> Any:
        return argument

    def run(self, kernel: Any, games: int, together: int, arguments: tuple[Any, ...]) -> None:
        kernel[1, min(games, 2)](*arguments)
