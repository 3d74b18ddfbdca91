"""The log does not grow with every request that fails."""

import logging
import time

from stichwerk.server import seldom


def test_what_comes_up_again_and_again_is_told_now_and_then(monkeypatch, caplog):
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(seldom, "_told_at", {})
    monkeypatch.setattr(logging.getLogger("stichwerk"), "propagate", True)
    for _ in range(50):
        seldom.tell_seldom("the disk is full", logging.ERROR)
        seldom.tell_seldom("something else")
    assert [record.levelname for record in caplog.records] == ["ERROR", "WARNING"]
    now[0] += 10
    seldom.tell_seldom("the disk is full", logging.ERROR)
    assert len(caplog.records) == 3
