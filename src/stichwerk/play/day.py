"""The deal of the day: the same cards for everybody, everywhere. They are no secret: anyone can compute them.

>>> seed_of_day("2026-11-16", "rage")
'stichwerk day 2026-11-16 rage'
"""

from datetime import date

from stichwerk.errors import StichwerkError, quoted

#: So many sit at the table of the day, where the game allows it.
PLAYERS = 4
#: The levels of the bots that can be had there, all of one.
LEVELS = (3, 5)


class NoSuchDay(StichwerkError):
    """A day that is no day, or not yet."""


def seed_of_day(day: str, game_id: str) -> str:
    """The seed from which the decks follow, as in `stichwerk.play.fair`, with no cut."""
    return f"stichwerk day {day} {game_id}"


def read_day(text: str, today: date) -> date:
    """A day that has begun; ``today``: the latest that has, somewhere on earth.

    >>> read_day("2026-11-17", date(2026, 11, 16))
    Traceback (most recent call last):
    ...
    stichwerk.play.day.NoSuchDay: the deal of 2026-11-17 is not dealt yet: come back then
    """
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise NoSuchDay(f"{quoted(text)} is no day: write it like 2026-11-16", "bad-day")
    if day > today:
        raise NoSuchDay(f"the deal of {text} is not dealt yet: come back then", "not-yet")
    return day


def players_of_day(possible: range) -> int:
    """How many sit at the table of the day.

    >>> players_of_day(range(2, 9)), players_of_day(range(2, 4)), players_of_day(range(5, 7))
    (4, 3, 5)
    """
    return max(possible.start, min(PLAYERS, possible.stop - 1))
