"""A state in columns as a type of Numba's on the card: ``s.field`` becomes a place among the columns.

This is the one place that speaks to the inside of the compiler. `columns` says what it is for.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from llvmlite import ir
from numba.cuda import cgutils, types
from numba.cuda.cudadecl import registry as typings
from numba.cuda.cudaimpl import registry as lowerings
from numba.cuda.extending import intrinsic, models, register_model
from numba.cuda.np.arrayobj import make_array, populate_array
from numba.cuda.np.numpy_support import from_dtype
from numba.cuda.typing.templates import AttributeTemplate

_BYTES = ir.IntType(8).as_pointer()


class ColumnType(types.Type):
    """A state among others whose numbers stand side by side."""

    def __init__(self, record: np.dtype[Any]) -> None:
        self.record = from_dtype(record)
        super().__init__(name=f"Column({self.record.name})")

    def place(self, name: str) -> tuple[int, Any, tuple[int, ...]]:
        """Where a field begins, the type of its numbers, and its shape."""
        kind = self.record.typeof(name)
        nested = isinstance(kind, types.NestedArray)
        return self.record.offset(name), kind.dtype if nested else kind, kind.shape if nested else ()


@register_model(ColumnType)
class _Model(models.StructModel):
    def __init__(self, manager: Any, column: ColumnType) -> None:
        super().__init__(manager, column, [("data", types.voidptr), ("n", types.int64), ("i", types.int64)])


@typings.register_attr
class _Fields(AttributeTemplate):
    key = ColumnType

    def generic_resolve(self, column: ColumnType, name: str) -> Any:
        if name not in column.record.fields:
            return None
        _, number, shape = column.place(name)
        return types.Array(number, len(shape), "A") if shape else number


@lowerings.lower_getattr_generic(ColumnType)
def _get(context: Any, builder: Any, column: ColumnType, value: Any, name: str) -> Any:
    start, number, shape = column.place(name)
    state = cgutils.create_struct_proxy(column)(context, builder, value=value)
    pointer = _pointer(context, builder, state, start, number)
    if not shape:
        return context.unpack_value(builder, number, pointer)
    size = context.get_abi_sizeof(context.get_data_type(number))
    steps = [int(np.prod(shape[axis + 1 :])) * size for axis in range(len(shape))]
    array = make_array(types.Array(number, len(shape), "A"))(context, builder)
    populate_array(
        array,
        data=pointer,
        shape=cgutils.pack_array(builder, [_int64(length) for length in shape]),
        strides=cgutils.pack_array(builder, [builder.mul(_int64(step), state.n) for step in steps]),
        itemsize=_int64(size),
        meminfo=None,
    )
    return array._getvalue()


@lowerings.lower_setattr_generic(ColumnType)
def _set(context: Any, builder: Any, signature: Any, arguments: Any, name: str) -> None:
    column, given = signature.args
    start, number, shape = column.place(name)
    assert not shape, "a row is filled number by number"
    state = cgutils.create_struct_proxy(column)(context, builder, value=arguments[0])
    written = context.cast(builder, arguments[1], given, number)
    context.pack_value(builder, number, written, _pointer(context, builder, state, start, number))


def _pointer(context: Any, builder: Any, state: Any, start: int, number: Any) -> Any:
    """Where the number of this game stands whose column begins ``start`` bytes into a record."""
    llvm = context.get_data_type(number)
    size = context.get_abi_sizeof(llvm)
    place = builder.add(builder.mul(_int64(start), state.n), builder.mul(_int64(size), state.i))
    return builder.bitcast(builder.gep(builder.bitcast(state.data, _BYTES), [place]), llvm.as_pointer())


def _int64(number: int) -> Any:
    return ir.Constant(ir.IntType(64), number)


def column(record: np.dtype[Any]) -> Any:
    """The function for kernels that finds a state: ``column(words, n, i)`` is game ``i`` of ``n``."""
    found = ColumnType(record)

    @intrinsic
    def at(context: Any, words: Any, n: Any, i: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = make_array(signature.args[0])(context, builder, arguments[0])
            state = cgutils.create_struct_proxy(found)(context, builder)
            state.data = builder.bitcast(array.data, _BYTES)
            state.n, state.i = arguments[1:]
            return state._getvalue()

        return found(words, types.int64, types.int64), emit

    return at


@intrinsic
def copy(context: Any, source: Any, target: Any) -> Any:
    """Copy a state from some columns to others, number by number."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        one, other = (
            cgutils.create_struct_proxy(kind)(context, builder, value=value)
            for kind, value in zip(signature.args, arguments, strict=True)
        )
        for start, number in _numbers(context, signature.args[0]):
            read = builder.load(_pointer(context, builder, one, start, number))
            builder.store(read, _pointer(context, builder, other, start, number))
        return context.get_dummy_value()

    return types.void(source, target), emit


def _numbers(context: Any, column: ColumnType) -> Iterator[tuple[int, Any]]:
    """Every number of a record: where it stands, and its type."""
    for name in column.record.fields:
        start, number, shape = column.place(name)
        size = context.get_abi_sizeof(context.get_data_type(number))
        for k in range(int(np.prod(shape))):
            yield start + k * size, number
