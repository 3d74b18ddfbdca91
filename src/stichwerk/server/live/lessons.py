"""Guided rounds, as the browser plays them: the frames of a record as the learner sees them, with what is said.

Nothing of it is a table, and nothing is stored: whoever learns plays against a record.
"""

import asyncio
import gzip
from functools import cache

from stichwerk.games import Game
from stichwerk.play.lesson import LEARNER, LessonStep, lesson
from stichwerk.play.verify import replay
from stichwerk.protocol import messages
from stichwerk.server.live.replays import ReplayWish, replay_of


async def packed_lesson(game: Game, language: str, gzipped: bool) -> bytes:
    """The guided round of a game in a language, as JSON. The first time it is played through, beside the event loop."""
    return await asyncio.to_thread(_packed, game, language, gzipped)


@cache
def _packed(game: Game, language: str, gzipped: bool) -> bytes:
    told = messages.encode(lesson_of(game, language))
    return gzip.compress(told, 6) if gzipped else told


def lesson_of(game: Game, language: str) -> messages.Lesson:
    """The guided round with its words in this language. Raises `NoLesson` where the game has none."""
    found = lesson(game)
    played = replay_of(found.record, ReplayWish(LEARNER, round=found.round))
    texts = game.texts(language).lesson
    return messages.Lesson(
        replay=played,
        moves=tuple(move if seat == LEARNER else None for seat, move in found.moves),
        steps=tuple(_said(step, texts) for step in found.steps),
        sheet=replay(found.record).sheet[-1],
    )


def _said(step: LessonStep, texts: dict[str, str]) -> messages.LessonStep:
    wrong = {move: texts[key] for move, key in step.wrong.items()}
    return messages.LessonStep(step.at, texts[step.say], step.look, wrong)
