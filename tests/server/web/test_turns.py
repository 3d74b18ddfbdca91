"""Whose request is next."""

import asyncio
from functools import partial

from stichwerk.server.web.turns import Turns
from support.server.running import in_loop


@in_loop
async def test_whoever_asks_once_does_not_wait_for_all_who_ask_often():
    turns, begun = Turns(per_turn=1), list[int | str]()
    for number in range(100):
        turns.come("many", partial(begun.append, number))
    turns.come("one", partial(begun.append, "one"))
    while turns.waiting:
        await asyncio.sleep(0)
    assert begun.index("one") == 2
    assert [each for each in begun if each != "one"] == list(range(100))


@in_loop
async def test_only_so_many_begin_in_one_turn():
    turns, begun = Turns(per_turn=3), 0

    def begin() -> None:
        nonlocal begun
        begun += 1

    for _ in range(10):
        turns.come("somebody", begin)
    seen = [begun]
    while turns.waiting:
        await asyncio.sleep(0)
        seen.append(begun)
    assert seen == [3, 6, 9, 10]


@in_loop
async def test_after_a_pause_it_begins_at_once():
    turns, begun = Turns(per_turn=1), list[int]()
    for number in range(3):
        turns.come("somebody", partial(begun.append, number))
        await asyncio.sleep(0.01)
        assert begun == list(range(number + 1))
