"""HTML that cannot be broken by what stands in it: whatever is not marked as `Markup` is escaped."""

from collections.abc import Iterable
from html import escape


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def tag(name: str, *inside: str, **attributes: str | float | None) -> Markup:
    """An element. ``class_`` is the attribute class, ``stroke_width`` is stroke-width; what is None is left out.

    >>> tag("b", "<Anja>", tag("i", "& Co."), class_="name", title=None)
    '<b class="name">&lt;Anja&gt;<i>&amp; Co.</i></b>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_number(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Markup(f"<{name}{written}>{joined(inside)}</{name}>")


def joined(parts: Iterable[str]) -> Markup:
    """Several things side by side."""
    return Markup("".join(part if isinstance(part, Markup) else escape(part) for part in parts))


def signed(points: float, digits: int = 0) -> str:
    """Points with a true minus sign.

    >>> signed(-3), signed(2.5, 1), signed(0)
    ('−3', '2.5', '0')
    """
    return f"{points:.{digits}f}".replace("-", "−")


def _number(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:g}"
