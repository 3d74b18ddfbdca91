"""What a player types becomes the move that is meant."""

import pytest

from stichwerk.cli.typed import Question, read_move
from stichwerk.errors import BadNotation
from stichwerk.games import game
from stichwerk.play.notation import notation

HAND = ("B7", "R7", "Y11", "NT", "-5", "J")


def asked(game_id: str, phase: str, hand: tuple[str, ...], *legal: str, to_lay: int = 0) -> Question:
    found = game(game_id)
    return Question(found, phase, hand, tuple(map(notation(found, found.options()).move, legal)), to_lay)


PLAY = asked("rage", "play", HAND, "B7", "R7", "Y11", "NT", "-5", "J:B", "J:R")
FOLLOW = asked("rage", "play", HAND, "R7")
BID = asked("rage", "bid", HAND, *(f"bid:{bid}" for bid in range(7)))
SHOW = asked("alles-oder-nichts", "show", HAND, "show", "hide")
LAY = asked("null-nichtig", "lay", ("Y0", "Y9", "R3", "B1"), to_lay=3)


@pytest.mark.parametrize(
    ("asked", "texts", "move"),
    [
        (
            PLAY,
            ["y11", "Y11", "Y 11", " y  11 ", "y:11", "yellow 11", "Yellow11", "gelb 11", "11", "11 y", "play y11"],
            "Y11",
        ),
        (PLAY, ["r7", "red 7", "rot 7", "7 red", "7r"], "R7"),
        (FOLLOW, ["7", "r7"], "R7"),
        (FOLLOW, ["11"], "Y11"),
        (PLAY, ["jr", "j red", "J:R", "joker red", "j r", "JR"], "J:R"),
        (PLAY, ["nt", "no trump", "NT"], "NT"),
        (PLAY, ["-5", "minus 5", "-"], "-5"),
        (PLAY, ["ct", "change trump"], "CT"),
        (PLAY, ["o3"], "O3"),
        (BID, ["3", "bid 3", "bid:3", "bid=3", "03"], "bid:3"),
        (SHOW, ["show", "s", "Open"], "show"),
        (SHOW, ["hide", "h", "HIDDEN"], "hide"),
        (
            LAY,
            ["y9 y0 r3", "Y9,Y0,R3", "lay:Y9,Y0,R3", "y 9, y 0 and r 3", "y9y0r3", "lay yellow 9 y0 red 3"],
            "lay:Y9,Y0,R3",
        ),
    ],
)
def test_many_ways_to_say_it(asked, texts, move):
    for text in texts:
        assert read_move(text, asked) == move


@pytest.mark.parametrize(
    ("asked", "text", "helps"),
    [
        (PLAY, "7", "B7 or R7"),
        (PLAY, "3", "You have no 3"),
        (PLAY, "j", "which colour"),
        (PLAY, "jx", "which colour"),
        (asked("rage", "play", ("B7",), "B7"), "j", "Joker."),
        (PLAY, "hello", "or help"),
        (PLAY, "x7", "B7"),
        (PLAY, "7" * 5000, "Type one of yours"),
        (PLAY, "²", "or help"),
        (BID, "many", "0 to 6"),
        (BID, "-1", "0 to 6"),
        (BID, "7", "0 to 6"),
        (BID, "r7", "0 to 6"),
        (SHOW, "yes", "show"),
        (LAY, "y9", "exactly 3"),
        (LAY, "y9 y0 r3 b1", "exactly 3"),
        (LAY, "y9 y0 hello", "Y0 Y9 R3"),
        (LAY, "", "Y0 Y9 R3"),
    ],
)
def test_what_cannot_be_made_out_gets_a_helpful_sentence(asked, text, helps):
    with pytest.raises(BadNotation) as refused:
        read_move(text, asked)
    assert helps in refused.value.message
    assert len(refused.value.message) < 200
