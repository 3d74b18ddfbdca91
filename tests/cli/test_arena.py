"""``stich arena``: the table, the files, mistakes in one line, and what an interrupted run leaves."""

import csv
import json
import re
import signal
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from stichwerk.arena import run as arena_run

BOTS = """
class Low:
    name = "low"
    def choose(self, hidden, legal, rng):
        return legal[0]

class Cheat(Low):
    name = "cheat"
    def choose(self, hidden, legal, rng):
        return -1

class Fragile(Low):
    name = "fragile"
    def choose(self, hidden, legal, rng):
        raise RuntimeError("out of ideas")

class Deaf:
    pass

class Slow(Low):
    name = "slow"
    def choose(self, hidden, legal, rng):
        import pathlib, time
        time.sleep(0.001)
        if hidden.states["round_no"][0] == 3:
            pathlib.Path("begun").touch()
        return legal[0]
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder of one's own, with bots of one's own."""
    (tmp_path / "mine.py").write_text(BOTS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_table(stich, here):
    shown = stich("arena", "rage", "random", "mine.py:Low", "--deals", 20, "--workers", 1)
    assert (shown.code, shown.err) == (0, "")
    lines = shown.out.splitlines()
    assert lines[0] == "Rage, 4 players: low against random"
    assert lines[1] == "20 deals, rounds 1 to 10 in turn, seed 0"
    assert " ".join(lines[2].split()) == "1 low against 3 random 3 low against 1 random"
    heads = ["points per round, low", "points per round, random", "difference (95 %)", "win share (95 %)", "par"]
    assert [line[: len(head)] for line, head in zip(lines[3:], heads, strict=False)] == heads
    assert re.fullmatch(r"difference \(95 %\) +[+-]\d+\.\d\d ± \d+\.\d\d +[+-]\d+\.\d\d ± \d+\.\d\d", lines[5])
    assert lines[7].split() == ["par", "25.0%", "75.0%"]
    assert "exact bids, %    all   10    9" in shown.out
    assert "illegal" not in shown.out
    assert max(map(len, lines)) <= 100


def test_one_bot_plays_itself_and_is_as_good(stich):
    shown = stich("arena", "null-nichtig", "random", "--deals", 3, "--players", 3, "--workers", 1)
    assert "difference (95 %)" in shown.out
    assert shown.out.count("+0.00 ± 0.00") == 2
    assert "exact bids" not in shown.out
    own = stich("arena", "null-nichtig", "random", "--deals", 3, "--players", 3, "--workers", 1, "--own-luck")
    assert "+0.00 ± 0.00" not in own.out


def without_times(text):
    return re.sub(r"^ms per move.*\n", "", text, flags=re.M)


def test_the_same_seed_gives_the_same_table_with_any_number_of_workers(stich, here):
    arguments = ("arena", "alles-oder-nichts", "mine.py:Low", "random", "--deals", 14, "--seed", 5)
    one, two = (stich(*arguments, "--workers", workers) for workers in (1, 2))
    assert one.code == two.code == 0
    assert without_times(one.out) == without_times(two.out)
    other = stich(*arguments[:-1], 6, "--workers", 1)
    assert without_times(other.out).replace("seed 6", "seed 5") != without_times(one.out)


def test_a_ladder_and_all_pairs(stich, here):
    bots = ("random", "mine.py:Low", "mine.py:Slow")
    ladder = stich("arena", "rage", *bots, "--deals", 1, "--workers", 1, "--round", 9)
    heads = [line.partition(": ")[2] for line in ladder.out.splitlines() if line.startswith("Rage")]
    assert heads == ["low against random", "slow against low"]
    assert "1 deal, round 9, seed 0" in ladder.out
    assert "± ?" in ladder.out  # a single deal has no spread
    everybody = stich("arena", "rage", *bots, "--deals", 1, "--workers", 1, "--round", 9, "--all-pairs")
    heads = [line.partition(": ")[2] for line in everybody.out.splitlines() if line.startswith("Rage")]
    assert heads == ["low against random", "slow against random", "slow against low"]


def test_whole_games(stich):
    shown = stich("arena", "alles-oder-nichts", "random", "--deals", 2, "--whole-games", "--workers", 1, "--own-luck")
    assert "2 deals, whole games, seed 0" in shown.out
    assert "points per game" in shown.out


def test_the_files(stich, here):
    files = {name: here / f"result.{name}" for name in ("csv", "json")}
    arguments = ["arena", "rage", "random", "mine.py:Low", "--deals", 10, "--workers", 1]
    for name, file in files.items():
        arguments += [f"--{name}", file]
    assert stich(*arguments).code == 0
    with files["csv"].open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 20
    data = json.loads(files["json"].read_text())
    mean = data["comparisons"][0]["directions"][0]["difference"]["mean"]
    assert mean == pytest.approx(sum(float(row["difference"]) for row in rows if row["alone"] == "challenger") / 10)
    refused = stich(*arguments)
    assert refused.code == 2
    assert refused.out == ""  # before anything was played
    assert "--force" in refused.err
    assert stich(*arguments, "--force").code == 0


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="matplotlib is an extra")
def test_the_picture(stich, here):
    arguments = ("arena", "rage", "random", "mine.py:Low", "--deals", 10, "--workers", 1, "--plot", here / "a.png")
    assert stich(*arguments).code == 0
    assert (here / "a.png").read_bytes().startswith(b"\x89PNG")


