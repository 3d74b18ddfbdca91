"""What ``?`` shows, in every phase of every game."""

import re
import sys

import pytest

from stichwerk.cli.faces import Faces
from stichwerk.cli.hints import drawn_hint
from stichwerk.cli.output import screen
from stichwerk.games import game
from stichwerk.play.hints import Hints, Outlook
from support.cli.answers import script
from support.cli.terminal import Terminal

#: A row: best or not, the move, points and their error, ahead, and with bids how often they are met.
ROW = r"^(>? +)(\S+(?: \S+)*) +(-?\d+\.\d) ± \d+\.\d +([-+]\d+\.\d)(?: +(<?\d+) %)?"


@pytest.fixture
def hint(stich):
    """The hint after some answers: its text, and its rows."""

    def shown(game_id, *answers, seed="tea"):
        out = stich("play", game_id, "--level", 1, "--seed", seed, answer=script(*answers, "?", "q")).out
        assert out.count("Expected points in this round") == 1
        text = out[out.index("Expected points in this round") :]
        return text, [match.groups() for match in re.finditer(ROW, text, re.M)]

    return shown


def assert_best_first(rows):
    assert [row[0].strip() for row in rows] == [">", *[""] * (len(rows) - 1)]
    ahead = [float(row[3]) for row in rows]
    assert ahead == sorted(ahead, reverse=True)


def test_bids_with_their_chances_and_the_tricks(hint):
    text, rows = hint("rage")
    assert sorted(int(row[1]) for row in rows) == list(range(11))
    assert_best_first(rows)
    best = rows[0]
    assert f"Tricks after a bid of {best[1]}" in text
    chart = dict(re.findall(r" (\d+) +(<?\d+) %(?: +█+)?$", text, re.M))
    assert chart[best[1]] == best[4]  # to take just as many tricks as one bids
    assert "exact: " in text
    assert re.search(rf" {best[1]} +{best[4]} %  █+$", text, re.M)


def test_cards(hint):
    text, rows = hint("rage", "3")
    assert len(rows) >= 1
    assert_best_first(rows)
    assert all(row[4] for row in rows)
    assert "Tricks after" not in text


def test_a_joker_in_every_colour(hint):
    _, rows = hint("rage", "3", seed="j0")  # with a Joker in the hand, and the lead
    assert {f"Joker as {c}" for c in ("blue●", "green▲", "red♥", "yellow★", "violet◆", "orange▼")} <= {
        row[1] for row in rows
    }


def test_show_or_hide(hint):
    _, rows = hint("alles-oder-nichts", "1")
    assert sorted(row[1] for row in rows) == ["hide", "show"]
    assert_best_first(rows)


def test_laying_is_advised_card_by_card(hint, stich):
    text, _ = hint("null-nichtig")
    [best] = re.findall(r"^> (\S+ \S+ \S+) +\d+\.\d ± ", text, re.M)
    cards = best.split()
    steps = re.findall(r"^(first|second|third) +(\S+) ([-+]\d+\.\d)", text, re.M)
    assert [numeral for numeral, _, _ in steps] == ["first", "second", "third"]
    assert sorted(card for _, card, _ in steps) == sorted(cards)
    assert f"{steps[-1][2]} ahead" in text
    assert "exact" not in text
    typed = re.sub(r"[^\w ]", "", " ".join(cards))
    laid = stich("play", "null-nichtig", "--level", 1, "--seed", "tea", answer=script(typed))
    assert f"You lay {' '.join(cards)}" in laid.out


def test_cards_without_bids(hint):
    text, rows = hint("null-nichtig", "v9 v3 r11", seed="x")
    assert len(rows) == 8  # ten cards, two of them twice
    assert_best_first(rows)
    assert not any(row[4] for row in rows)
    assert "exact" not in text


# ---------------------------------------------------------------- the room on the screen


def on_terminal(monkeypatch, advice, columns, lines):
    for name, value in (("TERM", "xterm"), ("NO_COLOR", "1"), ("COLUMNS", str(columns)), ("LINES", str(lines))):
        monkeypatch.setenv(name, value)
    terminal = Terminal()
    console = screen(terminal)
    console.print(drawn_hint(console, Faces(game("rage")), advice))
    return re.sub(r"\x1b\[[\d;]*m", "", terminal.text).splitlines()


def bids(count):
    chances = (0.5, 0.5, *[0.0] * (count - 2))
    moves = [Outlook(f"bid:{bid}", 10.0 - bid, 0.1, 5.0 - bid, chances, chances[bid]) for bid in range(count)]
    return Hints(tuple(moves))


def test_the_chart_stands_beside_the_bids_if_there_is_room(monkeypatch):
    wide, narrow = (on_terminal(monkeypatch, bids(5), columns, 24) for columns in (80, 40))
    heading = "Tricks after a bid of 0"
    assert any("points" in line and heading in line for line in wide)
    assert any(line.startswith(heading) for line in narrow)
    assert max(map(len, narrow)) <= 40


def test_only_as_many_moves_as_fit(monkeypatch):
    lines = on_terminal(monkeypatch, bids(20), 80, 24)
    assert len(lines) < 24 + 5
    assert sum("±" in line for line in lines) == 12
    assert any("… and 8 that are worse" in line for line in lines)
    assert sum("±" in line for line in on_terminal(monkeypatch, bids(20), 80, 40)) == 20


@pytest.mark.parametrize(("encoding", "bar"), [("utf-8", "█"), ("ascii", "#")])
def test_a_bar_that_the_terminal_can_show(monkeypatch, encoding, bar):
    monkeypatch.setattr(sys, "stdout", Terminal(encoding))
    lines = on_terminal(monkeypatch, bids(5), 80, 24)
    assert sum(line.rstrip().endswith("50 %  " + 16 * bar) for line in lines) == 2
