"""Options: what is read, from values or text, and what is refused in which words."""

import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stichwerk.errors import BadDeal, BadOption, BadPlayers, UnknownGame
from stichwerk.games import game, games
from stichwerk.games.options import written
from stichwerk.games.texts import LANGUAGES
from stichwerk.play.match import Match
from support.matches import NAMES, assert_one_line

EACH_GAME = pytest.mark.parametrize("chosen", games(), ids=lambda chosen: chosen.id)

DEFAULTS: dict[str, dict[str, Any]] = {
    "null-nichtig": {
        "rounds": None,
        "target": None,
        "target_rule": "over",
        "teams": False,
        "collecting": "clockwise",
    },
    "rage": {"bidding": "open", "march": False, "tie_break": "most-exact"},
    "alles-oder-nichts": {"deck": "4x12", "rounds": 7, "target": None},
}


@pytest.mark.parametrize("game_id", DEFAULTS)
def test_missing_options_take_the_default(game_id: str) -> None:
    options = game(game_id).options
    assert options.read() == options.read(None) == options.read({}) == options.read_text([])
    assert options.read().to_mapping() == DEFAULTS[game_id]
    assert list(options.read().to_mapping()) == list(DEFAULTS[game_id])


@EACH_GAME
def test_every_value_that_is_allowed_goes_there_and_back(chosen) -> None:
    for name, setting in chosen.options.settings().items():
        for value in [*setting.choices, *([setting.low, setting.high] if not setting.choices else [])]:
            options = chosen.options.read({name: value})
            assert options == replace(chosen.options(), **{name: value})
            assert chosen.options.read(options.to_mapping()) == options


@pytest.mark.parametrize(
    ("game_id", "key", "has"),
    [
        ("null-nichtig", "deck", "rounds, target, target_rule, teams and collecting"),
        ("null-nichtig", "Rounds", "rounds, target, target_rule, teams and collecting"),
        ("rage", "rounds", "bidding, march and tie_break"),
        ("rage", "tie-break", "bidding, march and tie_break"),
        ("rage", "", "bidding, march and tie_break"),
        ("alles-oder-nichts", "game", "deck, rounds and target"),
        ("alles-oder-nichts", "two\nlines", "deck, rounds and target"),
    ],
)
def test_an_unknown_option(game_id: str, key: str, has: str) -> None:
    with pytest.raises(BadOption) as error:
        game(game_id).options.read({key: 3})
    assert error.value.code == "unknown-option"
    assert error.value.message == f"{game_id} has no option {key!r}; it has {has}"


BIDDING = "'open', 'plus-minus-one', 'simultaneous' or 'secret'"
TO_100, TO_5000 = "a whole number from 1 to 100", "null or a whole number from 1 to 5000"


@pytest.mark.parametrize(
    ("game_id", "name", "value", "written", "allowed"),
    [
        ("rage", "bidding", "closed", "'closed'", BIDDING),
        ("rage", "bidding", "Open", "'Open'", BIDDING),
        ("rage", "bidding", 0, "0", BIDDING),
        ("rage", "bidding", None, "null", BIDDING),
        ("rage", "bidding", ["open"], "['open']", BIDDING),
        ("rage", "march", 1, "1", "false or true"),
        ("rage", "march", 0, "0", "false or true"),
        ("rage", "march", 0.0, "0.0", "false or true"),
        ("rage", "march", "true", "'true'", "false or true"),
        ("rage", "march", None, "null", "false or true"),
        ("rage", "tie_break", True, "true", "'most-exact' or 'shared'"),
        ("rage", "tie_break", "a\nb", r"'a\nb'", "'most-exact' or 'shared'"),
        ("null-nichtig", "rounds", 0, "0", f"null or {TO_100}"),
        ("null-nichtig", "rounds", -3, "-3", f"null or {TO_100}"),
        ("null-nichtig", "rounds", 101, "101", f"null or {TO_100}"),
        ("null-nichtig", "rounds", True, "true", f"null or {TO_100}"),
        ("null-nichtig", "rounds", "3", "'3'", f"null or {TO_100}"),
        ("null-nichtig", "rounds", 3.0, "3.0", f"null or {TO_100}"),
        ("null-nichtig", "target", 0, "0", TO_5000),
        ("null-nichtig", "target", 5001, "5001", TO_5000),
        ("null-nichtig", "target", False, "false", TO_5000),
        ("null-nichtig", "target", math.inf, "inf", TO_5000),
        ("null-nichtig", "target_rule", "reached", "'reached'", "'over' or 'reach'"),
        ("null-nichtig", "teams", 1, "1", "false or true"),
        ("null-nichtig", "teams", "", "''", "false or true"),
        ("alles-oder-nichts", "deck", "6×8", "'6×8'", "'4x12' or '6x8'"),
        ("alles-oder-nichts", "rounds", None, "null", TO_100),
        ("alles-oder-nichts", "rounds", 0, "0", TO_100),
        ("alles-oder-nichts", "rounds", 101, "101", TO_100),
        ("alles-oder-nichts", "rounds", {}, "{}", TO_100),
        ("alles-oder-nichts", "target", 10**30, str(10**30), TO_5000),
        ("alles-oder-nichts", "target", 40.5, "40.5", TO_5000),
    ],
)
def test_a_value_that_an_option_cannot_have(game_id: str, name: str, value: Any, written: str, allowed: str) -> None:
    with pytest.raises(BadOption) as error:
        game(game_id).options.read({name: value})
    assert error.value.code == "bad-option"
    assert error.value.message == f"{game_id}: option {name} cannot be {written}; it must be {allowed}"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@EACH_GAME
