"""``stich play`` over a pipe: whole games, refusals, leaving, and the record that is kept."""

import json
import os
import re

import pytest

from stichwerk.bots.random_bot import RandomBot
from stichwerk.cli import play
from stichwerk.games import game_ids
from stichwerk.play.bot_player import BotPlayer
from stichwerk.play.fair import commitment
from support.cli.answers import PLAIN, first_legal, script

#: Against bots that need no time to think.
PLAY = ("play", "--level", 1)


@pytest.fixture
def saved(tmp_path):
    return tmp_path / "game.jsonl"


@pytest.fixture
def at_random(monkeypatch):
    """Bots that play at random: what they do does not change when the others learn something."""
    monkeypatch.setattr(play, "BotPlayer", lambda bot, luck: BotPlayer(RandomBot(), luck))


@pytest.mark.parametrize("players", [3, 6])
@pytest.mark.parametrize("game_id", game_ids())
def test_a_whole_game(stich, saved, game_id, players):
    arguments = (*PLAY, game_id, "--players", players, "--seed", "tea", "--save", saved)
    shown = stich(*arguments, answer=first_legal)
    assert (shown.code, shown.err) == (0, "")
    assert "\x1b" not in shown.out
    before, _, after = shown.out.partition("Your hand")
    assert commitment("tea") in before
    assert re.search(r"seed of all deals\n  tea\n", after)
    assert re.search(r"(wins|You win!|[Ss]hare the win.*) \(You ", after)
    assert stich("verify", saved).out == "1 record: 1 holds, 0 broken\n"
    record = json.loads(saved.read_text())
    assert record["seed"] == "tea"
    assert shown.out.count("Enter for the next round >") == len(record["rounds"]) - 1
    assert re.search("Total" + "".join(f" +{total}" for total in record["total"]), shown.out)
    again = stich(*arguments, answer=first_legal)
    assert again.out == shown.out


@pytest.mark.parametrize("options", [["secret"], ["simultaneous", "march=true"], ["plus-minus-one"]])
def test_variants_of_rage(stich, options):
    bidding, *more = options
    chosen = [word for option in (f"bidding={bidding}", *more) for word in ("--option", option)]

    def answer(screen):
        barred = "may not add up" in screen.splitlines()[-2]
        return "2" if barred else first_legal(screen)

    shown = stich(*PLAY, "rage", "--seed", "milk", *chosen, answer=answer)
    assert shown.code == 0
    assert "Total" in shown.out


def test_what_is_on_the_table(stich, at_random):
    shown = stich(*PLAY, "rage", "--seed", "tea", answer=script("3"))
    lines = shown.out.splitlines()
    assert "Trump  Blue ●  (turned: B6●)" in lines
    assert any("Round 1 of 10 · You deal" in line for line in lines)
    assert any(line.split() == [">", "You", "3", "0", "0"] for line in lines)
    assert any(line.split() == ["Pixel", "5", "0", "0"] for line in lines)
    assert "Bolt plays O10▼" in lines
    assert "Trick 1    Pixel R15♥ · Bolt O10▼ · Cosmo B8●" in lines
    assert "Your hand  ▲ (G4)   ♥ R5 R6 R9 R12 R14   ★ (Y10) (Y15)   ◆ (V12)" in lines
    assert "           (Change trump)" in lines


def test_piles_show_top_and_depth(stich, at_random):
    shown = stich(*PLAY, "null-nichtig", "--seed", "x", answer=script("v9 v3 r11", "g5"))
    assert re.search(r"> +You +· +· +3×2 +11×1 +· +14 +0\n", shown.out)


def test_refusals_say_why_and_ask_again(stich, at_random):
    answers = ("11", "hm", "b9", "3", "y10", "o1", "r99", "8", "jr", "r9")
    shown = stich(*PLAY, "rage", "--seed", "tea", answer=script(*answers))
    for reason in (
        "You can take 10 tricks at most",
        "a number from 0 to 10",
        "Y10: you can follow: play red (RG-6).",
        "O1: you do not hold O1",
        "R99: there is no such card",
        "You have no 8.",
        "Joker as red: you do not hold Joker",
    ):
        assert reason in shown.out
    assert "You play R9♥" in shown.out


