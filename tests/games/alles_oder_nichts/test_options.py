"""The options of Alles oder Nichts: defaults, and what is refused with which words."""

import pytest

from stichwerk.errors import BadOption
from stichwerk.games import game

OPTIONS = game("alles-oder-nichts").options


def test_options_defaults():
    assert OPTIONS.read().to_mapping() == {"deck": "4x12", "rounds": 7, "target": None}


def test_options_unknown_key_is_an_error():
    message = "alles-oder-nichts has no option 'teams'; it has deck, rounds and target"
    with pytest.raises(BadOption, match=message) as error:
        OPTIONS.read({"teams": True})
    assert error.value.code == "unknown-option"


@pytest.mark.parametrize(
    ("name", "value", "must_be"),
    [
        ("deck", "8x6", "'4x12' or '6x8'"),
        ("deck", None, "'4x12' or '6x8'"),
        ("rounds", 0, "a whole number from 1"),
        ("rounds", None, "a whole number from 1"),
        ("rounds", "7", "a whole number from 1"),
        ("target", 0, "null or a whole number from 1"),
        ("target", 2.5, "null or a whole number from 1"),
        ("target", False, "null or a whole number from 1"),
    ],
)
def test_options_bad_value_is_an_error_that_says_what_would_be_right(name, value, must_be):
    message = f"alles-oder-nichts: option {name} cannot be .*; it must be {must_be}"
    with pytest.raises(BadOption, match=message) as error:
        OPTIONS.read({name: value})
    assert error.value.code == "bad-option"
