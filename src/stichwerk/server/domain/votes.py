"""Somebody is connected and does nothing, at a table without a clock: the others ask, and so vote for a stand-in.

Who is away is not meant here: after a while a bot plays for them, or the game waits. Neither is the cut, which ends by
itself.
"""

from stichwerk.server.domain.table import Table

#: So long everybody is left in peace, and so long they have to answer when they are asked. (Milliseconds.)
PEACE, ANSWER = 60_000, 20_000


def ask_from(table: Table, number: int) -> int | None:
    """From when on the others may ask whether somebody is there; None: nobody waits for them, or a clock runs."""
    if table.pace.move is not None:
        return None
    since = table.awaited_since(number)
    return None if since is None or table.alone(number) else since + PEACE


def stands_in_at(table: Table, number: int) -> int | None:
    """When a bot begins to play for somebody, if they do not stir; None while not all who could vote have done so.

    Those who are asked themselves cannot hold it up: else two who are asleep would keep each other's seats.
    """
    asked = table.seats[number]
    if not asked.votes or not asked.here or ask_from(table, number) is None:
        return None
    could = [
        other
        for other, seat in enumerate(table.seats)
        if other != number and seat.acts and seat.here and not seat.votes
    ]
    all_have = all(other in asked.votes for other in could)
    return asked.nudged_at + ANSWER if could and all_have else None
