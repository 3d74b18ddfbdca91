"""Records with something wrong: one place of a record changed, in its data or in its line."""

import json
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from stichwerk.play.record import to_line

Place = tuple[Any, ...]


def places(data: Any, here: Place = ()) -> Iterator[Place]:
    """All places in the data, from the outermost in."""
    yield here
    if isinstance(data, (dict, list)):
        for key in data if isinstance(data, dict) else range(len(data)):
            yield from places(data[key], (*here, key))


#: What may stand there instead.
OTHERS = st.one_of(
    st.integers(-3, 12),
    st.sampled_from(["Y8", "B0", "bid:1", "J", "J:R", "lay:Y9,Y0,R3", "show", "", " ", "\ud800", "ä"]),
    st.sampled_from([None, True, 1.0, 0.5, 2**70, [], {}, [0], ["B0"], {"a": 1}, [[0, "bid:0"]]]),
)


@st.composite
def damaged(draw: st.DrawFn, lines: list[str]) -> bytes:
    """A line that was one of these records, with something changed: often it is broken, sometimes it still holds."""
    line = draw(st.sampled_from(lines))
    if draw(st.booleans()):
        return _letters(draw, line)
    data = json.loads(line)
    for _ in range(draw(st.integers(1, 2))):
        data = _changed(draw, data)
    spaced = draw(st.sampled_from([None, 1, (",", ":"), (" , ", "\t:\r ")]))
    if spaced is None:
        return json.dumps(data).encode()
    separators = spaced if isinstance(spaced, tuple) else None
    return json.dumps(data, separators=separators, ensure_ascii=draw(st.booleans())).encode(errors="surrogatepass")


def _letters(draw: st.DrawFn, line: str) -> bytes:
    """A few letters cut out, doubled or replaced."""
    text = line.encode()
    start = draw(st.integers(0, len(text) - 1))
    end = min(len(text), start + draw(st.integers(0, 12)))
    other = draw(st.sampled_from([b"", b" ", b"0", b'"', b",", b"]", b"}", b"\\", b"\0", b"\xff", text[start:end] * 2]))
    return text[:start] + other + text[end:]


def _changed(draw: st.DrawFn, data: Any) -> Any:
    """One place changed, left out, doubled, or swapped with its neighbour."""
    found = list(places(data))
    place = draw(st.sampled_from(found))
    if not place:
        return draw(st.sampled_from([data, [data], None]))
    part = data
    for step in place[:-1]:
        part = part[step]
    last, what = place[-1], draw(st.sampled_from(["other", "leave out", "double", "swap"]))
    if what == "leave out":
        del part[last]
    elif what == "other" or isinstance(part, dict):
        part[last] = draw(OTHERS)
    elif what == "double":
        part.insert(last, part[last])
    else:
        part[last - 1], part[last] = part[last], part[last - 1]
    return data


def lines_of(records: list[Any]) -> list[str]:
    """Records as lines."""
    return [to_line(record) for record in records]
