"""Oh Hell in words: cards and moves by name, what lies on the table, why a move is refused."""

from oh_hell import rules
from oh_hell.encoding import ACTION_TABLE, CARD_NAMES, RANK_LABELS
from oh_hell.state import BID, BID_ACTION, NO_BID, NO_CARD, OVER, RANKS, SUIT, SUITS
from stichwerk.games.encoding import Actions
from stichwerk.games.options import Options
from stichwerk.games.view import Place, Refusal, Tableau, in_common, letter_of, refused
from stichwerk.kernel.bits import members
from stichwerk.kernel.jit import plain
from stichwerk.kernel.seats import cards_left
from stichwerk.kernel.state import State
from stichwerk.kernel.tricks import NO_COLOUR

_barred_bid = plain(rules.barred_bid)
_cards_left = plain(cards_left)


def card_names(options: Options) -> tuple[str, ...]:
    """The names of the cards by number."""
    return CARD_NAMES


def actions(options: Options) -> Actions:
    """The actions by number."""
    return ACTION_TABLE


def table(s: State, seat: int) -> Tableau:
    """What the state shows. It must have been hidden for ``seat`` before."""
    return Tableau(
        **in_common(s, phases=("bid", "play", "over")),
        secret=False,
        places=tuple(place(s, other) for other in range(s.players)),
        trick=tuple(f"{SUITS[s.trick_colour[i]]}{RANK_LABELS[s.trick_number[i]]}" for i in range(s.played)),
        led=letter_of(s.led, SUITS),
        trump=letter_of(s.trump, SUITS),
        turned=() if s.turned == NO_CARD else (CARD_NAMES[s.turned],),
    )


def place(s: State, seat: int) -> Place:
    """What the state shows at a seat."""
    bid = s.bid[seat]
    return Place(
        cards=_cards_left(s, seat),
        hand=tuple(CARD_NAMES[card] for card in members([s.hand[seat]])),
        bid=None if bid == NO_BID else bid,
        has_bid=bid != NO_BID,
        tricks=s.tricks[seat],
    )


def refusal(s: State, seat: int, action: int) -> Refusal | None:
    """Why the seat, whose turn it is, may not do this; None if it may."""
    if s.phase == OVER:
        return refused("round-over", "OH-2")
    return _bid_refusal(s, action) if s.phase == BID else _card_refusal(s, seat, action)


def _bid_refusal(s: State, action: int) -> Refusal | None:
    bid = action - BID_ACTION
    if bid < 0:
        return refused("bid-first", "OH-5", tricks=s.hand_size)
    if bid > s.hand_size:
        return refused("bid-too-high", "OH-5", tricks=s.hand_size)
    if bid == _barred_bid(s):
        return refused("bid-barred", "OH-6", tricks=s.hand_size)
    return None


def _card_refusal(s: State, seat: int, action: int) -> Refusal | None:
    if action >= BID_ACTION:
        return refused("bidding-over", "OH-7")
    if not s.hand[seat] >> action & 1:
        return refused("not-in-hand", "OH-8", card=CARD_NAMES[action])
    if s.led != NO_COLOUR and action // RANKS != s.led and s.hand[seat] & SUIT << s.led * RANKS:
        return refused("must-follow", "OH-8", colour=SUITS[s.led])
    return None
