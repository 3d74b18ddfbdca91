"""Record files that old versions have written: they verify for ever, and give the same lines again, in which an option
that was added since has its default.
"""

from pathlib import Path

import pytest

from stichwerk.play.record import Record, read, read_file, to_line
from stichwerk.play.verify import check, replay
from support.matches import with_new_options

FILES = sorted((Path(__file__).parents[1] / "data/records").glob("*.jsonl"))
LINES = [
    pytest.param(line, id=f"{file.stem} line {number}")
    for file in FILES
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
]


def test_there_are_finished_and_unfinished_games_of_each():
    assert [file.name for file in FILES] == ["v1.jsonl"]
    kinds = set()
    for _, record in read_file(FILES[0]):
        assert isinstance(record, Record), record
        kinds.add((record.game.id, record.winners is None))
    assert kinds == {(game, cut_off) for game in ("null-nichtig", "rage", "alles-oder-nichts") for cut_off in (0, 1)}


@pytest.mark.parametrize("line", LINES)
def test_an_old_record(line):
    record = read(line)
    check(record)
    assert to_line(replay(record).record()) == with_new_options(line)
