"""Null & nichtig in words: cards and moves by name, what lies on the table, why a move is refused."""

from functools import lru_cache

from stichwerk.games.encoding import Actions
from stichwerk.games.null_nichtig import hidden
from stichwerk.games.null_nichtig.encoding import ACTION_TABLE, CARD_NAMES
from stichwerk.games.null_nichtig.state import COLOURS, LAY, NO_CARD, OVER, RUNS
from stichwerk.games.options import Options
from stichwerk.games.view import PILES, Laying, Pile, Place, Refusal, Tableau, in_common, refused
from stichwerk.kernel.bits import WORD
from stichwerk.kernel.jit import plain
from stichwerk.kernel.state import State

_cards_held = plain(hidden.cards_held)

_RUNS: list[int] = RUNS.tolist()

PHASES = ("lay", "play", "over")


def card_names(options: Options) -> tuple[str, ...]:
    """The names of the cards by number."""
    return CARD_NAMES


def actions(options: Options) -> Actions:
    """The actions by number."""
    return ACTION_TABLE


def hand(s: State, seat: int) -> tuple[str, ...]:
    """The cards of a hand, colour by colour."""
    return _hand(tuple(map(int, s.hand[seat])))


@lru_cache(maxsize=4096)  # every move makes a view of every hand, and one of them has changed
def _hand(words: tuple[int, ...]) -> tuple[str, ...]:
    copies = [(words[card // WORD] & run).bit_count() for card, run in enumerate(_RUNS)]
    return tuple(CARD_NAMES[card] for card, count in enumerate(copies) for _ in range(count))


def table(s: State, seat: int) -> Tableau:
    """What the state shows. It must have been hidden for ``seat`` before."""
    return Tableau(
        **in_common(s, PHASES),
        secret=bool(s.phase == LAY),
        places=tuple(place(s, other) for other in range(s.players)),
        trick=tuple(f"{COLOURS[s.trick_colour[i]]}{s.trick_number[i]}" for i in range(s.played)),
        led=None,
        trump=None,
        turned=(),
    )


def place(s: State, seat: int) -> Place:
    """What the state shows at a seat."""
    return Place(
        cards=int(_cards_held(s, seat)),
        hand=hand(s, seat),
        tricks=int(s.tricks[seat]),
        shows={
            "laid": tuple(CARD_NAMES[card] for card in s.laid[seat] if card != NO_CARD),
            "has_laid": bool(s.laid_count[seat] == s.to_lay),
            PILES: tuple(  # NN-14
                Pile(COLOURS[colour], CARD_NAMES[s.top[seat][colour]], int(s.depth[seat][colour]))
                for colour in range(len(COLOURS))
                if s.depth[seat][colour]
            ),
        },
    )


def laying(s: State) -> Laying:
    """How many cards are to be laid in one move."""
    return Laying(int(s.to_lay) if s.phase == LAY else 0, "NN-3")


def refusal(s: State, seat: int, action: int) -> Refusal | None:
    """Why the seat, whose turn it is, may not do this; None if it may."""
    if s.phase == OVER:
        return refused("round-over", "NN-11")
    if CARD_NAMES[action] not in hand(s, seat):
        return refused("not-in-hand", "NN-3" if s.phase == LAY else "NN-6", card=CARD_NAMES[action])
    return None
