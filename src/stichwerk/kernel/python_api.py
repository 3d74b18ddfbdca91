"""The verbs for callers in Python: on element ``i`` of an array of states. Compiled per game by `bind`.

To hand a single record over to compiled code costs Python eight microseconds, an array less than one.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from stichwerk.kernel.state import States

if TYPE_CHECKING:
    from stichwerk.kernel.verbs import (
        apply,
        awaiting,
        begin,
        cards_needed,
        deal,
        finished,
        hide,
        legal,
        observe,
        redeal,
        round_score,
        winners,
    )


def begin_at(states: States, i: int, options: Any) -> None:
    begin(states[i], options)


def cards_needed_at(states: States, i: int) -> int:
    return cards_needed(states[i])


def deal_at(states: States, i: int, deck: Any) -> None:
    deal(states[i], deck)


def awaiting_at(states: States, i: int) -> int:
    return awaiting(states[i])


def legal_at(states: States, i: int, seat: int, mask: Any) -> None:
    legal(states[i], seat, mask)


def apply_at(states: States, i: int, seat: int, action: int) -> None:
    apply(states[i], seat, action)


def finished_at(states: States, i: int) -> bool:
    return finished(states[i])


def round_score_at(states: States, i: int, out: Any) -> None:
    round_score(states[i], out)


def winners_at(states: States, i: int) -> int:
    return winners(states[i])


def hide_at(states: States, i: int, seat: int) -> None:
    hide(states[i], seat)


def redeal_at(states: States, i: int, seat: int, generator: Any) -> int:
    return redeal(states[i], seat, generator)


def observe_at(states: States, i: int, seat: int, out: Any) -> None:
    observe(states[i], seat, out)


TEMPLATES: tuple[Callable[..., Any], ...] = (
    begin_at,
    cards_needed_at,
    deal_at,
    awaiting_at,
    legal_at,
    apply_at,
    finished_at,
    round_score_at,
    winners_at,
    hide_at,
    redeal_at,
    observe_at,
)
