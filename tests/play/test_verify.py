"""Verify: every breach of the rules in a record is found, and told with its round, its move and its rule."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stichwerk.errors import BadRecord, StichwerkError
from stichwerk.games import game
from stichwerk.play.fair import FairDeals, commitment
from stichwerk.play.match import Match
from stichwerk.play.record import from_data, read_file, to_line
from stichwerk.play.verify import check, replay
from support.matches import NAMES, SECRETS, assert_one_line, begin, play, play_out, play_round, stacked, whole_game

Data = dict[str, Any]


def by_hand() -> Data:
    """Three rounds of six, five and four cards, dealt by hand, all over. Round 1: seat 2 deals, red is led."""
    match = stacked("alles-oder-nichts", ["R1 R2", "R3 Y8", "R4"], "G1", rounds=3)
    play(match, "bid:1", "bid:2", "bid:3", "show", "hide", "hide", "R1")
    play_round(match)
    while match.between_rounds:
        match.deal(match.game.book.deck)
        play_round(match)
    return match.record()


def with_seed() -> Data:
    """A finished game with its seed."""
    return play_out(Match.new("alles-oder-nichts", {"rounds": 2}, NAMES[:3], "tea", ["", "mine", ""])).record()


def with_cuts() -> Data:
    """A rematch at a table server: the first dealer was named, the cuts were made with hashes; seat 0 held its back."""
    data = with_seed()
    drawn = data["rounds"][0]["dealer"]
    found = game("alles-oder-nichts")
    deals = FairDeals("tea", ("", "mine", ""))
    match = Match(found, found.options.read({"rounds": 2}), NAMES[:3], (drawn + 1) % 3, deals)
    match.extra = {"first_dealer": (drawn + 1) % 3, "cuts": [commitment("no"), commitment("mine"), ""]}
    match.deal()
    return play_out(match).record()


def unfinished() -> Data:
    """A game of Rage cut off in its first trick: red is led, seat 1 has a red card and others."""
    return play(stacked("rage", ["R1", "R2 Y8 NT", "R3"], "B0"), "bid:1", "bid:1", "bid:1", "R1").record()


def laying() -> Data:
    return play(stacked("null-nichtig", ["Y9 Y0 R3", "", ""]), "lay:Y9,Y0,R3").record()


# ---------------------------------------------------------------- ways to change a record


def put(*path: Any) -> Callable[[Data], None]:
    """Put the last of these in the place that the others lead to."""

    def change(data: Any) -> None:
        for step in path[:-2]:
            data = data[step]
        data[path[-2]] = path[-1]

    return change


def move(number: int, *written: Any, part: int = 0) -> Callable[[Data], None]:
    """Change a move of a round (from 1)."""
    return put("rounds", part, "moves", number - 1, list(written))


def go_on(*written: Any) -> Callable[[Data], None]:
    """Add a move to the last round."""
    return lambda data: data["rounds"][-1]["moves"].append(list(written))


def swap_cards(one: tuple[Any, ...], other: tuple[Any, ...], part: int = 0) -> Callable[[Data], None]:
    def change(data: Data) -> None:
        (a, i), (b, j) = ((_at(data["rounds"][part], path[:-1]), path[-1]) for path in (one, other))
        a[i], b[j] = b[j], a[i]

    return change


def _at(data: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        data = data[step]
    return data


def drop(*path: Any) -> Callable[[Data], None]:
    def change(data: Data) -> None:
        del _at(data, path[:-1])[path[-1]]

    return change


def double_last_round(data: Data) -> None:
    data["rounds"].append(copy.deepcopy(data["rounds"][-1]))


def move_card_to_stock(data: Data) -> None:
    part = data["rounds"][0]
    part["stock"].insert(0, part["hands"][2].pop())


def next_round_after_unfinished(data: Data) -> None:
    del data["rounds"][1]["moves"][-1]
    del data["rounds"][1]["score"]


@pytest.mark.parametrize("record", [by_hand, with_seed, with_cuts, unfinished, laying])
def test_the_records_themselves_are_right(record: Callable[[], Data]) -> None:
    check(from_data(record()))


NOT_WHOLE = "round 1: hands and stock are not the 48 cards of alles-oder-nichts"

BREACHES: dict[str, tuple[Callable[[], Data], Callable[[Data], None], str, str]] = {
    # moves
    "does not follow": (unfinished, go_on(1, "Y8"), "must-follow",
                        "round 1, move 5: seat 1 Y8: you can follow: play red (RG-6)"),
    "action card instead of following": (unfinished, go_on(1, "NT"), "must-follow",
                                         "round 1, move 5: seat 1 NT: you can follow: play red (RG-7)"),
    "not in hand": (unfinished, go_on(1, "R3"), "not-in-hand", "round 1, move 5: seat 1 R3: you do not hold R3 (RG-6)"),
    "bid again": (unfinished, go_on(1, "bid:3"), "bidding-over",
                  "round 1, move 5: seat 1 bid:3: the bidding is over: play a card (RG-5)"),
    "out of turn": (unfinished, go_on(2, "R3"), "not-your-turn",
                    "round 1, move 5: seat 2 R3: it is seat 1's turn"),
    "bids out of turn": (unfinished, move(1, 1, "bid:1"), "not-your-turn",
                         "round 1, move 1: seat 1 bid:1: it is seat 0's turn"),
    "unknown seat": (unfinished, go_on(3, "R3"), "unknown-seat",
                     "round 1, move 5: seat 3 R3: there is no seat 3; seats go from 0 to 2"),
    "negative seat": (unfinished, move(1, -1, "bid:1"), "unknown-seat",
                      "round 1, move 1: seat -1 bid:1: there is no seat -1; seats go from 0 to 2"),
    "unknown move": (unfinished, go_on(1, "J"), "bad-notation",
                     "round 1, move 5: seat 1 J: J is played with the colour that it stands for, like J:B"),
    "bid too high": (by_hand, move(1, 0, "bid:6", part=1), "bid-too-high",
                     "round 2, move 1: seat 0 bid:6: bid from 0 to 5: there are only so many tricks (AN-5)"),
    "bids twice in secret": (by_hand, move(2, 0, "bid:3"), "not-your-turn",
                             "round 1, move 2: seat 0 bid:3: you have chosen already: wait for the others"),
    "a move too many": (by_hand, lambda data: data["rounds"][0]["moves"].append([0, "R1"]), "round-over",
                        "round 1, move 25: seat 0 R1: the round is over: deal the next one first"),
    "a move after the game": (by_hand, go_on(0, "R1"), "game-over",
                              "round 3, move 19: seat 0 R1: the game is over"),
    "a move is missing": (by_hand, drop("rounds", 0, "moves", 6), "not-your-turn",
                          "round 1, move 7: seat 1 R3: it is seat 0's turn"),
    "lays two cards": (laying, move(1, 0, "lay:Y9,Y0"), "lay-first",
                       "round 1, move 1: seat 0 lay:Y9,Y0: lay exactly 3 cards first, like lay:B0,B0,B1 (NN-3)"),
    "lays one card twice": (laying, move(1, 0, "lay:Y9,Y9,R3"), "not-in-hand",
                            "round 1, move 1: seat 0 lay:Y9,Y9,R3: you do not hold Y9 (NN-3)"),
    # dealers and deals
    "wrong dealer": (by_hand, put("rounds", 1, "dealer", 2), "bad-record",
                     "round 2: the dealer is seat 2 but must be seat 0"),
    "another first dealer": (by_hand, put("rounds", 0, "dealer", 1), "not-your-turn",
                             "round 1, move 4: seat 0 show: it is seat 2's turn"),
    "hand too small": (by_hand, move_card_to_stock, "bad-record", "round 1: seat 2 is dealt 5 cards, not 6"),
    "hand too large": (by_hand, lambda data: data["rounds"][0]["hands"][0].append("R1"), "bad-record",
                       "round 1: seat 0 is dealt 7 cards, not 6"),
    "hands of another round": (by_hand, lambda data: data["rounds"].pop(0), "bad-record",
                               "round 1: seat 0 is dealt 5 cards, not 6"),
    "a card is missing": (by_hand, drop("rounds", 0, "stock", -1), "bad-deal", NOT_WHOLE),
    "a card is there twice": (by_hand, put("rounds", 0, "stock", 0, "R1"), "bad-deal", NOT_WHOLE),
    "a card too many": (by_hand, lambda data: data["rounds"][0]["stock"].append("R1"), "bad-deal", NOT_WHOLE),
    "an unknown card": (by_hand, put("rounds", 0, "stock", 0, "R13"), "bad-notation",
                        "round 1: alles-oder-nichts has no card 'R13'; a card is written like B1 or Y12"),
    # points
    "wrong score": (by_hand, put("rounds", 1, "score", [0, 0, 99]), "wrong-score",
                    "round 2: the score is [3, 3, 5], not [0, 0, 99]"),
    "no score": (by_hand, drop("rounds", 1, "score"), "bad-record", "round 2: the round is over but has no score"),
    "score before the end": (unfinished, put("rounds", 0, "score", [0, 0, 0]), "bad-record",
                             "round 1: the round has a score but is not over"),
    "wrong total": (unfinished, put("total", [0, 5, 0]), "wrong-total", "the total is [0, 0, 0], not [0, 5, 0]"),
    "winners of an unfinished game": (unfinished, put("winners", [0]), "wrong-winners",
                                      "the game is not over, so winners must be null"),
    "no winners at the end": (by_hand, put("winners", None), "wrong-winners", ""),
    "no winners, as a list": (unfinished, put("winners", []), "wrong-winners",
                              "the game is not over, so winners must be null"),
    # rounds
    "another round after the last": (by_hand, double_last_round, "bad-record",
                                     "round 4: the game was over before this round"),
    "a round after an unfinished one": (by_hand, next_round_after_unfinished, "bad-record",
                                        "round 3: round 2 was not played to its end"),
    "fewer rounds than the options say": (by_hand, put("options", "rounds", 4), "wrong-winners",
                                          "the game is not over, so winners must be null"),
    "more rounds than the options say": (by_hand, put("options", "rounds", 2), "bad-record",
                                         "round 3: the game was over before this round"),
    # seed and commitment
    "deal not from the seed": (with_seed, swap_cards(("stock", 5), ("stock", 6), part=1), "wrong-deal",
                               "round 2: the deal does not follow from the seed"),
    "the last card of the stock": (with_seed, swap_cards(("stock", -1), ("stock", -2)), "wrong-deal",
                                   "round 1: the deal does not follow from the seed"),
    "order of a hand": (with_seed, swap_cards(("hands", 0, 0), ("hands", 0, 1)), "wrong-deal",
                        "round 1: the deal does not follow from the seed"),
    "another cut": (with_seed, put("salts", ["", "yours", ""]), "wrong-deal",
                    "round 1: the deal does not follow from the seed"),
    "no cuts": (with_seed, drop("salts"), "wrong-deal", "round 1: the deal does not follow from the seed"),
    "a salt that is not that of the cut": (with_cuts, put("cuts", 1, commitment("yours")), "wrong-cut",
                                           "the salt of seat 1 does not belong to its cut: its SHA-256 is another"),
    "a salt without a cut": (with_cuts, put("cuts", 1, ""), "wrong-cut",
                             "the salt of seat 1 does not belong to its cut: its SHA-256 is another"),
    "a first dealer who was not named": (with_cuts, drop("first_dealer"), "wrong-deal",
                                         "round 1: the first dealer does not follow from the seed"),
    "another seed": (with_seed, put("seed", "coffee"), "wrong-commitment",
                     "the seed does not belong to the commitment: its SHA-256 is another"),
    "another commitment": (with_seed, put("commitment", commitment("coffee")), "wrong-commitment",
                           "the seed does not belong to the commitment: its SHA-256 is another"),
    "no commitment": (with_seed, put("commitment", ""), "wrong-commitment",
                      "the seed does not belong to the commitment: its SHA-256 is another"),
    # the version
    "newer format": (by_hand, put("stichwerk", 2), "newer-format",
                     "the record has format 2, newer than 1, which this Stichwerk reads: update it"),
}  # fmt: skip


@pytest.mark.parametrize("breach", BREACHES)
def test_a_breach_is_found_and_told(breach: str) -> None:
    record, change, code, message = BREACHES[breach]
    data = record()
    change(data)
    for look in (check, replay):
        with pytest.raises(StichwerkError) as error:
            look(from_data(json.loads(to_line(data))))
        assert isinstance(error.value, BadRecord)
        assert error.value.code == code
        if message:
            assert error.value.message == message
        assert_one_line(error.value)


@pytest.mark.parametrize("kind", SECRETS)
def test_a_point_for_another_player_is_found(kind) -> None:
    record = whole_game(kind).record()
    players = len(record["seats"])
    for number in {0, len(record["rounds"]) - 1}:
        for seat in range(players):
            data = copy.deepcopy(record)
            right, wrong = record["rounds"][number]["score"], data["rounds"][number]["score"]
            wrong[seat] += 1
            wrong[(seat + 1) % players] -= 1
            with pytest.raises(BadRecord) as error:
                check(from_data(data))
            assert error.value.message == f"round {number + 1}: the score is {right}, not {wrong}"
            assert error.value.code == "wrong-score"


@pytest.mark.parametrize("kind", SECRETS)
def test_wrong_winners_are_found(kind) -> None:
    record = whole_game(kind).record()
    right = record["winners"]
    for wrong in ([], list(range(len(record["seats"]))), [(right[0] + 1) % len(record["seats"])], [99], None):
        if wrong == right:
            continue
        with pytest.raises(BadRecord) as error:
            check(from_data(record | {"winners": wrong}))
        assert error.value.code == "wrong-winners"
        assert error.value.message.startswith(f"the winners are {right}, not ")


def test_a_first_dealer_that_does_not_follow_from_the_seed() -> None:
    data = begin("alles-oder-nichts").record() | {"seed": "tea"}
    data["rounds"][0]["dealer"] = (data["rounds"][0]["dealer"] + 1) % 3
    with pytest.raises(BadRecord) as error:
        check(from_data(data))
    assert (error.value.code, error.value.message) == (
        "wrong-deal",
        "round 1: the first dealer does not follow from the seed",
    )


def test_an_unfinished_record_with_its_seed_is_checked() -> None:
    data = begin("alles-oder-nichts").record() | {"seed": "tea"}
    check(from_data(data))
    with pytest.raises(BadRecord, match="its SHA-256 is another"):
        check(from_data(data | {"seed": "coffee"}))


def test_a_seed_without_a_commitment_is_checked_against_the_deals() -> None:
    data = with_seed()
    del data["commitment"]
    check(from_data(data))
    with pytest.raises(BadRecord) as error:
        check(from_data(data | {"seed": "coffee"}))
    assert error.value.code == "wrong-deal"


def test_a_commitment_alone_cannot_be_checked() -> None:
    check(from_data(by_hand() | {"commitment": commitment("tea")}))


# ---------------------------------------------------------------- files


def told(path: Path) -> list[tuple[int, str]]:
    """Line by line: the game, or the error."""
    return [
        (number, found.message if isinstance(found, StichwerkError) else found.game.id)
        for number, found in read_file(path)
    ]


def test_a_file_of_records(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("\n".join([to_line(by_hand()), "", "  ", to_line(unfinished()), ""]), "utf-8")
    assert told(path) == [(1, "alles-oder-nichts"), (4, "rage")]
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert told(path) == [(1, "alles-oder-nichts"), (4, "rage")]


def test_a_broken_line_does_not_hide_the_others(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    good = to_line(unfinished()).encode()
    newer = to_line(unfinished() | {"stichwerk": 2}).encode()
    path.write_bytes(b"\n".join([good, b"\xff\xfe", good[:50], newer, b"[]", good]))
    lines = told(path)
    assert [number for number, _ in lines] == [1, 2, 3, 4, 5, 6]
    assert lines[0][1] == lines[5][1] == "rage"
    assert lines[1][1] == "this is not text in UTF-8; a record is one JSON object per line"
    assert lines[2][1].startswith("this is not a whole line of JSON (")
    assert lines[3][1] == "the record has format 2, newer than 1, which this Stichwerk reads: update it"
    assert lines[4][1] == "a record is a JSON object"


def test_a_name_with_a_line_separator_stays_on_its_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(to_line(unfinished() | {"seats": ["a\u2028b", "c\x85d", "e\rf"]}) + "\n", "utf-8")
    assert told(path) == [(1, "rage")]


@pytest.mark.parametrize("content", [b"", b"\n\n", b" \t\r\n"])
def test_an_empty_file_has_no_records(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(content)
    assert told(path) == []


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with pytest.raises(BadRecord) as error:
        list(read_file(path))
    assert error.value.code == "no-file"
    assert error.value.message == f"cannot read {path}: no such file or directory"
    with pytest.raises(BadRecord) as error:
        list(read_file(tmp_path))
    assert error.value.message == f"cannot read {tmp_path}: is a directory"


# ---------------------------------------------------------------- the order of a secret phase


def test_the_moves_of_a_secret_phase_stand_in_order_the_dealers_left_first() -> None:
    data = by_hand()
    moves = data["rounds"][0]["moves"]
    moves[1], moves[2] = moves[2], moves[1]
    with pytest.raises(BadRecord) as error:
        check(from_data(data))
    assert error.value.message == "round 1, move 3: the moves of a secret phase stand in order, the dealer's left first"


def test_in_a_secret_phase_cut_off_some_may_be_missing() -> None:
    match = stacked("rage", ["", "", ""], bidding="secret")
    match.play(2, "bid:1")
    match.play(0, "bid:1")
    data = match.record()
    assert [seat for seat, _ in data["rounds"][0]["moves"]] == [0, 2]
    check(from_data(data))
