"""Records: signed, without gaps, and small."""

import numpy as np
import pytest

from stichwerk.kernel.state import record_dtype, record_type, snapshot


def test_there_are_no_gaps_so_equal_states_have_equal_bytes():
    kind = record_type([("a", np.int8), ("b", np.int64), ("c", np.int16, (3,)), ("d", np.int64), ("e", np.int8)])
    assert sum(kind[name].itemsize for name in kind.names) == kind.itemsize
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
    states = np.zeros(2, record_type([("a", np.int8), ("b", np.int16, (2,))]))
    states["b"][1] = (3, -4)
    s = snapshot(states, 1)
    assert (s.a, s.b) == (0, [3, -4])
    assert type(s.a) is int
