"""Verify: records checked against the rules and their seeds, one or files of them, by compiled code on all cores."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path

from stichwerk.bulk.quick_check import Checker
from stichwerk.bulk.spread import spread
from stichwerk.errors import StichwerkError
from stichwerk.play.fairness import KeptReceipt
from stichwerk.play.record import AnyRecord, read_lines, record_of
from stichwerk.play.report import Report, checked, no_records

#: A piece of work has so many lines, or so many letters: enough to make the overhead vanish.
LINES, LETTERS = 500, 4_000_000
#: Up to so many pieces are checked without further processes: to start these takes longer than they save.
FEW_PIECES = 16

Piece = list[tuple[int, bytes]]


def verify(records: AnyRecord | Path) -> Report:
    """Check records against the rules and, where the seed is there, against their deals.

    ``records`` is a single one in any shape, or a file with one per line: a path, or a text that is no JSON object.

    >>> from stichwerk import Match
    >>> match = Match.new("rage", names=["Anja", "Bernd"], seed="tea")
    >>> print(verify(match.record()))
    1 record: 0 hold, 1 unfinished but valid, 0 broken
    >>> report = verify(match.record() | {"total": [90, 0]})
    >>> report.ok, report.broken[0].reason.message
    (False, 'the total is [0, 0], not [90, 0]')
    """
    if isinstance(records, Path) or (isinstance(records, str) and not records.lstrip().startswith("{")):
        return Report.of(verify_file(Path(records)))
    try:
        return checked(1, record_of(records))
    except StichwerkError as problem:
        return checked(1, problem)


def verify_file(
    path: Path,
    kept: Sequence[KeptReceipt] = (),
    workers: int | None = None,
    tick: Callable[[int], None] = lambda letters: None,
) -> Iterator[Report]:
    """What is to be said of the records of a file, piece by piece, in their order. Whatever is wrong with one of them
    stands in a report; that there is no such file, or no record in it, is raised.

    ``tick`` is told how many letters more were read and checked.
    """
    empty = True
    for found, letters in spread(partial(_checked, kept), pieces(read_lines(path)), workers, few=FEW_PIECES):
        tick(letters)
        empty = empty and found == Report()
        yield found
    if empty:
        raise no_records(str(path))


def pieces(lines: Iterable[tuple[int, bytes]], most: int = LINES) -> Iterator[Piece]:
    """The lines that hold anything, with their numbers, in pieces."""
    piece: Piece = []
    letters = 0
    for number, line in lines:
        piece.append((number, line))
        letters += len(line)
        if len(piece) == most or letters > LETTERS:
            yield piece
            piece, letters = [], 0
    if piece:
        yield piece


def _checked(kept: Sequence[KeptReceipt], piece: Piece) -> tuple[Report, int]:
    checker = _checker()
    found = Report.of(checker.report(number, line, kept) for number, line in piece)
    return found, sum(len(line) for _, line in piece)


@cache
def _checker() -> Checker:
    """The checker of this process."""
    return Checker()
