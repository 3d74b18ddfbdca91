"""Whether the database is well: nobody waits for a slow one, and one that hangs is noticed."""

import asyncio
import threading
import time

import pytest

from stichwerk.server.errors import StoreError
from stichwerk.server.web.pulse import Pulse
from support.server.running import in_loop


class Disk:
    """A database that answers when it is told to."""

    def __init__(self) -> None:
        self.asked = 0
        self.problem: StoreError | None = None
        self.free = threading.Event()
        self.free.set()

    def write(self) -> None:
        self.asked += 1
        self.free.wait(10)
        if self.problem is not None:
            raise self.problem


async def ask_for_ever(pulse: Pulse) -> None:
    while True:
        await asyncio.sleep(0.05)
        await pulse.check()


@in_loop
async def test_many_who_ask_at_once_have_one_answer():
    disk = Disk()
    pulse = Pulse(disk.write)
    await asyncio.gather(*(pulse.check() for _ in range(100)))
    assert disk.asked == 1
    await pulse.check()
    assert disk.asked == 1, "what was just found is found"


@in_loop
async def test_nobody_waits_for_a_slow_disk():
    disk = Disk()
    pulse = Pulse(disk.write)
    await pulse.check()
    disk.free.clear()
    await asyncio.sleep(0.3)
    began = time.monotonic()
    await pulse.check()
    assert time.monotonic() - began < 0.1
    disk.free.set()


@in_loop
async def test_a_database_that_hangs_is_noticed_within_two_seconds():
    disk = Disk()
    pulse = Pulse(disk.write)
    await pulse.check()
    disk.free.clear()
    began = time.monotonic()
    with pytest.raises(StoreError) as noticed:
        await ask_for_ever(pulse)
    assert (noticed.value.code, time.monotonic() - began < 2) == ("db-missing", True)
    began = time.monotonic()
    with pytest.raises(StoreError):
        await pulse.check()
    assert time.monotonic() - began < 0.1, "that it hangs is known by now"
    disk.free.set()
    await asyncio.sleep(0.05)
    await pulse.check()


@in_loop
async def test_what_is_wrong_is_told_and_forgotten_once_it_is_mended():
    disk = Disk()
    pulse = Pulse(disk.write)
    disk.problem = StoreError("the disk is full", "db-full")
    for _ in range(2):
        with pytest.raises(StoreError, match="full"):
            await pulse.check()
    disk.problem = None
    await pulse.check()
