"""What Masters make of the cards of a game that is over: found out once, and the same for all who play the same day."""

from functools import lru_cache

from stichwerk.errors import StichwerkError
from stichwerk.games import game as find_game
from stichwerk.play.day import players_of_day, seed_of_day
from stichwerk.play.record import read
from stichwerk.protocol.messages import CardsWorth
from stichwerk.review.par import Par, par_of_record, par_of_seed

#: Those of some weeks.
_REMEMBERED = 512
#: A round takes some hundredths of a second, and others wait meanwhile.
_MOST_ROUNDS = 50


class NoPar(StichwerkError):
    """Cards of which it cannot be said what they are worth."""

    code = "no-par"


@lru_cache(_REMEMBERED)
def par_of_line(line: str, seat: int) -> CardsWorth:
    """What Masters make of the cards that a seat had in a game, by the line of its record."""
    record = read(line)
    if seat >= len(record.seats):
        raise NoPar(f"there is no seat {seat}; seats go from 0 to {len(record.seats) - 1}", "unknown-seat")
    if len(record.rounds) > _MOST_ROUNDS:
        raise NoPar(f"the game is too long for this: {len(record.rounds)} rounds, and {_MOST_ROUNDS} are the most")
    day = (record.extra.get("same_cards") or {}).get("day")
    par = _par_of_day(day, record.game.id) if day and seat == 0 else par_of_record(record, seat)
    return CardsWorth(round(par.points, 1), round(par.error, 1))


@lru_cache(_REMEMBERED)
def _par_of_day(day: str, game_id: str) -> Par:
    game = find_game(game_id)
    return par_of_seed(game, players_of_day(game.players), seed_of_day(day, game_id))
