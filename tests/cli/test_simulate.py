"""``stich simulate``: the same seed gives the same bytes, and files appear whole or not at all."""

import pytest

from stichwerk.bulk import simulate as simulation
from stichwerk.games import game_ids


@pytest.mark.parametrize("game_id", game_ids())
def test_same_seed_same_bytes_with_any_number_of_workers(stich, game_id):
    one = stich("simulate", game_id, "--games", 5000, "--seed", 7, "--workers", 1)
    three = stich("simulate", game_id, "--games", 5000, "--seed", 7, "--workers", 3)
    other = stich("simulate", game_id, "--games", 5000, "--seed", 8)
    assert one.code == three.code == 0
    assert one.out == three.out
    assert one.out != other.out.replace("seed 8", "seed 7")
    assert "games per second" not in one.out
    assert "5,000 games in" in one.err


def test_the_table(stich):
    lines = stich("simulate", "rage", "--games", 50, "--players", 3).out.splitlines()
    assert lines[0] == "Rage, 3 players: 50 random games, seed 0"
    assert lines[1].split() == ["seat", "mean", "std.", "dev.", "min", "max", "wins"]
    assert [line.split()[0] for line in lines[2:]] == ["0", "1", "2"]
    assert sum(float(line.split()[-1].rstrip("%")) for line in lines[2:]) == pytest.approx(100, abs=0.2)


def test_options_reach_the_game(stich):
    usual = stich("simulate", "rage", "--games", 200)
    march = stich("simulate", "rage", "--games", 200, "--option", "march=true")
    assert usual.out != march.out


def test_four_play_by_default(stich):
    for game_id in game_ids():
        assert "4 players" in stich("simulate", game_id, "--games", 1).out


@pytest.mark.parametrize("game_id", game_ids())
def test_records_hold(stich, tmp_path, game_id):
    files = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    for file in files:
        assert stich("simulate", game_id, "--games", 5, "--seed", 3, "--records", file).code == 0
    assert files[0].read_bytes() == files[1].read_bytes()
    assert files[0].read_bytes().count(b"\n") == 5
    checked = stich("verify", *files)
    assert (checked.code, checked.out) == (0, "10 records: 10 hold, 0 broken\n")


def test_records_to_stdout_stay_among_themselves(stich, tmp_path):
    file = tmp_path / "games.jsonl"
    stich("simulate", "rage", "--games", 3, "--records", file)
    shown = stich("simulate", "rage", "--games", 3, "--records", "-")
    assert shown.out == file.read_text(encoding="utf-8")
    assert "random games" in shown.err


def test_an_existing_file_is_overwritten_only_by_force(stich, tmp_path):
    file = tmp_path / "games.jsonl"
    file.write_text("mine")
    refused = stich("simulate", "rage", "--games", 1, "--records", file)
    assert refused.code == 2
    assert "--force" in refused.err
    assert file.read_text() == "mine"
    assert stich("simulate", "rage", "--games", 1, "--records", file, "--force").code == 0
    assert file.read_text().startswith('{"stichwerk"')


@pytest.mark.parametrize("place", ["nowhere/games.jsonl", "."])
def test_a_place_that_cannot_be_written(stich, tmp_path, place):
    refused = stich("simulate", "rage", "--games", 1, "--records", tmp_path / place, "--force")
    assert refused.code == 2
    assert refused.out == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("problem", "code"), [(OSError(28, "No space left on device"), 2), (KeyboardInterrupt(), 130)])
def test_nothing_half_written_is_left(stich, tmp_path, monkeypatch, problem, code):
    def broken_off(*arguments):
        original(*arguments)
        raise problem

    original = simulation.simulate_and_record
    monkeypatch.setattr(simulation, "simulate_and_record", broken_off)
    shown = stich("simulate", "rage", "--games", 3, "--records", tmp_path / "games.jsonl")
    assert shown.code == code
    assert "Traceback" not in shown.err
    assert list(tmp_path.iterdir()) == []
