"""Null & nichtig: what a seat cannot know, blanked out (`hide`) or filled in with a possible world (`redeal`)."""

from typing import Any

from stichwerk.games.null_nichtig.rules import add, number_of
from stichwerk.games.null_nichtig.state import (
    KINDS,
    LAY,
    MAX_PLAYERS,
    MOST_LAID,
    NO_CARD,
    NUMBERS,
)
from stichwerk.kernel.jit import jit, jit_apart
from stichwerk.kernel.seats import cards_left
from stichwerk.kernel.state import State
from stichwerk.kernel.worlds import add_unseen, deal_unseen, end_colour, new_worlds


@jit_apart
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
    return 0 if s.waiting == 0 else cards_left(s, seat) - s.laid_count[seat]


@jit_apart
def redeal(s: State, seat: int, generator: Any) -> int:
    """Fill in what ``seat`` cannot know with one of the worlds that are possible for it, each equally likely.

    Only what the seat knows is used. Returns how many draws it took: one, for nobody is ever void here.
    """
    w = new_worlds()[0]
    _list_unseen(s, seat, w)
    secret = s.phase == LAY
    w.places = s.players
    for other in range(s.players):
        if other != seat:
            w.need[other] = cards_held(s, other) + (s.laid_count[other] if secret else 0)
    draws = deal_unseen(w, generator)
    top = 0
    for other in range(s.players):
        if other != seat:
            s.hand[other, 0] = s.hand[other, 1] = 0
            for i in range(w.need[other]):
                if secret and i < s.laid_count[other]:
                    s.laid[other, i] = w.dealt[top]
                else:
                    add(s.hand[other], w.dealt[top])
                top += 1
    return draws


@jit
def _list_unseen(s: State, seat: int, w: Any) -> None:
    """List the cards that ``seat`` has not seen. Their colours do not matter: nobody is ever void."""
    for card in range(KINDS):
        copies = 2 if card % NUMBERS == 0 else 1
        copies -= number_of(s.seen, card)
        if seat >= 0:
            copies -= number_of(s.hand[seat], card)
            if s.phase == LAY:
                for i in range(s.laid_count[seat]):
                    copies -= s.laid[seat, i] == card
        for _ in range(copies):
            add_unseen(w, card)
    end_colour(w)
