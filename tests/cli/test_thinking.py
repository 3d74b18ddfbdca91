"""A bot that takes long is seen to think; one that does not, is not."""

import io
import time

import pytest

from stichwerk.cli import output
from stichwerk.cli.output import Thinking, screen
from support.cli.terminal import Terminal


@pytest.fixture
def short(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(output, "_SHORT", 0.05)


def thought(stream, seconds):
    with Thinking(screen(stream)) as thinking:
        thinking.tell("Anja is thinking…")
        time.sleep(seconds)


def test_only_who_takes_long_is_shown(short):
    slow, quick = Terminal(), Terminal()
    thought(slow, 0.5)
    thought(quick, 0)
    assert "Anja is thinking…" in slow.text
    assert "thinking" not in quick.text
    shown = slow.text
    time.sleep(0.2)
    assert slow.text == shown  # and no longer


def test_who_thinks_next_is_named(short):
    terminal = Terminal()
    with Thinking(screen(terminal)) as thinking:
        for name in ("Anja", "Bernd"):
            thinking.tell(f"{name} is thinking…")
            time.sleep(0.3)
    assert terminal.text.index("Anja") < terminal.text.index("Bernd")


def test_nothing_is_shown_in_a_file(short):
    file = io.StringIO()
    thought(file, 0.2)
    assert file.getvalue() == ""


def test_after_a_mistake_the_cursor_is_back(short):
    terminal = Terminal()

    def fail():
        with Thinking(screen(terminal)):
            time.sleep(0.2)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert terminal.text.rindex("\x1b[?25h") > terminal.text.rindex("\x1b[?25l")
