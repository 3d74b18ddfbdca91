"""Null & nichtig: what a seat cannot know, blanked out (`hide`) or filled in with a possible world (`redeal`)."""

from typing import Any

import numpy as np

from stichwerk.games.null_nichtig.rules import add, number_of
from stichwerk.games.null_nichtig.state import (
    DECK_SIZE,
    KINDS,
    LAY,
    MAX_PLAYERS,
    MOST_LAID,
    NO_CARD,
    NUMBERS,
    OVER,
)
from stichwerk.kernel.jit import jit
from stichwerk.kernel.state import State
from stichwerk.kernel.worlds import deal_unseen


@jit
def hide(s: State, seat: int) -> None:
    """Blank all that ``seat`` cannot know. A seat of -1 is a spectator, who sees nobody's cards."""
    for other in range(MAX_PLAYERS):
        if other != seat:
            s.hand[other, 0] = s.hand[other, 1] = 0
            if s.phase == LAY:
                for i in range(MOST_LAID):
                    s.laid[other, i] = NO_CARD


@jit
def cards_held(s: State, seat: int) -> int:
    """How many cards the seat has in hand: everybody knows."""
    if s.phase == OVER:
        return 0
    place = seat - s.leader
    if place < 0:
        place += s.players
    return s.hand_size - s.laid_count[seat] - s.tricks_done - (place < s.played)


@jit
def redeal(s: State, seat: int, generator: Any) -> int:
    """Fill in what ``seat`` cannot know with one of the worlds that are possible for it, each equally likely.

    Only what the seat knows is used. Returns how many draws it took: one, for nobody is ever void here.
    """
    cards = np.empty(DECK_SIZE, np.int64)
    start = np.zeros(2, np.int64)
    start[1] = _unseen(s, seat, cards)
    secret = s.phase == LAY
    need = np.zeros(s.players, np.int64)
    for other in range(s.players):
        if other != seat:
            need[other] = cards_held(s, other) + (s.laid_count[other] if secret else 0)
    out = np.empty(DECK_SIZE, np.int64)
    draws = deal_unseen(cards[: start[1]], start, need, np.zeros(s.players, np.int64), generator, out)
    top = 0
    for other in range(s.players):
        if other != seat:
            s.hand[other, 0] = s.hand[other, 1] = 0
            for i in range(need[other]):
                if secret and i < s.laid_count[other]:
                    s.laid[other, i] = out[top]
                else:
                    add(s.hand[other], out[top])
                top += 1
    return draws


@jit
def _unseen(s: State, seat: int, cards: Any) -> int:
    """List the cards that ``seat`` has not seen; how many there are."""
    size = 0
    for card in range(KINDS):
        copies = 2 if card % NUMBERS == 0 else 1
        copies -= number_of(s.seen, card)
        if seat >= 0:
            copies -= number_of(s.hand[seat], card)
            if s.phase == LAY:
                for i in range(s.laid_count[seat]):
                    copies -= s.laid[seat, i] == card
        for _ in range(copies):
            cards[size] = card
            size += 1
    return size
