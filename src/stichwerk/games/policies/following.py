"""Games where one follows suit and bids tricks: what a card promises, and the features by which actions are judged."""

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from stichwerk.games.policies.linear import MOST_GLANCE
from stichwerk.games.policies.odds import blur, none_of
from stichwerk.kernel.bits import WORD, popcount, word_of
from stichwerk.kernel.jit import jit, jit_apart
from stichwerk.kernel.seats import seat_at
from stichwerk.kernel.state import State
from stichwerk.kernel.tricks import NO_COLOUR, strength

if TYPE_CHECKING:
    from stichwerk.games.policies.player_verbs import bid_is_secret, expected, wanted

#: Who has not bid has this bid, in every such game.
NO_BID = -1

# How other players are taken to behave.
EAGER, CONTENT, UNSURE = 0.75, 0.12, 0.55  # how likely one takes who wants tricks, wants no more, has a bid face down

# What a player sees at a glance before it judges its actions.
(
    SHARE,  # the chance that a card one has not seen lies in a given other hand
    TRICKS,  # the tricks that the hand promises
    NEED,  # the tricks that are missing to the bid
    LEFT,  # cards in hand after this one
    TO_BEAT,  # how strong the best card in the trick is
    SURPLUS,  # how many tricks the hand promises more than are needed
    WILD,  # unseen cards that count as highest trumps
    TRUMPS,  # the tricks that its trumps promise
    HELD,  # the wild cards in hand
    CROWD,  # how many tricks all others who have shown their bid want more than are left
    RUFFED,  # the chance that a given other hand has a trump
    GLANCE,
) = range(12)

# What a player wants. Each has its own weights for the same features.
(
    WANTING_ALL,  # needs every trick that is left
    WANTING_ONE,
    WANTING_MORE,
    SATED,  # has its bid
    BUST,  # cannot have it any more
    MODES,
) = range(6)

# The features of a card in every such game.
(
    TAKES,  # the chance that it takes the trick
    KEEPS,  # what the card promises, which is lost by playing it
    SURPLUS_TAKES,  # the chance to take times the tricks that the hand promises too many
    SURPLUS_KEEPS,  # what the card promises times the same
    LEAD_TAKES,  # leading: the chance to take
    LEAD_KEEPS,  # leading: what the card promises
    NUMBER,  # the number of the card, as a share of the highest
    IS_TRUMP,
    URGENT_TAKES,  # the chance to take times the share of the tricks left that are needed
    EARLY_TAKES,  # the chance to take times the cards left
    CROWDED_TAKES,  # the chance to take times how many tricks all want more than there are
    CROWDED_KEEPS,  # what the card promises times the same
    IS_SINGLE,  # the only card of its colour in hand
    CARD_FEATURES,
) = range(14)

# The features of a bid.
(
    BID_OFF,  # how far it is from what the hand promises
    BID_OFF_SQUARED,
    BID_ABOVE,  # how far above
    BID_ZERO,
    BID_TABLE,  # times what the others' bids leave for each, less what the hand promises
    BID_LEADS,  # for the player who leads first: as a share of the hand
    BID_TRUMPS,  # times what the trumps promise
    BID_WILD,  # times the wild cards held
    BID_LONG,  # times the hand size
    BID_FEATURES,
) = range(10)


@jit
def colour_bits(row: Any, colour: int, size: int) -> int:
    """The cards of a colour in a set, number 0 lowest."""
    first = colour * size
    word = word_of(first)
    return (row[word] >> (first - word * WORD)) & ((1 << size) - 1)


@jit
def higher(cards: int, number: int) -> int:
    """How many of these cards of one colour are higher than ``number``."""
    return popcount(cards >> (number + 1))


@jit
def unseen_of(s: State, seat: int, colour: int, size: int) -> int:
    """The cards of a colour that the seat has not seen, number 0 lowest; none of no colour."""
    if colour == NO_COLOUR:
        return 0
    gone = colour_bits(s.seen, colour, size) | colour_bits(s.hand[seat], colour, size)
    return gone ^ ((1 << size) - 1)


