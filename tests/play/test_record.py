"""Records: a game as one line of JSON and back, to the byte; and whatever else a line may hold."""

import json
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stichwerk.errors import BadOption, BadPlayers, BadRecord, StichwerkError, UnknownGame
from stichwerk.play.match import Match
from stichwerk.play.record import from_data, read, to_line
from stichwerk.play.record_shape import KEYS, ROUND_KEYS
from stichwerk.play.verify import check, replay
from support.matches import (
    NAMES,
    SECRETS,
    VARIANTS,
    assert_one_line,
    begin,
    begin_kind,
    play,
    play_out,
    play_round,
    random_play,
    stacked,
    whole_game,
)

# ---------------------------------------------------------------- the format


def test_the_record_of_a_finished_game() -> None:
    match = play_out(Match.new("alles-oder-nichts", {"rounds": 2}, NAMES[:3], "tea", ["", "mine", ""]))
    record = match.record()
    assert list(record) == [*KEYS, "commitment", "salts", "seed"]
    assert KEYS == ("stichwerk", "game", "options", "seats", "rounds", "total", "winners")
    assert record["stichwerk"] == 1
    assert record["game"] == "alles-oder-nichts"
    assert record["options"] == {"deck": "4x12", "rounds": 2, "target": None}
    assert record["seats"] == ["Anja", "Bernd", "Claudia"]
    assert [list(part) for part in record["rounds"]] == [list(ROUND_KEYS)] * 2
    assert ROUND_KEYS == ("dealer", "hands", "stock", "moves", "score")
    assert [part["score"] for part in record["rounds"]] == [list(scores) for scores in match.score_sheet]
    assert record["total"] == list(match.totals)
    assert record["winners"] == list(match.winners or ())
    assert (record["salts"], record["seed"]) == (["", "mine", ""], "tea")


def test_a_round() -> None:
    hands = ["R1 R2 R3 R4 R5 R6", "G1 G2 G3 G4 G5 G6", "B1 B2 B3 B4 B5 B6"]
    match = stacked("alles-oder-nichts", hands, "Y7 Y1 R12")
    play(match, "bid:3", "bid:0", "bid:4", "hide", "show", "hide", "R2")
    [part] = match.record()["rounds"]
    assert part["dealer"] == 2
    assert part["hands"] == [hand.split() for hand in hands]
    assert part["stock"][:3] == ["Y7", "Y1", "R12"]
    assert len(part["stock"]) == 30
    assert part["moves"] == [
        [0, "bid:3"], [1, "bid:0"], [2, "bid:4"], [0, "hide"], [1, "show"], [2, "hide"], [0, "R2"],
    ]  # fmt: skip
    assert "score" not in part


def test_a_line_is_json_on_one_line_with_names_as_they_are_written() -> None:
    line = to_line(Match.new("rage", None, ["Jürgen", "a\nb"], "tea").record())
    assert "\n" not in line
    assert "Jürgen" in line
    assert line.startswith('{"stichwerk": 1, "game": "rage", "options": {"bidding": "open", "march": false, ')


def test_cards_and_moves_of_each_game() -> None:
    rage = play(stacked("rage", ["J", "", ""]), "bid:3", "bid:0", "bid:4", "J:R").record()["rounds"][0]
    assert rage["hands"][0][0] == "J"
    assert rage["moves"][-1] == [0, "J:R"]
    null = play(stacked("null-nichtig", ["Y9 Y0 R3", "", ""]), "lay:Y9,Y0,R3").record()["rounds"][0]
    assert null["moves"] == [[0, "lay:Y9,Y0,R3"]]


# ---------------------------------------------------------------- there and back


def same_again(match: Match) -> None:
    """The record gives a match that gives the record, to the byte."""
    line = to_line(match.record())
    again = replay(read(line))
    assert to_line(again.record()) == line
    assert (again.waiting, again.totals, again.winners) == (match.waiting, match.totals, match.winners)
    assert again.knowledge(0).states.tobytes() == match.knowledge(0).states.tobytes()


@pytest.mark.parametrize("kind", VARIANTS)
def test_a_whole_game_there_and_back(kind) -> None:
    same_again(whole_game(kind))


def point(match: Match) -> tuple[object, ...]:
    """What kind of point of a game this is."""
    table = match.view().table
    moved = sum(place.shows.get("has_laid", False) or place.has_bid for place in table.places)
    return min(table.round, 2), table.phase, bool(table.trick), moved * (table.secret or table.phase == "bid")


