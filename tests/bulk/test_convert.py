"""Records become tables of decisions and records again: the same, with all further keys."""

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stichwerk.bulk.convert import simulate_decisions, to_jsonl, to_parquet
from stichwerk.bulk.parquet import read_decisions
from stichwerk.bulk.simulate import plan_of, records
from stichwerk.games import Game, game, games
from stichwerk.kernel.bits import members
from stichwerk.play.match import Match
from stichwerk.play.record import to_line
from support.matches import NAMES, VARIANTS, play_out

pq = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed: pip install 'stichwerk[data]'")

EACH_GAME = pytest.mark.parametrize("found", games(), ids=lambda found: found.id)


def there_and_back(lines: list[str], folder: Path) -> list[str]:
    source, table, back = folder / "a.jsonl", folder / "a.parquet", io.StringIO()
    source.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    with table.open("wb") as file:
        assert to_parquet(source, file) == len(lines)
    assert to_jsonl(table, back) == len(lines)
    return back.getvalue().splitlines()


@pytest.mark.parametrize("kind", VARIANTS)
def test_every_variant_comes_back_byte_for_byte(kind: Any, tmp_path: Path) -> None:
    game_id, players, *options = kind
    lines = list(records(plan_of(game_id, dict(options), players, seed=4), 2))
    assert there_and_back(lines, tmp_path) == lines


@EACH_GAME
def test_unfinished_games_seeds_and_further_keys_come_back(found: Game, tmp_path: Path) -> None:
    match = Match.new(found, names=NAMES[:3], seed="tea", salts=["", "mine", ""])
    lines = [to_line(match.record())]  # dealt, and nothing done
    for _ in range(5):
        seat = match.waiting[0]
        match.play(seat, match.legal(seat)[0])
        lines.append(to_line(match.record()))
    lines.append(to_line(play_out(match).record() | {"note": {"ä": [1.5, None, 10**30]}, "played_at": "today"}))
    whole = json.loads(lines[0])
    lines.append(to_line({"first": "a key of mine"} | whole | {"rounds": [], "total": [0, 0, 0]}))
    assert there_and_back(lines, tmp_path) == lines


def test_what_is_written_in_another_way_comes_back_in_the_usual_one(tmp_path: Path) -> None:
    [line] = records(plan_of("rage", None, 2, seed=1), 1)
    data = json.loads(line)
    data["rounds"][0] = dict(sorted(data["rounds"][0].items()))
    assert there_and_back([json.dumps(data, separators=(",", ":"))], tmp_path) == [line]


@EACH_GAME
def test_a_row_is_what_a_seat_saw_did_and_made_of_it(found: Game) -> None:
    plan, file = plan_of(found, None, 3, 5, ["random"]), io.BytesIO()
    results = simulate_decisions(plan, 3, file)
    table = pq.read_table(io.BytesIO(file.getvalue()))
    assert table.num_rows == results.actions
    book = found.book
    lines = [json.loads(line) for line in records(plan, 3)]
    states, mask, seen = book.new_states(), book.new_mask(), book.new_observation()
    rows = iter(table.to_pylist())
    words = plan.setup.options
    cards = {name: number for number, name in enumerate(book.presentation.card_names(words))}
    for number, data in enumerate(lines):
        book.at.begin(states, 0, plan.setup.vector(data["rounds"][0]["dealer"]))
        for count, part in enumerate(data["rounds"], 1):
            deck = [cards[card] for hand in (*part["hands"], part["stock"]) for card in hand]
            book.at.deal(states, 0, np.array(deck, np.int8))
            while int(book.at.awaiting(states, 0)):
                row = next(rows)
                seat, action = row["seat"], row["action"]
                assert (row["game"], row["round"], row["dealer"]) == (number, count, part["dealer"])
                book.at.observe(states, 0, seat, seen)
                assert row["observation"] == seen.astype("<i2").tobytes()
                book.at.legal(states, 0, seat, mask)
                legal = members(mask.tolist())
                assert (
                    tuple(np.flatnonzero(np.unpackbits(np.frombuffer(row["mask"], np.uint8), bitorder="little")))
                    == legal
                )
                assert action in legal
                assert row["result"] == part["score"][seat]
                assert row["total"] == data["total"][seat]
                assert row["won"] == (seat in data["winners"])
                book.at.apply(states, 0, seat, action)
    assert next(rows, None) is None


def test_decisions_as_arrays(tmp_path: Path) -> None:
    file = tmp_path / "a.parquet"
    with file.open("wb") as out:
        results = simulate_decisions(plan_of("rage", None, 4, 1, ["rules"]), 3, out)
    found = read_decisions(file)
    rage = game("rage")
    assert found["observation"].shape == (results.actions, rage.book.layout.size)
    assert found["mask"].shape == (results.actions, len(rage.book.presentation.actions(rage.options())))
    assert found["mask"][np.arange(results.actions), found["action"]].all()
    assert found["observation"].dtype == np.dtype("<i2")


def test_the_workers_change_nothing(tmp_path: Path) -> None:
    plan = plan_of("alles-oder-nichts", None, 3, 2, ["rules"])
    one, two = io.BytesIO(), io.BytesIO()
    simulate_decisions(plan, 150, one, workers=1)
    simulate_decisions(plan, 150, two, workers=3)
    assert one.getvalue() == two.getvalue()
