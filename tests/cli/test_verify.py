"""``stich verify``: what holds, what is unfinished, and each way to be broken."""

import json

import pytest

from stichwerk.play.fair import commitment
from stichwerk.play.match import Match
from stichwerk.play.receipts import Receipt, Signer
from stichwerk.play.record import to_line
from support.matches import play_out

SEED = "tea"


def played(game_id="rage", rounds=None, moves=None):
    """The record of a game in which everybody plays the first legal move, perhaps cut off."""
    match = Match.new(game_id, names=["Anja", "Bernd", "Claudia"], seed=SEED)
    done = 0
    while not match.finished and done != moves:
        if match.between_rounds:
            match.deal()
        seat = match.waiting[0]
        match.play(seat, match.legal(seat)[0])
        done += 1
    return match.record()


@pytest.fixture(scope="module")
def whole():
    return to_line(played())


@pytest.fixture
def file(tmp_path):
    return tmp_path / "games.jsonl"


def test_whole_and_unfinished_records_hold(stich, file, whole):
    unfinished = [to_line(played(moves=moves)) for moves in (0, 1, 40)]
    file.write_text("\n".join([whole, *unfinished]) + "\n")
    shown = stich("verify", file)
    assert (shown.code, shown.err) == (0, "")
    assert shown.out == "4 records: 1 holds, 3 unfinished but valid, 0 broken\n"


def test_a_game_that_is_not_installed_is_told_apart_from_what_is_broken(stich, file, whole):
    file.write_text(whole + "\n" + json.dumps(json.loads(whole) | {"game": "skat"}) + "\n")
    shown = stich("verify", file)
    assert shown.code == 1
    there_is_none, in_all = shown.out.splitlines()
    assert there_is_none.startswith(f"{file}:2: there is no game 'skat'; there are ")
    assert in_all == "2 records: 1 holds, 1 of games that are not installed here, 0 broken"


def change(record, *path, to):
    *way, last = path
    for key in way:
        record = record[key]
    record[last] = to


BREACHES = {
    "illegal move": (
        lambda r: change(r, "rounds", 0, "moves", 3, to=[r["rounds"][0]["moves"][3][0], "J:R"]),
        "round 1, move 4: seat",
    ),
    "not a card": (lambda r: change(r, "rounds", 0, "moves", 3, 1, to="R99"), "R99"),
    "wrong seat": (lambda r: change(r, "rounds", 0, "moves", 0, 0, to=7), "there is no seat 7"),
    "wrong score": (lambda r: change(r, "rounds", 2, "score", to=[1, 2, 3]), "round 3: the score is"),
    "wrong total": (lambda r: change(r, "total", to=[0, 0, 0]), "the total is"),
    "wrong winners": (lambda r: change(r, "winners", to=[0, 1, 2]), "winners"),
    "another seed": (lambda r: change(r, "seed", to="coffee"), "the seed does not belong to the commitment"),
    "another deal": (
        lambda r: (r.pop("commitment"), change(r, "seed", to="coffee")),
        "does not follow from the seed",
    ),
    "newer format": (lambda r: change(r, "stichwerk", to=2), "newer than 1"),
    "unknown option": (lambda r: change(r, "options", "speed", to=1), "no option 'speed'"),
    "bad option": (lambda r: change(r, "options", "march", to="yes"), "march cannot be 'yes'"),
    "unknown card": (lambda r: change(r, "rounds", 1, "stock", 0, to="X1"), "round 2: rage has no card 'X1'"),
    "card twice": (
        lambda r: change(r, "rounds", 1, "stock", 0, to=r["rounds"][1]["stock"][1]),
        "round 2: hands and stock are not the 112 cards",
    ),
    "no rounds": (lambda r: r.pop("rounds"), "no 'rounds'"),
    "too many players": (lambda r: change(r, "seats", to=["x"] * 9), "2 to 8 players"),
}


