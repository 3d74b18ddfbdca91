"""Whose games are whose: what is kept of finished games for the holder of a secret, by the hash of that secret."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, false, insert, or_, select, update

from stichwerk.server.store import schema


class KeptGame(NamedTuple):
    """A game that somebody has played: where, at which seat, and what is kept of it."""

    table: str
    game: int
    seat: int
    data: bytes


def keep_game(connection: Connection, owner: str, game: KeptGame) -> None:
    """Keep a game for its owner, instead of what was kept of it before."""
    columns = schema.profiles.c
    mine = and_(columns.owner == owner, columns.table_id == game.table, columns.game == game.game)
    connection.execute(delete(schema.profiles).where(mine))
    row = {"owner": owner, "table_id": game.table, "game": game.game, "seat": game.seat, "data": game.data}
    connection.execute(insert(schema.profiles).values(row))


def games_of(connection: Connection, owner: str) -> list[KeptGame]:
    """All games of an owner."""
    columns = schema.profiles.c
    asked = select(columns.table_id, columns.game, columns.seat, columns.data).where(columns.owner == owner)
    return [KeptGame(*found) for found in connection.execute(asked)]


def forget_games(connection: Connection, owner: str) -> None:
    """Forget all games of an owner."""
    connection.execute(delete(schema.profiles).where(schema.profiles.c.owner == owner))


def hand_over(connection: Connection, before: str, owner: str) -> None:
    """Give all games of one owner to another, who may have some of them already."""
    columns, there = schema.profiles.c, games_of(connection, owner)
    connection.execute(delete(schema.profiles).where(columns.owner == before, _same(there)))
    connection.execute(update(schema.profiles).where(columns.owner == before).values(owner=owner))


def _same(games: Sequence[KeptGame]) -> ColumnElement[bool]:
    columns = schema.profiles.c
    return or_(false(), *(and_(columns.table_id == each.table, columns.game == each.game) for each in games))
