"""Where words go: consoles, progress bars that appear only when something takes long, files written whole or not."""

import io
import os
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import IO, cast

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from stichwerk.errors import BadRecord

#: Work that is done within this many seconds shows no bar.
_SHORT = 0.6
#: A space where no line is broken. (Rich breaks lines at no-break spaces too, so this is a letter of our own.)
TIED = "\ue000"
#: Between things of one kind; a line ends with it, but does not begin with it.
DOT = f"{TIED}· "


class Screen(Console):
    """A console that leaves a closed pipe to `main`."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def screen(file: IO[str] | None = None, width: int | None = None) -> Screen:
    """A console on a stream (stdout by default). Text is printed as it is: no markup, no guessing of highlights."""
    stream = cast(IO[str], _Stream(file or sys.stdout))
    return Screen(file=stream, width=width, markup=False, highlight=False, emoji=False)


class _Stream(io.TextIOBase):
    """A stream that makes ties spaces again; in files and pipes no spaces are left at the ends of lines."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return getattr(self._stream, "encoding", None) or "utf-8"

    def isatty(self) -> bool:
        return self._stream.isatty()

    def fileno(self) -> int:
        return self._stream.fileno()

    def write(self, text: str) -> int:
        text = text.replace(TIED, " ")
        return self._stream.write(text if self.isatty() else re.sub(r" +(?=\n)", "", text))

    def flush(self) -> None:
        self._stream.flush()


def printable(text: str, most: int = 300) -> str:
    """Text from a file, made safe for a terminal: no control characters, and not without end.

    >>> printable("R7\\x1b[2J")
    'R7�[2J'
    """
    shown = "".join(letter if letter.isprintable() else "\ufffd" for letter in text)
    return shown if len(shown) <= most else shown[: most - 1] + "…"


class Bar:
    """A progress bar on stderr: for a person who waits, so only on a terminal, and only when it takes a while.

    With ``at_once`` it does not wait for the first step, which may itself take long. With ``sizes`` the steps are bytes
    of a file.
    """

    def __init__(self, what: str, total: int | None, at_once: bool = False, sizes: bool = False) -> None:
        self._what, self._total, self._at_once, self._sizes = what, total, at_once, sizes
        self._done = 0
        self._began = time.monotonic()
        self._progress: Progress | None = None
        self._task = TaskID(0)

    def __enter__(self) -> "Bar":
        if self._at_once and sys.stderr.isatty():
            self._show()
        return self

    def __exit__(self, *problem: object) -> None:
        if self._progress is not None:
            self._progress.stop()

    def advance(self, steps: int = 1) -> None:
        """Some work is done."""
        self._done += steps
        if self._progress is not None:
            self._progress.update(self._task, completed=self._done)
        elif sys.stderr.isatty() and time.monotonic() - self._began > _SHORT:
            self._show()

    def _show(self) -> None:
        done = DownloadColumn() if self._sizes else MofNCompleteColumn()
        columns = (TextColumn("{task.description}"), BarColumn(), done, TimeRemainingColumn())
        self._progress = Progress(*columns, console=screen(sys.stderr), transient=True)
        self._task = self._progress.add_task(self._what, total=self._total, completed=self._done)
        self._progress.start()


class Thinking:
    """A line that says who is thinking: for a person who waits, so only on a terminal and when it takes long."""

    def __init__(self, console: Console) -> None:
        self._status = console.status(Text())
        self._timer = Timer(_SHORT, self._status.start) if console.is_terminal else None

    def __enter__(self) -> "Thinking":
        if self._timer is not None:
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(self, *problem: object) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer.join()  # it may just be showing the line
            self._status.stop()

    def tell(self, what: str) -> None:
        """Say who, from now on."""
        self._status.update(Text(what, "dim"))


def check_new_file(path: Path, force: bool) -> Path:
    """Where a new file will really be; raises if it cannot be written there."""
    path = path.resolve()  # a link stays a link: its target is replaced
    if path.exists() and not path.is_file():
        raise BadRecord(f"{path} is not an ordinary file; name another", "bad-file")
    if path.exists() and not force:
        raise BadRecord(f"{path} is there already; name another file, or overwrite it with --force", "file-exists")
    if not path.parent.is_dir():
        raise BadRecord(f"there is no folder {path.parent}", "no-folder")
    return path


@contextmanager
def whole_file(path: Path, force: bool) -> Iterator[IO[str]]:
    """A new file to write into, which appears under its name only when it is complete."""
    with whole_file_of_bytes(path, force) as file, io.TextIOWrapper(file, encoding="utf-8", newline="\n") as text:
        yield text


@contextmanager
def whole_file_of_bytes(path: Path, force: bool) -> Iterator[IO[bytes]]:
    """The same for what is not text: a picture."""
    path = check_new_file(path, force)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("xb") as file:
            yield file
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def add_line(path: Path, line: str) -> None:
    """Add a line at the end of a file, on a line of its own even if the last one was cut off."""
    data = line.encode() + b"\n"
    with path.open("ab+") as file:
        if file.tell():
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                data = b"\n" + data
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
