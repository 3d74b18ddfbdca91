"""Rage: the hand-written player. It expects tricks of its hand, bids them, and plays to end with exactly its bid."""

from typing import Any

import numpy as np

from stichwerk.bots.policies.odds import (
    LEAD,
    NOISE,
    SHARED,
    SPREAD,
    blur,
    colour_bits,
    first_lead,
    hit,
    lead_over_others,
    promise,
    strongest,
    takes,
)
from stichwerk.games.rage.hidden import bid_is_secret
from stichwerk.games.rage.state import (
    ACTION_COLOUR,
    ACTION_WORD,
    BID,
    BID_ACTION,
    COLOUR_CARDS,
    COLOURS,
    DECK_SIZE,
    JOKER,
    JOKER_ACTION,
    JOKER_NUMBER,
    MINUS,
    NO_BID,
    NUMBERS,
    PLUS,
    RUN_LENGTH,
    RUNS,
)
from stichwerk.kernel.bits import WORD, has, lowest, popcount
from stichwerk.kernel.jit import jit
from stichwerk.kernel.state import State

_COLOURS = len(COLOURS)
_JOKERS_IN_DECK = RUN_LENGTH[JOKER - COLOUR_CARDS]
_EXACT = 15.0  # RG-16: 10 for an exact bid instead of 5 less

(
    JOKERS,  # tricks expected of a Joker
    TABLE,  # how far a bid follows what the others leave
    SPITE,  # what points of the others are worth, in own points
) = range(SHARED, SHARED + 3)

#: How likely it is at least that a player bids against its hand.
DOUBT = 0.1

STYLE = np.array([0.0, 0.93, 1.2, 0.95, 0.54, 0.31, 1.67, 0.79, 0.18, 0.1, 0.37, 0.89, 0.17, 0.0])


@jit
def policy(s: State, seat: int, mask: Any, rng: Any, style: Any) -> int:
    """The action that promises most."""
    if s.phase == BID:
        return _bid(s, seat, mask, rng, style)
    return _card(s, seat, mask, rng, style)


# ---------------------------------------------------------------- what the hand promises


@jit
def unseen_jokers(s: State, seat: int) -> int:
    """How many Jokers the seat has not seen."""
    known = popcount(s.seen[ACTION_WORD] & RUNS[JOKER]) + popcount(s.hand[seat, ACTION_WORD] & RUNS[JOKER])
    return _JOKERS_IN_DECK - known


@jit
def share_of(s: State, seat: int) -> float:
    """The chance that a card the seat has not seen lies in a given other hand."""
    held = popcount(s.hand[seat, 0]) + popcount(s.hand[seat, 1]) + popcount(s.hand[seat, 2])
    seen = popcount(s.seen[0]) + popcount(s.seen[1]) + popcount(s.seen[2])
    return min(1.0, held / max(1, DECK_SIZE - held - seen))


@jit
def expected(s: State, seat: int, share: float, lead: float, style: Any) -> tuple[float, float]:
    """The tricks that a hand promises, and their variance."""
    tricks = popcount(s.hand[seat, ACTION_WORD] & RUNS[JOKER]) * style[JOKERS]
    variance = tricks * (1.0 - style[JOKERS])
    wild = unseen_jokers(s, seat)
    for colour in range(_COLOURS):
        cards = colour_bits(s.hand[seat], colour, NUMBERS)
        while cards != 0:
            chance = promise(s, seat, colour, lowest(cards), NUMBERS, wild, share, lead, style)
            cards &= cards - 1
            tricks += chance
            variance += chance * (1.0 - chance)
    return tricks, variance


# ---------------------------------------------------------------- bids


@jit
def _bid(s: State, seat: int, mask: Any, rng: Any, style: Any) -> int:
    tricks, variance = expected(s, seat, share_of(s, seat), first_lead(s, seat, style), style)
    left, bidders = float(s.hand_size), s.players
    for other in range(s.players):
        if other != seat and s.bid[other] >= 0:
            left -= s.bid[other]
            bidders -= 1
    tricks += style[TABLE] * (left / bidders - tricks) + blur(rng, style[NOISE] / 5.0)
    best, choice = -1.0, -1
    for bid in range(s.hand_size + 1):
        if has(mask, BID_ACTION + bid):
            value = hit(tricks, bid, variance**0.5 + style[SPREAD])
            if value > best:
                best, choice = value, BID_ACTION + bid
    return choice


# ---------------------------------------------------------------- cards


@jit
def _card(s: State, seat: int, mask: Any, rng: Any, style: Any) -> int:
    share, wild = share_of(s, seat), unseen_jokers(s, seat)
    tricks, variance = expected(s, seat, share, style[LEAD], style)
    need = int(s.bid[seat]) - int(s.tricks[seat])
    left = s.hand_size - s.tricks_done - 1  # cards in hand after this one
    to_beat = strongest(s)
    best, choice = -1e9, -1
    for word in range(ACTION_WORD + 1):
        actions = mask[word]
        while actions != 0:
            action = word * WORD + lowest(actions)
            actions &= actions - 1
            fives = s.trick_fives + int(action == PLUS) - int(action == MINUS)
            if action < COLOUR_CARDS:
                colour, number = action // NUMBERS, action % NUMBERS
                chance = promise(s, seat, colour, number, NUMBERS, wild, share, style[LEAD], style)
            elif action >= JOKER_ACTION:
                colour, number, chance = action - JOKER_ACTION, JOKER_NUMBER + 1, style[JOKERS]
                if not _sensible_joker(s, colour):
                    continue
            else:
                colour, number, chance = ACTION_COLOUR, 0, 0.0
            taken = 0.0
            if colour != ACTION_COLOUR:
                taken = takes(s, seat, colour, number, NUMBERS, wild, to_beat, share, style)
            rest, spread = tricks - chance, max(0.0, variance - chance * (1.0 - chance)) ** 0.5
            value = (
                taken * (1.0 + 5.0 * fives + _worth(need - 1, left, rest, spread, style))
                + (1.0 - taken) * (_worth(need, left, rest, spread, style) - style[SPITE] * 5.0 * fives)
                + blur(rng, style[NOISE])
            )
            if value > best:
                best, choice = value, action
    return choice


@jit
def _worth(need: int, left: int, tricks: float, spread: float, style: Any) -> float:
    """What it is worth to need so many tricks with so many cards."""
    if need < 0 or need > left:
        return min(tricks, float(left))
    if left == 0:
        return _EXACT
    return _EXACT * hit(tricks, need, spread + style[SPREAD]) + need


@jit
def _sensible_joker(s: State, colour: int) -> bool:
    """Of the colours that a Joker may name: trump, the led colour, and the first of the others, to lose with."""
    if colour == s.trump or colour == s.led:
        return True
    for lower in range(colour):
        if lower != s.trump and lower != s.led:
            return False
    return True


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
        if bid_is_secret(s, other):
            s.bid[other] = min(int(s.tricks[other]) + int(tricks + 0.5), s.hand_size)
        else:
            need = int(s.bid[other]) - int(s.tricks[other])
            weight *= DOUBT + hit(tricks, need, variance**0.5 + style[SPREAD])
    return weight


gain = lead_over_others
