"""Reviews of games that are over: made once, a round at a time, beside the event loop; then kept in the store.

One at a time, so that those who play have the processor; whose turn it is, is said as it is for bots: first the asker
for whom least has been done of late. Whoever asks while a review is being made joins in, and gets what there is.
"""

import asyncio
import gzip
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import TypeVar

import msgspec

from stichwerk.errors import StichwerkError
from stichwerk.play.record import read
from stichwerk.protocol import messages
from stichwerk.protocol.messages import GameReview, ReviewDecision, ReviewPlayer, ReviewRound
from stichwerk.review.plan import ReviewPlan
from stichwerk.review.results import FORMAT, ReviewedDecision, Step, gathered, player_data, step_data
from stichwerk.review.run import review_steps
from stichwerk.server.errors import NotNow
from stichwerk.server.live.directory import Directory
from stichwerk.server.live.thinking_turns import ThinkingTurns
from stichwerk.server.store.kept_reviews import Reviewed, keep_review, kept_review

T = TypeVar("T")
log = logging.getLogger("stichwerk.server")

#: A game with more moves is not reviewed here: it would take minutes.
MOST_MOVES = 2000
#: So many reviews may be under way or wait.
MOST_AT_ONCE = 50
#: What went wrong with a review is told for so many seconds before it is tried again.
_TROUBLE_TOLD = 60.0


class NoReview(StichwerkError):
    """A game that cannot be reviewed here."""

    code = "no-review"


class UnderWay:
    """A review that is being made, a round at a time: in a thread, so what is told of it is only ever replaced."""

    def __init__(self, line: str, plan: ReviewPlan) -> None:
        self._record, self._plan = read(line), plan
        if self._moves_in(len(self._record.rounds)) > MOST_MOVES:
            raise NoReview("this game is too long to be reviewed here: stich review does it with its record")
        self._steps = review_steps(self._record, plan=plan)
        self._found: list[Step] = []
        self._decisions: list[ReviewDecision] = []
        self._rounds: list[ReviewRound] = []
        self._rounds_done = self.looked_at = 0
        self.so_far = self._told(())
        self.problem: StichwerkError | None = None

    def look_at_a_round(self) -> None:
        """Find out all about the next round."""
        before = self._moves_in(self._rounds_done)
        found: list[Step] = []
        for step in self._steps:
            found.append(step)
            if not isinstance(step, ReviewedDecision):
                break
            self.looked_at = before + step.number
        self._rounds_done += 1
        self.looked_at = self._moves_in(self._rounds_done)
        self._found += found
        self.so_far = self._told(found)

    def _told(self, new: Sequence[Step]) -> GameReview:
        """What is known so far, as it is told."""
        record, plan = self._record, self._plan
        seats = range(len(record.seats))
        review = gathered(record.game, record.options, record.seats, seats, plan.open_cards, plan.seed, self._found)
        decisions = (step_data(each) for each in new if isinstance(each, ReviewedDecision))
        rounds = (step_data(each) for each in new if not isinstance(each, ReviewedDecision))
        self._decisions += [msgspec.convert(each, ReviewDecision) for each in decisions]
        self._rounds += [msgspec.convert(each, ReviewRound) for each in rounds]
        return GameReview(
            game=record.game.id,
            options=record.options.to_mapping(),
            names=record.seats,
            players=tuple(msgspec.convert(player_data(each), ReviewPlayer) for each in review.players),
            rounds=tuple(self._rounds),
            decisions=tuple(self._decisions),
            whole=self._rounds_done == len(record.rounds),
            looked_at=self.looked_at,
            moves=self._moves_in(len(record.rounds)),
        )

    def _moves_in(self, rounds: int) -> int:
        return sum(len(part.moves) for part in self._record.rounds[:rounds])


