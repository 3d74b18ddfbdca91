"""The course of a game as a picture: everybody's points at the ends of rounds, and between them, at each of their
decisions, the points that were to be expected.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor

from stichwerk.pictures.markup import Markup, joined, signed, tag
from stichwerk.review.results import Review

_WIDE, _HIGH = 640, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 34, 8, 10, 24
#: About how many lines there are across.
_LINES = 5
#: How the lines of the seats are drawn, so that nobody needs to see colours: dashes, beside the colour of the style.
_DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 4", "12 4", "1 4", "6 2 2 2")


@dataclass(frozen=True)
class _Scale:
    """From rounds and points to places in the picture."""

    rounds: int
    low: float
    high: float

    def x(self, rounds: float) -> float:
        return round(_LEFT + (_WIDE - _LEFT - _RIGHT) * rounds / max(1, self.rounds), 1)

    def y(self, points: float) -> float:
        return round(_TOP + (_HIGH - _TOP - _BOTTOM) * (self.high - points) / max(1.0, self.high - self.low), 1)


def course_svg(review: Review, title: str) -> Markup:
    """The picture of a game."""
    courses = {seat: _course(review, seat) for seat in review.seats}
    points = [0.0, *(value for course in courses.values() for _, value in course)]
    scale = _Scale(len(review.rounds), floor(min(points)), ceil(max(points)))
    drawn = [*_grid(scale), *(_line(scale, review, seat, course) for seat, course in courses.items())]
    return tag("svg", tag("title", title), *drawn, class_="course", viewBox=f"0 0 {_WIDE} {_HIGH}", role="img")


def key_svg(seat: int) -> Markup:
    """A piece of the line of a seat, to stand beside its player's name."""
    line = tag("path", d="M0 6H26", class_="line", stroke_dasharray=_DASHES[seat % len(_DASHES)] or None)
    return tag("svg", line, class_=f"key s{seat}", viewBox="0 0 26 12", width=26, height=12, aria_hidden="true")


def _course(review: Review, seat: int) -> list[tuple[float, float]]:
    """Where in the game, in rounds, somebody had or could expect how many points."""
    found, total = [(0.0, 0.0)], 0
    for number, each in enumerate(review.rounds):
        own = [decision for decision in review.decisions if (decision.round, decision.seat) == (each.round, seat)]
        for place, decision in enumerate(own, 1):
            found.append((number + place / (len(own) + 1), decision.before + decision.made.points))
        total += each.seats[seat].points
        found.append((number + 1.0, float(total)))
    return found


def _grid(scale: _Scale) -> list[Markup]:
    step = next(
        step for power in (1, 10, 100, 1000, 10**4, 10**5) for step in (power, 2 * power, 5 * power)
        if (scale.high - scale.low) / step <= _LINES + 1
    )  # fmt: skip
    drawn = []
    for points in range(ceil(scale.low / step) * step, floor(scale.high) + 1, step):
        y = scale.y(points)
        drawn.append(tag("path", d=f"M{_LEFT} {y}H{_WIDE - _RIGHT}", class_="zero" if points == 0 else "grid"))
        drawn.append(tag("text", signed(points), x=_LEFT - 6, y=y + 4, text_anchor="end"))
    for number in range(1, scale.rounds + 1):
        x = scale.x(number)
        drawn.append(tag("path", d=f"M{x} {_TOP}V{_HIGH - _BOTTOM}", class_="grid"))
        drawn.append(tag("text", str(number), x=scale.x(number - 0.5), y=_HIGH - 7, text_anchor="middle"))
    return drawn


def _line(scale: _Scale, review: Review, seat: int, course: Sequence[tuple[float, float]]) -> Markup:
    places = [(scale.x(at), scale.y(points)) for at, points in course]
    path = "M" + "L".join(f"{x} {y}" for x, y in places)
    ends = [place for place, (at, _) in zip(places, course, strict=True) if at == int(at)]
    dots = joined(tag("circle", cx=x, cy=y, r=3) for x, y in ends)
    dashes = _DASHES[seat % len(_DASHES)] or None
    line = tag("path", d=path, class_="line", stroke_dasharray=dashes)
    return tag("g", tag("title", review.names[seat]), line, dots, class_=f"s{seat}")
