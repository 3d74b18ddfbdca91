"""Bots at the tables: they think in threads, beside the event loop, and move after a natural moment.

Compiled code lets other threads run, so a bot that thinks hard holds up nobody. A bot gets a copy of what its seat may
know, never the table. Which of them thinks next is for `ThinkingTurns` to say.
"""

import asyncio
import logging
import random
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from stichwerk.bots import Bot, bot
from stichwerk.errors import StichwerkError
from stichwerk.games import Game
from stichwerk.games.knowledge import Knowledge
from stichwerk.play.bot_player import BotPlayer, seat_rng
from stichwerk.server.domain.table import Table
from stichwerk.server.errors import StoreError
from stichwerk.server.live.directory import Directory
from stichwerk.server.live.thinking_turns import ThinkingTurns

log = logging.getLogger("stichwerk.server")

#: If a bot could not move (the store was in trouble), it tries again after so many seconds.
_AFTER_TROUBLE = 1.0
_AFTER_REFUSAL = 0.05
#: How long a bot seems to think, for each second that bots take at a table.
_BRIEFEST, _LONGEST = 0.6, 1.5


class Runner:
    """Moves for the bots of all tables of a directory. ``threads``: how many may think at the same time."""

    def __init__(self, directory: Directory, threads: int = 1, natural: Callable[[float], float] | None = None) -> None:
        self._directory = directory
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="stichwerk-bot")
        self._turns = ThinkingTurns(threads)
        self._natural, self._longest = natural or natural_moment, natural or longest_moment
        self._thinking: dict[tuple[str, int], asyncio.Task[None]] = {}
        self.moves = 0
        directory.rooms.listeners.append(self._look)

    @property
    def thinking(self) -> int:
        """How many bots think, or wait for their moment."""
        return len(self._thinking)

    async def close(self) -> None:
        """Stop; what the bots were thinking about is forgotten, and thought of again after the next start."""
        self._directory.rooms.listeners.remove(self._look)
        tasks = list(self._thinking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _look(self, table: Table) -> None:
        """See whether a bot has to move at this table."""
        for seat, level in table.bots_to_move():
            if (table.id, seat) not in self._thinking:
                assert table.match is not None, "a bot moves only in a game"
                # Who may take a move back has the longest moment that a bot ever takes to do so.
                held = any(table.may_take_back(number) for number in range(len(table.seats)))
                moment = (self._longest if held else self._natural)(table.pace.bots)
                thought = partial(think, table.match.knowledge(seat), level, table.luck(seat))
                moves = self._move(table.id, seat, thought, table.seq, moment)
                self._thinking[table.id, seat] = asyncio.get_running_loop().create_task(moves)

    async def _move(self, table_id: str, seat: int, thought: Callable[[], str], seen: int, moment: float) -> None:
        loop = asyncio.get_running_loop()
        ready_at = loop.time() + moment
        try:
            async with self._turns.turn(table_id):
                move = await loop.run_in_executor(self._pool, thought)
            await asyncio.sleep(max(0.0, ready_at - loop.time()))
            await self._directory.bot_moves(table_id, seat, move, seen)
            self.moves += 1
        except StoreError:
            await asyncio.sleep(_AFTER_TROUBLE)
        except StichwerkError as problem:
            log.debug("a bot's move was not wanted: %s", problem.code)
            await asyncio.sleep(_AFTER_REFUSAL)
        except Exception:
            log.exception("a bot could not move")
            await asyncio.sleep(_AFTER_TROUBLE)
        finally:
            self._thinking.pop((table_id, seat), None)
        # It may be this seat's turn again, or the seat was given back and taken again while the bot thought.
        table = self._directory.queries.in_memory(table_id)
        if table is not None:
            self._look(table)


def natural_moment(pace: float) -> float:
    """How long a bot seems to think, in seconds: people do not answer in step either."""
    return pace * random.uniform(_BRIEFEST, _LONGEST)


def longest_moment(pace: float) -> float:
    """The longest of those moments."""
    return pace * _LONGEST


def think(known: Knowledge, level: int, luck: str | None = None) -> str:
    """The move of a bot of this level; with the same luck the same one."""
    generator = seat_rng(luck, known.seat)
    try:
        return BotPlayer(_bot(known.game, str(level)), generator).move(known)
    except Exception:  # whatever is wrong with a bot, the people at the table want to go on
        log.exception("the bot of level %d failed at %s and plays at random", level, known.game.id)
        return BotPlayer(_bot(known.game, "random"), generator).move(known)


_of_thread = threading.local()


def _bot(game: Game, name: str) -> Bot:
    """A bot of this thread's own: bots may keep room for their calculations."""
    known: dict[tuple[str, str], Bot] = _of_thread.__dict__.setdefault("bots", {})
    if (game.id, name) not in known:
        known[game.id, name] = bot(name, game)
    return known[game.id, name]