def test_laying_what_one_does_not_hold(stich):
    shown = stich(*PLAY, "null-nichtig", "--seed", "x", answer=script("y9 y0 r3", "v9 v9 r11", "v9 v3"))
    assert "Y9 Y0 R3: you do not hold Y9 (NN-3)." in shown.out
    assert "V9 V9 R11: you do not hold V9 (NN-3)." in shown.out
    assert "Lay exactly 3 cards, not 2" in shown.out


def test_show_and_hide(stich):
    shown = stich(*PLAY, "alles-oder-nichts", "--seed", "x", answer=script("1", "perhaps", "h"))
    assert "You bid 1, face down." in shown.out
    assert "Type show (or s)" in shown.out
    assert re.search(r"> +You +hidden 1 ", shown.out)


def test_commands_in_the_middle(stich, at_random):
    shown = stich(*PLAY, "rage", "--seed", "tea", answer=script("help", "rules", "score", "log", "", "3"))
    assert "Joker is played with the colour" in shown.out
    assert "exactly that many" in " ".join(shown.out.split())
    assert "The first round is not over yet." in shown.out
    assert shown.out.count("Pixel bids 5.") == 3  # told, in the log, and told again with the table
    assert "You bid 3." in shown.out


@pytest.mark.parametrize("answers", [("q",), ("3", "QUIT"), (), ("3",)])
def test_leaving_is_no_mistake(stich, saved, answers):
    shown = stich(*PLAY, "rage", "--seed", "tea", "--save", saved, answer=script(*answers))
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.endswith("Goodbye!\n")
    assert stich("verify", saved).out == "1 record: 0 hold, 1 unfinished but valid, 0 broken\n"
    assert "seed" not in json.loads(saved.read_text())


def test_saving_adds_to_the_file(stich, saved):
    for _ in range(2):
        stich(*PLAY, "rage", "--save", saved, answer=script("q"))
    saved.write_text(saved.read_text()[:-1])  # the end of the last line is lost
    stich(*PLAY, "null-nichtig", "--save", saved, answer=script("q"))
    assert stich("verify", saved).out.startswith("3 records: 0 hold, 3 unfinished")


def test_a_file_that_is_not_ours_is_left_alone(stich, saved, tmp_path):
    saved.write_text("Dear diary")
    for place in (saved, tmp_path, tmp_path / "nowhere" / "game.jsonl"):
        refused = stich(*PLAY, "rage", "--save", place, answer=script("q"))
        assert (refused.code, refused.out) == (2, "")
    assert saved.read_text() == "Dear diary"


def test_the_cut_changes_the_deals(stich, saved):
    usual = stich(*PLAY, "rage", "--seed", "tea", answer=script()).out
    cut = stich(*PLAY, "rage", "--seed", "tea", "--cut", "mine", "--save", saved, answer=first_legal).out
    assert usual.splitlines()[:3] == cut.splitlines()[:3]
    assert "Your hand  ▲ G4   ♥ R5" in usual
    assert "Your hand  ▲ G4   ♥ R5" not in cut
    assert "your cut 'mine'" in cut
    assert json.loads(saved.read_text())["salts"] == ["mine", "", "", ""]
    assert stich("verify", saved).code == 0


def test_the_menu(stich):
    shown = stich("play", answer=script("9", "", "rage", "12", "5", "6", "novice", "q"))
    assert shown.code == 0
    assert "Type a number from 1 to 3" in shown.out
    assert "Rage is for 2 to 8 players." in shown.out
    assert "Type a number from 1 to 5, or the name of a level." in shown.out
    assert "Rage with Pixel, Bolt, Cosmo and Dot (level 1, Novice)." in shown.out


def test_a_move_typed_instead_of_enter_is_not_lost(stich):
    def answer(screen):
        question = screen.splitlines()[-1]
        return "2" if "next round" in question else first_legal(screen) if "Round 2" not in screen else None

    shown = stich(*PLAY, "rage", "--seed", "tea", answer=answer)
    assert "Your bid (0-9) > 2" in shown.out