@pytest.mark.parametrize("breach", BREACHES)
def test_a_breach_is_named_with_its_line(stich, file, whole, breach):
    do, reason = BREACHES[breach]
    record = json.loads(whole)
    do(record)
    file.write_text(f"{whole}\n{to_line(record)}\n")
    shown = stich("verify", file)
    assert shown.code == 1
    broken, summary = shown.out.splitlines()
    assert broken.startswith(f"{file}:2: ")
    assert reason in broken
    assert summary == "2 records: 1 holds, 1 broken"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"not json", "not a whole line of JSON"),
        (b"[1, 2]", "a record is a JSON object"),
        (b"null", "a record is a JSON object"),
        (b'{"stichwerk": "1"}', "format version"),
        (b"\xff\xfe{}", "UTF-8"),
        (b"[" * 100_000, "not a whole line of JSON"),
    ],
)
def test_lines_that_are_no_records(stich, file, whole, line, reason):
    file.write_bytes(line + b"\n\n" + whole.encode() + b"\n")
    shown = stich("verify", file)
    assert shown.code == 1
    assert shown.out.splitlines()[0].startswith(f"{file}:1: ")
    assert reason in shown.out
    assert shown.out.endswith("2 records: 1 holds, 1 broken\n")


def test_a_half_written_last_line(stich, file, whole):
    file.write_text(f"{whole}\n{whole[: len(whole) // 2]}")
    shown = stich("verify", file)
    assert shown.code == 1
    assert f"{file}:2: this is not a whole line of JSON" in shown.out


def test_nothing_in_a_record_reaches_the_terminal_raw(stich, file, whole):
    record = json.loads(whole)
    record["rounds"][0]["moves"][0][1] = "\x1b[2J\nbid:" + "9" * 5000
    file.write_text(to_line(record))
    shown = stich("verify", file)
    assert "\x1b" not in shown.out
    assert shown.out.count("\n") == 2
    assert len(shown.out) < 1000


def test_empty_and_missing_files(stich, file, whole, tmp_path):
    file.write_text("\n \n")
    empty = stich("verify", file)
    assert (empty.code, empty.out) == (2, "")
    assert "empty" in empty.err
    assert stich("verify", tmp_path).code == 2
    good = tmp_path / "good.jsonl"
    good.write_text(whole)
    shown = stich("verify", tmp_path / "missing.jsonl", good)
    assert shown.code == 2
    assert "missing.jsonl" in shown.err
    assert shown.out == "1 record: 1 holds, 0 broken\n"


def test_from_a_pipe(process, whole):
    out, err = process("verify", "-").communicate(whole)
    assert (out, err) == ("1 record: 1 holds, 0 broken\n", "")


# ---------------------------------------------------------------- games at a table server: cuts and receipts


def cut_record(salts, **more):
    match = play_out(Match.new("rage", names=["Anja", "Bernd"], seed=SEED, salts=salts))
    return to_line({**match.record(), **more})


def test_doubts_are_told_and_are_no_breach(stich, file):
    cut = commitment("for two")
    lines = [cut_record(["for two", ""], cuts=[cut, ""]), cut_record(["", ""], cuts=["", ""])]
    file.write_text("\n".join([*lines, cut_record(["for two", ""], cuts=[cut, ""], held_back=[[1]])]))
    shown = stich("verify", file)
    assert shown.code == 0
    assert shown.out.splitlines() == [
        f"{file}:2: it holds, but nobody cut: whoever dealt has decided alone",
        f"{file}:3: it holds, but Bernd cut but did not open the cut, so all others cut again",
        "3 records: 3 hold (2 without a whole cut), 0 broken",
    ]


def test_receipts_prove_what_was_left_out(stich, file, tmp_path):
    signer = Signer("5eed" * 16)
    receipt = Receipt("opening", commitment(SEED), 1, 1, commitment("tea"))
    kept = {**vars(receipt), "key": signer.public, "signature": signer.sign(receipt)}
    receipts = tmp_path / "receipts.json"
    receipts.write_text(json.dumps([kept]))
    file.write_text(cut_record(["for two", ""], cuts=[commitment("for two"), commitment("tea")]))
    assert stich("verify", file).code == 0
    shown = stich("verify", file, "--receipts", receipts)
    assert shown.code == 1
    assert "Bernd opened the cut, and the dealing side has signed for it, but the deal is without it" in shown.out
    file.write_text(cut_record(["for two", "tea"], cuts=[commitment("for two"), commitment("tea")]))
    assert stich("verify", file, "--receipts", receipts).out == "1 record: 1 holds, 0 broken\n"


def test_receipts_that_are_none(stich, file, whole, tmp_path):
    file.write_text(whole)
    (tmp_path / "x.json").write_text("[1]")
    for name, reason in (("x.json", "these are no receipts"), ("y.json", "no such file")):
        shown = stich("verify", file, "--receipts", tmp_path / name)
        assert (shown.code, shown.out) == (2, "")
        assert reason in shown.err
