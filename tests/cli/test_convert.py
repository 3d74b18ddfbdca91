"""``stich convert``, and ``stich simulate`` with bots: files appear whole or not at all, whatever is wrong is told."""

import json
import sys

import pytest

pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'stichwerk[data]'")


@pytest.fixture
def games(stich, tmp_path):
    """Five games as records."""
    file = tmp_path / "games.jsonl"
    assert stich("simulate", "alles-oder-nichts", "--bots", "3,rules,random", "--games", 5, "--records", file).code == 0
    return file


@pytest.fixture
def table(stich, games, tmp_path):
    """The same as decisions."""
    file = tmp_path / "games.parquet"
    assert stich("convert", games, file).code == 0
    return file


def test_there_and_back(stich, games, table, tmp_path):
    back = tmp_path / "back.jsonl"
    shown = stich("convert", table, back)
    assert (shown.code, shown.out) == (0, f"5 games written to {back}\n")
    assert back.read_bytes() == games.read_bytes()
    assert stich("verify", back).out == "5 records: 5 hold, 0 broken\n"
    first = json.loads(back.read_text().splitlines()[0])
    assert (first["bots"], first["seats"]) == ([3, "rules", "random"], ["Regular 1", "rules 2", "random 3"])


def test_simulated_decisions_are_those_of_the_records(stich, games, table, tmp_path):
    direct = tmp_path / "direct.parquet"
    shown = stich("simulate", "alles-oder-nichts", "--bots", "3,rules,random", "--games", 5, "--records", direct)
    assert shown.code == 0
    assert "5 games by 3, rules, random, seed 0" in shown.out
    assert direct.read_bytes() == table.read_bytes()


def test_without_a_name_the_file_is_called_like_the_game(stich, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert stich("simulate", "rage", "--games", 2, "--format", "parquet").code == 0
    assert stich("simulate", "rage", "--games", 2, "--format", "jsonl").code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["rage.jsonl", "rage.parquet"]
    assert stich("convert", "rage.parquet", "again.jsonl").code == 0
    assert (tmp_path / "again.jsonl").read_bytes() == (tmp_path / "rage.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--bots", "5,4"], "4 players but 2 bots"),
        (["--bots", "nobody"], "there is no bot 'nobody'"),
        (["--bots", "9"], "there is no bot '9'"),
        (["--format", "parquet", "--records", "-"], "Parquet cannot go to stdout"),
        (["--format", "csv"], "csv"),
    ],
)
def test_what_cannot_be_simulated(stich, tmp_path, monkeypatch, arguments, said):
    monkeypatch.chdir(tmp_path)
    players = ["--players", 4] if "--bots" in arguments else []
    shown = stich("simulate", "rage", "--games", 1, *players, *arguments)
    assert (shown.code, shown.out) == (2, "")
    assert said in shown.err
    assert list(tmp_path.iterdir()) == []


def both_ways(games, table):
    """The commands that write a table."""
    return (["convert", games, table], ["simulate", "rage", "--records", table])


