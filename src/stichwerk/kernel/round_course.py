"""The course of a game, as far as it is the same in all of them: rounds, cards to the trick, tricks, points.

Besides the fields of `seats` these are ``dealer``, ``round_no``, ``phase``, ``totals``, ``scores``, ``tricks`` and, in
a game where suit is followed, ``led`` and ``void``.
"""

from typing import Any

from stichwerk.kernel.bits import next_seat, put, wide, word_of
from stichwerk.kernel.jit import jit
from stichwerk.kernel.state import State
from stichwerk.kernel.tricks import NO_COLOUR


@jit
def begin_game(s: State, options: Any) -> None:
    """Nothing is dealt, nobody is awaited or has points. ``options`` begin with the players and the first dealer."""
    s.players, s.dealer = options[0], options[1]
    s.round_no = 0
    s.waiting = 0
    for seat in range(len(s.totals)):
        s.totals[seat] = 0
        s.scores[seat] = 0


@jit
def next_round(s: State) -> None:
    """Count the round; from the second on, the deal passes to the left."""
    if s.round_no > 0:
        s.dealer = next_seat(s.dealer, s.players)
    s.round_no += 1


@jit
def deal_hands(s: State, deck: Any, runs: Any) -> int:
    """Deal ``hand_size`` cards to each, seat by seat, into hands where equal cards have ``runs`` of bits. Returns how
    many cards that took.
    """
    top = 0
    for seat in range(s.players):
        for _ in range(s.hand_size):
            card = wide(deck[top])
            put(s.hand[seat], word_of(card), runs[card])
            top += 1
    return top


@jit
def show_colour(s: State, seat: int, colour: int) -> None:
    """A card of this colour comes to the trick: it sets the led colour, or may show that the seat has none of it."""
    led = colour if s.led == NO_COLOUR else s.led
    s.led = led
    s.void[seat] |= (colour != led) << led


@jit
def completes_trick(s: State, seat: int, colour: int, number: int) -> bool:
    """Put a card into the trick. Whether that completes it; if not, it is the turn of the next seat."""
    place = s.played
    s.trick_colour[place] = colour
    s.trick_number[place] = number
    s.played = place + 1
    if s.played == s.players:
        return True
    s.waiting = 1 << next_seat(seat, s.players)
    return False


@jit
def give_trick(s: State, seat: int) -> None:
    """The trick goes to this seat, who leads the next."""
    s.tricks[seat] += 1
    s.tricks_done += 1
    s.leader = seat
    s.played = 0


@jit
def end_round(s: State, over: int) -> None:
    """Nobody is awaited any more; the scores are added to the totals. ``over``: the phase."""
    s.phase = over
    s.waiting = 0
    for seat in range(s.players):
        s.totals[seat] += s.scores[seat]
