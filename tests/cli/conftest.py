"""The command line in the test's own process, and players who answer its questions."""

import io
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from stichwerk.cli.main import main
from support.cli.answers import PLAIN


@dataclass(frozen=True)
class Outcome:
    """What a command left behind."""

    code: int
    out: str
    err: str


class Answers:
    """Standard input that is made up while the game runs: each line is an answer to what stands on the screen."""

    def __init__(self, answer: Callable[[str], str | None], screen: io.StringIO) -> None:
        self._answer, self._screen = answer, screen

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        answer = self._answer(self._screen.getvalue())
        return "" if answer is None else answer + "\n"


class Stich:
    """Runs ``stich`` with these arguments."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def __call__(self, *arguments: object, answer: Callable[[str], str | None] = lambda screen: None) -> Outcome:
        out, err = io.StringIO(), io.StringIO()
        with self._monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            patch.setattr(sys, "stdin", Answers(answer, out))
            code = main([str(argument) for argument in arguments])
        return Outcome(code, out.getvalue(), re.sub(r"^(?!error: ).*…\n", "", err.getvalue(), flags=re.M))


@pytest.fixture
def stich(monkeypatch: pytest.MonkeyPatch) -> Stich:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LC_ALL", "C")
    return Stich(monkeypatch)


@pytest.fixture
def process() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts ``stich`` as a process of its own."""
    started: list[subprocess.Popen[str]] = []

    def start(*arguments: object, **settings: object) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "stichwerk", *map(str, arguments)]
        pipe = subprocess.PIPE
        with_pipes: dict[str, Any] = {"stdin": pipe, "stdout": pipe, "stderr": pipe, "text": True, "env": PLAIN}
        with_pipes |= settings
        # Whoever runs the tests in the background has Ctrl-C switched off, and children inherit that.
        with_pipes["preexec_fn"] = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
        started.append(subprocess.Popen(command, **with_pipes))
        return started[-1]

    yield start
    for child in started:
        child.kill()
        child.wait()
        for stream in (child.stdin, child.stdout, child.stderr):
            if stream is not None:
                stream.close()