@jit
def look_around(s: State, seat: int, share: float, wild: int, size: int, glance: Any) -> None:
    """Note what every card's promise depends on."""
    glance[SHARE], glance[WILD] = share, wild
    glance[TRUMPS] = glance[HELD] = 0.0
    glance[RUFFED] = 1.0 - none_of(share, popcount(unseen_of(s, seat, s.trump, size)) + wild)


@jit
def promise(s: State, seat: int, colour: int, number: int, size: int, glance: Any) -> float:
    """The chance that a card takes a trick in the end: a trump at any time, a plain card if it is led."""
    unseen = unseen_of(s, seat, colour, size)
    above = higher(unseen, number)
    if colour == s.trump:
        return none_of(0.6 * min(1.0, glance[SHARE] * (s.players - 1)), above + int(glance[WILD]))
    likes = 1.0 - none_of(glance[SHARE], above)
    must = likes * none_of(glance[SHARE], popcount(unseen) - above)
    empty = none_of(glance[SHARE], popcount(unseen))
    chance = 1.0
    for other in range(s.players):
        if other != seat:
            chance *= 1.0 - _beats(s, other, colour, UNSURE, likes, must, empty, glance[RUFFED])
    return chance


@jit
def _beats(s: State, other: int, led: int, will: float, likes: float, must: float, empty: float, ruffs: float) -> float:
    """The chance that another player beats a card.

    Who can follow does so if it likes (``likes``: it can), or if all it has of the colour is higher (``must``). Who
    cannot (``empty``) does so if it has a trump that is high enough (``ruffs``), and likes.
    """
    if (int(s.void[other]) >> led) & 1:
        return will * ruffs
    return min(1.0, will * (likes + empty * ruffs) + (1.0 - will) * must)


@jit
def strongest(s: State) -> int:
    """How strong the best card in the trick is."""
    best = 0
    for place in range(s.played):
        best = max(best, strength(int(s.trick_colour[place]), int(s.trick_number[place]), s.led, s.trump))
    return best


@jit_apart
def takes(s: State, seat: int, colour: int, number: int, size: int, glance: Any, secret: int) -> float:
    """The chance that a card takes this trick. ``secret`` are the seats whose bids this one does not know, as bits."""
    led = colour if s.led == NO_COLOUR else s.led
    if strength(colour, number, led, s.trump) <= glance[TO_BEAT]:
        return 0.0
    later = s.players - s.played - 1
    if later == 0:
        return 1.0
    share = glance[SHARE]
    unseen = unseen_of(s, seat, led, size)
    empty, likes, must = none_of(share, popcount(unseen)), 0.0, 0.0
    if colour == led:
        above = higher(unseen, number)
        likes = 1.0 - none_of(share, above)
        must = likes * none_of(share, popcount(unseen) - above)
    ruffs = glance[RUFFED]
    if colour == s.trump:
        ruffs = 1.0 - none_of(share, higher(unseen_of(s, seat, colour, size), number) + int(glance[WILD]))
    chance = 1.0
    for step in range(1, later + 1):
        other = seat_at(s, seat, step)
        if (secret >> other) & 1:
            will = UNSURE
        elif s.bid[other] > s.tricks[other]:
            will = EAGER
        else:
            will = CONTENT
        chance *= 1.0 - _beats(s, other, led, will, likes, must, empty, ruffs)
    return chance


@jit
def mode_of(glance: Any) -> int:
    """What the player wants."""
    if glance[NEED] < 0.0 or glance[NEED] > glance[LEFT] + 1.0:
        return BUST
    if glance[NEED] == 0.0:
        return SATED
    if glance[NEED] > glance[LEFT]:
        return WANTING_ALL
    return WANTING_ONE if glance[NEED] == 1.0 else WANTING_MORE


