"""Null & nichtig: what the piles count, who is winning the trick and what it would do to their piles."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import NamedTuple

from stichwerk.games.annotations import Annotations, Part
from stichwerk.games.null_nichtig import rules
from stichwerk.games.null_nichtig.encoding import CARD_NAMES
from stichwerk.games.null_nichtig.state import COLOURS, KINDS_IN_WORD, NO_CARD, NUMBERS, PLAY
from stichwerk.kernel.bits import members
from stichwerk.kernel.jit import plain
from stichwerk.kernel.seats import taker
from stichwerk.kernel.state import State
from stichwerk.kernel.tricks import ANY_COLOUR, NO_COLOUR


class PileChange(NamedTuple):
    """What happens to a pile: its colour, the card on top before (None: there was no pile) and after."""

    colour: str
    before: str | None
    after: str


@dataclass(frozen=True)
class Preview:
    """What a trick would do to the piles of the seat that is winning it, and by how much their sum would change."""

    seat: int
    change: int
    piles: tuple[PileChange, ...]


@dataclass(frozen=True)
class Previews:
    """The trick as it lies (None: nothing lies), and as it would with each card of the seat whose turn it is."""

    trick: Preview | None
    cards: Mapping[str, Preview]


_taker = plain(taker)
_take_trick = plain(rules.take_trick)
_worth = plain(rules.worth)


def annotate(s: State, seat: int) -> Annotations:
    """What the state tells. It must have been hidden for ``seat`` before."""
    sums = tuple(_worth(top) for top in s.top[: s.players])
    if s.phase != PLAY:
        return Annotations(sums=sums)
    trick = _preview(s, s, sums) if s.played else None
    cards = _with_each_card(s, seat, sums) if seat >= 0 and s.waiting >> seat & 1 else {}
    return Annotations(trick_winner=trick.seat if trick else None, sums=sums, more={"previews": Previews(trick, cards)})


def parts(s: State, seat: int) -> tuple[Part, ...]:
    """NN-10: each pile of the seat with what it counts."""
    found = []
    for colour, card in enumerate(s.top[seat]):
        if card != NO_CARD:
            alone = [card if other == colour else NO_CARD for other in range(len(COLOURS))]
            found.append(Part(f"pile:{COLOURS[colour]}", _worth(alone)))
    return tuple(found)


def _with_each_card(s: State, seat: int, sums: tuple[int, ...]) -> dict[str, Preview]:
    """The trick with each different card of the seat as its next."""
    then = SimpleNamespace(players=s.players, leader=s.leader, played=s.played + 1, collecting=s.collecting)
    then.trick_colour, then.trick_number = list(s.trick_colour), list(s.trick_number)
    found = {}
    for card in members([held & kinds for held, kinds in zip(s.hand[seat], KINDS_IN_WORD, strict=True)]):
        then.trick_colour[s.played], then.trick_number[s.played] = card // NUMBERS, card % NUMBERS
        found[CARD_NAMES[card]] = _preview(s, then, sums)
    return found


def _preview(s: State, then: State, sums: tuple[int, ...]) -> Preview:
    """What the trick of ``then`` would do to the piles of the seat that is winning it."""
    seat = _taker(then, ANY_COLOUR, NO_COLOUR)
    before, top, depth = s.top[seat], list(s.top[seat]), list(s.depth[seat])
    _take_trick(then, seat, top, depth)
    piles = tuple(
        PileChange(COLOURS[colour], None if old == NO_CARD else CARD_NAMES[old], CARD_NAMES[top[colour]])
        for colour, old in enumerate(before)
        if depth[colour] != s.depth[seat][colour]
    )
    return Preview(seat, _worth(top) - sums[seat], piles)
