"""Worker processes: for work that the interpreter lock keeps from using more than one core."""

import multiprocessing
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager


@contextmanager
def processes(count: int) -> Iterator[Executor]:
    """A pool of processes. If anything goes wrong, Ctrl-C included, nobody waits for what they are doing."""
    from joblib.externals.loky import ProcessPoolExecutor  # whose users need no `if __name__ == "__main__"`

    pool = ProcessPoolExecutor(count, initializer=leave_interrupts_to_the_parent)
    try:
        yield pool
    except BaseException:
        pool.shutdown(kill_workers=True)
        raise
    pool.shutdown()


def leave_interrupts_to_the_parent() -> None:
    """In a worker: Ctrl-C is for the one who waits, not for every process."""
    if multiprocessing.parent_process() is not None and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
