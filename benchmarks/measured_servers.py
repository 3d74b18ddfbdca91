"""Servers that are measured: each in processes of its own, whose memory and processor time are read from outside."""

import contextlib
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

ECHO = Path(__file__).with_name("echo_server.py")
NO_LIMITS = ("--tables-per-hour", "--sockets-per-address", "--messages-per-second", "--requests-per-minute")


class Running:
    """A server in a process of its own."""

    def __init__(self, command: Sequence[str], stdin: str = "") -> None:
        began = time.perf_counter()
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(stdin)
        self.process.stdin.flush()
        said = self.process.stdout.readline()
        self.seconds = time.perf_counter() - began
        found = re.search(r"(\d+)/? *(\(|$)", said)
        if not found:
            raise SystemExit(f"error: the server did not start{': ' if said else ''}{said.strip()}")
        self.url = f"http://localhost:{found[1]}"

    @property
    def memory(self) -> int:
        """Bytes in use, by all of its processes."""
        found = [Path(f"/proc/{process}/status").read_text().splitlines() for process in self._processes()]
        return 1024 * sum(int(line.split()[1]) for lines in found for line in lines if line.startswith("VmRSS:"))

    @property
    def cpu(self) -> float:
        """Seconds of processor time so far, of all of its processes."""
        fields = [Path(f"/proc/{each}/stat").read_text().rsplit(")", 1)[1].split() for each in self._processes()]
        return sum(int(each[11]) + int(each[12]) for each in fields) / os.sysconf("SC_CLK_TCK")

    def _processes(self) -> list[int]:
        """Its process, and those that this one has started."""
        found = [self.process.pid]
        for process in found:  # it grows
            for children in Path(f"/proc/{process}/task").glob("*/children"):
                found += map(int, children.read_text().split())
        return found

    def stop(self) -> None:
        """Stop it."""
        self.process.terminate()
        self.process.wait()


@contextlib.contextmanager
def table_server(db: Path | str, workers: int = 1) -> Iterator[Running]:
    """The server to be measured."""
    limits = [word for name in NO_LIMITS for word in (name, "0")]
    several = ["--workers", str(workers)] if workers > 1 else []
    server = Running([sys.executable, "-m", "stichwerk", "serve", "--port", "0", "--db", str(db), *limits, *several])
    try:
        yield server
    finally:
        server.stop()


@contextlib.contextmanager
def echo_server(welcome: bytes, news: bytes) -> Iterator[Running]:
    """The one to compare with."""
    server = Running([sys.executable, str(ECHO)], f"{welcome.decode()}\n{news.decode()}\n")
    try:
        yield server
    finally:
        server.stop()


def on_disk() -> Path:
    """A folder for databases that is surely no memory, and no part of the sources."""
    folder = Path(__file__).resolve().parents[1] / ".cache"
    folder.mkdir(exist_ok=True)
    return folder
