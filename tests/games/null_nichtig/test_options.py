"""The options of Null & nichtig: defaults, and what is refused with which words."""

import pytest

from stichwerk.errors import BadOption
from stichwerk.games import game

OPTIONS = game("null-nichtig").options


def test_options_defaults():
    defaults = {"rounds": None, "target": None, "target_rule": "over", "teams": False, "collecting": "clockwise"}
    assert OPTIONS.read().to_mapping() == defaults


def test_options_unknown_key_is_an_error():
    with pytest.raises(BadOption, match="null-nichtig has no option 'round'; it has rounds, target") as error:
        OPTIONS.read({"round": 3})
    assert error.value.code == "unknown-option"


@pytest.mark.parametrize(
    ("name", "value", "must_be"),
    [
        ("rounds", 0, "null or a whole number from 1"),
        ("rounds", 2.5, "null or a whole number from 1"),
        ("rounds", True, "null or a whole number from 1"),
        ("target", 0, "null or a whole number from 1"),
        ("target", -100, "null or a whole number from 1"),
        ("target", "100", "null or a whole number from 1"),
        ("target_rule", "pass", "'over' or 'reach'"),
        ("target_rule", None, "'over' or 'reach'"),
        ("teams", 2, "false or true"),
        ("teams", 1, "false or true"),
        ("teams", "yes", "false or true"),
        ("collecting", "anticlockwise", "'clockwise' or 'as-played'"),
        ("collecting", None, "'clockwise' or 'as-played'"),
    ],
)
def test_options_bad_value_is_an_error_that_says_what_would_be_right(name, value, must_be):
    message = f"null-nichtig: option {name} cannot be .*; it must be {must_be}"
    with pytest.raises(BadOption, match=message) as error:
        OPTIONS.read({name: value})
    assert error.value.code == "bad-option"