@pytest.mark.parametrize(
    ("level", "greeting"),
    [
        ("2", "Pixel, Bolt and Cosmo (level 2, Casual)."),
        ("regular", "Pixel, Bolt and Cosmo (level 3, Regular)."),
        ("2, casual,2", "Pixel, Bolt and Cosmo (level 2, Casual)."),
        ("1,2,Master", "Pixel (level 1, Novice), Bolt (level 2, Casual) and Cosmo (level 5, Master)."),
    ],
)
def test_levels(stich, level, greeting):
    shown = stich("play", "rage", "--level", level, answer=script("q"))
    assert " ".join(shown.out.split()).startswith(f"Rage with {greeting}")


def test_the_usual_level(stich):
    assert "(level 3, Regular)" in stich("play", "rage", answer=script("q")).out
    assert "(level 3, Regular)" in stich("play", answer=script("rage", "", "", "q")).out


def test_bots_that_think_play_the_same_game_again(stich, saved):
    short = ("--players", 3, "--option", "rounds=2")
    arguments = ("play", "alles-oder-nichts", *short, "--levels", "3,4", "--seed", "tea")
    shown = stich(*arguments, "--save", saved, answer=first_legal)
    assert stich(*arguments, "--save", saved, answer=first_legal).out == shown.out
    assert stich("verify", saved).out == "2 records: 2 hold, 0 broken\n"
    other = stich(*arguments[:-1], "milk", answer=first_legal)
    assert other.out != shown.out


def test_a_hint_does_not_change_the_game(stich):
    def with_hints(screen):
        return "?" if screen.count("Expected points") % 2 == 0 and "Play a card >" in screen else first_legal(screen)

    arguments = (*PLAY, "null-nichtig", "--players", 3, "--option", "rounds=1", "--seed", "tea")
    plain, hinted = stich(*arguments, answer=first_legal), stich(*arguments, answer=with_hints)
    assert "Expected points" in hinted.out
    assert hinted.out.partition("wins")[2] == plain.out.partition("wins")[2] != ""


def test_your_name_is_yours_alone(stich):
    shown = stich(*PLAY, "rage", "--name", "Bolt", "--players", 3, answer=script("q"))
    assert "Rage with Pixel and Cosmo (level 1, Novice)." in shown.out


def test_without_unicode_the_letters_remain(process):
    child = process(*PLAY, "rage", "--seed", "tea", env={**PLAIN, "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"})
    out, err = child.communicate("3\nq\n")
    assert (child.returncode, err) == (0, "")
    assert "Trump  Blue  (turned: B6)" in out
    assert re.search(r"Bolt plays ([BGRYVO]\d+|[-+]5|No trump|Change trump|Joker as \w+)\n", out)


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a pseudo terminal")
@pytest.mark.parametrize("no_color", [False, True])
def test_on_a_terminal(process, no_color):
    master, slave = os.openpty()
    settings = {
        **PLAIN,
        "TERM": "xterm-256color",
        "COLUMNS": "80",
        "LINES": "24",
        **({"NO_COLOR": "1"} if no_color else {}),
    }
    child = process(*PLAY, "rage", "--seed", "tea", stdin=slave, stdout=slave, stderr=slave, text=False, env=settings)
    os.close(slave)
    seen = ""
    for wait_for, answer in (("cut the deck", "\n"), ("Your bid", "3\n"), ("Play a card", "q\n"), ("Goodbye!", "")):
        seen = ""
        while wait_for not in seen:
            seen += os.read(master, 10_000).decode(errors="replace")
        os.write(master, answer.encode())
        if wait_for == "Play a card":
            assert "\x1b[2J" in seen  # the table begins on a clear screen
            assert ("38;5;" in seen) is not no_color
            # Colours are dimmed or bracketed where they cannot be played, unless Blue or Orange is led: we have none.
            assert bool(re.search(r"\([GRYV]\d+\)", seen)) is no_color
    assert child.wait() == 0
    os.close(master)
