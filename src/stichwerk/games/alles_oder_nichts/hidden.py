"""Alles oder Nichts: what a seat cannot know, blanked out (`hide`) or filled in with a possible world (`redeal`)."""

from typing import Any

import numpy as np

from stichwerk.games.alles_oder_nichts.rules import numbers
from stichwerk.games.alles_oder_nichts.state import (
    DECK_SIZE,
    HIDDEN_BID,
    MAX_PLAYERS,
    NO_BID,
    OVER,
    SHOWN,
)
from stichwerk.kernel.jit import jit
from stichwerk.kernel.rng import below
from stichwerk.kernel.state import State
from stichwerk.kernel.worlds import deal_unseen


@jit
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


@jit
def cards_held(s: State, seat: int) -> int:
    """How many cards the seat has in hand: everybody knows."""
    if s.phase == OVER:
        return 0
    place = seat - s.leader
    if place < 0:
        place += s.players
    return s.hand_size - s.tricks_done - (place < s.played)


@jit
def redeal(s: State, seat: int, generator: Any) -> int:
    """Fill in what ``seat`` cannot know with one of the worlds that are possible for it, each equally likely.

    Only what the seat knows is used. Returns how many draws it took.
    """
    colours = DECK_SIZE // numbers(s)
    cards = np.empty(DECK_SIZE, np.int64)
    start = np.empty(colours + 1, np.int64)
    known = s.seen[0] if seat < 0 else s.seen[0] | s.hand[seat, 0]
    size = 0
    for card in range(DECK_SIZE):
        if card % numbers(s) == 0:
            start[card // numbers(s)] = size
        if (known >> card) & 1 == 0:
            cards[size] = card
            size += 1
    start[colours] = size
    need = np.zeros(s.players, np.int64)
    void = np.zeros(s.players, np.int64)
    for other in range(s.players):
        if other != seat:
            need[other] = cards_held(s, other)
            void[other] = s.void[other]
    out = np.empty(DECK_SIZE, np.int64)
    draws = deal_unseen(cards[:size], start, need, void, generator, out)
    top = 0
    for other in range(s.players):
        if other != seat:
            s.hand[other, 0] = 0
            for _ in range(need[other]):
                s.hand[other, 0] |= 1 << out[top]
                top += 1
            if bid_is_secret(s, other):
                s.bid[other] = below(generator, s.hand_size + 1)
    return draws
