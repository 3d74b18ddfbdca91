"""What a server for so many people needs, reckoned from what a table and a move were measured to cost.

``python benchmarks/capacity.py`` prints the table of `docs/capacity.md`. The costs are those of `load.py`, in
`results.md`; after measuring anew, change them here and run it again.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Costs:
    """What was measured. Times in milliseconds, sizes in bytes."""

    #: Processor time of the server for a move when people think: each move is alone, so nothing is shared.
    move: float = 1.05
    #: Memory of a process without tables, and of a table with its four connections after many moves.
    process: float = 307e6
    table: float = 258e3
    #: What a move sends: to all four what has changed, and the answer (`moves.py`).
    sent: float = 2_033.0
    #: What a move adds to the database file.
    stored: float = 261.0
    #: Processor time for a move of a bot of level 5 in Rage (`results.md`, search).
    strong_bot: float = 6.4


@dataclass(frozen=True)
class Habits:
    """How people play: assumed, and the first thing to change for a server of one's own."""

    at_a_table: int = 4
    #: Seconds between two moves at a table.
    between_moves: float = 5.0
    #: Of its core each process is given so much to do: beyond that, answers begin to wait for each other.
    busy: float = 0.4


COSTS, HABITS = Costs(), Habits()


@dataclass(frozen=True)
class Need:
    """What is needed."""

    people: int
    tables: int
    moves: float  # per second
    processes: int
    memory: float
    network: float  # bits per second
    disk: float  # bytes per day


def need(people: int, costs: Costs = COSTS, habits: Habits = HABITS) -> Need:
    """What so many people at once need.

    >>> need(10_000).tables, need(10_000).moves
    (2500, 500.0)
    """
    tables = -(-people // habits.at_a_table)
    moves = tables / habits.between_moves
    processes = max(1, -int(-moves * costs.move / 1000 // habits.busy))
    return Need(
        people=people,
        tables=tables,
        moves=moves,
        processes=processes,
        memory=processes * costs.process + tables * costs.table,
        network=8 * moves * costs.sent,
        disk=86_400 * moves * costs.stored,
    )


def strong_bots(people: int, costs: Costs = COSTS, habits: Habits = HABITS) -> float:
    """Cores that bots of level 5 would use if everybody sat alone with three of them."""
    return people / habits.between_moves * 3 / 4 * costs.strong_bot / 1000


def table() -> str:
    """The table of the page."""
    found = [need(people) for people in (100, 10_000, 1_000_000)]
    rows = [
        ("tables of four", [f"{each.tables:,}" for each in found]),
        ("moves per second", [f"{each.moves:,.0f}" for each in found]),
        ("processes, a core each", [f"{each.processes:,}" for each in found]),
        ("memory of all processes", [_size(each.memory, "B") for each in found]),
        ("sent to the network", [_size(each.network, "bit/s") for each in found]),
        ("stored on a day that is busy throughout", [_size(each.disk, "B") for each in found]),
        ("and if everybody played alone with three bots of level 5: cores for these",
         [f"{strong_bots(each.people):,.1f}" for each in found]),
    ]  # fmt: skip
    lines = ["| people at once | " + " | ".join(f"{each.people:,}" for each in found) + " |", "|---|" + "---:|" * 3]
    return "\n".join([*lines, *(f"| {what} | {' | '.join(values)} |" for what, values in rows)])


def _size(number: float, unit: str) -> str:
    for factor, letter in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= factor:
            return f"{number / factor:,.1f} {letter}{unit}"
    return f"{number:,.0f} {unit}"


if __name__ == "__main__":
    print(table())
