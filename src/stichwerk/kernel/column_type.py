"""A state in columns as a type of Numba's on the card: ``s.field`` becomes a place among the columns.

This is the one place that speaks to the inside of the compiler; `columns` says what it is for. Arrays of Numba's own
with strides would do the same, but for each number that they read or write they ask whether the index is negative.
"""

import operator
from collections.abc import Iterator
from typing import Any

import numpy as np
from llvmlite import ir
from numba.cuda import cgutils, types
from numba.cuda.cudadecl import registry as typings
from numba.cuda.cudaimpl import registry as lowerings
from numba.cuda.extending import intrinsic, models, register_model
from numba.cuda.np.arrayobj import make_array
from numba.cuda.np.numpy_support import from_dtype
from numba.cuda.typing.templates import AbstractTemplate, AttributeTemplate, signature

_BYTE, _INT64 = ir.IntType(8), ir.IntType(64)


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


class RowType(types.Type):
    """Numbers of one game, each in another column; with a ``width`` rows of so many."""

    def __init__(self, number: Any, width: int = 0) -> None:
        self.number, self.width = number, width
        super().__init__(name=f"Row({number}, {width})")


@register_model(ColumnType)
class _ColumnModel(models.StructModel):
    def __init__(self, manager: Any, kind: ColumnType) -> None:
        super().__init__(manager, kind, [("data", types.voidptr), ("n", types.int64), ("i", types.int64)])


@register_model(RowType)
class _RowModel(models.StructModel):
    def __init__(self, manager: Any, kind: RowType) -> None:
        super().__init__(manager, kind, [("data", types.voidptr), ("n", types.int64), ("length", types.int64)])


# ---------------------------------------------------------------- s.field


@typings.register_attr
class _Fields(AttributeTemplate):
    key = ColumnType

    def generic_resolve(self, column: ColumnType, name: str) -> Any:
        if name not in column.record.fields:
            return None
        _, number, shape = column.place(name)
        return _row_type(number, shape) if shape else number


def _row_type(number: Any, shape: tuple[int, ...]) -> RowType:
    return RowType(number, shape[1] if len(shape) == 2 else 0)


@lowerings.lower_getattr_generic(ColumnType)
def _get_field(context: Any, builder: Any, column: ColumnType, value: Any, name: str) -> Any:
    start, number, shape = column.place(name)
    state = cgutils.create_struct_proxy(column)(context, builder, value=value)
    there = _field(context, builder, state, start, number)
    if not shape:
        return _load(context, builder, number, there)
    return _made_row(context, builder, _row_type(number, shape), there, state.n, ir.Constant(_INT64, shape[0]))


@lowerings.lower_setattr_generic(ColumnType)
def _set_field(context: Any, builder: Any, signature: Any, arguments: Any, name: str) -> None:
    column, given = signature.args
    start, number, shape = column.place(name)
    assert not shape, "a row is filled number by number"
    state = cgutils.create_struct_proxy(column)(context, builder, value=arguments[0])
    there = _field(context, builder, state, start, number)
    _store(context, builder, number, context.cast(builder, arguments[1], given, number), there)


def _field(context: Any, builder: Any, state: Any, start: int, number: Any) -> Any:
    """Where the number of this game stands whose column begins ``start`` bytes into a record."""
    column = _moved(builder, state.data, ir.Constant(_INT64, start), state.n)
    return _moved(builder, column, state.i, ir.Constant(_INT64, _size(context, number)))


# ---------------------------------------------------------------- row[k], rows[k], rows[k, l]


