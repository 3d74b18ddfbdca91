"""Compiled and plain mode do the same, move by move. (Plain mode checks every index, too.)"""

from stichwerk.games import game_ids
from support.mode_trace import traces
from support.plain_mode import in_plain_mode


def test_every_move_is_the_same_in_plain_mode():
    ours = [line for game_id in game_ids() for line in traces(game_id)]
    assert ours == in_plain_mode("mode_trace.py")
