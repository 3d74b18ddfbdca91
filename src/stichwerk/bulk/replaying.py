"""Loops that play a transcript again, in compiled code: to check it, or to tell what everybody saw and could do.

Written once over a game's verbs, compiled per game by `bind`.
"""

from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from stichwerk.games import Game
from stichwerk.kernel.bits import WORD, has, wide
from stichwerk.kernel.jit import bind
from stichwerk.kernel.state import State, States

if TYPE_CHECKING:
    from stichwerk.kernel.verbs import apply, awaiting, begin, deal, finished, legal, observe, winners

#: How many bytes of a mask of actions one of its words fills: eight actions each, the lowest bit first.
BYTES = 6


def is_whole(deck: Any, fresh: Any, counts: Any) -> bool:
    """Whether these are the cards of the game, in any order. ``counts`` is room for a number for each kind of card."""
    kinds = counts.shape[0]
    for kind in range(kinds):
        counts[kind] = 0
    for i in range(fresh.shape[0]):
        card = wide(deck[i])
        if card < 0 or card >= kinds:
            return False
        counts[card] += 1
        counts[wide(fresh[i])] -= 1
    for kind in range(kinds):
        if counts[kind] != 0:
            return False
    return True


def in_order(s: State, log: Any, start: int, end: int) -> bool:
    """Whether the first actions of a round stand in the order of the seats, the dealer's left first."""
    before = 0
    for i in range(start, end):
        place = wide(log[i, 0]) - s.dealer - 1
        if place < 0:
            place += s.players
        if place < before:
            return False
        before = place
    return True


def do_if_legal(s: State, seat: int, action: int, mask: Any) -> bool:
    """Do this if the seat may. Whether it may: a log from a file can hold any numbers."""
    if seat < 0 or seat >= s.players or action < 0 or action >= mask.shape[0] * WORD:
        return False
    if (awaiting(s) >> seat) & 1 == 0:
        return False
    legal(s, seat, mask)
    if not has(mask, action):
        return False
    apply(s, seat, action)
    return True


def has_scores(s: State, row: Any) -> bool:
    """Whether these are the scores of the round that is over."""
    for seat in range(s.players):
        if row[2 + seat] != s.scores[seat]:
            return False
    return True


def game_holds(
    states: States, options: Any, fresh: Any, counts: Any, mask: Any, laid: int, decks: Any, log: Any, sheet: Any,
    rounds: int, telling: bool, outcome: Any,
) -> bool:  # fmt: skip
    """Play a game again, in ``states[0]``: whether every step of it keeps the rules.

    Dealers and scores are compared with those in the ``sheet``, or, ``telling``, written into it. The ``outcome`` is
    whether the last round is over, whether the game is, the winners as bits, and the points by seat.
    """
    s = states[0]
    begin(s, options)
    at = 0
    for row in range(rounds):
        if awaiting(s) != 0 or finished(s) or not is_whole(decks[row], fresh, counts):
            return False
        deal(s, decks[row])
        if telling:
            sheet[row, 1] = s.dealer
        end, seats = sheet[row, 0], awaiting(s)
        if seats & (seats - 1) != 0 and not in_order(s, log, at, min(end, at + s.players * max(1, laid))):
            return False
        while at < end:
            if not do_if_legal(s, wide(log[at, 0]), wide(log[at, 1]), mask):
                return False
            at += 1
        if telling:
            for seat in range(s.players):
                sheet[row, 2 + seat] = s.scores[seat]
        if sheet[row, 1] != s.dealer or (awaiting(s) == 0 and not has_scores(s, sheet[row])):
            return False
    outcome[0], outcome[1], outcome[2] = awaiting(s) == 0, finished(s), winners(s)
    for seat in range(s.players):
        outcome[3 + seat] = s.totals[seat]
    return True


def show_game(
    states: States, options: Any, mask: Any, decks: Any, log: Any, sheet: Any, rounds: int, observations: Any,
    masks: Any,
) -> None:  # fmt: skip
    """Play a game that keeps the rules again, and write down before each action what its seat saw and could do."""
    s = states[0]
    begin(s, options)
    at = 0
    for row in range(rounds):
        deal(s, decks[row])
        while at < sheet[row, 0]:
            seat = wide(log[at, 0])
            legal(s, seat, mask)
            for k in range(masks.shape[1]):
                masks[at, k] = (mask[k // BYTES] >> (8 * (k % BYTES))) & 255
            observe(s, seat, observations[at])
            apply(s, seat, wide(log[at, 1]))
            at += 1


TEMPLATES: tuple[Callable[..., Any], ...] = (is_whole, in_order, do_if_legal, has_scores, game_holds, show_game)
APART = (game_holds, show_game)


@cache
def loops_of(game: Game) -> SimpleNamespace:
    """The loops, for a game."""
    return SimpleNamespace(**bind(f"{game.id}-replaying", TEMPLATES, vars(game.book.verbs), APART))


def room_for_counts(game: Game) -> Any:
    """Room for a number for each kind of card."""
    return np.zeros(int(game.book.deck.max()) + 1, np.int64)


def room_for_outcome(players: int) -> Any:
    """Room for what came of a game."""
    return np.zeros(3 + players, np.int64)
