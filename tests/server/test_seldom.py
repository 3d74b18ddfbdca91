"""The log does not grow with every request that fails."""

import logging
import time

from stichwerk.server import seldom


def test_what_comes_up_again_and_again_is_told_now_and_then(monkeypatch):
    now, told = [100.0], []
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(seldom, "_told_at", {})
    logger = logging.getLogger("stichwerk.server")
    monkeypatch.setattr(logger, "log", lambda level, form, text: told.append((level, form % text)))
    for _ in range(50):
        seldom.tell_seldom("the disk is full", logging.ERROR)
        seldom.tell_seldom("something else")
    assert told == [(logging.ERROR, "the disk is full"), (logging.WARNING, "something else")]
    now[0] += 10
    seldom.tell_seldom("the disk is full", logging.ERROR)
    assert len(told) == 3
