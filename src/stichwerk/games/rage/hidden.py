"""Rage: what a seat cannot know, blanked out (`hide`) or filled in with a possible world (`redeal`)."""

from typing import Any

from stichwerk.games.rage.options import SECRET, SIMULTANEOUS
from stichwerk.games.rage.rules import add
from stichwerk.games.rage.state import (
    ACTION_KINDS,
    ACTION_WORD,
    BID,
    COLOUR_CARDS,
    HIDDEN_BID,
    HIDDEN_CARD,
    MAX_PLAYERS,
    NO_BID,
    NT,
    NUMBERS,
    PLAY,
    RUN_LENGTH,
    RUNS,
    STOCK,
)
from stichwerk.kernel.bits import has, popcount
from stichwerk.kernel.jit import jit, jit_apart
from stichwerk.kernel.rng import below
from stichwerk.kernel.state import State
from stichwerk.kernel.worlds import add_unseen, deal_unseen, end_colour, list_other_hands, new_worlds


@jit_apart
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


@jit_apart
def redeal(s: State, seat: int, generator: Any) -> int:
    """Fill in what ``seat`` cannot know with one of the worlds that are possible for it, each equally likely.

    Only what the seat knows is used. Returns how many draws it took.
    """
    w = new_worlds()[0]
    _list_unseen(s, seat, w)
    list_other_hands(s, seat, w)
    draws = deal_unseen(w, generator)
    top = 0
    for other in range(s.players):
        if other != seat:
            s.hand[other, 0] = s.hand[other, 1] = s.hand[other, 2] = 0
            for _ in range(w.need[other]):
                add(s.hand[other], w.dealt[top])
                top += 1
            if bid_is_secret(s, other):
                s.bid[other] = below(generator, s.hand_size + 1)
    for i in range(s.turned, STOCK):
        s.stock[i] = w.dealt[top]
        top += 1
    return draws


@jit
def _list_unseen(s: State, seat: int, w: Any) -> None:
    """List the cards that ``seat`` has not seen: colour by colour, then the action cards, which nobody is void in."""
    for card in range(COLOUR_CARDS):
        if not has(s.seen, card) and (seat < 0 or not has(s.hand[seat], card)):
            add_unseen(w, card)
        if card % NUMBERS == NUMBERS - 1:
            end_colour(w)
    for kind in range(ACTION_KINDS):
        run = RUNS[NT + kind]
        known = popcount(s.seen[ACTION_WORD] & run)
        if seat >= 0:
            known += popcount(s.hand[seat, ACTION_WORD] & run)
        for _ in range(RUN_LENGTH[kind] - known):
            add_unseen(w, NT + kind)
    end_colour(w)
