"""What a network makes of what it is shown, in compiled code, by numbers in one row (`packed_network`).

The same numbers are always added in the same order, so that plain mode comes to the same.
"""

from typing import Any

import numpy as np

from stichwerk.bots.packed_network import (
    ABOVE,
    BIAS_1,
    BIAS_2,
    COLOURS,
    CONTEXT,
    FEATURES,
    FEATURES_BIAS_1,
    FEATURES_BIAS_2,
    FEATURES_FIRST,
    FEATURES_LAST,
    FEATURES_SECOND,
    FIRST,
    MOST,
    NOTHING,
    OF_WATCH,
    PLACES,
    ROWS_FEATURES,
    ROWS_OWN,
    ROWS_SECOND,
    ROWS_WHOLE,
    SECOND,
    SOURCE,
    SUM,
    TOGETHER,
    VALUES,
    WATCH,
    WATCHED,
    WIDE_1,
    WIDE_2,
)
from stichwerk.kernel.jit import jit, jit_apart

_NONE, _ANY = np.float32(0.0), np.float32(-np.inf)


@jit
def _add(total: Any, weights: Any, one: int, two: int, three: int, four: int) -> None:
    """Add four rows of weights at once, which is twice as fast as one by one."""
    size = total.size
    a, b = weights[one : one + size], weights[two : two + size]
    c, d = weights[three : three + size], weights[four : four + size]
    for k in range(size):
        total[k] += (a[k] + b[k]) + (c[k] + d[k])


@jit
def _add_all(total: Any, numbers: Any, rows: Any, found: int, nothing: int) -> None:
    """Add all rows that were found."""
    while found % TOGETHER != 0:
        rows[found] = nothing
        found += 1
    for i in range(0, found, TOGETHER):
        _add(total, numbers, rows[i], rows[i + 1], rows[i + 2], rows[i + 3])


@jit
def _through(given: Any, weights: Any, begin: int, total: Any, rows: Any, often: Any, least: Any = _NONE) -> None:
    """Add a row for each number that is given, as many times as that says; those below the ``least`` count nothing."""
    size, found = total.size, 0
    for k in range(given.size):
        rows[found], often[found] = begin + k * size, given[k]
        found += int(given[k] > least and given[k] != 0)
    while found % TOGETHER != 0:
        rows[found], often[found] = begin, np.float32(0.0)
        found += 1
    for k in range(0, found, TOGETHER):
        p, q, r, t = often[k], often[k + 1], often[k + 2], often[k + 3]
        a, b = weights[rows[k] : rows[k] + size], weights[rows[k + 1] : rows[k + 1] + size]
        c, d = weights[rows[k + 2] : rows[k + 2] + size], weights[rows[k + 3] : rows[k + 3] + size]
        for i in range(size):
            total[i] += (p * a[i] + q * b[i]) + (r * c[i] + t * d[i])


@jit
def times(given: Any, weights: Any, begin: int) -> Any:
    """What all of these numbers come to. There are four sums at a time, because each must wait for itself."""
    p = q = r = t = np.float32(0.0)
    size = given.size
    row = weights[begin : begin + size]
    whole = size - size % TOGETHER
    for k in range(0, whole, TOGETHER):
        p += given[k] * row[k]
        q += given[k + 1] * row[k + 1]
        r += given[k + 2] * row[k + 2]
        t += given[k + 3] * row[k + 3]
    for k in range(whole, size):
        p += given[k] * row[k]
    return (p + q) + (r + t)