@jit
def describe_card(
    s: State, glance: Any, taken: float, chance: float, number: float, trump: bool, single: bool, f: Any
) -> None:
    """Write the features of a card that are the same in all these games."""
    leads = 1.0 if s.played == 0 else 0.0
    f[TAKES] = taken
    f[KEEPS] = chance
    f[SURPLUS_TAKES] = taken * glance[SURPLUS]
    f[SURPLUS_KEEPS] = chance * glance[SURPLUS]
    f[LEAD_TAKES] = taken * leads
    f[LEAD_KEEPS] = chance * leads
    f[NUMBER] = number
    f[IS_TRUMP] = 1.0 if trump else 0.0
    f[URGENT_TAKES] = taken * glance[NEED] / (glance[LEFT] + 1.0)
    f[EARLY_TAKES] = taken * glance[LEFT] / 10.0
    f[CROWDED_TAKES] = taken * glance[CROWD]
    f[CROWDED_KEEPS] = chance * glance[CROWD]
    f[IS_SINGLE] = 1.0 if single else 0.0


@jit
def describe_bid(s: State, seat: int, bid: int, in_turn: bool, glance: Any, f: Any) -> None:
    """Write the features of a bid, which is made ``in_turn`` or secretly."""
    off = bid - glance[TRICKS]
    left, bidders = float(s.hand_size), s.players
    for other in range(s.players):
        if in_turn and other != seat and s.bid[other] >= 0:
            left -= s.bid[other]
            bidders -= 1
    f[BID_OFF] = abs(off)
    f[BID_OFF_SQUARED] = off * off
    f[BID_ABOVE] = off
    f[BID_ZERO] = 1.0 if bid == 0 else 0.0
    f[BID_TABLE] = bid * (left / bidders - glance[TRICKS])
    f[BID_LEADS] = bid / s.hand_size if seat == s.leader else 0.0
    f[BID_TRUMPS] = bid * glance[TRUMPS]
    f[BID_WILD] = bid * glance[HELD]
    f[BID_LONG] = bid * s.hand_size / 10.0


@jit
def look_at_need(s: State, seat: int, tricks: float, secret: int, glance: Any) -> None:
    """Note what the seat needs, what the others need, and what the trick looks like."""
    glance[TRICKS] = tricks
    glance[NEED] = int(s.bid[seat]) - int(s.tricks[seat])
    glance[LEFT] = s.hand_size - s.tricks_done - 1
    glance[TO_BEAT] = strongest(s)
    crowd = glance[NEED] - (s.hand_size - s.tricks_done)
    for other in range(s.players):
        if other != seat:
            if (secret >> other) & 1:
                crowd += (s.hand_size - s.tricks_done) / s.players
            else:
                crowd += max(0, int(s.bid[other]) - int(s.tricks[other]))
    glance[CROWD] = crowd
    glance[SURPLUS] = min(2.0, max(-2.0, tricks - glance[NEED]))


def believe(s: State, seat: int, rng: Any, style: Any) -> float:
    """How well the hands of a world fit the bids; bids that lie face down are set to fit the hands.

    Compiled per game by `bind` from ``expected``, ``wanted`` and ``bid_is_secret``.
    """
    glance = np.empty(MOST_GLANCE)
    weight = 1.0
    for other in range(s.players):
        if other != seat and s.bid[other] != NO_BID:
            tricks = wanted(s, expected(s, other, glance))
            weight *= _believe_bid(s, other, tricks, bid_is_secret(s, other), rng)
    return weight


@jit
def _believe_bid(s: State, other: int, wanted: float, secret: bool, rng: Any) -> float:
    """How well a hand of which its player would want so many tricks fits the bid; a secret bid is set to fit."""
    if secret:
        tricks = max(0.0, wanted + blur(rng, _STRAY)) + 0.5
        s.bid[other] = min(int(s.tricks[other]) + int(tricks), s.hand_size)
        return 1.0
    off = (max(0, int(s.bid[other]) - int(s.tricks[other])) - max(0.0, wanted)) / _STRAY
    return _DOUBT + math.exp(-0.5 * off * off)


# How far bids stray from what a hand lets one want, and how likely it is at least that one is made against it.
_STRAY, _DOUBT = 0.55, 0.05
