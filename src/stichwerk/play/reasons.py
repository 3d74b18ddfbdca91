"""Why a card is better than another, as far as whoever holds it can see for themselves: what the trick brings, and what
is left in the hand. A reason is given only in a game that has words for it (``why.CODE`` in its texts).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from stichwerk.games.knowledge import Knowledge
from stichwerk.kernel.state import snapshot
from stichwerk.play.notation import notation


@dataclass(frozen=True)
class Reason:
    """Why the best move is better than another: the text ``why.CODE`` of the game, the move that it speaks of, and what
    else it is about: a ``colour``, a ``seat``, a change of ``points``.
    """

    code: str
    move: str
    about: Mapping[str, str | int] = field(default_factory=dict, hash=False)


def seen_reasons(known: Knowledge, best: str, other: str) -> tuple[Reason, ...]:
    """Why one card is better than another; both can be played now."""
    words = known.game.texts()
    found = [*_sums(known, best, other), *_void(known, best, other)]
    return tuple(reason for reason in found if f"why.{reason.code}" in words)


def _sums(known: Knowledge, best: str, other: str) -> list[Reason]:
    """It completes the trick: whose points, as they would be if the round ended now, change most by it."""
    now = _told(known)
    if not now:
        return []
    change, instead = _change(known, best, now), _change(known, other, now)
    if change is None or instead == change:
        return []
    seat = max(range(len(now)), key=lambda number: abs(change[number]))
    good = change[seat] > 0 if seat == known.seat else change[seat] < 0
    partner = (seat - known.seat) % 2 == 0 and seat != known.seat and getattr(known.options, "teams", False)
    return [Reason("sums", best, {"seat": seat, "points": change[seat]})] if good and not partner else []


def _change(known: Knowledge, move: str, now: tuple[int, ...]) -> tuple[int, ...] | None:
    """By how much a card that completes the trick changes the points of each seat; None: it does not complete it."""
    then = known.copy()
    then.apply(notation(known.game, known.options).move(move).actions[0])
    if int(then.states["tricks_done"][0]) == int(known.states["tricks_done"][0]):
        return None
    return tuple(after - before for after, before in zip(_told(then), now, strict=True))


def _told(known: Knowledge) -> tuple[int, ...]:
    """What each seat would get if the round ended now, in a game where that can be told."""
    return known.game.book.annotator.annotate(snapshot(known.states), known.seat).sums


def _void(known: Knowledge, best: str, other: str) -> list[Reason]:
    """It is the last card of its colour in the hand, and the other is not."""
    hand = known.game.book.presentation.place(snapshot(known.states), known.seat).hand
    colours = [known.game.cards.face(card).colour for card in hand]
    own, others = (_colour_in(known, card, hand) for card in (best, other))
    if own is None or colours.count(own) != 1 or len(hand) < _ENOUGH or (others and colours.count(others) == 1):
        return []
    return [Reason("void", best, {"colour": own})]


#: With fewer cards it hardly matters what colours are left.
_ENOUGH = 3


def _colour_in(known: Knowledge, move: str, hand: tuple[str, ...]) -> str | None:
    """The colour of a card as it is held; one that is given a colour when it is played has none."""
    return known.game.cards.face(move).colour if move in hand else None
