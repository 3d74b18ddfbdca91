"""Alles oder Nichts for the network: what a seat sees, as the numbers of the inputs that are on.

Colours are counted from trump on, seats from one's own: so what is learned at one seat with one trump holds for all.
"""

from typing import Any

from stichwerk.games.alles_oder_nichts.options import DECK_4X12, MOST_CARDS
from stichwerk.games.alles_oder_nichts.policy import SHOW_FEATURES, describe
from stichwerk.games.alles_oder_nichts.policy import look as look
from stichwerk.games.alles_oder_nichts.rules import colour_of, numbers
from stichwerk.games.alles_oder_nichts.state import (
    BID,
    BID_ACTION,
    COLOURS,
    DECK_SIZE,
    MAX_PLAYERS,
    NO_BID,
    PLAY,
    SHOWN,
    UNDECIDED,
)
from stichwerk.games.policies.following import (
    BID_FEATURES,
    CARD_FEATURES,
    CROWD,
    RUFFED,
    SURPLUS,
    TO_BEAT,
    TRICKS,
    colour_bits,
    higher,
    unseen_of,
)
from stichwerk.kernel.bits import lowest, popcount
from stichwerk.kernel.jit import jit, jit_apart
from stichwerk.kernel.seats import place_of, seat_at
from stichwerk.kernel.state import State
from stichwerk.kernel.tricks import NO_COLOUR, strength, winner

# The inputs, block by block. Each of the two decks has its own inputs for cards.
CARDS = 2 * DECK_SIZE
_COLOURS = len(COLOURS)
OTHERS = MAX_PLAYERS - 1
_NEEDS = 2 * MOST_CARDS + 1  # tricks that are missing to a bid: from -6 to 6
TAKEN = MOST_CARDS + 1

_HAND = 0
_SEEN = _HAND + CARDS
_TRICK = _SEEN + CARDS
_WINNING_CARD = _TRICK + OTHERS * CARDS
_WINNING_SEAT = _WINNING_CARD + CARDS
_LED = _WINNING_SEAT + MAX_PLAYERS
_OWN_NEED = _LED + 1 + _COLOURS
_PHASE = _OWN_NEED + 1 + 2 * _NEEDS
_SIZE = _PHASE + 3 * (MOST_CARDS + 1)
_LATER = _SIZE + (MAX_PLAYERS + 1) * (MOST_CARDS + 1)
_LEADER = _LATER + MAX_PLAYERS
_OTHER = _LEADER + MAX_PLAYERS
_VOID = _OTHER + OTHERS * (2 * TAKEN + _NEEDS)
INPUTS = _VOID + OTHERS * _COLOURS

#: Actions: the cards, each deck apart, the bids, to show and to hide.
ACTIONS = 2 * DECK_SIZE + (MOST_CARDS + 1) + 2
#: The features of an action: those of the rules of thumb for cards, bids and showing, some more of a card, and what
#: the hand promises.
_BIDS_FROM = CARD_FEATURES
_SHOW_FROM = _BIDS_FROM + BID_FEATURES
_MORE_FROM = _SHOW_FROM + SHOW_FEATURES
_WINS, _SURE, _ABOVE, _BELOW, _OWN_ABOVE, _OWN_BELOW, _FOLLOWS = range(_MORE_FROM, _MORE_FROM + 7)
_PROMISED = _MORE_FROM + 7
FEATURES = _PROMISED + 4

#: How freely the network plays in the playouts of a search: as it did when it learned. Others were not tried.
PLAYOUT_TEMPERATURE = 1.0


@jit
def _turned(s: State, card: int) -> int:
    """The number of a card if trump is the first colour, each deck apart."""
    size = numbers(s)
    colour = colour_of(s, card)
    place = card - colour * size + _turned_colour(s, colour) * size
    return place if s.deck == DECK_4X12 else place + DECK_SIZE


@jit
def _turned_colour(s: State, colour: int) -> int:
    turned: int = colour - s.trump
    return turned if turned >= 0 else turned + DECK_SIZE // numbers(s)


@jit
def number_of(s: State, action: int) -> int:
    """The number of an action for the network."""
    return _turned(s, action) if action < DECK_SIZE else action - BID_ACTION + 2 * DECK_SIZE