@pytest.mark.parametrize("kind", SECRETS)
def test_a_game_cut_off_anywhere_is_a_valid_unfinished_record(kind) -> None:
    seen = set()
    for match in random_play(begin_kind(kind), Random(str(kind))):
        if len(match.score_sheet) == 2 or match.finished:
            break
        if point(match) in seen:
            continue
        seen.add(point(match))
        record = match.record()
        assert record["winners"] is None
        assert record["total"] == list(match.totals)
        assert "seed" not in record
        assert record["commitment"] == match.view().commitment
        assert "score" not in record["rounds"][-1] or match.between_rounds
        same_again(match)
    assert len(seen) >= 8


def test_before_the_first_deal() -> None:
    data = begin("rage").record() | {"rounds": []}
    assert replay(from_data(data)).record() == data


def test_the_seed_is_published_after_the_game_and_not_before() -> None:
    match = begin("alles-oder-nichts", rounds=1, seed="my secret")
    for _ in random_play(match, Random(1)):
        assert ("my secret" in to_line(match.record())) == match.finished
    assert match.record()["seed"] == "my secret"


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2)])
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_secret_moves_stand_in_order_whatever_the_order_they_were_made_in(order: tuple[int, ...], dealer: int) -> None:
    match = stacked("rage", ["", "", ""], dealer=dealer, bidding="secret")
    for seat in order:
        match.play(seat, f"bid:{seat}")
        moves = match.record()["rounds"][0]["moves"]
        assert [seat for seat, _ in moves] == sorted([seat for seat, _ in moves], key=lambda s: (s - dealer - 1) % 3)
    assert moves == [[seat % 3, f"bid:{seat % 3}"] for seat in range(dealer + 1, dealer + 4)]


def test_the_match_of_a_record_can_be_played_on() -> None:
    match = play_round(begin("alles-oder-nichts", rounds=2))
    record = {key: value for key, value in match.record().items() if key not in ("commitment", "salts")}
    again = replay(from_data(record))
    assert again.between_rounds
    again.deal(match.game.book.deck)
    play_round(again)
    assert again.finished


def test_further_keys_survive() -> None:
    further = {
        "played_at": "2024-05-01T20:15:00Z",
        "table": {"id": 7, "tags": ["a", None, 1.5]},
        "": "empty",
        "ü": True,
    }
    for match in (begin("rage"), play_out(begin("alles-oder-nichts", rounds=1)), stacked("rage", ["", ""])):
        line = to_line(match.record() | further)
        record = read(line)
        assert {key: record.extra[key] for key in further} == further
        assert to_line(replay(record).record()) == line


def test_an_unfinished_record_keeps_its_commitment_in_view() -> None:
    match = begin("rage")
    assert replay(from_data(match.record())).view().commitment == match.view().commitment


# ---------------------------------------------------------------- what may be missing, and what may not


def test_missing_options_take_the_default() -> None:
    data = begin("null-nichtig", target=50).record()
    data["options"] = {"target": 50}
    record = from_data(data)
    assert record.options.to_mapping() == {
        "rounds": None,
        "target": 50,
        "target_rule": "over",
        "teams": False,
        "collecting": "clockwise",
    }
    check(record)
    assert from_data(begin("rage").record() | {"options": {}}).options.to_mapping()["bidding"] == "open"


def test_unknown_options_are_an_error() -> None:
    data = begin("rage").record()
    data["options"]["colour"] = "red"
    with pytest.raises(BadOption, match=r"^rage has no option 'colour'; it has bidding, march and tie_break$"):
        from_data(data)


@pytest.mark.parametrize("key", KEYS[1:])
def test_a_key_is_missing(key: str) -> None:
    data = begin("rage").record()
    del data[key]
    with pytest.raises(BadRecord, match=f"^the record has no '{key}'$"):
        from_data(data)


@pytest.mark.parametrize("key", ROUND_KEYS[:-1])
def test_a_key_of_a_round_is_missing(key: str) -> None:
    data = begin("rage").record()
    del data["rounds"][0][key]
    with pytest.raises(BadRecord, match=f"^round 1: no '{key}'$"):
        from_data(data)


VERSION = '"stichwerk" must be the format version, 1'
MOVE = 'round 1: move 2 must be a seat and a move, like [0, "bid:3"]'


