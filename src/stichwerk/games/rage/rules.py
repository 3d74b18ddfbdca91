"""Rage: the rules. Numbers in comments (RG-12) are the rulings of docs/games/rage.md."""

from typing import Any

from stichwerk.games.rage.options import MOST_EXACT, OPEN, PLUS_MINUS_ONE, ROUNDS, SECRET, SIMULTANEOUS, cards_each
from stichwerk.games.rage.state import (
    ACTION_COLOUR,
    ACTION_WORD,
    BID,
    BID_ACTION,
    COLOUR_CARDS,
    CT,
    JOKER,
    JOKER_ACTION,
    JOKER_NUMBER,
    MAX_PLAYERS,
    NO_BID,
    NT,
    NUMBERS,
    OVER,
    PLAY,
    PLUS,
    RUN_START,
    RUNS,
    STOCK,
)
from stichwerk.kernel.bits import WORD, next_seat, put, take, wide, word_of
from stichwerk.kernel.jit import jit
from stichwerk.kernel.round_course import (
    begin_game,
    completes_trick,
    deal_hands,
    end_round,
    give_trick,
    next_round,
    show_colour,
)
from stichwerk.kernel.seats import taker, tricks_not_bid
from stichwerk.kernel.state import State
from stichwerk.kernel.tricks import NO_COLOUR, suit

_cards_each = jit(cards_each)

# ---------------------------------------------------------------- the game and its rounds


@jit
def begin(s: State, options: Any) -> None:
    """A new game; nothing is dealt yet. ``options`` as `RageOptions.vector` writes them."""
    begin_game(s, options)
    s.bidding, s.march, s.tie_break = options[2], options[3], options[4]
    s.phase = OVER
    for seat in range(MAX_PLAYERS):
        s.exact[seat] = 0
    _clear_table(s)


@jit
def cards_needed(s: State) -> int:
    """How many cards of the deck the next deal looks at."""
    return s.players * _cards_each(s.round_no + 1) + STOCK


@jit
def deal(s: State, deck: Any) -> None:
    """The next round. The deck is dealt seat by seat, the rest is the stock (RG-1, RG-2)."""
    next_round(s)
    s.hand_size = _cards_each(s.round_no)
    _clear_table(s)
    top = deal_hands(s, deck, RUNS)
    for i in range(STOCK):
        s.stock[i] = deck[top + i]
    turn_trump(s)
    s.phase = BID
    s.leader = next_seat(s.dealer, s.players)
    if s.bidding == SIMULTANEOUS or s.bidding == SECRET:  # RG-19, RG-20: all at once
        s.waiting = (1 << s.players) - 1
    else:  # RG-4: dealer's left first
        s.waiting = 1 << s.leader


@jit
def _clear_table(s: State) -> None:
    s.seen[0] = s.seen[1] = s.seen[2] = 0
    for seat in range(MAX_PLAYERS):
        s.hand[seat, 0] = s.hand[seat, 1] = s.hand[seat, 2] = 0
        s.bid[seat] = NO_BID
        s.tricks[seat] = 0
        s.fives[seat] = 0
        s.void[seat] = 0
    s.turned = 0
    s.tricks_done = 0
    s.leader = 0
    s.played = 0
    s.trump = NO_COLOUR
    _clear_trick(s)


@jit
def _clear_trick(s: State) -> None:
    s.led = NO_COLOUR
    s.trick_fives = 0


@jit
def awaiting(s: State) -> int:
    """The seats that may act now, as bits; 0 when a round is over."""
    return s.waiting


@jit
def finished(s: State) -> bool:
    """Whether the game is over (RG-2)."""
    return s.phase == OVER and s.round_no == ROUNDS


# ---------------------------------------------------------------- what a seat may do


@jit
def legal(s: State, seat: int, mask: Any) -> None:
    """Set ``mask`` to the actions open to ``seat``."""
    mask[0] = mask[1] = mask[2] = 0
    if (s.waiting >> seat) & 1 == 0:
        return
    if s.phase == BID:
        _legal_bids(s, mask)
    else:
        _legal_cards(s, s.hand[seat], mask)


