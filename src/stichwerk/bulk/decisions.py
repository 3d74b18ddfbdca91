"""Decisions: games as rows, one for each action, with what its seat saw and could do, and what came of it.

All of it is made anew from transcripts, in compiled code: so a file of records can be told like games just played.
"""

from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stichwerk.bulk.replaying import BYTES, loops_of
from stichwerk.bulk.transcript import DEALER, END, SCORES, Course, Transcript
from stichwerk.games import Game

#: Where nobody decides anything, or nothing is known yet, stands this.
NONE = -1


@dataclass(frozen=True)
class PlayedTranscript:
    """A game to be told: a copy of its transcript, the points by seat, the winners as bits (None: it goes on), and
    its record without the rounds, as JSON.
    """

    course: Course
    decks: NDArray[np.int8]
    log: NDArray[np.int16]
    sheet: NDArray[np.int64]
    over: bool
    totals: tuple[int, ...]
    winners: int | None
    record: str

    @classmethod
    def of(
        cls, course: Course, transcript: Transcript, totals: tuple[int, ...], winners: int | None, record: str
    ) -> "PlayedTranscript":
        rounds, actions = transcript.rounds, transcript.actions
        return cls(
            course, transcript.decks[:rounds].copy(), transcript.log[:actions].copy(), transcript.sheet[:rounds].copy(),
            transcript.over, totals, winners, record,
        )  # fmt: skip

    @property
    def undecided(self) -> bool:
        """Whether nobody has done anything yet in the last round, or there is none."""
        counts = np.diff(self.sheet[:, END], prepend=0)
        return not len(counts) or counts[-1] == 0

    @property
    def rows(self) -> int:
        """How many rows it takes: one for each action, and one for a last round in which there is none yet."""
        return len(self.log) + int(self.undecided)


@dataclass(frozen=True)
class Decisions:
    """Rows, as arrays. ``game`` counts the games of a file from 0, ``round`` those of a game from 1.

    ``result``: what the round brought the seat, if it is ``over``. ``total``: what all rounds have; ``won``: 1 or 0, or
    `NONE` while the game goes on. A row without a decision has `NONE` as its seat and action: a round in which nobody
    has done anything yet. ``first`` are the rows with which rounds begin, with the ``decks``, and ``opening`` those
    with which games do, with the ``records``.
    """

    game: NDArray[np.int64]
    round: NDArray[np.int32]
    dealer: NDArray[np.int8]
    seat: NDArray[np.int8]
    action: NDArray[np.int16]
    observation: NDArray[np.int16]
    mask: NDArray[np.uint8]
    result: NDArray[np.int32]
    over: NDArray[np.bool_]
    total: NDArray[np.int32]
    won: NDArray[np.int8]
    first: NDArray[np.int64]
    decks: NDArray[np.int8]
    opening: NDArray[np.int64]
    records: list[str] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.game)


def mask_bytes(game: Game) -> int:
    """How many bytes the mask of a row has: eight actions each, the lowest bit first."""
    actions = len(game.book.presentation.actions(game.options()))
    return min(-(-actions // 8), game.book.mask_words * BYTES)


def tell(game: Game, played: list[PlayedTranscript], first_game: int) -> Decisions:
    """The decisions of some games, which are numbered from ``first_game`` on."""
    book, show = game.book, loops_of(game).show_game
    rows = sum(each.rows for each in played)
    observation = np.zeros((rows, book.layout.size), np.int16)
    mask = np.zeros((rows, mask_bytes(game)), np.uint8)
    states, words = book.new_states(), book.new_mask()
    parts: list[dict[str, Any]] = []
    at = 0
    for number, each in enumerate(played, first_game):
        vector, rounds = each.course.vector.copy(), len(each.sheet)
        vector[1] = each.sheet[0, DEALER] if rounds else 0
        states.view(np.uint8)[:] = 0
        show(states, vector, words, each.decks, each.log, each.sheet, rounds, observation[at:], mask[at:])
        parts.append(_columns(each, number, at))
        at += each.rows
    columns = {
        name.name: np.concatenate([part[name.name] for part in parts])
        for name in fields(Decisions)
        if name.name not in ("observation", "mask", "records")
    }
    return Decisions(observation=observation, mask=mask, records=[each.record for each in played], **columns)


def _columns(played: PlayedTranscript, number: int, at: int) -> dict[str, Any]:
    """The columns of one game, whose first row is that with the number ``at``."""
    rounds, rows = len(played.sheet), played.rows
    ends = played.sheet[:, END]
    counts = np.diff(ends, prepend=0)
    if played.undecided:
        counts = np.append(counts[:-1], 1)
    row = np.repeat(np.arange(len(counts)), counts)
    seat, action = np.full(rows, NONE, np.int8), np.full(rows, NONE, np.int16)
    seat[: len(played.log)], action[: len(played.log)] = played.log[:, 0], played.log[:, 1]
    seats = np.maximum(seat, 0)
    over = np.zeros(rows, np.bool_)
    result = np.zeros(rows, np.int32)
    if rounds:
        over[:] = (row + 1 < rounds) | played.over
        result[:] = np.where(over, played.sheet[row, SCORES + seats], 0)
    totals = np.array(played.totals, np.int32)
    won = np.full(rows, NONE, np.int8) if played.winners is None else (played.winners >> seats & 1).astype(np.int8)
    return {
        "game": np.full(rows, number, np.int64),
        "round": (row + 1 if rounds else row).astype(np.int32),
        "dealer": (played.sheet[row, DEALER] if rounds else np.full(rows, NONE)).astype(np.int8),
        "seat": seat,
        "action": action,
        "result": result,
        "over": over,
        "total": totals[seats],
        "won": won,
        "first": at + np.append(0, np.cumsum(counts)[:-1]) if rounds else np.zeros(0, np.int64),
        "decks": played.decks,
        "opening": np.array([at]),
    }


@dataclass(frozen=True)
class Columns:
    """The rows of a single game, as far as they are needed to write its record."""

    first_dealer: int
    round: NDArray[np.int32]
    seat: NDArray[np.int8]
    action: NDArray[np.int16]
    decks: NDArray[np.int8]
    record: str


def transcribe(game: Columns, into: Transcript) -> None:
    """Write down the game of these rows: all but the dealers and the scores."""
    done = game.seat != NONE
    rounds, actions = len(game.decks), int(done.sum())
    counts = np.bincount(game.round[done], minlength=1 + rounds)[1 : 1 + rounds]
    into.make_room(rounds, actions)
    into.rounds, into.actions = rounds, actions
    into.decks[:rounds] = game.decks
    into.log[:actions, 0], into.log[:actions, 1] = game.seat[done], game.action[done]
    into.sheet[:rounds, END] = np.cumsum(counts)