def test_without_pyarrow(stich, games, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    for command in (
        ["convert", games, tmp_path / "x.parquet"],
        ["simulate", "rage", "--records", tmp_path / "x.parquet"],
    ):
        shown = stich(*command)
        assert shown.code == 2
        assert "pip install 'stichwerk[data]'" in shown.err
        assert not (tmp_path / "x.parquet").exists()


def broken(line):
    data = json.loads(line)
    data["rounds"][0]["moves"][0][1] = "bid:99"
    return json.dumps(data)


WRONG_LINES = {
    "broken": (broken, "round 1, move 1: seat"),
    "half a line": (lambda line: line[:300], "not a whole line of JSON"),
    "an unknown game": (lambda line: line.replace('"alles-oder-nichts"', '"skat"'), "there is no game 'skat'"),
    "a newer format": (lambda line: line.replace('"stichwerk": 1', '"stichwerk": 2'), "newer than 1"),
}


@pytest.mark.parametrize("wrong", WRONG_LINES)
def test_records_that_do_not_hold_are_not_converted(stich, games, tmp_path, wrong):
    change, said = WRONG_LINES[wrong]
    lines = games.read_text().splitlines()
    lines[2] = change(lines[2])
    games.write_text("\n".join(lines))
    shown = stich("convert", games, tmp_path / "x.parquet")
    assert (shown.code, shown.out) == (2, "")
    assert f"{games}:3: " in shown.err
    assert said in shown.err
    assert "nothing was written" in shown.err
    assert [path.name for path in tmp_path.iterdir()] == ["games.jsonl"]


def test_two_games_do_not_fit_into_one_table(stich, games, tmp_path):
    stich("simulate", "rage", "--games", 1, "--records", tmp_path / "rage.jsonl")
    games.write_bytes(games.read_bytes() + (tmp_path / "rage.jsonl").read_bytes())
    shown = stich("convert", games, tmp_path / "x.parquet")
    assert shown.code == 2
    assert f"{games}:6: this is a game of rage, but a Parquet file is of one game" in shown.err


def test_files_that_are_none(stich, games, table, tmp_path):
    half = tmp_path / "half.parquet"
    half.write_bytes(table.read_bytes()[:2000])
    strange = tmp_path / "strange.parquet"
    import pyarrow as pa
    import pyarrow.parquet as pq

    pq.write_table(pa.table({"a": [1]}), strange)
    empty = tmp_path / "empty.jsonl"
    empty.write_text("\n")
    for source, target, said in [
        (half, "x.jsonl", "only half written"),
        (strange, "x.jsonl", "not one with decisions"),
        (empty, "x.parquet", "the file is empty"),
        (tmp_path / "missing.jsonl", "x.parquet", "no such file"),
        (table, "x.parquet", "the other file must be of records"),
        (games, "x.jsonl", "the other file must be of Parquet"),
        (games, table.name, "--force"),
        (games, "nowhere/x.parquet", "there is no folder"),
    ]:
        shown = stich("convert", source, tmp_path / target)
        assert (shown.code, shown.out) == (2, ""), source
        assert said in shown.err
        assert shown.err.count("\n") == 1
    assert not list(tmp_path.glob("*x*")) + list(tmp_path.glob(".*"))


def changed(table, **columns):
    """The table with some columns made of the old ones."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = pq.read_table(table)
    for name, change in columns.items():
        if name == "about":
            about = json.loads(rows.schema.metadata[b"stichwerk"])
            rows = rows.replace_schema_metadata({b"stichwerk": json.dumps(change(about))})
            continue
        place = rows.schema.get_field_index(name)
        values = change(rows[name].to_pylist())
        rows = rows.set_column(place, rows.schema.field(name), pa.array(values, rows.schema.field(name).type))
    pq.write_table(rows, table)


def swapped(values):
    return [values[1], values[0], *values[2:]]


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"about": lambda about: about | {"format": 2}}, "it is of another version"),
        ({"about": lambda about: about | {"game": "skat"}}, "there is no game 'skat'"),
        ({"about": lambda about: about | {"observation": []}}, "its columns were changed"),
        ({"action": swapped, "seat": swapped}, "game 0: its decks or actions are not by the rules"),
        ({"action": lambda values: [99, *values[1:]]}, "game 0: its decks or actions are not by the rules"),
        ({"deck": lambda values: [b"x", *values[1:]]}, "game 0 do not belong together"),
        ({"deck": lambda values: [values[0][::-1], *values[1:]]}, "game 0: "),
        ({"deck": lambda values: [None, *values[1:]]}, "game 0 has not a deck for each round"),
        ({"record": lambda values: [None, *values[1:]]}, "rows are missing"),
        ({"record": lambda values: ["{}", *values[1:]]}, "does not hold a record"),
        ({"record": lambda values: [values[0].replace('"total": [', '"total": [1'), *values[1:]]}, "the total is"),
        ({"game": lambda values: [5, *values[1:]]}, "do not belong together"),
        ({"dealer": lambda values: [7, *values[1:]]}, "not by the rules"),
    ],
)
def test_tables_that_were_changed(stich, table, tmp_path, columns, said):
    changed(table, **columns)
    shown = stich("convert", table, tmp_path / "x.jsonl")
    assert (shown.code, shown.out) == (2, "")
    assert said in shown.err
    assert not (tmp_path / "x.jsonl").exists()


def test_a_full_disk(stich, games, tmp_path, monkeypatch):
    from stichwerk.bulk import parquet

    def full(self, decisions):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(parquet.DecisionWriter, "write", full)
    before = sorted(tmp_path.iterdir())
    for command in (
        ["convert", games, tmp_path / "x.parquet"],
        ["simulate", "rage", "--records", tmp_path / "x.parquet"],
    ):
        shown = stich(*command)
        assert shown.code == 2
        assert "no space left on device" in shown.err
        assert sorted(tmp_path.iterdir()) == before