def test_without_matplotlib_the_extra_is_named_before_anything_is_played(stich, here, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    refused = stich("arena", "rage", "random", "--deals", 10, "--plot", "a.png")
    assert refused.code == 2
    assert refused.out == ""
    assert "stichwerk[plot]" in refused.err
    assert not (here / "a.png").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["rage"], ["BOT"]),
        (["skat", "random"], ["skat", "rage"]),
        (["rage", "grandmaster"], ["grandmaster", "random"]),
        (["rage", "random", "9"], ["there is no bot '9'"]),
        (["rage", "random", "--deals", "0"], ["--deals", "too small"]),
        (["rage", "random", "--players", "9"], ["2 to 8", "9"]),
        (["null-nichtig", "random", "--players", "2"], ["3 to 6", "2"]),
        (["rage", "random", "--round", "11"], ["no round 11"]),
        (["rage", "random", "--round", "1", "--whole-games"], ["--whole-games", "not allowed"]),
        (["rage", "random", "--illegal", "forgive"], ["forgive", "stop", "score"]),
        (["rage", "random", "--option", "speed=3"], ["speed"]),
        (["rage", "random", "nowhere.py:Low"], ["nowhere.py", "no such file"]),
        (["rage", "random", "torn.py:Low"], ["torn.py", "SyntaxError"]),
        (["rage", "random", "mine.py:High"], ["High", "mine.py"]),
        (["rage", "random", "mine.py:Deaf"], ["Deaf", "choose"]),
        (["rage", "random", "--csv", "nowhere/a.csv"], ["nowhere"]),
        (["rage", "random", "--json", "mine.py"], ["mine.py", "--force"]),
    ],
)
def test_a_mistake_is_one_line(stich, here, arguments, words):
    (here / "torn.py").write_text("class Low(\n")
    before = sorted(path.name for path in here.iterdir())
    shown = stich("arena", *arguments)
    assert shown.code == 2
    assert shown.out == ""
    assert shown.err.startswith("error: ")
    assert shown.err.count("\n") == 1
    for word in words:
        assert word in shown.err
    assert sorted(path.name for path in here.iterdir() if path.name != "__pycache__") == before


