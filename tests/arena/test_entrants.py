"""Who enters the arena, and what happens to bots that go wrong."""

import os
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from stichwerk.arena import Misplay, compare, entrant
from stichwerk.arena.deals import CHALLENGER, REST
from stichwerk.bots import Knowledge
from stichwerk.errors import BadArena, BadOption, BadPlayers, UnknownBot, UnknownGame
from stichwerk.games import game
from stichwerk.kernel.rng import rng
from stichwerk.play.record import read
from stichwerk.play.verify import check
from support.arena_bots import EACH_GAME, Cheat, First

# ---------------------------------------------------------------- bots that go wrong


@EACH_GAME
@pytest.mark.parametrize("settings", [{}, {"whole_games": True}, {"round_no": 3}], ids=str)
def test_an_illegal_move_is_named_with_its_position(game_id, settings):
    chosen = game(game_id)
    fifth = chosen.book.presentation.actions(chosen.options()).names[5]
    for wrong, shown in ((5, fifth), (9999, "9999"), (None, "None")):
        with pytest.raises(Misplay) as caught:
            compare(game_id, Cheat(wrong), First(), deals=9, workers=1, **settings)
        assert "'cheat'" in caught.value.message
        assert f"chose {shown}, which is not legal: " in caught.value.message
        record = read(caught.value.record)
        check(record)
        assert record.winners is None
        note = record.extra["arena"]
        assert (note["bot"], note["move"], record.seats[note["seat"]]) == ("cheat", shown, "cheat")
        assert len(record.rounds) == settings.get("round_no", len(record.rounds))


def test_the_reason_is_the_rules_own():
    with pytest.raises(Misplay, match="bid first, from 0 to 10"):
        compare("rage", Cheat(5, every=1), First(), deals=1, workers=1)


def test_an_illegal_move_can_be_scored_instead():
    result = compare("rage", Cheat(), First(), deals=10, illegal="score", workers=1)
    mistakes = sum(int(direction.mistakes[:, CHALLENGER].sum()) for direction in result.directions)
    asked = sum(int(direction.asked[:, CHALLENGER].sum()) for direction in result.directions)
    assert asked // 5 - 2 <= mistakes <= asked // 5 + 2
    assert not result.one.mistakes[:, REST].any()
    assert result.one.won.all()


@pytest.mark.parametrize("workers", [1, 2])
def test_a_bot_that_fails_is_named(workers):
    words = r"the bot 'fragile' at seat \d in deal \d+ failed with ZeroDivisionError: "
    with pytest.raises(Misplay, match=words) as caught:
        compare("rage", Fragile(), "random", deals=2, workers=workers, illegal="score")
    assert "\n" not in caught.value.message
    check(read(caught.value.record))


class Fragile:
    name = "fragile"

    def choose(self, hidden, legal, rng):
        return 1 // 0


class Leaving:
    """Takes its process with it, but not the one of the test."""

    name = "leaving"

    def __init__(self):
        self.home = os.getpid()

    def choose(self, hidden, legal, rng):
        if os.getpid() != self.home:
            os._exit(1)
        return legal[0]


def test_a_bot_that_takes_its_worker_with_it():
    with pytest.raises(BadArena, match="a worker broke down"):
        compare("rage", Leaving(), "random", deals=4, workers=2)


class Locked(First):
    def __init__(self):
        self.lock = threading.Lock()


def test_a_bot_that_cannot_travel():
    bot = Locked()
    with pytest.raises(BadArena, match="cannot be sent to other processes"):
        compare("rage", bot, "random", deals=4, workers=2)
    assert compare("rage", bot, "random", deals=1, workers=1).deals.size == 1


def test_a_bot_that_wants_to_end_the_program():
    class Quitter(First):
        name = "quitter"

        def choose(self, hidden, legal, rng):
            sys.exit(3)

    with pytest.raises(Misplay, match="'quitter' at seat 0 in deal 0 failed with SystemExit: 3"):
        compare("rage", Quitter(), "random", deals=1, workers=1)


