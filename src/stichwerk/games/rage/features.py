"""Rage: what a network is told of each action, besides what the seat sees."""

from typing import Any

from stichwerk.games.policies.following import BID_FEATURES
from stichwerk.games.policies.regarding import OF_CARD, OF_TABLE, regard_card, regard_table, set_aside
from stichwerk.games.rage import policy
from stichwerk.games.rage.policy import describe, secret_bids
from stichwerk.games.rage.policy import look as look
from stichwerk.games.rage.state import BID, COLOUR_CARDS, JOKER_ACTION, JOKER_NUMBER, NUMBERS
from stichwerk.kernel.jit import jit_apart
from stichwerk.kernel.state import State

_BIDS_FROM = policy.FEATURES
_CARD_FROM = _BIDS_FROM + BID_FEATURES
_TABLE_FROM = _CARD_FROM + OF_CARD
FEATURES = _TABLE_FROM + OF_TABLE


@jit_apart
def regard(s: State, seat: int, action: int, glance: Any, f: Any) -> None:
    """Write the features of an action, by what is seen at a glance."""
    for k in range(FEATURES):
        f[k] = 0.0
    describe(s, seat, action, glance, f)
    if s.phase == BID:
        set_aside(f, _BIDS_FROM, BID_FEATURES)
    elif action < COLOUR_CARDS:
        regard_card(s, seat, action // NUMBERS, action % NUMBERS, NUMBERS, glance, f, _CARD_FROM)
    elif action >= JOKER_ACTION:
        regard_card(s, seat, action - JOKER_ACTION, JOKER_NUMBER + 1, NUMBERS, glance, f, _CARD_FROM)
    regard_table(s, seat, glance, secret_bids(s), f, _TABLE_FROM)
