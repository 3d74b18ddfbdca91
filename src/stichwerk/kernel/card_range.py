"""Counting loops on the card: ``for k in range(n)`` in a form that NVIDIA's compiler can unroll.

Numba counts on only while the loop goes on, which this compiler turns into several instructions per round that decide
whether to count. Here it counts in any case: after the last round nobody looks.
"""

from typing import Any

from numba.cuda import types
from numba.cuda.core.imputils import RefType, iternext_impl
from numba.cuda.cpython.rangeobj import make_range_iterator, registry


@registry.lower("iternext", types.range_iter32_type)
@registry.lower("iternext", types.range_iter64_type)
@iternext_impl(RefType.BORROWED)
def _next(context: Any, builder: Any, signature: Any, arguments: Any, result: Any) -> None:
    kind = signature.args[0]
    counter = make_range_iterator(kind)(context, builder, arguments[0])
    left, number = builder.load(counter.count), builder.load(counter.iter)
    result.set_valid(builder.icmp_signed(">", left, context.get_constant(kind.yield_type, 0)))
    result.yield_(number)
    one = context.get_constant(kind.yield_type, 1)
    builder.store(builder.sub(left, one, flags=["nsw"]), counter.count)
    builder.store(builder.add(number, counter.step, flags=["nsw"]), counter.iter)