@pytest.mark.parametrize(
    ("path", "value", "error", "message"),
    [
        (["stichwerk"], None, BadRecord, VERSION),
        (["stichwerk"], True, BadRecord, VERSION),
        (["stichwerk"], 1.0, BadRecord, VERSION),
        (["stichwerk"], "1", BadRecord, VERSION),
        (["stichwerk"], 0, BadRecord, VERSION),
        (["stichwerk"], -1, BadRecord, VERSION),
        (["game"], 3, BadRecord, '"game" must be a game\'s id'),
        (["game"], ["rage"], BadRecord, '"game" must be a game\'s id'),
        (["game"], "skat", UnknownGame, "there is no game 'skat'; there are null-nichtig, rage and alles-oder-nichts"),
        (["options"], None, BadRecord, '"options" must be an object'),
        (["options"], [], BadRecord, '"options" must be an object'),
        (["options", "march"], 0, BadOption, "rage: option march cannot be 0; it must be false or true"),
        (["seats"], "abc", BadRecord, '"seats" must be the list of the players\' names'),
        (["seats"], [1, 2, 3], BadRecord, '"seats" must be the list of the players\' names'),
        (["seats"], ["Anja"], BadPlayers, "rage is for 2 to 8 players, not 1"),
        (["seats"], ["A", "B"], BadRecord, 'round 1: "hands" must be a list of cards for each of the 2 seats'),
        (["rounds"], {}, BadRecord, '"rounds" must be a list of objects'),
        (["rounds"], [[]], BadRecord, '"rounds" must be a list of objects'),
        (["rounds", 0, "dealer"], 3, BadRecord, 'round 1: "dealer" must be a seat'),
        (["rounds", 0, "dealer"], -1, BadRecord, 'round 1: "dealer" must be a seat'),
        (["rounds", 0, "dealer"], True, BadRecord, 'round 1: "dealer" must be a seat'),
        (["rounds", 0, "dealer"], 10**40, BadRecord, 'round 1: "dealer" must be a seat'),
        (["rounds", 0, "hands", 1], "R1", BadRecord,
         'round 1: "hands" must be a list of cards for each of the 3 seats'),
        (["rounds", 0, "hands", 1, 0], 7, BadRecord,
         'round 1: "hands" must be a list of cards for each of the 3 seats'),
        (["rounds", 0, "stock", 0], None, BadRecord, 'round 1: "stock" must be a list of cards'),
        (["rounds", 0, "moves"], None, BadRecord, 'round 1: "moves" must be a list of moves'),
        (["rounds", 0, "moves"], ["bid:3"], BadRecord, 'round 1: "moves" must be a list of moves'),
        (["rounds", 0, "moves", 1], [], BadRecord, MOVE),
        (["rounds", 0, "moves", 1], [1, "bid:1", 2], BadRecord, MOVE),
        (["rounds", 0, "moves", 1], ["bid:1", 1], BadRecord, MOVE),
        (["rounds", 0, "moves", 1], [True, "bid:1"], BadRecord, MOVE),
        (["rounds", 0, "moves", 1], [1.0, "bid:1"], BadRecord, MOVE),
        (["rounds", 0, "score"], [1, 2], BadRecord, 'round 1: "score" must be one number per seat'),
        (["rounds", 0, "score"], [1, 2, None], BadRecord, 'round 1: "score" must be one number per seat'),
        (["rounds", 0, "comment"], "nice", BadRecord,
         "round 1: there is no key 'comment'; there are dealer, hands, stock, moves, score"),
        (["total"], [0, 0], BadRecord, '"total" must be one number per seat'),
        (["total"], [0, 0, False], BadRecord, '"total" must be one number per seat'),
        (["total"], [0, 0, 0.0], BadRecord, '"total" must be one number per seat'),
        (["winners"], 0, BadRecord, '"winners" must be a list of seats, or null'),
        (["winners"], [None], BadRecord, '"winners" must be a list of seats, or null'),
        (["seed"], 5, BadRecord, "'seed' must be a text"),
        (["seed"], None, BadRecord, "'seed' must be a text"),
        (["commitment"], None, BadRecord, "'commitment' must be a text"),
        (["salts"], ["", ""], BadRecord, '"salts" must be one text per seat'),
        (["salts"], None, BadRecord, '"salts" must be one text per seat'),
        (["cuts"], [None, "", ""], BadRecord, '"cuts" must be one text per seat'),
        (["first_dealer"], 3, BadRecord, '"first_dealer" must be a seat'),
        (["first_dealer"], None, BadRecord, '"first_dealer" must be a seat'),
    ],
)  # fmt: skip
def test_a_part_of_the_wrong_kind(path: list[Any], value: Any, error: type[StichwerkError], message: str) -> None:
    data = play(stacked("rage", ["", "", ""], dealer=0), "bid:0", "bid:1").record()
    place: Any = data
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(error) as caught:
        read(to_line(data))
    assert caught.value.message == message


