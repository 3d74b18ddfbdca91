"""Rounds played by policies, compiled per game by `bind`: the playouts of the search, and duels between policies."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from stichwerk.kernel.bits import first_from, lowest, next_seat
from stichwerk.kernel.rng import shuffle
from stichwerk.kernel.state import State, States

if TYPE_CHECKING:
    from stichwerk.bots.verbs import policy
    from stichwerk.kernel.verbs import apply, awaiting, begin, cards_needed, deal, legal, round_score


def to_act(s: State) -> int:
    """The seat whose turn it is; in a secret phase the first from the dealer's left that has not acted yet."""
    seats = awaiting(s)
    if seats & (seats - 1) == 0:
        return lowest(seats)
    return first_from(seats, next_seat(s.dealer, s.players), s.players)


def play_out(s: State, mask: Any, rng: Any, style: Any) -> None:
    """Play the round to its end, every seat by the policy."""
    while awaiting(s) != 0:
        seat = to_act(s)
        legal(s, seat, mask)
        apply(s, seat, policy(s, seat, mask, rng, style))


def duels(states: States, options: Any, deck: Any, mask: Any, rng: Any, rounds: int, round_no: int, ours: int,
          style: Any, other: Any, out: Any) -> None:
    """Rounds in which the seats in ``ours`` play in one style, the rest in another; the points by seat are added up."""
    s = states[0]
    for _ in range(rounds):
        begin(s, options)
        s.round_no = round_no
        shuffle(rng, deck, cards_needed(s))
        deal(s, deck)
        while awaiting(s) != 0:
            seat = to_act(s)
            legal(s, seat, mask)
            apply(s, seat, policy(s, seat, mask, rng, style if (ours >> seat) & 1 else other))
        round_score(s, out[0])
        for seat in range(s.players):
            out[1, seat] += out[0, seat]
            out[2, seat] += s.bid[seat] == s.tricks[seat]
            out[3, seat] += s.tricks[seat]
            out[4, seat] += s.bid[seat]


TEMPLATES: tuple[Callable[..., Any], ...] = (to_act, play_out, duels)
APART = (play_out, duels)
