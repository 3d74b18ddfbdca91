"""The guided round of a game, for somebody who plays it for the first time: ``lesson.json`` in its folder.

A lesson is a record whose last round is played once more, with the learner at seat 0, and besides it has ``steps``:
what is said before which move of that round. The words stand in the texts of the game, under ``lesson``.

>>> from stichwerk.games import game
>>> found = lesson(game("rage"))
>>> found.record.seats[LEARNER], found.steps[0].at
('Anja', 0)
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, ValidationError, convert

from stichwerk.errors import NoLesson, StichwerkError
from stichwerk.games import Game
from stichwerk.games.game import said_by
from stichwerk.play.record import Record, from_data
from stichwerk.play.record_shape import RecordedMove
from stichwerk.play.verify import check

#: Where the learner sits.
LEARNER = 0
FILE = "lesson.json"


class LessonStep(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that is said: ``say`` is the name of its text.

    ``at``: before which move of the round, from 0; after the last one, there is one more. ``look``: what it points at.
    ``wrong``: by a move that may be made there but is not wise, the name of the text that explains why; under ``*``
    that for all others.
    """

    at: Annotated[int, Meta(ge=0)]
    say: str
    look: str = ""
    wrong: dict[str, str] = {}


@dataclass(frozen=True)
class Lesson:
    """A guided round: what is played, and what is said to it."""

    record: Record
    steps: tuple[LessonStep, ...]

    @property
    def round(self) -> int:
        """Which round of the record is played."""
        return len(self.record.rounds)

    @property
    def moves(self) -> tuple[RecordedMove, ...]:
        """The moves of that round, by seat."""
        return self.record.rounds[-1].moves


def has_lesson(game: Game) -> bool:
    """Whether the game brings a guided round. (Whether it is any good is seen when it is asked for.)"""
    return (files(game.package) / FILE).is_file()


@cache
def lesson(game: Game) -> Lesson:
    """The guided round of a game, checked against its rules and its texts. Raises `NoLesson` where there is none."""
    if not has_lesson(game):
        raise NoLesson(f"{game.title} has no guided round")
    try:
        found = _read(json.loads((files(game.package) / FILE).read_text("utf-8")), game)
        _check(found, game)
    except (StichwerkError, ValidationError, ValueError, OSError) as problem:
        raise NoLesson(f"the guided round of {game.title} cannot be used: {said_by(problem)}") from problem
    return found


def _read(data: Any, game: Game) -> Lesson:
    if not isinstance(data, dict):
        raise NoLesson("it is not a JSON object")
    steps = convert(data.pop("steps", None), tuple[LessonStep, ...])
    return Lesson(from_data(data, {game.id: game}), steps)


def _check(found: Lesson, game: Game) -> None:
    record = found.record
    if record.game.id != game.id:
        raise NoLesson(f"it is a record of {record.game.title}")
    if not record.rounds or record.rounds[-1].score is UNSET:
        raise NoLesson("its last round is not played to the end")
    check(record)
    if not found.steps or list(found.steps) != sorted(found.steps, key=lambda step: step.at):
        raise NoLesson("its steps must stand in the order in which they are said")
    for number, step in enumerate(found.steps, 1):
        _check_step(number, step, found.moves, game)


def _check_step(number: int, step: LessonStep, moves: tuple[RecordedMove, ...], game: Game) -> None:
    if step.at > len(moves):
        raise NoLesson(f"step {number} is said before move {step.at}, but there are only {len(moves)}")
    if step.wrong and (step.at == len(moves) or moves[step.at][0] != LEARNER):
        raise NoLesson(f"step {number} explains a wrong move where it is not the learner's turn")
    said = game.texts().lesson
    for key in (step.say, *step.wrong.values()):
        if key not in said:
            raise NoLesson(f"step {number} needs the text {key}, which is not under lesson in texts/en.json")