class Reviews:
    """Makes reviews of the games at the tables of a directory."""

    def __init__(self, directory: Directory, plan: ReviewPlan | None = None) -> None:
        self._directory, self._plan = directory, plan or ReviewPlan()
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="stichwerk-review")
        self._turns = ThinkingTurns(1)
        # There once the record of the game is read, and what is wrong with that is known.
        self._making: dict[Reviewed, asyncio.Future[UnderWay]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.made = 0

    @property
    def under_way(self) -> int:
        """How many are being made, or wait."""
        return len(self._tasks)

    async def found(self, which: Reviewed, after: int, gzipped: bool) -> bytes | None:
        """A review as JSON, without the rounds up to ``after``: as far as there is one; None: nobody has
        asked for it yet.
        """
        begun = self._making.get(which)
        if begun is not None:
            making = await asyncio.shield(begun)
            if making.problem is not None:
                raise making.problem
            ahead = list(self._making.values()).index(begun) if self._making.get(which) is begun else 0
            told = msgspec.structs.replace(making.so_far, looked_at=making.looked_at, ahead=ahead)
            return await asyncio.to_thread(_packed, told, after, gzipped)
        rooms = self._directory.rooms
        asked = partial(kept_review, which=which, wanted=FORMAT)
        kept = await rooms.read(rooms.store.read, asked) if which.table.isascii() and which.table.isalnum() else None
        return None if kept is None else await asyncio.to_thread(_unpacked, kept, after, gzipped)

    def begin(self, which: Reviewed, asker: str) -> None:
        """Begin to make a review, unless somebody has; `found` tells how far it has come."""
        if which in self._making:
            return
        if self.under_way >= MOST_AT_ONCE:
            raise NotNow("many reviews are being made: ask again in a minute", "too-many-reviews")
        loop = asyncio.get_running_loop()
        self._making[which] = loop.create_future()
        task = loop.create_task(self._make(which, asker))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Stop; what is not done is made again when it is asked for."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._worker.shutdown(wait=False, cancel_futures=True)

    # ------------------------------------------------------------ making one

    async def _make(self, which: Reviewed, asker: str) -> None:
        begun, plan = self._making[which], replace(self._plan, open_cards=which.open_cards)
        try:
            line = await self._directory.queries.record(which.table, which.game)
            async with self._turns.turn(asker):
                making = await self._beside(lambda: UnderWay(line, plan))
            begun.set_result(making)
            await self._look_at_all(which, making, asker)
        except asyncio.CancelledError:
            begun.cancel()
            raise
        except Exception as problem:  # there is no such game, it is not over, or its record is broken
            begun.set_exception(_told_problem(problem))
            begun.exception()  # if nobody waits for it any more, nobody has to know
            del self._making[which]
        else:
            wait = 0.0 if making.problem is None else _TROUBLE_TOLD
            asyncio.get_running_loop().call_later(wait, self._making.pop, which, None)

    async def _look_at_all(self, which: Reviewed, making: UnderWay, asker: str) -> None:
        try:
            while not making.so_far.whole:
                async with self._turns.turn(asker):
                    await self._beside(making.look_at_a_round)
            review = await self._beside(lambda: gzip.compress(messages.encode(making.so_far), 6))
            keep = partial(keep_review, which=which, written=FORMAT, review=review)
            await asyncio.wrap_future(self._directory.rooms.store.write(keep))
            self.made += 1
        except Exception as problem:  # whatever is wrong with a game, its bots or the store
            making.problem = _told_problem(problem)

    async def _beside(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._worker, work)


def _told_problem(problem: Exception) -> StichwerkError:
    if isinstance(problem, StichwerkError):
        return problem
    log.error("a game could not be reviewed", exc_info=problem)
    return NoReview("something went wrong here: this game has no review")


# ---------------------------------------------------------------- beside the event loop


def _unpacked(kept: bytes, after: int, gzipped: bool) -> bytes:
    return _packed(msgspec.json.decode(gzip.decompress(kept), type=GameReview), after, gzipped)


def _packed(review: GameReview, after: int, gzipped: bool) -> bytes:
    """The review as JSON, without the rounds up to this one."""
    rounds = tuple(each for each in review.rounds if each.round > after)
    decisions = tuple(each for each in review.decisions if each.round > after)
    told = messages.encode(msgspec.structs.replace(review, rounds=rounds, decisions=decisions))
    return gzip.compress(told, 6) if gzipped else told
