"""``stich replay``: everything that a record tells, to read."""

import json

import pytest

from stichwerk.games import game_ids


@pytest.fixture
def file(stich, tmp_path):
    path = tmp_path / "games.jsonl"

    def write(game_id, *more):
        stich("simulate", game_id, "--games", 3, "--players", 3, "--records", path, "--force", *more)
        return path

    return write


@pytest.mark.parametrize("game_id", game_ids())
def test_the_whole_game(stich, file, game_id):
    path = file(game_id)
    record = json.loads(path.read_text().splitlines()[1])
    shown = stich("replay", path, "--game", 2)
    assert (shown.code, shown.err) == (0, "")
    assert "\x1b" not in shown.out
    pages = shown.out.split(" Round ")[1:]
    assert len(pages) == len(record["rounds"])
    for page, part in zip(pages, record["rounds"], strict=True):
        assert f"Random {part['dealer'] + 1} deals" in page
        assert page.count("*") == len(part["hands"][0]) - 3 * (game_id == "null-nichtig")
        words = page.replace(":", " ").split()
        for hand in part["hands"]:
            assert {card for card in hand if card[-1].isdigit() and card[0].isalpha()} <= set(words)
        for score in part["score"]:
            assert f"{score:+d}" in words
    total = next(line for line in pages[-1].splitlines() if line.startswith("Total "))
    assert [int(word) for word in total.split()[1:]] == record["total"]
    winners = [f"Random {seat + 1}" for seat in record["winners"]]
    assert " and ".join(winners) + (" wins" if len(winners) == 1 else " share the win") in shown.out


def test_tricks_are_lines_with_the_leader_first(stich, file):
    path = file("rage")
    moves = json.loads(path.read_text().splitlines()[0])["rounds"][9]["moves"]
    (leader, card), *_ = moves[3:]
    page = stich("replay", path, "--round", 10).out
    trick = next(line for line in page.splitlines() if line.split()[:1] == ["1"])
    assert trick.split("·")[0].split()[1:3] == ["Random", str(leader + 1)]
    assert card in trick.split("·")[0]


def test_one_round(stich, file):
    path = file("alles-oder-nichts")
    shown = stich("replay", path, "--round", 4)
    assert " Round 4 " in shown.out
    assert " Round 3 " not in shown.out
    assert "(open)" in shown.out or "(hidden)" in shown.out


def test_variants_are_named(stich, file):
    path = file("rage", "--option", "bidding=secret")
    assert "Bidding = Secret until the end" in stich("replay", path).out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [(["--game", "4"], "no game 4"), (["--round", "11"], "no round 11"), (["--game", "0"], "too small")],
)
def test_what_is_not_there(stich, file, arguments, reason):
    shown = stich("replay", file("rage"), *arguments)
    assert (shown.code, shown.out) == (2, "")
    assert reason in shown.err


def test_a_broken_record_is_named(stich, file):
    path = file("rage")
    record = json.loads(path.read_text().splitlines()[0])
    record["total"] = [0, 0, 0]
    path.write_text(json.dumps(record))
    shown = stich("replay", path)
    assert (shown.code, shown.out) == (1, "")
    assert f"{path}:1: the total is" in shown.err


def test_an_unfinished_game(stich, file):
    path = file("null-nichtig")
    record = json.loads(path.read_text().splitlines()[0])
    first = record["rounds"][0]
    first["moves"] = first["moves"][:7]
    del first["score"]
    record |= {"rounds": [first], "total": [0, 0, 0], "winners": None}
    path.write_text(json.dumps(record))
    shown = stich("replay", path)
    assert shown.code == 0
    assert "not played to its end" in shown.out


def test_names_cannot_play_tricks_on_the_terminal(stich, file):
    path = file("rage")
    record = json.loads(path.read_text().splitlines()[0])
    record["seats"] = ["\x1b[31mAnja", "[bold]Bernd[/bold]", "C" * 500]
    path.write_text(json.dumps(record))
    shown = stich("replay", path).out
    assert "\x1b" not in shown
    assert "[bold]Bernd" in shown
    assert "C" * 20 not in shown
