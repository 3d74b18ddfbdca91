"""Alles oder Nichts: what a seat cannot know, blanked out (`hide`) or filled in with a possible world (`redeal`)."""

from typing import Any

from stichwerk.games.alles_oder_nichts.rules import numbers
from stichwerk.games.alles_oder_nichts.state import (
    DECK_SIZE,
    HIDDEN_BID,
    MAX_PLAYERS,
    NO_BID,
    OVER,
    SHOWN,
)
from stichwerk.kernel.jit import jit, jit_apart
from stichwerk.kernel.rng import below
from stichwerk.kernel.state import State
from stichwerk.kernel.worlds import deal_unseen, list_other_hands, list_unseen, new_worlds


@jit_apart
def hide(s: State, seat: int) -> None:
    """Blank all that ``seat`` cannot know. A seat of -1 is a spectator, who sees nobody's cards."""
    for other in range(MAX_PLAYERS):
        if other != seat:
            s.hand[other, 0] = 0
            if bid_is_secret(s, other):
                s.bid[other] = HIDDEN_BID


@jit
def bid_is_secret(s: State, seat: int) -> bool:
    """Whether the bid lies face down: until its player shows it (AN-6), else until scoring (AN-12)."""
    return s.bid[seat] != NO_BID and s.shown[seat] != SHOWN and s.phase != OVER


@jit_apart
def redeal(s: State, seat: int, generator: Any) -> int:
    """Fill in what ``seat`` cannot know with one of the worlds that are possible for it, each equally likely.

    Only what the seat knows is used. Returns how many draws it took.
    """
    w = new_worlds()[0]
    known = s.seen[0] if seat < 0 else s.seen[0] | s.hand[seat, 0]
    list_unseen(known, DECK_SIZE, numbers(s), w)
    list_other_hands(s, seat, w)
    draws = deal_unseen(w, generator)
    top = 0
    for other in range(s.players):
        if other != seat:
            s.hand[other, 0] = 0
            for _ in range(w.need[other]):
                s.hand[other, 0] |= 1 << w.dealt[top]
                top += 1
            if bid_is_secret(s, other):
                s.bid[other] = below(generator, s.hand_size + 1)
    return draws
