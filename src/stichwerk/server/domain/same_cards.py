"""Tables with cards that others play too: those of a day, or those of a game that somebody has finished.

Nobody cuts there, for whoever sits down may know the cards; and everything else is the same as well: the seats, the
bots, and their luck. Only the first game is like that; a rematch is an ordinary one.
"""

from datetime import UTC, datetime, timedelta, timezone

import msgspec

from stichwerk.games import game as find_game
from stichwerk.play.day import LEVELS, players_of_day, read_day, seed_of_day
from stichwerk.play.record import Record
from stichwerk.protocol.messages import NewTable, SeatWish
from stichwerk.server.domain import facts
from stichwerk.server.domain.table import Table
from stichwerk.server.errors import BadWish, NotNow

#: Where the day begins first.
_FIRST_TO_RISE = timezone(timedelta(hours=14))


def of_day(wish: NewTable, day: str, now: int) -> tuple[NewTable, facts.KnownDeal]:
    """The table that a wish for the cards of a day is for, and its cards. ``now``: in milliseconds since 1970."""
    read_day(day, datetime.fromtimestamp(now / 1000, UTC).astimezone(_FIRST_TO_RISE).date())
    levels = {seat.level for seat in wish.seats if seat.kind == "bot"} or {max(LEVELS)}
    if len(levels) != 1 or not levels <= {*LEVELS}:
        raise BadWish(f"the bots of the day are all of level {' or '.join(map(str, LEVELS))}")
    others = players_of_day(find_game(wish.game).players) - 1
    known = facts.KnownDeal(seed=seed_of_day(day, wish.game), day=day)
    return _alone(wish, {}, [SeatWish("bot", *levels)] * others), known


def of_game(wish: NewTable, table: str, number: int, record: Record) -> tuple[NewTable, facts.KnownDeal]:
    """The same for the cards of a game that was played at another table, by somebody alone with bots."""
    levels, deals = record.extra.get("bots", ()), record.deals
    if deals is None or not levels or levels[0] is not None or None in levels[1:] or "taken_over" in record.extra:
        raise BadWish("only a game that somebody has played alone with bots can be played by others", "no-challenge")
    if record.game.id != wish.game:
        raise BadWish(f"the cards are those of a game of {record.game.title}")
    known = facts.KnownDeal(
        seed=deals.seed,
        salts=list(deals.salts),
        first_dealer=record.extra.get("first_dealer"),
        day=(record.extra.get("same_cards") or {}).get("day", ""),
        table=table,
        game=number,
    )
    return _alone(wish, record.options.to_mapping(), [SeatWish("bot", level) for level in levels[1:]]), known


def _alone(wish: NewTable, options: dict[str, object], bots: list[SeatWish]) -> NewTable:
    """The table of one person with these bots, as all have it who play the same cards."""
    return msgspec.structs.replace(wish, options=options, seats=bots, listed=False, late_guests=False, same_cards=None)


def check_seats_may_change(table: Table) -> None:
    """Refuse to change the seats where everything is as others have it."""
    if table.known is not None:
        raise NotNow("others play the same cards with the same bots: the seats stay as they are", "same-cards")
