"""Alles oder Nichts: the rules. Numbers in comments (AN-6) are the rulings of docs/games/alles-oder-nichts.md."""

from typing import Any

from stichwerk.games.alles_oder_nichts.options import DECK_4X12, cards_each
from stichwerk.games.alles_oder_nichts.state import (
    BID,
    BID_ACTION,
    HIDE_ACTION,
    KEPT_HIDDEN,
    MAX_PLAYERS,
    NO_BID,
    NUMBERS_IN_FOUR,
    NUMBERS_IN_SIX,
    OVER,
    PLAY,
    SHOW,
    SHOW_ACTION,
    SHOWN,
    UNDECIDED,
)
from stichwerk.kernel.bits import WORD, next_seat
from stichwerk.kernel.jit import jit
from stichwerk.kernel.round_course import begin_game, completes_trick, end_round, give_trick, next_round, show_colour
from stichwerk.kernel.seats import most, taker, with_most
from stichwerk.kernel.state import State
from stichwerk.kernel.tricks import NO_COLOUR, suit

_cards_each = jit(cards_each)

# ---------------------------------------------------------------- the game and its rounds


@jit
def begin(s: State, options: Any) -> None:
    """A new game; nothing is dealt yet. ``options`` as `AllesOderNichtsOptions.vector` writes them."""
    begin_game(s, options)
    s.deck, s.rounds, s.target = options[2], options[3], options[4]
    s.hand_size = 0
    s.phase = OVER
    _clear_table(s)


@jit
def cards_needed(s: State) -> int:
    """How many cards of the deck the next deal looks at."""
    return s.players * _cards_each(s.round_no + 1) + 1


@jit
def deal(s: State, deck: Any) -> None:
    """The next round (AN-2, AN-3). The deck is dealt seat by seat, the next card is turned for trump (AN-4)."""
    next_round(s)
    s.hand_size = _cards_each(s.round_no)
    _clear_table(s)
    top = 0
    for seat in range(s.players):
        cards = 0
        for _ in range(s.hand_size):
            cards |= 1 << int(deck[top])
            top += 1
        s.hand[seat, 0] = cards
    s.turned = deck[top]
    s.seen[0] = 1 << s.turned
    s.trump = colour_of(s, s.turned)
    s.leader = next_seat(s.dealer, s.players)
    s.phase = BID
    s.waiting = (1 << s.players) - 1  # AN-5: all at once


@jit
def _clear_table(s: State) -> None:
    s.seen[0] = 0
    for seat in range(MAX_PLAYERS):
        s.hand[seat, 0] = 0
        s.bid[seat] = NO_BID
        s.shown[seat] = UNDECIDED
        s.tricks[seat] = 0
        s.void[seat] = 0
    s.turned = -1
    s.trump = NO_COLOUR
    s.tricks_done = 0
    s.leader = 0
    s.played = 0
    s.led = NO_COLOUR


@jit
def awaiting(s: State) -> int:
    """The seats that may act now, as bits; 0 when a round is over."""
    return s.waiting


@jit
def finished(s: State) -> bool:
    """Whether the game is over (AN-3)."""
    if s.phase != OVER or s.round_no == 0:
        return False
    if s.target == 0:
        return s.round_no == s.rounds
    return most(s.totals, s.players) >= s.target


@jit
def colour_of(s: State, card: int) -> int:
    """The colour of a card of the deck in play (AN-1)."""
    return card // NUMBERS_IN_FOUR if s.deck == DECK_4X12 else card // NUMBERS_IN_SIX


@jit
def numbers(s: State) -> int:
    """How many cards a colour has."""
    return NUMBERS_IN_FOUR if s.deck == DECK_4X12 else NUMBERS_IN_SIX


# ---------------------------------------------------------------- what a seat may do


@jit
def legal(s: State, seat: int, mask: Any) -> None:
    """Set ``mask`` to the actions open to ``seat``."""
    mask[0] = mask[1] = 0
    if (s.waiting >> seat) & 1 == 0:
        return
    if s.phase == PLAY:
        mask[0] = _legal_cards(s, s.hand[seat])
    elif s.phase == BID:
        mask[1] = ((1 << (s.hand_size + 1)) - 1) << (BID_ACTION - WORD)  # AN-5: the sum is free
    else:
        mask[1] = 1 << (SHOW_ACTION - WORD) | 1 << (HIDE_ACTION - WORD)


@jit
def _legal_cards(s: State, hand: Any) -> int:
    if s.led == NO_COLOUR:
        return hand[0]
    follow = suit(hand, s.led * numbers(s), numbers(s))  # AN-8
    return hand[0] if follow == 0 else follow


# ---------------------------------------------------------------- what then happens


@jit
def apply(s: State, seat: int, action: int) -> None:
    """Do a legal action."""
    if s.phase == PLAY:
        _play(s, seat, action)
    elif s.phase == BID:
        _place_bid(s, seat, action - BID_ACTION)
    else:
        _decide(s, seat, SHOWN if action == SHOW_ACTION else KEPT_HIDDEN)


@jit
def _place_bid(s: State, seat: int, bid: int) -> None:
    s.bid[seat] = bid
    s.waiting &= ~(1 << seat)
    if s.waiting == 0:
        s.phase = SHOW
        s.waiting = 1 << s.leader  # AN-6: dealer's left first


@jit
def _decide(s: State, seat: int, shown: int) -> None:
    s.shown[seat] = shown
    if seat == s.dealer:
        s.phase = PLAY
        s.waiting = 1 << s.leader  # AN-7
    else:
        s.waiting = 1 << next_seat(seat, s.players)


@jit
def _play(s: State, seat: int, card: int) -> None:
    s.hand[seat, 0] &= ~(1 << card)
    s.seen[0] |= 1 << card
    colour = colour_of(s, card)
    show_colour(s, seat, colour)  # AN-8
    if completes_trick(s, seat, colour, card - colour * numbers(s)):
        _end_trick(s)


@jit
def _end_trick(s: State) -> None:
    seat = taker(s, s.led, s.trump)  # AN-9
    give_trick(s, seat)  # AN-7
    s.led = NO_COLOUR
    if s.tricks_done == s.hand_size:
        _settle(s)
    else:
        s.waiting = 1 << seat


# ---------------------------------------------------------------- scores


@jit
def _settle(s: State) -> None:
    round_score(s, s.scores)
    end_round(s, OVER)


@jit
def round_score(s: State, out: Any) -> None:
    """The points of the round for each seat, by the tricks taken so far."""
    for seat in range(s.players):
        out[seat] = score(int(s.bid[seat]), int(s.tricks[seat]), s.shown[seat] == SHOWN)


@jit
def score(bid: int, tricks: int, shown: bool) -> int:
    """AN-10: hidden, 1 per trick and 3 for an exact bid. AN-11: open, twice that per trick, but all or nothing.

    >>> score(3, 4, False), score(3, 3, False), score(3, 4, True), score(3, 3, True)
    (4, 6, 0, 9)
    """
    if shown:
        return 2 * tricks + 3 if bid == tricks else 0
    return tricks + 3 if bid == tricks else tricks


@jit
def winners(s: State) -> int:
    """The seats with the highest total, as bits (AN-3, AN-13)."""
    return with_most(s.totals, s.players)