@pytest.mark.parametrize("line", ["[]", "null", "3", '"rage"', "true"])
def test_not_an_object(line: str) -> None:
    with pytest.raises(BadRecord, match=r"^a record is a JSON object$"):
        read(line)


# ---------------------------------------------------------------- whatever a line may hold


LINES = {
    "alles-oder-nichts, finished": to_line(play_out(begin("alles-oder-nichts", rounds=1)).record()),
    "null-nichtig, finished": to_line(play_out(begin("null-nichtig", 4, rounds=1, teams=True)).record()),
    "null-nichtig, unfinished": to_line(play(stacked("null-nichtig", ["Y9 Y0 R3", "", ""]), "lay:Y9,Y0,R3").record()),
    "rage, unfinished": to_line(play_round(begin("rage", bidding="secret")).record()),
    "rage, dealt by hand": to_line(play_round(stacked("rage", ["NT J CT", "+5 -5", "J"])).record()),
}
EACH_LINE = pytest.mark.parametrize("name", LINES)


def refused_or_kept(line: str) -> None:
    """The line is refused in one sentence, or it is the record of a game: played again it gives the same."""
    try:
        match = replay(read(line))
    except StichwerkError as error:
        assert_one_line(error)
        return
    told, again = json.loads(line), match.record()
    again.update({key: told.get(key) for key in ("commitment", "salts", "seed")})
    told.update({key: told.get(key) for key in ("commitment", "salts", "seed")})
    again["options"] = {key: again["options"][key] for key in told["options"]}
    for record in (told, again):
        for part in record["rounds"]:
            part["moves"][: len(record["seats"])] = sorted(part["moves"][: len(record["seats"])])
    # As text, so that true is not 1.
    assert json.dumps(told, sort_keys=True) == json.dumps(again, sort_keys=True)
    read(to_line(match.record()).encode().decode())


@EACH_LINE
def test_the_lines_themselves_are_kept(name: str) -> None:
    check(read(LINES[name]))
    refused_or_kept(LINES[name])


STRANGE = ["1e999", "-1e999", "1.5", "NaN", "9" * 500, "[[[[[[]]]]]]", r'"\ud83c\udca1"', r'"\u2028"', r'{"\ud800": 1}']


@pytest.mark.parametrize("value", STRANGE)
def test_a_further_key_that_is_read_can_be_written_and_read_again(value: str) -> None:
    refused_or_kept(LINES["rage, unfinished"][:-1] + f', "further": {value}}}')


@EACH_LINE
def test_a_line_cut_off_is_refused(name: str) -> None:
    for end in range(0, len(LINES[name]), 37):
        with pytest.raises(BadRecord, match=r"^this is not a whole line of JSON "):
            read(LINES[name][:end])


