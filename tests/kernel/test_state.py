"""Records: signed, without gaps, and small."""

import numpy as np
import pytest

from stichwerk.kernel.state import copied, record_dtype, record_type, snapshot


def test_there_are_no_gaps_so_equal_states_have_equal_bytes():
    kind = record_type([("a", np.int8), ("b", np.int64), ("c", np.int16, (3,)), ("d", np.int64), ("e", np.int8)])
    assert kind.fields is not None
    assert sum(field[0].itemsize for field in kind.fields.values()) == kind.itemsize
    assert all(kind.fields[name][1] % 8 == 0 for name in "bd")
    ones = np.frombuffer(b"\xff" * kind.itemsize * 3, kind)
    assert ones.copy().tobytes() == ones.tobytes()


@pytest.mark.parametrize("name", ["round", "copy", "take", "size"])
def test_a_field_may_not_be_called_like_something_of_numpy(name):
    with pytest.raises(ValueError, match=name):
        record_type([(name, np.int64)])


def test_a_state_may_not_be_large():
    with pytest.raises(ValueError, match="520 bytes"):
        record_dtype([("a", np.int64, (65,))])


def test_a_snapshot_is_plain_python():
    fields = [("a", np.int8), ("b", np.int16, (2,)), ("c", np.int64, (2, 3)), ("d", np.int32)]
    states = np.zeros(2, record_type(fields))
    states["b"][1], states["c"][1, 1, 2], states["d"][1] = (3, -4), 1 << 47, -5
    s = snapshot(states, 1)
    assert (s.a, s.b, s.c, s.d) == (0, (3, -4), ((0, 0, 0), (0, 0, 1 << 47)), -5)
    assert type(s.a) is int
    assert not hasattr(s, "e")


def test_a_copy_is_a_copy():
    states = np.zeros(2, record_type([("a", np.int8), ("b", np.int16, (2,))]))
    states["b"][1] = (3, -4)
    copy = copied(states)
    assert copy.dtype == states.dtype
    assert copy.tobytes() == states.tobytes()
    copy["a"] = 1
    assert not states["a"].any()