@given(data=st.data())
def test_any_value_is_accepted_as_it_is_or_refused_in_one_line(chosen, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(list(chosen.options.settings())))
    setting = chosen.options.settings()[name]
    value = data.draw(JSON | st.integers(-1, 6000) | st.sampled_from(["over", "reach", "open", "6x8", "shared"]))
    allowed = list(setting.choices) or [*range(setting.low, setting.high + 1), *([None] * setting.may_be_null)]
    if any(type(value) is type(choice) and value == choice for choice in allowed):
        read = getattr(chosen.options.read({name: value}), name)
        assert (type(read), read) == (type(value), value)
    else:
        with pytest.raises(BadOption) as error:
            chosen.options.read({name: value})
        assert_one_line(error.value)


@pytest.mark.parametrize(
    ("game_id", "text", "options"),
    [
        ("rage", ["march=true"], {"march": True}),
        ("rage", ["march=false", "bidding=secret"], {"bidding": "secret"}),
        ("rage", [" bidding = plus-minus-one "], {"bidding": "plus-minus-one"}),
        ("null-nichtig", ["rounds=5", "target=null"], {"rounds": 5}),
        ("null-nichtig", ["rounds=none", "target=100"], {"target": 100}),
        ("alles-oder-nichts", ["deck=6x8", "rounds=3"], {"deck": "6x8", "rounds": 3}),
    ],
)
def test_options_from_text(game_id: str, text: list[str], options: dict[str, Any]) -> None:
    assert game(game_id).options.read_text(text).to_mapping() == DEFAULTS[game_id] | options


@pytest.mark.parametrize(
    ("game_id", "text", "message"),
    [
        ("rage", "march", "option 'march' is not written key=value, like bidding=…"),
        ("null-nichtig", "", "option '' is not written key=value, like rounds=…"),
        ("rage", "march=yes", "rage: option march cannot be 'yes'; it must be false or true"),
        ("rage", "march=1", "rage: option march cannot be 1; it must be false or true"),
        ("rage", "march=", "rage: option march cannot be ''; it must be false or true"),
        ("rage", "tie_break=a=b", "rage: option tie_break cannot be 'a=b'; it must be 'most-exact' or 'shared'"),
        ("rage", "=3", "rage has no option ''; it has bidding, march and tie_break"),
        ("null-nichtig", "target=1.5", f"null-nichtig: option target cannot be '1.5'; it must be {TO_5000}"),
        ("null-nichtig", "target=-1", f"null-nichtig: option target cannot be -1; it must be {TO_5000}"),
        ("alles-oder-nichts", "rounds=null", f"alles-oder-nichts: option rounds cannot be null; it must be {TO_100}"),
    ],
)
def test_wrong_text(game_id: str, text: str, message: str) -> None:
    with pytest.raises(BadOption) as error:
        game(game_id).options.read_text([text])
    assert error.value.message == message


@EACH_GAME
@given(pairs=st.lists(st.text() | st.from_regex(r"(rounds|target|march|deck)=\w*", fullmatch=True), max_size=3))
def test_any_text_is_read_or_refused_in_one_line(chosen, pairs: list[str]) -> None:
    try:
        chosen.options.read_text(pairs)
    except BadOption as error:
        assert_one_line(error)