@jit_apart
def layers_of(numbers: Any, rows: Any, found: Any) -> Any:
    """From the rows of weights that were found for each sum to what the network thinks: of the whole, then of each
    colour.
    """
    whole = numbers.view(np.int32)
    colours, most = int(whole[COLOURS]), int(whole[MOST])
    first, wide_1, second, wide_2 = int(whole[FIRST]), int(whole[WIDE_1]), int(whole[SECOND]), int(whole[WIDE_2])
    none, one = np.float32(0.0), np.float32(1.0)
    share = one / np.float32(max(1, colours))
    layer, thoughts = np.empty(wide_1 + colours * first, np.float32), np.empty(wide_2 + colours * second, np.float32)
    room, often = np.empty(wide_1 + TOGETHER, np.int64), np.empty(wide_1 + TOGETHER, np.float32)
    shown, told = layer[:wide_1], thoughts[:wide_2]
    shown[:] = numbers[whole[BIAS_1] : whole[BIAS_1] + wide_1]
    _add_all(shown, numbers, rows[:most], found[0], whole[NOTHING])
    for colour in range(colours):
        own = layer[wide_1 + colour * first : wide_1 + (colour + 1) * first]
        own[:] = shown[first:]
        begin = (1 + colour) * most
        _add_all(own, numbers, rows[begin : begin + most], found[1 + colour], whole[NOTHING])
    if colours > 0:
        shown[first:] = none
        for colour in range(colours):
            begin = wide_1 + colour * first
            for k in range(first):
                shown[first + k] += max(layer[begin + k], none)
        for k in range(first, wide_1):
            shown[k] *= share
    told[:] = numbers[whole[BIAS_2] : whole[BIAS_2] + wide_2]
    _through(shown, numbers, whole[ROWS_WHOLE], told, room, often)
    for colour in range(colours):
        own = thoughts[wide_2 + colour * second : wide_2 + (colour + 1) * second]
        own[:] = told[second:]
        begin = wide_1 + colour * first
        _through(layer[begin : begin + first], numbers, whole[ROWS_OWN], own, room, often)
    for k in range(thoughts.size):
        thoughts[k] = max(thoughts[k], none)
    if colours > 0:
        told[second:] = none
        for colour in range(colours):
            begin = wide_2 + colour * second
            for k in range(second):
                told[second + k] += thoughts[begin + k]
        for k in range(second, wide_2):
            told[k] *= share
    return thoughts


@jit_apart
def add_regarded(numbers: Any, thoughts: Any, features: Any, values: Any, described: int) -> None:
    """Add to the value of each action what its features say; they stand one after the other."""
    whole = numbers.view(np.int32)
    size, first, second = int(whole[FEATURES]), int(whole[FEATURES_FIRST]), int(whole[FEATURES_SECOND])
    wide = int(whole[WIDE_2])
    room = np.empty(max(size, max(first, wide)) + TOGETHER, np.int64)
    often = np.empty(room.size, np.float32)
    shown, layer, last = np.empty(first, np.float32), np.empty(first, np.float32), np.empty(second, np.float32)
    shown[:] = numbers[whole[FEATURES_BIAS_1] : whole[FEATURES_BIAS_1] + first]
    _through(thoughts[:wide], numbers, whole[CONTEXT], shown, room, often)
    for action in range(described):
        layer[:] = shown
        own = features[action * size : (action + 1) * size]
        _through(own, numbers, whole[ROWS_FEATURES], layer, room, often, _ANY)
        last[:] = numbers[whole[FEATURES_BIAS_2] : whole[FEATURES_BIAS_2] + second]
        _through(layer, numbers, whole[ROWS_SECOND], last, room, often)
        for k in range(second):
            last[k] = max(last[k], _NONE)
        values[action] += times(last, numbers, whole[FEATURES_LAST])


@jit
def rows_on(seen: Any, whole: Any, deck: int, rows: Any, found: Any) -> None:
    """Find the row of each observed number that counts."""
    begin, most = whole[deck + WATCH], whole[MOST]
    for watch in range(begin, begin + OF_WATCH * whole[deck + WATCHED], OF_WATCH):
        over = seen[whole[watch + SOURCE]] - whole[watch + ABOVE]
        if over > 0:
            into = whole[watch + SUM]
            rows[into * most + found[into]] = whole[whole[watch + PLACES] + min(over, whole[watch + VALUES]) - 1]
            found[into] += 1
