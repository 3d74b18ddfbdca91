"""The player for a game that brings none: it tries each action on a copy of the state and looks at the trick.

It knows what exact bids ask for: who needs tricks wants to win this one, as cheaply as is sure; who has enough wants to
lose it, with the highest card that does. A bid is as many tricks as the hand takes in a few worlds in which everybody
wants tricks. All this is told from fields that the states of such games have; a game without them is played
uniformly. Compiled per game by `bind`.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from stichwerk.games import Game
from stichwerk.kernel.bits import WORD, count, lowest, nth
from stichwerk.kernel.random_play import to_act
from stichwerk.kernel.rng import below, chance
from stichwerk.kernel.seats import taker
from stichwerk.kernel.state import State

if TYPE_CHECKING:
    from stichwerk.games.policies.player_verbs import STATE, bid
    from stichwerk.kernel.verbs import apply, awaiting, legal, redeal

#: What a state must have for all this.
_FIELDS = (
    "bid", "tricks", "tricks_done", "hand_size", "leader", "played", "led", "trump", "trick_colour", "trick_number",
)  # fmt: skip
NO_BID = -1
#: In how many worlds a bid is thought over.
_WORLDS = 16
_MOST_WORDS = 3
# Trumps are stronger than all other cards; whether a trick is won counts more than with which card.
_TRUMP, _SURE, _LIKELY = 100.0, 1000.0, 500.0


def suits(game: Game) -> bool:
    """Whether this player understands the game."""
    return set(_FIELDS) <= set(game.book.state.names or ())


def policy(s: State, seat: int, mask: Any, rng: Any, style: Any) -> int:
    """What to do; ``style[0]`` is how often it is just anything."""
    if style[0] > 0.0 and chance(rng, style[0]):
        return nth(mask, below(rng, count(mask)))
    if s.bid[seat] == NO_BID:
        return bid(s, seat, mask, rng)
    return for_the_trick(s, seat, s.tricks[seat] < s.bid[seat], mask, rng)


def for_the_trick(s: State, seat: int, wanted: bool, mask: Any, rng: Any) -> int:
    """The action that wins or loses the trick as it is wanted; of equal ones any."""
    room = np.empty(1, STATE)
    best, choice, equals = -1e9, -1, 0
    for word in range(mask.shape[0]):
        actions = mask[word]
        while actions != 0:
            action = word * WORD + lowest(actions)
            actions &= actions - 1
            room[0] = s
            apply(room[0], seat, action)
            value = worth(s, room[0], seat, wanted)
            if value > best:
                best, equals = value, 0
            if value == best:
                equals += 1
                if equals == 1 or below(rng, equals) == 0:
                    choice = action
    return choice


def worth(before: State, after: State, seat: int, wanted: bool) -> float:
    """What an action is worth to a seat that wants this trick, or does not."""
    complete = after.tricks_done != before.tricks_done
    if complete:
        takes = after.tricks[seat] > before.tricks[seat]
    else:
        takes = after.played > before.played and taker(after, after.led, after.trump) == seat
    place = before.played
    power = float(after.trick_number[place]) + (_TRUMP if after.trick_colour[place] == before.trump else 0.0)
    if wanted:
        if takes:
            return _SURE - power if complete else _LIKELY + power
        return -power
    if takes:
        return power - _SURE if complete else -_LIKELY - power
    return power


# ---------------------------------------------------------------- bids


def considered_bid(s: State, seat: int, mask: Any, rng: Any) -> int:
    """As many tricks as the hand takes in a few worlds, if everybody wants tricks."""
    room, own = np.empty(1, STATE), np.empty(_MOST_WORDS, np.int64)[: mask.shape[0]]
    taken = 0.0
    for _ in range(_WORLDS):
        room[0] = s
        redeal(room[0], seat, rng)
        while awaiting(room[0]) != 0:
            turn = to_act(room[0])
            legal(room[0], turn, own)
            bids = room[0].bid[turn] == NO_BID
            apply(room[0], turn, nth(own, 0) if bids else for_the_trick(room[0], turn, True, own, rng))
        taken += room[0].tricks[seat]
    return nearest_bid(s, seat, mask, taken / _WORLDS)


def quick_bid(s: State, seat: int, mask: Any, rng: Any) -> int:
    """One's share of the tricks, give or take one: enough for somebody else's bid in a playout."""
    return nearest_bid(s, seat, mask, s.hand_size / s.players + below(rng, 3) - 1.0)


def nearest_bid(s: State, seat: int, mask: Any, tricks: float) -> int:
    """The legal action that bids nearest to this."""
    room = np.empty(1, STATE)
    best, choice = 1e9, -1
    for word in range(mask.shape[0]):
        actions = mask[word]
        while actions != 0:
            action = word * WORD + lowest(actions)
            actions &= actions - 1
            room[0] = s
            apply(room[0], seat, action)
            off = abs(float(room[0].bid[seat]) - tricks)
            if off < best:
                best, choice = off, action
    return choice


#: What `policy` is made of; it bids by one of the two.
PARTS: tuple[Callable[..., Any], ...] = (to_act, worth, for_the_trick, nearest_bid, considered_bid, quick_bid)
APART = (for_the_trick, nearest_bid, considered_bid, quick_bid, policy)