@jit
def _legal_bids(s: State, mask: Any) -> None:
    bids = (1 << (s.hand_size + 1)) - 1
    barred = barred_bid(s)
    if 0 <= barred <= s.hand_size:
        bids &= ~(1 << barred)
    mask[BID_ACTION // WORD] = bids << (BID_ACTION % WORD)


@jit
def barred_bid(s: State) -> int:
    """The bid that the seat to bid may not make, out of range if it is free (RG-18: only the last is bound)."""
    if s.bidding != PLUS_MINUS_ONE or s.waiting != 1 << s.dealer:
        return -1
    return tricks_not_bid(s)


@jit
def _legal_cards(s: State, hand: Any, mask: Any) -> None:
    # RG-6, RG-7: action cards and Jokers do not follow. Before a colour is led (RG-8), there is none to follow:
    # the cards of NO_COLOUR are bits that no hand has.
    led = s.led * NUMBERS
    follow = suit(hand, led, NUMBERS)
    free = follow == 0
    low = follow if led < WORD else 0
    mask[0] = hand[0] if free else low
    mask[1] = hand[1] if free else follow ^ low
    mask[ACTION_WORD] = _action_cards(hand[ACTION_WORD]) if free else 0


@jit
def _action_cards(held: int) -> int:
    """The actions that the action cards of a hand allow."""
    return (
        ((held >> RUN_START[0]) & 1)
        | ((held >> RUN_START[1]) & 1) << 1
        | ((held >> RUN_START[2]) & 1) << 2
        | ((held >> RUN_START[3]) & 1) << 3
        | ((held >> RUN_START[4]) & 1) * (0b111111 << 4)  # RG-10: a Joker names any of six colours
    )


# ---------------------------------------------------------------- what then happens


@jit
def apply(s: State, seat: int, action: int) -> None:
    """Do a legal action."""
    if s.phase == BID:
        _place_bid(s, seat, action - BID_ACTION)
    else:
        _play(s, seat, action)


@jit
def _place_bid(s: State, seat: int, bid: int) -> None:
    s.bid[seat] = bid
    if s.bidding == OPEN or s.bidding == PLUS_MINUS_ONE:
        s.waiting = 0 if seat == s.dealer else 1 << next_seat(seat, s.players)
    else:
        s.waiting &= ~(1 << seat)
    if s.waiting == 0:
        s.phase = PLAY
        s.waiting = 1 << s.leader  # RG-5


@jit
def _play(s: State, seat: int, action: int) -> None:
    if action < COLOUR_CARDS:
        word = word_of(action)
        bit = 1 << (action - word * WORD)
        s.hand[seat, word] &= ~bit
        s.seen[word] |= bit
        colour, number = action // NUMBERS, action % NUMBERS
        show_colour(s, seat, colour)  # RG-6, RG-8
    else:
        colour, number = _play_action_card(s, seat, action)
    if completes_trick(s, seat, colour, number):
        _end_trick(s)


@jit
def _play_action_card(s: State, seat: int, action: int) -> tuple[int, int]:
    """What the card does at once; its colour and number in the trick."""
    kind = min(action, JOKER)
    take(s.hand[seat], ACTION_WORD, RUNS[kind])
    add(s.seen, kind)
    if s.led != NO_COLOUR:
        s.void[seat] |= 1 << s.led  # RG-7: who can follow may not play it, a Joker of the led colour included
    if kind == JOKER:
        colour = action - JOKER_ACTION
        number = JOKER_NUMBER
        for i in range(s.played):
            if s.trick_number[i] >= JOKER_NUMBER:
                number = JOKER_NUMBER + 1  # RG-11: the second Joker is higher
        if s.led == NO_COLOUR:
            s.led = colour  # RG-10
        return colour, number
    if kind == CT:
        turn_trump(s)  # RG-12
    elif kind == NT:
        s.trump = NO_COLOUR  # RG-13
    elif kind == PLUS:
        s.trick_fives += 1
    else:
        s.trick_fives -= 1
    return ACTION_COLOUR, kind - NT


@jit
def turn_trump(s: State) -> None:
    """Turn cards from the stock until one has a colour: it is trump (RG-3, RG-12, RG-13)."""
    card = NT
    while card >= COLOUR_CARDS:
        card = wide(s.stock[s.turned])
        s.turned += 1
        add(s.seen, card)
    s.trump = card // NUMBERS


@jit
def _end_trick(s: State) -> None:
    # RG-9; the trick of action cards alone goes to the lead, because none of them can win.
    seat = taker(s, s.led, s.trump)
    s.fives[seat] += s.trick_fives  # RG-15
    give_trick(s, seat)
    _clear_trick(s)
    if s.tricks_done == s.hand_size:
        _settle(s)
        return
    if s.trump == NO_COLOUR:
        turn_trump(s)  # RG-13, RG-14
    s.waiting = 1 << seat


# ---------------------------------------------------------------- scores


@jit
def _settle(s: State) -> None:
    round_score(s, s.scores)
    end_round(s, OVER)
    for seat in range(s.players):
        s.exact[seat] += s.bid[seat] == s.tricks[seat]


@jit
def round_score(s: State, out: Any) -> None:
    """The points of the round for each seat, by the tricks taken so far."""
    for seat in range(s.players):
        out[seat] = score(int(s.bid[seat]), int(s.tricks[seat]), int(s.fives[seat]), s.hand_size, s.march != 0)


@jit
def score(bid: int, tricks: int, fives: int, hand_size: int, march: bool) -> int:
    """RG-16: 1 per trick, 5 more or less per card won, 10 for an exact bid, -5 for a missed one.

    >>> score(3, 3, -1, 10, False), score(0, 1, 1, 10, False), score(2, 2, 0, 10, False), score(3, 4, 0, 10, False)
    (8, 1, 12, -1)
    """
    points = tricks
    if march and tricks == hand_size and hand_size > 1:
        points = 2 * tricks  # RG-22
    points += 5 * fives
    return points + 10 if bid == tricks else points - 5


@jit
def winners(s: State) -> int:
    """The seats that lead, as bits: highest total, then most exact bids (RG-17)."""
    best, leaders = -(1 << 30), 0
    for seat in range(s.players):
        standing = int(s.totals[seat]) * 16
        if s.tie_break == MOST_EXACT:
            standing += int(s.exact[seat])
        if standing > best:
            best, leaders = standing, 0
        if standing == best:
            leaders |= 1 << seat
    return leaders


# ---------------------------------------------------------------- cards in sets


@jit
def add(row: Any, card: int) -> None:
    """Add a card to a set of cards."""
    put(row, word_of(card), RUNS[card])
