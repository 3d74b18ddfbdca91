"""Alles oder Nichts in words: cards and moves by name, what lies on the table, why a move is refused."""

from functools import lru_cache

from stichwerk.games.alles_oder_nichts import rules
from stichwerk.games.alles_oder_nichts.encoding import ACTION_TABLES, CARD_NAMES
from stichwerk.games.alles_oder_nichts.options import DECKS, AllesOderNichtsOptions
from stichwerk.games.alles_oder_nichts.state import (
    BID,
    BID_ACTION,
    COLOURS,
    HIDDEN_BID,
    NO_BID,
    OVER,
    SHOW,
    SHOW_ACTION,
    SHOWN,
    UNDECIDED,
)
from stichwerk.games.encoding import Actions
from stichwerk.games.options import Options
from stichwerk.games.view import Place, Refusal, Tableau, in_common, letter_of, refused
from stichwerk.kernel.bits import members
from stichwerk.kernel.jit import plain
from stichwerk.kernel.seats import cards_left
from stichwerk.kernel.state import State
from stichwerk.kernel.tricks import NO_COLOUR

_cards_left = plain(cards_left)
_colour_of = plain(rules.colour_of)
_numbers = plain(rules.numbers)

PHASES = ("bid", "show", "play", "over")


def card_names(options: Options) -> tuple[str, ...]:
    """The names of the cards by number."""
    assert isinstance(options, AllesOderNichtsOptions)
    return CARD_NAMES[options.deck]


def actions(options: Options) -> Actions:
    """The actions by number."""
    assert isinstance(options, AllesOderNichtsOptions)
    return ACTION_TABLES[options.deck]


def _names(s: State) -> tuple[str, ...]:
    return CARD_NAMES[DECKS[s.deck]]


def hand(s: State, seat: int) -> tuple[str, ...]:
    """The cards of a hand, colour by colour."""
    return _hand(_names(s), tuple(map(int, s.hand[seat])))


@lru_cache(maxsize=4096)  # every move makes a view of every hand, and one of them has changed
def _hand(names: tuple[str, ...], words: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(names[card] for card in members(words))


def table(s: State, seat: int) -> Tableau:
    """What the state shows. It must have been hidden for ``seat`` before."""
    return Tableau(
        **in_common(s, PHASES),
        secret=bool(s.phase == BID),
        places=tuple(place(s, other) for other in range(s.players)),
        trick=tuple(f"{COLOURS[s.trick_colour[i]]}{s.trick_number[i] + 1}" for i in range(s.played)),
        led=letter_of(s.led, COLOURS),
        trump=letter_of(s.trump, COLOURS),
        turned=(_names(s)[s.turned],) if s.turned >= 0 else (),
    )


def place(s: State, seat: int) -> Place:
    """What the state shows at a seat."""
    bid, shown = int(s.bid[seat]), int(s.shown[seat])
    return Place(
        cards=int(_cards_left(s, seat)),
        hand=hand(s, seat),
        bid=None if bid in (NO_BID, HIDDEN_BID) else bid,
        has_bid=bid != NO_BID,
        shown=None if shown == UNDECIDED else shown == SHOWN,
        tricks=int(s.tricks[seat]),
    )


def refusal(s: State, seat: int, action: int) -> Refusal | None:
    """Why the seat, whose turn it is, may not do this; None if it may."""
    if s.phase == OVER:
        return refused("round-over", "AN-3")
    if s.phase == BID:
        if not BID_ACTION <= action < SHOW_ACTION:
            return refused("bid-first", "AN-5", tricks=s.hand_size)
        if action - BID_ACTION > s.hand_size:
            return refused("bid-too-high", "AN-5", tricks=s.hand_size)
        return None
    if s.phase == SHOW:
        if action < SHOW_ACTION:
            return refused("decide-first", "AN-6")
        return None
    return _card_refusal(s, seat, action)


def _card_refusal(s: State, seat: int, action: int) -> Refusal | None:
    if action >= SHOW_ACTION:
        return refused("bid-fixed", "AN-6")
    if action >= BID_ACTION:
        return refused("bidding-over", "AN-6")
    held = int(s.hand[seat][0])
    if not held >> action & 1:
        return refused("not-in-hand", "AN-8", card=_names(s)[action])
    if s.led == NO_COLOUR or _colour_of(s, action) == s.led:
        return None
    size = _numbers(s)
    if held >> int(s.led) * size & (1 << size) - 1:
        return refused("must-follow", "AN-8", colour=COLOURS[s.led])
    return None
