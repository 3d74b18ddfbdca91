"""Oh Hell: the rules. Numbers in comments (OH-6) are the rulings of the README."""

from typing import Any

from oh_hell.options import cards_each
from oh_hell.state import BID, BID_ACTION, MAX_PLAYERS, NO_BID, NO_CARD, OVER, PLAY, RANKS, SUIT
from stichwerk.kernel.bits import WORD, next_seat
from stichwerk.kernel.jit import jit
from stichwerk.kernel.round_course import begin_game, completes_trick, end_round, give_trick, next_round, show_colour
from stichwerk.kernel.seats import taker, tricks_not_bid, with_most
from stichwerk.kernel.state import State
from stichwerk.kernel.tricks import NO_COLOUR

_FIRST_WORD = (1 << WORD) - 1
_cards_each = jit(cards_each)

# ---------------------------------------------------------------- the game and its rounds


@jit
def begin(s: State, options: Any) -> None:
    """A new game; nothing is dealt yet. ``options`` as `OhHellOptions.vector` writes them."""
    begin_game(s, options)
    s.hands, s.most, s.rounds, s.hook = options[2], options[3], options[4], options[5]
    s.hand_size = 0
    s.phase = OVER
    _clear_table(s)


@jit
def _clear_table(s: State) -> None:
    for seat in range(MAX_PLAYERS):
        s.hand[seat] = s.tricks[seat] = s.void[seat] = 0
        s.bid[seat] = NO_BID
    s.seen = s.leader = s.played = s.tricks_done = 0
    s.turned = NO_CARD
    s.trump = s.led = NO_COLOUR


@jit
def cards_needed(s: State) -> int:
    """How many cards of the deck the next deal looks at: the hands, and one to turn."""
    return s.players * _cards_each(s.hands, s.most, s.round_no + 1) + 1


@jit
def deal(s: State, deck: Any) -> None:
    """The next round. The deck is dealt seat by seat, the next card is turned for trump (OH-4)."""
    next_round(s)  # OH-3
    s.hand_size = _cards_each(s.hands, s.most, s.round_no)
    _clear_table(s)
    top = 0
    for seat in range(s.players):
        cards = 0
        for _ in range(s.hand_size):
            cards |= 1 << int(deck[top])
            top += 1
        s.hand[seat] = cards
    s.turned = int(deck[top])
    s.seen = 1 << s.turned
    s.trump = s.turned // RANKS
    s.leader = next_seat(s.dealer, s.players)
    s.phase = BID
    s.waiting = 1 << s.leader  # OH-5


@jit
def awaiting(s: State) -> int:
    """The seats that may act now, as bits; 0 when a round is over."""
    return s.waiting


@jit
def finished(s: State) -> bool:
    """Whether the game is over (OH-2)."""
    return s.phase == OVER and s.round_no == s.rounds


# ---------------------------------------------------------------- what a seat may do


@jit
def legal(s: State, seat: int, mask: Any) -> None:
    """Set ``mask`` to the actions open to ``seat``."""
    open_actions = 0
    if (s.waiting >> seat) & 1:
        open_actions = _legal_cards(s, seat) if s.phase == PLAY else _legal_bids(s) << BID_ACTION
    mask[0], mask[1] = open_actions & _FIRST_WORD, open_actions >> WORD


@jit
def _legal_bids(s: State) -> int:
    bids = (1 << (s.hand_size + 1)) - 1  # OH-5
    barred = barred_bid(s)
    return bids if barred < 0 else bids & ~(1 << barred)


@jit
def barred_bid(s: State) -> int:
    """The bid that the seat to bid may not make; negative if it is free (OH-6: only the dealer is bound)."""
    if s.hook == 0 or s.waiting != 1 << s.dealer:
        return -1
    return tricks_not_bid(s)


@jit
def _legal_cards(s: State, seat: int) -> int:
    hand = s.hand[seat]
    if s.led == NO_COLOUR:
        return hand
    follow = hand & (SUIT << s.led * RANKS)
    return hand if follow == 0 else follow  # OH-8


# ---------------------------------------------------------------- what then happens


@jit
def apply(s: State, seat: int, action: int) -> None:
    """Do a legal action."""
    if s.phase == PLAY:
        _play(s, seat, action)
    else:
        _place_bid(s, seat, action - BID_ACTION)


@jit
def _place_bid(s: State, seat: int, bid: int) -> None:
    s.bid[seat] = bid
    s.waiting = 1 << next_seat(seat, s.players)
    if seat == s.dealer:
        s.phase = PLAY  # OH-7: it is the turn of the dealer's left


@jit
def _play(s: State, seat: int, card: int) -> None:
    s.hand[seat] ^= 1 << card
    s.seen |= 1 << card
    suit = card // RANKS
    show_colour(s, seat, suit)  # OH-8: who can follow does
    if completes_trick(s, seat, suit, card - suit * RANKS):
        _end_trick(s)


@jit
def _end_trick(s: State) -> None:
    give_trick(s, taker(s, s.led, s.trump))  # OH-7, OH-9
    s.led = NO_COLOUR
    s.waiting = 1 << s.leader
    if s.tricks_done == s.hand_size:
        _settle(s)


# ---------------------------------------------------------------- scores


@jit
def _settle(s: State) -> None:
    round_score(s, s.scores)
    end_round(s, OVER)


@jit
def round_score(s: State, out: Any) -> None:
    """The points of the round for each seat, by the tricks taken so far."""
    for seat in range(s.players):
        out[seat] = score(int(s.bid[seat]), int(s.tricks[seat]))


@jit
def score(bid: int, tricks: int) -> int:
    """OH-10: 1 per trick, and 10 for an exact bid.

    >>> score(3, 3), score(0, 0), score(3, 4)
    (13, 10, 4)
    """
    return tricks + 10 if bid == tricks else tricks


@jit
def winners(s: State) -> int:
    """The seats with the highest total, as bits (OH-11)."""
    return with_most(s.totals, s.players)
