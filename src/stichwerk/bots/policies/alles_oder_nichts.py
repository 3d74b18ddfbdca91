"""Alles oder Nichts: the hand-written player. It bids what its hand promises and shows the bid if it is sure of it."""

from typing import Any

import numpy as np

from stichwerk.bots.policies.odds import (
    LEAD,
    NOISE,
    SHARED,
    SPREAD,
    blur,
    first_lead,
    hit,
    lead_over_others,
    promise,
    strongest,
    takes,
)
from stichwerk.games.alles_oder_nichts.hidden import bid_is_secret
from stichwerk.games.alles_oder_nichts.rules import colour_of, numbers
from stichwerk.games.alles_oder_nichts.state import (
    BID,
    BID_ACTION,
    DECK_SIZE,
    HIDE_ACTION,
    NO_BID,
    SHOW,
    SHOW_ACTION,
    SHOWN,
)
from stichwerk.kernel.bits import lowest, popcount
from stichwerk.kernel.jit import jit
from stichwerk.kernel.state import State

(
    DARE,  # how sure of its bid a player must be to show it
    BOLD,  # how much a bid leans upwards, because tricks count by themselves
    CLOSE,  # what the exact bonus counts besides the tricks themselves
) = range(SHARED, SHARED + 3)

#: How likely it is at least that a player bids against its hand.
DOUBT = 0.1

STYLE = np.array([0.0, 0.6, 0.8, 0.8, 0.6, 0.3, 0.1, 0.35, 0.8, 0.3, 0.5, 0.6, 0.1, 1.0])


@jit
def policy(s: State, seat: int, mask: Any, rng: Any, style: Any) -> int:
    """The action that promises most."""
    if s.phase == BID:
        return BID_ACTION + _bid(s, seat, rng, style)
    if s.phase == SHOW:
        return SHOW_ACTION if _dares(s, seat, rng, style) else HIDE_ACTION
    return _card(s, seat, mask[0], rng, style)


@jit
def share_of(s: State, seat: int) -> float:
    """The chance that a card the seat has not seen lies in a given other hand."""
    held = popcount(s.hand[seat, 0])
    return min(1.0, held / max(1, DECK_SIZE - held - popcount(s.seen[0])))


@jit
def expected(s: State, seat: int, share: float, lead: float, style: Any) -> tuple[float, float]:
    """The tricks that a hand promises, and their variance."""
    tricks, variance = 0.0, 0.0
    size = numbers(s)
    cards = s.hand[seat, 0]
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        colour = colour_of(s, card)
        chance = promise(s, seat, colour, card - colour * size, size, 0, share, lead, style)
        tricks += chance
        variance += chance * (1.0 - chance)
    return tricks, variance


@jit
def _bid(s: State, seat: int, rng: Any, style: Any) -> int:
    tricks, _ = expected(s, seat, share_of(s, seat), first_lead(s, seat, style), style)
    tricks += style[BOLD] + blur(rng, style[NOISE] / 2.0)
    return min(max(int(tricks + 0.5), 0), s.hand_size)


@jit
def _dares(s: State, seat: int, rng: Any, style: Any) -> bool:
    bid = int(s.bid[seat])
    if bid == 0:
        return False  # AN-10, AN-11: hidden, an exact 0 counts as much, and a missed one more
    tricks, variance = expected(s, seat, share_of(s, seat), first_lead(s, seat, style), style)
    sure = hit(tricks + style[BOLD], bid, variance**0.5 + style[SPREAD]) / (1.0 + variance)
    return sure + blur(rng, style[NOISE] / 10.0) > style[DARE]


@jit
def _card(s: State, seat: int, legal: int, rng: Any, style: Any) -> int:
    share = share_of(s, seat)
    size = numbers(s)
    tricks, variance = expected(s, seat, share, style[LEAD], style)
    need = int(s.bid[seat]) - int(s.tricks[seat])
    own = 0.0 if s.shown[seat] == SHOWN else 1.0  # AN-10: tricks count by themselves only if the bid is hidden
    left = s.hand_size - s.tricks_done - 1  # cards in hand after this one
    to_beat = strongest(s)
    best, choice = -1e9, -1
    while legal != 0:
        card = lowest(legal)
        legal &= legal - 1
        colour = colour_of(s, card)
        number = card - colour * size
        chance = promise(s, seat, colour, number, size, 0, share, style[LEAD], style)
        taken = takes(s, seat, colour, number, size, 0, to_beat, share, style)
        rest, spread = tricks - chance, max(0.0, variance - chance * (1.0 - chance)) ** 0.5
        value = (
            taken * (own + _worth(s, seat, need - 1, left, rest, spread, style))
            + (1.0 - taken) * _worth(s, seat, need, left, rest, spread, style)
            + blur(rng, style[NOISE])
        )
        if value > best:
            best, choice = value, card
    return choice


@jit
def _worth(s: State, seat: int, need: int, left: int, tricks: float, spread: float, style: Any) -> float:
    """What it is worth to need so many tricks with so many cards."""
    shown = s.shown[seat] == SHOWN
    if need < 0 or need > left:
        return 0.0 if shown else min(tricks, float(left))
    exact = 3.0 + 2.0 * s.bid[seat] if shown else 3.0  # AN-10, AN-11
    if left == 0:
        return exact
    likely = hit(tricks, need, spread + style[SPREAD])
    return exact * likely * style[CLOSE] if shown else exact * likely * style[CLOSE] + min(tricks, float(left))


# ---------------------------------------------------------------- what the others' bids say of their hands


@jit
def believe(s: State, seat: int, rng: Any, style: Any) -> float:
    """How well the hands of a world fit the bids; bids that lie face down are set to fit the hands."""
    weight = 1.0
    for other in range(s.players):
        if other == seat or s.bid[other] == NO_BID:
            continue
        lead = first_lead(s, other, style) if s.phase == BID else style[LEAD]
        tricks, variance = expected(s, other, share_of(s, other), lead, style)
        tricks += style[BOLD]
        if bid_is_secret(s, other):
            s.bid[other] = min(int(s.tricks[other]) + int(tricks + 0.5), s.hand_size)
        else:
            need = int(s.bid[other]) - int(s.tricks[other])
            weight *= DOUBT + hit(tricks, need, variance**0.5 + style[SPREAD])
    return weight


gain = lead_over_others
