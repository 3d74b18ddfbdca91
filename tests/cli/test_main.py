"""What all commands have in common: help at once, mistakes in one line, no tracebacks."""

import argparse
import signal
import subprocess
import sys

import pytest

from stichwerk.cli import serve
from stichwerk.cli.main import BROKEN, INTERRUPTED, MISTAKE, OK, PIPE_CLOSED, main

HEAVY = ("numba", "llvmlite", "numpy", "stichwerk.play.match", "stichwerk.games.rage.rules")


def loaded_by(*arguments: str) -> set[str]:
    """The modules that a command has loaded when it ends."""
    code = """if True:
        import atexit, sys
        atexit.register(lambda: print("", *sorted(sys.modules), sep="\\n", file=sys.stderr))
        from stichwerk.cli.main import main
        main(sys.argv[1:])
    """
    command = [sys.executable, "-c", code, *arguments]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stderr.split())


def test_exit_codes_are_those_that_are_documented():
    assert (OK, BROKEN, MISTAKE, INTERRUPTED, PIPE_CLOSED) == (0, 1, 2, 130, 141)


@pytest.mark.parametrize("arguments", [("--help",), ("simulate", "--help"), ("play", "--help"), ("--version",)])
def test_help_loads_nothing_heavy(arguments):
    loaded = loaded_by(*arguments)
    assert "stichwerk.cli.main" in loaded
    assert not loaded & {*HEAVY, "rich", "rich.console"}


def test_games_does_not_load_the_compiler():
    loaded = loaded_by("games")
    assert "stichwerk.games.rage" in loaded
    assert not loaded & set(HEAVY)


def test_alone_it_opens_the_table_in_the_browser(stich, monkeypatch):
    asked: list[argparse.Namespace] = []

    def run(what: argparse.Namespace) -> int:
        asked.append(what)
        return OK

    monkeypatch.setattr(serve, "run", run)
    assert stich().code == OK
    assert (asked[0].command, asked[0].open, asked[0].port) == ("serve", True, None)


def test_help_says_what_it_does_alone(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "stich alone opens the table in your browser" in " ".join(capsys.readouterr().out.split())


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there is always a display")
def test_without_a_display_no_browser_is_opened(monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    assert not serve.has_display()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert serve.has_display()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["fly"], ["fly", "play", "--help"]),
        (["simulate"], ["GAME"]),
        (["simulate", "skat"], ["skat", "rage"]),
        (["simulate", "rage", "--players", "9"], ["2 to 8", "9"]),
        (["simulate", "rage", "--players", "two"], ["--players", "whole number"]),
        (["simulate", "rage", "--games", "0"], ["--games", "too small"]),
        (["simulate", "rage", "--seed", "-1"], ["--seed", "too small"]),
        (["simulate", "rage", "--seed", "9" * 30], ["--seed", "too large"]),
        (["simulate", "rage", "--workers", "0"], ["--workers"]),
        (["simulate", "rage", "--option", "march"], ["march", "key=value"]),
        (["simulate", "rage", "--option", "march=maybe"], ["march", "maybe", "true"]),
        (["simulate", "rage", "--option", "speed=3"], ["speed", "bidding"]),
        (["simulate", "null-nichtig", "--option", "teams=true", "--players", "5"], ["teams", "4 or 6"]),
        (["play", "rage", "--name", ""], ["name"]),
        (["play", "rage", "--name", "a\x1b[2J"], ["name"]),
        (["play", "rage", "--players", "1"], ["2 to 8"]),
        (["play", "skat"], ["skat"]),
        (["play", "rage", "--level", "6"], ["level", "'6'", "1 (Novice)", "5 (Master)"]),
        (["play", "rage", "--level", ""], ["level", "1 (Novice)"]),
        (["play", "rage", "--level", "2,"], ["level", "1 (Novice)"]),
        (["play", "rage", "--level", "2,3"], ["2 levels", "3 bots"]),
        (["play", "rage", "--players", "2", "--levels", "2,3"], ["2 levels", "1 bot:"]),
        (["verify"], ["FILE"]),
        (["verify", "missing.jsonl"], ["missing.jsonl", "no such file"]),
        (["replay", "missing.jsonl"], ["missing.jsonl", "no such file"]),
    ],
)
def test_a_mistake_is_one_line(stich, tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    shown = stich(*arguments)
    assert shown.code == MISTAKE
    assert shown.out == ""
    assert shown.err.startswith("error: ")
    assert shown.err.count("\n") == 1
    for word in words:
        assert word in shown.err
    assert list(tmp_path.iterdir()) == []


def test_a_closed_pipe_is_no_traceback(process):
    child = process("simulate", "rage", "--games", 20, "--records", "-")
    child.stdout.readline()
    child.stdout.close()
    child.stdin.close()
    assert "Traceback" not in child.stderr.read()
    assert child.wait() == PIPE_CLOSED


def test_ctrl_c_ends_with_a_word(process, tmp_path):
    saved = tmp_path / "game.jsonl"
    child = process("play", "rage", "--level", 1, "--seed", "tea", "--save", saved)
    while "Your hand" not in child.stdout.readline():
        pass
    child.send_signal(signal.SIGINT)
    _, err = child.communicate()
    assert child.returncode == INTERRUPTED
    assert err.split() == ["interrupted"]
    assert saved.read_text().count("\n") == 1


def test_a_closed_window_keeps_the_game(process, tmp_path):
    saved = tmp_path / "game.jsonl"
    child = process("play", "rage", "--level", 1, "--seed", "tea", "--save", saved)
    while "Your hand" not in child.stdout.readline():
        pass
    child.send_signal(signal.SIGHUP)
    child.communicate()
    assert saved.read_text().count("\n") == 1