def paths(value: Any, so_far: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all parts of some data."""
    yield so_far
    for step in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from paths(value[step], (*so_far, step))


def changed(data: Any, path: tuple[Any, ...], how: str, value: Any) -> Any:
    """The data with a part deleted, doubled, replaced, or put in the place of another."""
    if not path:
        return value if how == "replace" else data
    place = data
    for step in path[:-1]:
        place = place[step]
    step = path[-1]
    if how == "delete":
        del place[step]
    elif how == "double":
        if isinstance(place, list):
            place.insert(step, place[step])
        else:
            place[f"{step} again"] = place[step]
    elif how == "swap" and isinstance(place, list):
        other = (step + 1) % len(place)
        place[step], place[other] = place[other], place[step]
    elif how == "add" and isinstance(place[step], int) and not isinstance(place[step], bool):
        place[step] += 1
    else:
        place[step] = value
    return data


NUMBERS = st.sampled_from([-1, 0, 1, 2, 3, 255, 2**31, 2**63, 2**64, -(2**63), 10**400, 0.0, 1.0, 1e308])
ODD_VALUES: list[Any] = [None, True, False, float("nan"), float("inf"), [], {}, [[]], "", "\ud800", "a\nb", "\x1b[2J"]
ODD = st.sampled_from(ODD_VALUES)
MOVES = st.sampled_from(
    ["R1", "Y0", "Y12", "J", "J:R", "NT", "bid:1", "bid:99", "show", "lay:Y9,Y0,R3", "lay:", "4x12"]
)
JUNK = NUMBERS | ODD | MOVES | st.text(max_size=5)


@EACH_LINE
@given(data=st.data())
def test_a_changed_record_is_refused_or_the_record_of_a_game(name: str, data: st.DataObject) -> None:
    record = json.loads(LINES[name])
    for _ in range(data.draw(st.integers(1, 2))):
        every = list(paths(record))
        # The keys near the top have fewer parts than the cards: draw the depth first.
        depth = data.draw(st.sampled_from(sorted({len(path) for path in every})))
        path = data.draw(st.sampled_from([path for path in every if len(path) == depth]))
        how = data.draw(st.sampled_from(["delete", "double", "replace", "replace", "swap", "add"]))
        record = changed(record, path, how, data.draw(JUNK))
    refused_or_kept(json.dumps(record))


@EACH_LINE
def test_every_part_may_be_missing_or_of_another_kind(name: str) -> None:
    random = Random(name)
    ways = list(paths(json.loads(LINES[name])))
    others: list[Any] = [None, -1, True, "R1", "\ud800", [], {}]
    for path in [path for path in ways if len(path) < 4] + random.sample(ways, 40):
        for how, value in [("delete", None), *(("replace", other) for other in others)]:
            refused_or_kept(json.dumps(changed(json.loads(LINES[name]), path, how, value)))


@EACH_LINE
@given(data=st.data())
def test_a_line_with_a_slip_is_refused_or_the_record_of_a_game(name: str, data: st.DataObject) -> None:
    line = LINES[name]
    place = data.draw(st.integers(0, len(line)))
    cut = data.draw(st.integers(0, 3))
    slip = data.draw(st.text(max_size=3) | st.sampled_from(['"', ",", "}", "]", "[", "{", "9", "-", "\\ud800", "\\n"]))
    refused_or_kept(line[:place] + slip + line[place + cut :])


@given(st.text() | st.binary().map(lambda raw: raw.decode("latin-1")))
def test_any_text_is_refused(line: str) -> None:
    with pytest.raises(StichwerkError) as error:
        read(line)
    assert_one_line(error.value)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"march": false', '"march": ' + "[" * 100_000),
        ('"march": false', '"march": ' + "[" * 100_000 + "]" * 100_000),
        ('"march": false', '"march": ' + '{"a":' * 50_000 + "1" + "}" * 50_000),
        ('"march": false', '"march": 1' + "0" * 5000),
        ('"total": [', '"total": [1' + "0" * 4000 + ", "),
        ('"stichwerk": 1', '"stichwerk": 1' + "0" * 4000),
        ('"stichwerk": 1', '"stichwerk": 1e400'),
        ('"stichwerk": 1', '"stichwerk": NaN'),
        ('"stichwerk": 1', '"stichwerk": -Infinity'),
        ('"moves": [[0', '"moves": [[9' + "0" * 4000),
        ('"moves": [[0', '"moves": [[-1'),
        ('"bid:0"', '"bid:0' + "0" * 100_000 + '"'),
        ('"bid:0"', '"bid:0\\nround 2"'),
        ('"bid:0"', '"bid:0\\u2028"'),
        ('"Anja"', '"\\ud800"'),
        ('"salts": ["",', '"seed": "\\ud800", "salts": ["",'),
        ('"salts": ["",', '"seed": "tea", "salts": ["\\udcff",'),
        ('"options": {', '"options": {"a\\nb": 1, '),
        ('"dealer": ', '"a\\nb": 1, "dealer": '),
        ('{"stichwerk"', '\ufeff{"stichwerk"'),
    ],
    ids=range(20),
)
def test_enormous_and_strange_things_are_refused(old: str, new: str) -> None:
    line = to_line(play(begin("rage", bidding="secret"), "bid:0").record())
    assert old in line
    with pytest.raises(StichwerkError) as error:
        check(read(line.replace(old, new, 1)))
    assert_one_line(error.value)


def test_nesting_at_the_very_limit_is_refused_too() -> None:
    """Deep enough to trouble whoever writes it into a message, but not the reader."""
    line = to_line(begin("rage").record())
    for depth in range(sys.getrecursionlimit() - 200, sys.getrecursionlimit() + 5):
        with pytest.raises(StichwerkError):
            read(line.replace('"march": false', '"march": ' + "[" * depth + "]" * depth))
