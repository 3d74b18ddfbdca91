"""The results of the arena as files: rows, a summary, a picture."""

import csv
import io
import json

import pytest

from stichwerk.arena import Comparison, compare, estimate
from stichwerk.arena.deals import CHALLENGER, REST
from stichwerk.arena.files import summary, write_csv, write_json
from stichwerk.arena.plot import write_plot
from support.arena_bots import Dice, First

# ---------------------------------------------------------------- files


@pytest.fixture(scope="module")
def some() -> list[Comparison]:
    return [
        compare("rage", First(), Dice(), deals=20, workers=1),
        compare("rage", First(), Dice(), deals=3, workers=1, whole_games=True),
    ]


@pytest.mark.parametrize("which", [0, 1])
def test_the_rows_give_the_summary_again(some, which):
    result = some[which]
    file = io.StringIO()
    write_csv(file, [result])
    rows = list(csv.DictReader(io.StringIO(file.getvalue())))
    assert len(rows) == 2 * result.deals.size
    for direction, name in zip(result.directions, ("challenger", "rest"), strict=True):
        mine = [row for row in rows if row["alone"] == name]
        challenger, rest = (
            [int(row[f"{side}_points"]) / int(row[f"{side}_seats"]) for row in mine] for side in ("challenger", "rest")
        )
        per_seat = [mine - theirs for mine, theirs in zip(challenger, rest, strict=True)]
        assert estimate(per_seat) == direction.difference()
        assert [float(row["difference"]) for row in mine] == per_seat
        wins = sum(float(row["challenger_wins"]) for row in mine) / sum(int(row["games"]) for row in mine)
        assert wins == pytest.approx(direction.win_share().mean)
        exact = sum(int(row["rest_exact"]) for row in mine) / sum(int(row["rest_bids"]) for row in mine)
        assert exact == direction.exact_in_all(REST)
        if which:
            assert sum(int(row["rest_exact_1"]) for row in mine) == direction.exact[:, REST, 1].sum()
            assert {row["hand_size"] for row in mine} == {""}
        else:
            assert [int(row["hand_size"]) for row in mine] == result.hand_sizes.tolist()
        assert sum(int(row["challenger_moves"]) for row in mine) == direction.asked[:, CHALLENGER].sum()


def test_the_summary_as_json(some):
    file = io.StringIO()
    write_json(file, some)
    data = json.loads(file.getvalue())
    assert {"stichwerk", "date", "python", "libraries", "comparisons"} <= set(data)
    first = data["comparisons"][0]
    assert first["settings"]["options"] == {"bidding": "open", "march": False, "tie_break": "most-exact"}
    assert first["deals"] == {"planned": 20, "played": 20, "first": 0, "last": 19}
    assert first["directions"][0]["difference"]["mean"] == some[0].one.difference().mean
    assert set(first["directions"][1]["difference_by_hand_size"]) == {str(size) for size in range(1, 11)}
    single = summary(compare("null-nichtig", First(), Dice(), deals=1, workers=1))
    assert single["directions"][0]["difference"]["margin_95"] is None
    assert single["directions"][0]["rest"]["exact_rate"] is None


@pytest.mark.parametrize("game_id", ["rage", "null-nichtig"])
def test_the_picture(game_id, some):
    pytest.importorskip("matplotlib")
    results = some if game_id == "rage" else [compare(game_id, First(), First(), deals=1, players=3, workers=1)]
    if game_id == "rage":
        results = [results[0], compare(game_id, First(), Dice(), deals=1, workers=1)]  # cut short
    file = io.BytesIO()
    write_plot(file, results)
    assert file.getvalue().startswith(b"\x89PNG")
    assert len(file.getvalue()) > 10_000
