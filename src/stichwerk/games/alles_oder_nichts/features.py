"""Alles oder Nichts: what a network is told of each action, besides what the seat sees."""

from typing import Any

from stichwerk.games.alles_oder_nichts import policy
from stichwerk.games.alles_oder_nichts.policy import SHOW_FEATURES, describe, secret_bids
from stichwerk.games.alles_oder_nichts.policy import look as look
from stichwerk.games.alles_oder_nichts.rules import colour_of, numbers
from stichwerk.games.alles_oder_nichts.state import BID, PLAY
from stichwerk.games.policies.following import BID_FEATURES
from stichwerk.games.policies.regarding import OF_CARD, OF_TABLE, regard_card, regard_table, set_aside
from stichwerk.kernel.jit import jit_apart
from stichwerk.kernel.state import State

_BIDS_FROM = policy.FEATURES
_SHOW_FROM = _BIDS_FROM + BID_FEATURES
_CARD_FROM = _SHOW_FROM + SHOW_FEATURES
_TABLE_FROM = _CARD_FROM + OF_CARD
FEATURES = _TABLE_FROM + OF_TABLE


@jit_apart
def regard(s: State, seat: int, action: int, glance: Any, f: Any) -> None:
    """Write the features of an action, by what is seen at a glance."""
    for k in range(FEATURES):
        f[k] = 0.0
    describe(s, seat, action, glance, f)
    if s.phase == PLAY:
        colour, size = colour_of(s, action), numbers(s)
        regard_card(s, seat, colour, action - colour * size, size, glance, f, _CARD_FROM)
    elif s.phase == BID:
        set_aside(f, _BIDS_FROM, BID_FEATURES)
    else:
        set_aside(f, _SHOW_FROM, SHOW_FEATURES)
    regard_table(s, seat, glance, secret_bids(s), f, _TABLE_FROM)