@typings.register_global(operator.getitem)
class _Getting(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        row, index = args
        if not isinstance(row, RowType):
            return None
        if isinstance(index, types.Integer) and row.width:
            return signature(RowType(row.number), row, types.int64)
        return signature(row.number, row, _index_type(row))


@typings.register_global(operator.setitem)
class _Setting(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        row, _, _ = args
        return signature(types.void, row, _index_type(row), row.number) if isinstance(row, RowType) else None


def _index_type(row: RowType) -> Any:
    return types.UniTuple(types.int64, 2) if row.width else types.int64


@lowerings.lower(operator.getitem, RowType, types.int64)
@lowerings.lower(operator.getitem, RowType, types.UniTuple(types.int64, 2))
def _get_item(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    kind = sig.args[0]
    row = cgutils.create_struct_proxy(kind)(context, builder, value=arguments[0])
    if not isinstance(sig.return_type, RowType):
        return _load(context, builder, kind.number, _item(context, builder, kind, row, arguments[1]))
    there = _moved(builder, row.data, arguments[1], row.n, kind.width * _size(context, kind.number))
    return _made_row(context, builder, sig.return_type, there, row.n, ir.Constant(_INT64, kind.width))


@lowerings.lower(operator.setitem, RowType, types.int64, types.Any)
@lowerings.lower(operator.setitem, RowType, types.UniTuple(types.int64, 2), types.Any)
def _set_item(context: Any, builder: Any, sig: Any, arguments: Any) -> None:
    kind = sig.args[0]
    row = cgutils.create_struct_proxy(kind)(context, builder, value=arguments[0])
    _store(context, builder, kind.number, arguments[2], _item(context, builder, kind, row, arguments[1]))


def _item(context: Any, builder: Any, kind: RowType, row: Any, index: Any) -> Any:
    """Where a number of a row stands."""
    if kind.width:
        high, low = (builder.extract_value(index, k) for k in range(2))
        index = builder.add(builder.mul(high, ir.Constant(_INT64, kind.width)), low)
    return _moved(builder, row.data, index, row.n, _size(context, kind.number))


@typings.register_attr
class _Shape(AttributeTemplate):
    key = RowType

    def resolve_shape(self, row: RowType) -> Any:
        return types.UniTuple(types.int64, 2 if row.width else 1)


@lowerings.lower_getattr(RowType, "shape")
def _get_shape(context: Any, builder: Any, kind: RowType, value: Any) -> Any:
    row = cgutils.create_struct_proxy(kind)(context, builder, value=value)
    width = [ir.Constant(_INT64, kind.width)] if kind.width else []
    return cgutils.pack_array(builder, [row.length, *width])


@typings.register_global(len)
class _Counting(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        return signature(types.intp, *args) if isinstance(args[0], RowType) else None


@lowerings.lower(len, RowType)
def _get_length(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    return cgutils.create_struct_proxy(sig.args[0])(context, builder, value=arguments[0]).length


# ---------------------------------------------------------------- places in memory


def _moved(builder: Any, data: Any, steps: Any, n: Any, size: int = 1) -> Any:
    """So many steps of ``n`` times ``size`` bytes further."""
    step = builder.mul(n, ir.Constant(_INT64, size), flags=["nsw"])
    return builder.gep(data, [builder.mul(steps, step, flags=["nsw"])])


def _load(context: Any, builder: Any, number: Any, there: Any) -> Any:
    return context.unpack_value(builder, number, builder.bitcast(there, context.get_data_type(number).as_pointer()))


def _store(context: Any, builder: Any, number: Any, value: Any, there: Any) -> None:
    pointer = builder.bitcast(there, context.get_data_type(number).as_pointer())
    context.pack_value(builder, number, value, pointer)


def _size(context: Any, number: Any) -> int:
    return int(context.get_abi_sizeof(context.get_data_type(number)))


def _made_row(context: Any, builder: Any, kind: RowType, data: Any, n: Any, length: Any) -> Any:
    row = cgutils.create_struct_proxy(kind)(context, builder)
    row.data, row.n, row.length = data, n, length
    return row._getvalue()


# ---------------------------------------------------------------- what kernels call


def column(record: np.dtype[Any]) -> Any:
    """The function for kernels that finds a state: ``column(words, n, i)`` is game ``i`` of ``n``."""
    found = ColumnType(record)

    @intrinsic
    def at(context: Any, words: Any, n: Any, i: Any) -> Any:
        def emit(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
            array = make_array(sig.args[0])(context, builder, arguments[0])
            state = cgutils.create_struct_proxy(found)(context, builder)
            state.data = builder.bitcast(array.data, _BYTE.as_pointer())
            state.n, state.i = arguments[1:]
            return state._getvalue()

        return found(words, types.int64, types.int64), emit

    return at


@intrinsic
def row(context: Any, array: Any, i: Any, width: Any) -> Any:
    """Game ``i`` of an array with a row of ``width`` numbers for each game that lies in columns. (If the width is a
    constant, loops over the row are unrolled.)
    """
    found = RowType(array.dtype)

    def emit(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        whole = make_array(sig.args[0])(context, builder, arguments[0])
        games, _ = cgutils.unpack_tuple(builder, whole.shape, 2)
        first = builder.bitcast(whole.data, _BYTE.as_pointer())
        there = _moved(builder, first, arguments[1], ir.Constant(_INT64, _size(context, array.dtype)))
        return _made_row(context, builder, found, there, games, arguments[2])

    return found(array, types.int64, types.int64), emit


@intrinsic
def copy(context: Any, source: Any, target: Any) -> Any:
    """Copy a state from some columns to others, number by number."""

    def emit(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        one, other = (
            cgutils.create_struct_proxy(kind)(context, builder, value=value)
            for kind, value in zip(sig.args, arguments, strict=True)
        )
        for start, number in _numbers(context, sig.args[0]):
            read = _load(context, builder, number, _field(context, builder, one, start, number))
            _store(context, builder, number, read, _field(context, builder, other, start, number))
        return context.get_dummy_value()

    return types.void(source, target), emit


def _numbers(context: Any, column: ColumnType) -> Iterator[tuple[int, Any]]:
    """Every number of a record: where it stands, and its type."""
    for name in column.record.fields:
        start, number, shape = column.place(name)
        for k in range(int(np.prod(shape))):
            yield start + k * _size(context, number), number
