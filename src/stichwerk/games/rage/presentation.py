"""Rage in words: cards and moves by name, what lies on the table, why a move is refused."""

from functools import lru_cache

from stichwerk.games.encoding import Actions
from stichwerk.games.options import Options
from stichwerk.games.rage import hidden, rules
from stichwerk.games.rage.encoding import ACTION_CARD_NAMES, ACTION_TABLE, CARD_NAMES
from stichwerk.games.rage.options import SECRET, SIMULTANEOUS
from stichwerk.games.rage.state import (
    ACTION_COLOUR,
    ACTION_WORD,
    BID,
    BID_ACTION,
    COLOUR_CARDS,
    COLOURS,
    HIDDEN_BID,
    JOKER,
    JOKER_ACTION,
    JOKER_NUMBER,
    NO_BID,
    NT,
    NUMBERS,
    OVER,
    RUNS,
)
from stichwerk.games.view import Place, Refusal, Tableau, in_common, letter_of, refused
from stichwerk.kernel.bits import WORD, members
from stichwerk.kernel.jit import plain
from stichwerk.kernel.seats import cards_left
from stichwerk.kernel.state import State
from stichwerk.kernel.tricks import NO_COLOUR

_bid_is_secret = plain(hidden.bid_is_secret)
_cards_left = plain(cards_left)
_barred_bid = plain(rules.barred_bid)

PHASES = ("bid", "play", "over")


def card_names(options: Options) -> tuple[str, ...]:
    """The names of the cards by number."""
    return CARD_NAMES


def actions(options: Options) -> Actions:
    """The actions by number."""
    return ACTION_TABLE


def hand(s: State, seat: int) -> tuple[str, ...]:
    """The cards of a hand, colour by colour, the action cards last."""
    return _hand(tuple(map(int, s.hand[seat])))


@lru_cache(maxsize=4096)  # every move makes a view of every hand, and one of them has changed
def _hand(words: tuple[int, ...]) -> tuple[str, ...]:
    held = [CARD_NAMES[card] for card in members(words[:ACTION_WORD])]
    for kind, name in enumerate(ACTION_CARD_NAMES):
        held += [name] * (words[ACTION_WORD] & int(RUNS[NT + kind])).bit_count()
    return tuple(held)


def table(s: State, seat: int) -> Tableau:
    """What the state shows. It must have been hidden for ``seat`` before."""
    return Tableau(
        **in_common(s, PHASES),
        secret=bool(s.phase == BID and s.bidding in (SIMULTANEOUS, SECRET)),
        places=tuple(place(s, other) for other in range(s.players)),
        trick=tuple(_played(int(s.trick_colour[i]), int(s.trick_number[i])) for i in range(s.played)),
        led=letter_of(s.led, COLOURS),
        trump=letter_of(s.trump, COLOURS),
        turned=tuple(CARD_NAMES[card] for card in s.stock[: s.turned]),
    )


def place(s: State, seat: int) -> Place:
    """What the state shows at a seat."""
    bid = int(s.bid[seat])
    return Place(
        cards=int(_cards_left(s, seat)),
        hand=hand(s, seat),
        bid=None if bid in (NO_BID, HIDDEN_BID) else bid,
        has_bid=bid != NO_BID,
        shown=None if bid == NO_BID else not _bid_is_secret(s, seat),
        tricks=int(s.tricks[seat]),
        shows={"fives": 5 * int(s.fives[seat])},  # RG-15, in points
    )


def _played(colour: int, number: int) -> str:
    if colour == ACTION_COLOUR:
        return ACTION_CARD_NAMES[number]
    return f"J:{COLOURS[colour]}" if number >= JOKER_NUMBER else f"{COLOURS[colour]}{number}"


def refusal(s: State, seat: int, action: int) -> Refusal | None:
    """Why the seat, whose turn it is, may not do this; None if it may."""
    if s.phase == OVER:
        return refused("round-over", "RG-2")
    if s.phase == BID:
        return _bid_refusal(s, action)
    return _card_refusal(s, seat, action)


def _bid_refusal(s: State, action: int) -> Refusal | None:
    if action < BID_ACTION:
        return refused("bid-first", "RG-4", tricks=s.hand_size)
    if action - BID_ACTION > s.hand_size:
        return refused("bid-too-high", "RG-4", tricks=s.hand_size)
    if action - BID_ACTION == _barred_bid(s):
        return refused("bid-barred", "RG-18", tricks=s.hand_size)
    return None


def _card_refusal(s: State, seat: int, action: int) -> Refusal | None:
    if action >= BID_ACTION:
        return refused("bidding-over", "RG-5")
    card = min(action, JOKER)
    if not int(s.hand[seat][card // WORD]) & int(RUNS[card]):
        return refused("not-in-hand", "RG-6", card=CARD_NAMES[card])
    if s.led == NO_COLOUR or (action < JOKER_ACTION and action // NUMBERS == s.led):
        return None
    suit = ((1 << NUMBERS) - 1) << int(s.led) % 3 * NUMBERS
    if int(s.hand[seat][int(s.led) // 3]) & suit:
        return refused("must-follow", "RG-7" if card >= COLOUR_CARDS else "RG-6", colour=COLOURS[s.led])
    return None