# ---------------------------------------------------------------- players


@pytest.mark.parametrize(
    ("game_id", "low", "high"), [("null-nichtig", 3, 6), ("rage", 2, 8), ("alles-oder-nichts", 3, 6)]
)
def test_the_number_of_players(game_id: str, low: int, high: int) -> None:
    options = game(game_id).options()
    for players in range(-1, 12):
        if low <= players <= high:
            options.check_players(players)
        else:
            with pytest.raises(BadPlayers) as error:
                options.check_players(players)
            assert error.value.code == "bad-players"
            assert error.value.message == f"{game_id} is for {low} to {high} players, not {players}"


@pytest.mark.parametrize("players", [3, 5])
def test_teams_need_an_even_number_of_players(players: int) -> None:
    with pytest.raises(BadOption) as error:
        Match.new("null-nichtig", {"teams": True}, NAMES[:players])
    assert error.value.code == "bad-option"
    assert error.value.message == f"null-nichtig: teams are for 4 or 6 players, not {players} (NN-13)"


@pytest.mark.parametrize("players", [4, 6])
def test_teams_with_an_even_number_of_players(players: int) -> None:
    assert Match.new("null-nichtig", {"teams": True}, NAMES[:players]).options.to_mapping()["teams"] is True


@pytest.mark.parametrize(
    ("names", "salts", "message"),
    [
        ([], None, "rage is for 2 to 8 players, not 0"),
        (["Anja"], None, "rage is for 2 to 8 players, not 1"),
        (["Anja"] * 9, None, "rage is for 2 to 8 players, not 9"),
        (["Anja", ""], None, "every player needs a name; '' is none"),
        (["Anja", " \t"], None, r"every player needs a name; ' \t' is none"),
        (["Anja", "\ud800"], None, r"names and cuts must be Unicode text; '\ud800' is not"),
        (["Anja", "Bernd"], ["", "\udcff"], r"names and cuts must be Unicode text; '\udcff' is not"),
        (["Anja", 3], None, "names and cuts must be Unicode text; 3 is not"),
        (["Anja", "Bernd"], ["mine"], "there are 2 players but 1 cuts; give one for each, '' for none"),
        (["Anja", "Bernd"], ["a", "b", "c"], "there are 2 players but 3 cuts; give one for each, '' for none"),
    ],
)
def test_names_and_cuts(names: list[Any], salts: list[str] | None, message: str) -> None:
    with pytest.raises(BadPlayers) as error:
        Match.new("rage", names=names, salts=salts)
    assert error.value.message == message


@pytest.mark.parametrize("seed", ["\ud800", 3, b"tea"])
def test_a_seed_that_is_no_unicode_text(seed: Any) -> None:
    with pytest.raises(BadDeal) as error:
        Match.new("rage", names=NAMES[:2], seed=seed)
    assert error.value.message == f"a seed must be Unicode text; {seed!r} is not"


def test_options_of_another_game() -> None:
    with pytest.raises(BadOption, match=r"^these are options of null-nichtig, not of rage$"):
        Match.new("rage", game("null-nichtig").options(), NAMES[:3])


@pytest.mark.parametrize("game_id", ["skat", "Rage", "", "null_nichtig", "two\nlines"])
def test_an_unknown_game(game_id: str) -> None:
    with pytest.raises(UnknownGame) as error:
        Match.new(game_id, names=NAMES[:3])
    assert error.value.code == "unknown-game"
    assert error.value.message == f"there is no game {game_id!r}; there are null-nichtig, rage and alles-oder-nichts"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_has_its_words_in_every_language(language: str) -> None:
    for chosen in games():
        texts = chosen.texts(language)
        for name, setting in chosen.options.settings().items():
            choices = [f"option.{name}.{written(choice)}" for choice in setting.choices]
            empty = [f"option.{name}.none"] if setting.may_be_null else []
            for key in (f"option.{name}", f"option.{name}.help", *choices, *empty):
                assert key in texts, f"{chosen.id}: {key} is missing in {language}"


def test_every_option_says_what_differs_from_the_printed_rules() -> None:
    for chosen in games():
        defaults = chosen.options().to_mapping()
        for name, setting in chosen.options.settings().items():
            unusual = {written(choice) for choice in setting.choices if choice != defaults[name]} or {""}
            assert unusual <= set(chosen.differences(name)), f"{chosen.id}: {name} says nothing"
