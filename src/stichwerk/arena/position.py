"""A position of the arena written down as a record, for whoever mends a bot."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stichwerk.arena.deals import Contest
from stichwerk.errors import IllegalMove
from stichwerk.games.moves import lay_text
from stichwerk.kernel.rng import Rng, below, rng, shuffle
from stichwerk.play.match import Match
from stichwerk.play.notation import notation
from stichwerk.play.record import to_line

#: How often earlier rounds are made up anew until they lead to the position; mostly the first will do.
_TRIES = 500


@dataclass
class DealtRound:
    """A round so far: who dealt, the deck, and each action as (seat, action)."""

    dealer: int
    deck: NDArray[np.int8]
    actions: list[tuple[int, int]] = field(default_factory=list)


def position(plan: Contest, names: Sequence[str], course: Sequence[DealtRound], round_no: int) -> Match:
    """The game so far. Before a later round, those that the arena left out are made up at random.

    A laying that is not complete is left out: it is one move.
    """
    generator = rng(plan.settings.seed, 0)
    first_dealer = (course[0].dealer - (round_no - 1)) % plan.setup.players
    for _ in range(_TRIES):
        match = Match(plan.setup.game, plan.setup.options, names, first_dealer, None)
        try:
            for _ in range(round_no - 1):
                _make_up_a_round(match, generator)
            for played in course:
                match.deal(played.deck)
                _repeat(match, played.actions)
        except IllegalMove:
            continue  # the made-up scores ended the game, or let somebody else lead (NN-5)
        return match
    raise AssertionError("no earlier rounds lead to the position")


def record_line(match: Match, note: Mapping[str, Any], round_no: int) -> str:
    """The record of a position, with a note of what happened there."""
    made_up = {"made_up_rounds": round_no - 1} if round_no > 1 else {}
    return to_line({**match.record(), "arena": {**note, **made_up}})


def _repeat(match: Match, actions: Sequence[tuple[int, int]]) -> None:
    words = notation(match.game, match.options)
    left = list(actions)
    while left:
        seat, action = left[0]
        to_lay = match.view().to_lay
        if len(left) < to_lay:
            return
        move = words.lay([card for _, card in left[:to_lay]]) if to_lay else words.moves[action]
        match.play(seat, move.text)
        del left[: to_lay or 1]


def _make_up_a_round(match: Match, generator: Rng) -> None:
    deck = match.game.book.deck.copy()
    shuffle(generator, deck, deck.size)
    match.deal(deck)
    while match.waiting:
        seat = match.waiting[0]
        hand = match.view(seat).table.places[seat].hand
        to_lay = match.view().to_lay
        legal = (lay_text(hand[:to_lay]),) if to_lay else match.legal(seat)
        match.play(seat, legal[below(generator, len(legal))])