@jit_apart
def regard(s: State, seat: int, action: int, glance: Any, f: Any) -> None:
    """Write the features of an action, by what is seen at a glance."""
    f[:] = 0.0
    if s.phase == PLAY:
        describe(s, seat, action, glance, f)
        _regard_card(s, seat, action, glance, f)
    elif s.phase == BID:
        describe(s, seat, action, glance, f[_BIDS_FROM:])
    else:
        describe(s, seat, action, glance, f[_SHOW_FROM:])
    f[_PROMISED] = glance[TRICKS]
    f[_PROMISED + 1] = glance[SURPLUS]
    f[_PROMISED + 2] = glance[CROWD] / 4.0
    f[_PROMISED + 3] = glance[RUFFED]


@jit
def _regard_card(s: State, seat: int, card: int, glance: Any, f: Any) -> None:
    size = numbers(s)
    colour = colour_of(s, card)
    number = card - colour * size
    led = colour if s.led == NO_COLOUR else s.led
    wins = strength(colour, number, led, s.trump) > glance[TO_BEAT]
    f[_WINS] = 1.0 if wins else 0.0
    f[_SURE] = 1.0 if wins and s.played == s.players - 1 else 0.0
    unseen, held = unseen_of(s, seat, colour, size), colour_bits(s.hand[seat], colour, size)
    above, own_above = higher(unseen, number), higher(held, number)
    f[_ABOVE] = above / size
    f[_BELOW] = (popcount(unseen) - above) / size
    f[_OWN_ABOVE] = own_above / MOST_CARDS
    f[_OWN_BELOW] = (popcount(held) - own_above - 1) / MOST_CARDS
    f[_FOLLOWS] = 1.0 if colour == led else 0.0


@jit
def add_cards(s: State, cards: int, first: int, on: Any, count: int) -> int:
    """Add the inputs of some cards, which begin at ``first``; how many are on then."""
    while cards != 0:
        on[count] = first + _turned(s, lowest(cards))
        cards &= cards - 1
        count += 1
    return count


@jit_apart
def sight(s: State, seat: int, on: Any) -> int:
    """Write which inputs are on for a seat; how many."""
    count = add_cards(s, s.hand[seat, 0], _HAND, on, 0)
    count = add_cards(s, s.seen[0], _SEEN, on, count)
    need = int(s.bid[seat]) - int(s.tricks[seat]) + MOST_CARDS
    on[count] = _OWN_NEED
    if s.bid[seat] != NO_BID:
        on[count] += 1 + need + (_NEEDS if s.shown[seat] == SHOWN else 0)
    on[count + 1] = _PHASE + s.phase * (MOST_CARDS + 1) + s.hand_size - s.tricks_done
    on[count + 2] = _SIZE + s.players * (MOST_CARDS + 1) + s.hand_size
    on[count + 3] = _LED if s.led == NO_COLOUR else _LED + 1 + _turned_colour(s, s.led)
    near = s.leader - seat
    on[count + 4] = _LEADER + (near if near >= 0 else near + s.players)
    count += 5
    if s.phase == PLAY:
        on[count] = _LATER + s.players - s.played - 1
        count += 1
    if s.played > 0:
        place = winner(s.trick_colour, s.trick_number, s.played, s.led, s.trump)
        near = seat_at(s, s.leader, place) - seat
        on[count] = _WINNING_SEAT + (near if near >= 0 else near + s.players)
        on[count + 1] = _WINNING_CARD + _turned(s, _card_at(s, place))
        count += 2
    for near in range(1, s.players):
        other = seat_at(s, seat, near)
        place = place_of(s, other)
        if s.phase == PLAY and place < s.played:
            on[count] = _TRICK + (near - 1) * CARDS + _turned(s, _card_at(s, place))
            count += 1
        first = _OTHER + (near - 1) * (2 * TAKEN + _NEEDS)
        if s.shown[other] == SHOWN:
            on[count] = first + 2 * TAKEN + int(s.bid[other]) - int(s.tricks[other]) + MOST_CARDS
        else:
            on[count] = first + int(s.tricks[other]) + (TAKEN if s.shown[other] == UNDECIDED else 0)
        count += 1
        for colour in range(DECK_SIZE // numbers(s)):
            if (int(s.void[other]) >> colour) & 1:
                on[count] = _VOID + (near - 1) * _COLOURS + _turned_colour(s, colour)
                count += 1
    return count


@jit
def _card_at(s: State, place: int) -> int:
    """The card at a place in the trick."""
    return int(s.trick_colour[place]) * numbers(s) + int(s.trick_number[place])
