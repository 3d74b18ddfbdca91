"""What a network is told of an action besides what the seat sees, in games where one follows suit and bids tricks: more
features, which are the same in all these games. A game's module ``features`` puts them behind those of its rules of
thumb. `regard_legal` is compiled per game by `bind` from its ``look`` and ``regard``.
"""

from typing import TYPE_CHECKING, Any

from stichwerk.games.policies.following import (
    CROWD,
    LEFT,
    MODES,
    NEED,
    RUFFED,
    SURPLUS,
    TO_BEAT,
    TRICKS,
    colour_bits,
    higher,
    mode_of,
    unseen_of,
)
from stichwerk.kernel.bits import WORD, lowest, popcount
from stichwerk.kernel.jit import jit, jit_apart
from stichwerk.kernel.seats import seat_at, taker
from stichwerk.kernel.state import State
from stichwerk.kernel.tricks import NO_COLOUR, strength

if TYPE_CHECKING:
    from stichwerk.games.policies.player_verbs import look, regard

#: More actions than this are not described; there are hardly ever as many.
MOST_DESCRIBED = 16

# Of a card.
(
    WINS,  # whether it would be the best in the trick
    SURE,  # whether nobody can beat it any more
    ABOVE,  # of its colour, the share of unseen cards that are higher
    BELOW,
    OWN_ABOVE,  # the same of the cards in hand, a tenth of how many
    OWN_BELOW,
    FOLLOWS,
    OF_CARD,
) = range(8)

# Of the table, whatever the action.
(
    PROMISED,  # the tricks that the hand promises
    TOO_MANY,  # how many more than are needed
    CROWDED,  # how many tricks all others want more than are left
    RUFFS,  # the chance that a given other hand has a trump
    NEEDED,  # the tricks that are missing to the bid
    REMAINING,  # cards in hand after this one
    LATER,  # who plays to this trick after the seat
    LATER_EAGER,  # ... and wants a trick, as far as is known
    LATER_VOID,  # ... and cannot follow
    TAKER_EAGER,  # whether who takes the trick so far wants it
    TAKER_CONTENT,  # or does not
    MOOD,  # what the player wants: one of the `MODES`
    OF_TABLE,
) = (*range(12), 11 + MODES)


@jit
def set_aside(f: Any, first: int, count: int) -> None:
    """Move features that are not those of a card to a place of their own."""
    for k in range(count):
        f[first + k] = f[k]
        f[k] = 0.0


@jit
def regard_card(s: State, seat: int, colour: int, number: int, size: int, glance: Any, f: Any, at: int) -> None:
    """Write the features of a card of a colour, from ``at`` on."""
    led = colour if s.led == NO_COLOUR else s.led
    wins = strength(colour, number, led, s.trump) > glance[TO_BEAT]
    f[at + WINS] = 1.0 if wins else 0.0
    f[at + SURE] = 1.0 if wins and s.played == s.players - 1 else 0.0
    unseen, held = unseen_of(s, seat, colour, size), colour_bits(s.hand[seat], colour, size)
    above, own_above = higher(unseen, number), higher(held, number)
    f[at + ABOVE] = above / size
    f[at + BELOW] = (popcount(unseen) - above) / size
    f[at + OWN_ABOVE] = own_above / 10.0
    f[at + OWN_BELOW] = (popcount(held) - own_above - 1) / 10.0
    f[at + FOLLOWS] = 1.0 if colour == led else 0.0


@jit_apart
def regard_table(s: State, seat: int, glance: Any, secret: int, f: Any, at: int) -> None:
    """Write the features of the table, from ``at`` on. ``secret`` are the seats whose bids are not known, as bits."""
    f[at + PROMISED] = glance[TRICKS]
    f[at + TOO_MANY] = glance[SURPLUS]
    f[at + CROWDED] = glance[CROWD] / 4.0
    f[at + RUFFS] = glance[RUFFED]
    f[at + NEEDED] = glance[NEED] / 4.0
    f[at + REMAINING] = glance[LEFT] / 10.0
    f[at + MOOD + mode_of(glance)] = 1.0
    # Before the first trick nobody has played, and all others come later.
    for step in range(1, s.players - s.played):
        other = seat_at(s, seat, step)
        f[at + LATER] += 0.25
        if (secret >> other) & 1 == 0 and s.bid[other] > s.tricks[other]:
            f[at + LATER_EAGER] += 0.25
        if s.led < NO_COLOUR and (int(s.void[other]) >> s.led) & 1:
            f[at + LATER_VOID] += 0.25
    if s.played > 0:
        best = taker(s, s.led, s.trump)
        if (secret >> best) & 1 == 0:
            eager = s.bid[best] > s.tricks[best]
            f[at + TAKER_EAGER] = 1.0 if eager else 0.0
            f[at + TAKER_CONTENT] = 0.0 if eager else 1.0


def regard_legal(s: State, seat: int, mask: Any, glance: Any, f: Any, actions: Any, features: Any) -> int:
    """Write the legal actions and the features of each, one after the other; how many they are.

    ``glance`` and ``f`` are room to work in, ``f`` as much as an action has features.
    """
    look(s, seat, glance)
    known, size = 0, f.shape[0]
    for word in range(mask.shape[0]):
        left = mask[word]
        while left != 0 and known < MOST_DESCRIBED:
            action = word * WORD + lowest(left)
            left &= left - 1
            regard(s, seat, action, glance, f)
            actions[known] = action
            for k in range(size):
                features[known * size + k] = f[k]
            known += 1
    return known
