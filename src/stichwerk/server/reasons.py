"""Why a seat may not make a move: told from what the seat knows, for every card it holds and every bid."""

from functools import cache

from stichwerk.games.view import Refusal
from stichwerk.kernel.state import snapshot
from stichwerk.match import Match, View
from stichwerk.notation import Notation, notation
from stichwerk.server.messages import RefusedMoves


def refused(match: Match, view: View) -> tuple[RefusedMoves, ...]:
    """The moves that the seat of the view could think of but may not make, by reason."""
    if view.seat is None or view.seat not in view.table.waiting or view.to_lay:
        return ()
    known = notation(match.game, match.options)
    legal, hand = set(view.legal), set(view.table.places[view.seat].hand)
    moves = [move for card in hand | {_KINDS.get(view.table.phase, "")} for move in _moves_with(known).get(card, ())]
    state = snapshot(match.hidden(view.seat))
    found: dict[Refusal, list[int]] = {}
    for action in sorted(moves):
        if known.actions.names[action] not in legal:
            refusal = match.game.book.words.refusal(state, view.seat, action)
            assert refusal is not None, "the legal moves and the reasons against the others disagree"
            found.setdefault(refusal, []).append(action)
    return tuple(
        RefusedMoves(why.code, why.reason, why.rule, tuple(known.actions.names[action] for action in actions))
        for why, actions in found.items()
    )


#: The moves without a card, by the phase in which they are made.
_KINDS = {"bid": "bid"}


@cache
def _moves_with(known: Notation) -> dict[str, tuple[int, ...]]:
    """The actions by what stands before the colon: a card, or ``bid``."""
    found: dict[str, tuple[int, ...]] = {}
    for number, name in enumerate(known.actions.names):
        head = name.partition(":")[0]
        found[head] = (*found.get(head, ()), number)
    return found
