"""Servers in processes of their own, without two seconds of imports each: a process that has loaded everything, and
forks into a server whenever it is asked for one."""

import gc
import importlib
import json
import os
import random
import select
import signal
import socket
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from typing import IO

#: What a server loads before it listens.
LOADED = ("stichwerk.cli.serve", "stichwerk.server.web.app", "stichwerk.play.precompile", "uvicorn.protocols")

#: With this in its environment, a server's clock jumps by an hour, one way or the other, whenever it gets SIGUSR1.
LOOSE_CLOCK = "STICHWERK_NEST_LOOSE_CLOCK"
#: With this in the environment, what is compiled is loaded too: for those who start a thousand servers.
WARM = "STICHWERK_NEST_WARM"


class Hatched:
    """A process that the nest has started, with the part of ``subprocess.Popen`` that is used here."""

    def __init__(self, arguments: list[str], stderr: IO[str]) -> None:
        out, told_out = os.pipe()
        self._report, reports = os.pipe()
        wanted = json.dumps([arguments, dict(os.environ)]).encode()
        nest = _nest()
        nest.sendall(len(wanted).to_bytes(4, "big"))
        socket.send_fds(nest, [b"!"], [told_out, stderr.fileno(), reports])
        nest.sendall(wanted)
        os.close(told_out)
        os.close(reports)
        self.stdout: IO[str] = os.fdopen(out)
        self.returncode: int | None = None
        self.pid = int.from_bytes(os.read(self._report, 4), "big")
        assert self.pid, "nothing was started"  # 0 would be, for a signal, all of us

    def poll(self) -> int | None:
        """The exit code, or None while it runs."""
        if self.returncode is None and select.select([self._report], [], [], 0)[0]:
            self.returncode = os.waitstatus_to_exitcode(int.from_bytes(os.read(self._report, 4), "big"))
            os.close(self._report)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """The exit code, as soon as there is one."""
        if self.returncode is None and not select.select([self._report], [], [], timeout)[0]:
            raise subprocess.TimeoutExpired("stich serve", timeout or 0)
        found = self.poll()
        assert found is not None
        return found

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


@cache
def _nest() -> socket.socket:
    """The way to the nest of this process; it is gone when this end is closed."""
    ours, its = socket.socketpair()
    where = str(Path(__file__).parents[2])
    program = f"import sys; sys.path.insert(0, {where!r}); from support.server.nest import wait; wait({its.fileno()})"
    subprocess.Popen([sys.executable, "-c", program], pass_fds=[its.fileno()], stdin=subprocess.DEVNULL)
    its.close()
    return ours


def wait(number: int) -> None:
    """The nest itself: everything is loaded, nothing is begun."""
    del sys.path[0]
    for name in LOADED:
        importlib.import_module(name)
    if os.environ.get(WARM):
        from stichwerk.cli.serve import warm_up

        warm_up()
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    asked = socket.socket(fileno=number)
    while size := asked.recv(4, socket.MSG_WAITALL):
        _, files, _, _ = socket.recv_fds(asked, 1, 3)
        wanted = asked.recv(int.from_bytes(size, "big"), socket.MSG_WAITALL)
        if os.fork() == 0:
            asked.close()
            out, err, report = files
            arguments, environment = json.loads(wanted)
            _watch(out, err, report, arguments, environment)
            return
        for file in files:
            os.close(file)


def _watch(out: int, err: int, report: int, arguments: list[str], environment: dict[str, str]) -> None:
    """Start the server, and tell its number and how it ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    pid = os.fork()
    if pid:
        os.close(out)
        os.write(report, pid.to_bytes(4, "big"))
        _, status = os.waitpid(pid, 0)
        os.write(report, status.to_bytes(4, "big"))
        os._exit(0)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.close(report)
    os.dup2(out, 1)
    os.dup2(err, 2)
    os.close(out)
    os.close(err)
    sys.stdout, sys.stderr = open(1, "w"), open(2, "w", buffering=1)  # noqa: SIM115
    os.environ.clear()
    os.environ.update(environment)
    if LOOSE_CLOCK in environment:
        _loosen_clock()
    sys.argv[1:] = arguments
    from stichwerk.cli.main import main

    sys.exit(main())


def _loosen_clock() -> None:
    ahead, seconds, nanoseconds = 0, time.time, time.time_ns

    def jump(*_: object) -> None:
        nonlocal ahead
        ahead = random.choice([hours for hours in (-3600, 0, 3600) if hours != ahead])

    time.time = lambda: seconds() + ahead
    time.time_ns = lambda: nanoseconds() + ahead * 1_000_000_000
    signal.signal(signal.SIGUSR1, jump)