def test_an_illegal_move_leaves_a_record(stich, here):
    for number in (1, 2):
        shown = stich("arena", "rage", "random", "mine.py:Cheat", "--deals", 3, "--workers", 1)
        assert shown.code == 2
        assert shown.out == ""
        assert "the bot 'cheat' at seat 0 in deal 0 chose -1, which is not legal" in shown.err
        assert f"misplay-{number}.jsonl" in shown.err
        assert shown.err.count("\n") == 1
    checked = stich("verify", "misplay-1.jsonl", "misplay-2.jsonl")
    assert (checked.code, checked.out) == (0, "2 records: 0 hold, 2 unfinished but valid, 0 broken\n")


def test_where_no_file_can_be_written_the_record_is_shown(stich, here, monkeypatch):
    def refuse(path, *mode, **settings):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    shown = stich("arena", "rage", "random", "mine.py:Cheat", "--deals", 3, "--workers", 1)
    assert shown.code == 2
    assert '{"stichwerk": 1, "game": "rage"' in shown.err


def test_illegal_moves_can_be_counted(stich, here):
    shown = stich("arena", "rage", "random", "mine.py:Cheat", "--deals", 10, "--workers", 1, "--illegal", "score")
    assert shown.code == 0
    counts = [re.findall(rf"^{head}, cheat +(\S+) +(\S+)", shown.out, re.M) for head in ("moves", "illegal moves")]
    assert counts[0] == counts[1] != []  # every single one


@pytest.mark.parametrize("workers", [1, 2])
def test_a_bot_that_fails_is_named_without_a_traceback(stich, here, workers):
    shown = stich("arena", "rage", "random", "mine.py:Fragile", "--deals", 3, "--workers", workers)
    assert shown.code == 2
    assert "the bot 'fragile' at seat" in shown.err
    assert "failed with RuntimeError: out of ideas" in shown.err
    assert "Traceback" not in shown.err


def test_interrupted_it_shows_and_writes_what_is_done(stich, here, monkeypatch):
    def interrupted(table, number):
        if number == 4:
            raise KeyboardInterrupt
        return original(table, number)

    original = arena_run._play_at
    monkeypatch.setattr(arena_run, "_play_at", interrupted)
    shown = stich("arena", "rage", "random", "mine.py:Low", "--deals", 2000, "--workers", 1, "--json", "a.json")
    assert shown.code == 130
    assert "4 deals of 2,000" in shown.out
    assert shown.err == "interrupted after 4 of 2,000 deals\n"
    assert json.loads((here / "a.json").read_text())["comparisons"][0]["deals"]["played"] == 4


@pytest.mark.parametrize(("stop_at", "words"), [(0, "1 of 2 comparisons"), (3, "1 of 2 comparisons and 3 of 5 deals")])
def test_interrupted_on_a_ladder(stich, here, monkeypatch, stop_at, words):
    def interrupted(table, number):
        if table.plan.settings.challenger == "slow" and number == stop_at:
            raise KeyboardInterrupt
        return original(table, number)

    original = arena_run._play_at
    monkeypatch.setattr(arena_run, "_play_at", interrupted)
    shown = stich("arena", "rage", "random", "mine.py:Low", "mine.py:Slow", "--deals", 5, "--workers", 1)
    assert shown.code == 130
    assert shown.err == f"interrupted after {words}\n"
    assert "low against random" in shown.out


def test_ctrl_c_with_workers(process, here):
    child = process("arena", "rage", "random", "mine.py:Slow", "--deals", 5000, "--workers", 2, "--csv", "a.csv")
    for _ in range(300):
        if (here / "begun").exists():
            break
        time.sleep(0.1)
    time.sleep(1)  # the third deal of somebody is being played; now some are done
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert child.returncode == 130
    found = re.search(r"interrupted after ([\d,]+) of 5,000 deals", err)
    assert found
    assert "Traceback" not in err
    deals = int(found[1].replace(",", ""))
    assert f"{deals:,} deal" in out
    assert (here / "a.csv").read_text().count("\n") == 1 + 2 * deals
