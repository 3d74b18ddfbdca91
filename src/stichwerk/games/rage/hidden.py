"""Rage: what a seat cannot know, blanked out (`hide`) or filled in with a possible world (`redeal`)."""

from typing import Any

import numpy as np

from stichwerk.games.rage.rules import add
from stichwerk.games.rage.state import (
    ACTION_KINDS,
    ACTION_WORD,
    BID,
    COLOUR_CARDS,
    COLOURS,
    DECK_SIZE,
    HIDDEN_BID,
    HIDDEN_CARD,
    MAX_PLAYERS,
    NO_BID,
    NT,
    NUMBERS,
    OVER,
    PLAY,
    RUN_LENGTH,
    RUNS,
    SECRET,
    SIMULTANEOUS,
    STOCK,
)
from stichwerk.kernel.bits import has, popcount
from stichwerk.kernel.jit import jit
from stichwerk.kernel.rng import below
from stichwerk.kernel.state import State
from stichwerk.kernel.worlds import deal_unseen

_GROUPS = len(COLOURS) + 1  # the action cards come last; nobody is ever void in them


@jit
def hide(s: State, seat: int) -> None:
    """Blank all that ``seat`` cannot know. A seat of -1 is a spectator, who sees nobody's cards."""
    for other in range(MAX_PLAYERS):
        if other != seat:
            s.hand[other, 0] = s.hand[other, 1] = s.hand[other, 2] = 0
            if bid_is_secret(s, other):
                s.bid[other] = HIDDEN_BID
    for i in range(s.turned, STOCK):
        s.stock[i] = HIDDEN_CARD


@jit
def bid_is_secret(s: State, seat: int) -> bool:
    """Whether the bid lies face down: until all have bid (RG-19), or until the round is over (RG-20)."""
    if s.bid[seat] == NO_BID:
        return False
    if s.phase == BID:
        return s.bidding == SIMULTANEOUS or s.bidding == SECRET
    return s.phase == PLAY and s.bidding == SECRET


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
    cards = np.empty(DECK_SIZE, np.int64)
    start = np.empty(_GROUPS + 1, np.int64)
    unseen = _unseen(s, seat, cards, start)
    need = np.zeros(s.players, np.int64)
    void = np.zeros(s.players, np.int64)
    for other in range(s.players):
        if other != seat:
            need[other] = cards_held(s, other)
            void[other] = s.void[other]
    out = np.empty(DECK_SIZE, np.int64)
    tries = deal_unseen(cards[:unseen], start, need, void, generator, out)
    top = 0
    for other in range(s.players):
        if other != seat:
            s.hand[other, 0] = s.hand[other, 1] = s.hand[other, 2] = 0
            for _ in range(need[other]):
                add(s.hand[other], out[top])
                top += 1
            if bid_is_secret(s, other):
                s.bid[other] = below(generator, s.hand_size + 1)
    for i in range(s.turned, STOCK):
        s.stock[i] = out[top]
        top += 1
    return tries


@jit
def _unseen(s: State, seat: int, cards: Any, start: Any) -> int:
    """List the cards that ``seat`` has not seen, by colour, the action cards last. How many there are."""
    own = np.zeros(3, np.int64)
    if seat >= 0:
        own[0], own[1], own[2] = s.hand[seat, 0], s.hand[seat, 1], s.hand[seat, 2]
    size = 0
    for card in range(COLOUR_CARDS):
        if card % NUMBERS == 0:
            start[card // NUMBERS] = size
        if not has(s.seen, card) and not has(own, card):
            cards[size] = card
            size += 1
    start[_GROUPS - 1] = size
    for kind in range(ACTION_KINDS):
        run = RUNS[NT + kind]
        known = popcount(s.seen[ACTION_WORD] & run) + popcount(own[ACTION_WORD] & run)
        for _ in range(RUN_LENGTH[kind] - known):
            cards[size] = NT + kind
            size += 1
    start[_GROUPS] = size
    return size