def test_an_answer_that_is_no_number():
    for wrong in (np.array([1, 2]), "B5", 3.5):
        with pytest.raises(Misplay, match="not legal"):
            compare("rage", Cheat(wrong), First(), deals=1, workers=1)


# ---------------------------------------------------------------- who enters

BOT_FILE = """
class Low:
    def choose(self, hidden, legal, rng):
        return legal[0]

class WithGame(Low):
    name = "knows the game"
    def __init__(self, game):
        self.title = game.title

class Deaf:
    pass

class Broken(Low):
    def __init__(self):
        raise RuntimeError("no weights")

ready = Low()
"""


@pytest.fixture
def bot_file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(BOT_FILE)
    return path


def test_bots_of_ones_own(bot_file, monkeypatch):
    rage = game("rage")
    assert entrant(f"{bot_file}:Low", rage).label == "Low"
    assert entrant(f"{bot_file}:WithGame", rage).label == "knows the game"
    assert entrant(f"{bot_file}:ready", rage).label == "Low"
    result = compare("rage", f"{bot_file}:Low", First(), deals=4, workers=2)
    assert not result.one.differences().any()
    monkeypatch.chdir(bot_file.parent)
    monkeypatch.setattr(sys, "path", list(sys.path))  # goes back afterwards
    assert entrant("mine:WithGame", rage).label == "knows the game"


def test_a_file_that_was_edited_is_read_again(bot_file):
    rage = game("rage")
    before = entrant(f"{bot_file}:Low", rage).bot(rage)
    assert entrant(f"{bot_file}:Low", rage).bot(rage) is before
    bot_file.write_text(BOT_FILE.replace("legal[0]", "legal[-1]  # edited"))
    os.utime(bot_file, ns=(1, 1))
    hidden = Knowledge(rage, rage.options(), 0, rage.book.new_states())
    assert entrant(f"{bot_file}:Low", rage).bot(rage).choose(hidden, [1, 2], rng(1)) == 2


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("grandmaster", "there is no bot 'grandmaster'"),
        ("nowhere.py:Low", "nowhere.py: there is no such file"),
        ("{file}:High", "there is no 'High' in"),
        ("{file}:Deaf", "Deaf in .*mine.py is no bot: it has no method choose"),
        ("{file}:Broken", "cannot make a bot from Broken in .*: RuntimeError: no weights"),
        ("no_such_module:Low", "cannot load no_such_module: ModuleNotFoundError"),
    ],
)
def test_bots_that_cannot_enter(bot_file, name, words):
    with pytest.raises(UnknownBot, match=words):
        compare("rage", name.format(file=bot_file), "random", deals=1)


def test_a_file_that_cannot_be_read(tmp_path):
    (tmp_path / "torn.py").write_text("class Low(\n")
    with pytest.raises(UnknownBot, match=r"cannot load .*torn.py: SyntaxError: ") as caught:
        entrant(f"{tmp_path}/torn.py:Low", game("rage"))
    assert "\n" not in caught.value.message


@pytest.mark.parametrize("wrong", [First, object(), 3])
def test_things_that_are_no_bots(wrong):
    with pytest.raises(UnknownBot):
        compare("rage", wrong, "random", deals=1)


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"deals": 0}, BadArena),
        ({"players": 9}, BadPlayers),
        ({"players": 1}, BadPlayers),
        ({"seed": -1}, BadArena),
        ({"first_deal": -1}, BadArena),
        ({"workers": 0}, BadArena),
        ({"round_no": 11}, BadOption),
        ({"round_no": 0}, BadOption),
        ({"round_no": 1, "whole_games": True}, BadArena),
        ({"illegal": "forgive"}, BadArena),
        ({"options": {"march": 3}}, BadOption),
        ({"options": game("null-nichtig").options()}, BadOption),
    ],
    ids=str,
)
def test_what_cannot_be_compared(settings, problem):
    with pytest.raises(problem):
        compare("rage", "random", "random", **{"workers": 1, "deals": 1, **settings})


def test_a_game_that_is_not_there():
    with pytest.raises(UnknownGame):
        compare("skat", "random", "random")
