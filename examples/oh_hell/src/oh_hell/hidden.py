"""Oh Hell: what a seat cannot know, blanked out (`hide`) or filled in with a possible world (`redeal`)."""

from typing import Any

from oh_hell.state import DECK_SIZE, MAX_PLAYERS, RANKS
from stichwerk.kernel.jit import jit_apart
from stichwerk.kernel.state import State
from stichwerk.kernel.worlds import deal_unseen, list_other_hands, list_unseen, new_worlds


@jit_apart
def hide(s: State, seat: int) -> None:
    """Blank all that ``seat`` cannot know: the other hands. A seat of -1 is a spectator, who sees nobody's cards."""
    for other in range(MAX_PLAYERS):
        if other != seat:
            s.hand[other] = 0


@jit_apart
def redeal(s: State, seat: int, generator: Any) -> int:
    """Fill in what ``seat`` cannot know with one of the worlds that are possible for it, each equally likely.

    Only what the seat knows is used. Returns how many draws it took.
    """
    w = new_worlds()[0]
    known = s.seen if seat < 0 else s.seen | s.hand[seat]
    list_unseen(known, DECK_SIZE, RANKS, w)
    list_other_hands(s, seat, w)
    draws = deal_unseen(w, generator)
    top = 0
    for other in range(s.players):
        if other != seat:
            s.hand[other] = 0
            for _ in range(w.need[other]):
                s.hand[other] |= 1 << w.dealt[top]
                top += 1
    return draws
