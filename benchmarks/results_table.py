"""Where the results of a measurement go: a line for each, and whether its goal was met."""

from dataclasses import dataclass, field


@dataclass
class ResultsTable:
    """Lines of a table. Each is printed as soon as it is there."""

    rows: list[tuple[str, str, str, bool | None]] = field(default_factory=list)

    def add(self, what: str, measured: str, goal: str = "", met: bool | None = None) -> None:
        self.rows.append((what, measured, goal, met))
        print(f"{what:<58} {measured:<34} {goal:<12} {'' if met is None else 'met' if met else 'MISSED'}", flush=True)
