"""Why a seat may not make a move: told from what the seat knows, for every card it holds and every bid."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from stichwerk.games.game import Game
from stichwerk.games.view import Refusal
from stichwerk.play.match import Match
from stichwerk.play.notation import Notation, notation
from stichwerk.protocol.messages import RefusedMoves


def refused(match: Match, seat: int, may: Sequence[str], hand: Iterable[str]) -> tuple[RefusedMoves, ...]:
    """The moves that a seat with this hand, which ``may`` make some, could think of but may not make, by reason."""
    if not may:
        return ()
    known = notation(match.game, match.options)
    legal, cards = set(may), set(hand)
    bidding = any(known.move(text).kind == "bid" for text in may)
    thought_of = {move for with_what in cards | ({"bid"} if bidding else set()) for move in _moves(known)[with_what]}
    barred = [action for action in sorted(thought_of) if known.moves[action].text not in legal]
    if not barred:
        return ()
    state = match.known(seat)
    found: dict[Refusal, list[str]] = {}
    for action in barred:
        refusal = match.game.book.presentation.refusal(state, seat, action)
        assert refusal is not None, "the legal moves and the reasons against the others disagree"
        found.setdefault(refusal, []).append(known.moves[action].text)
    return tuple(
        RefusedMoves(why.code, _said(match.game, why), why.rule, dict(why.about), tuple(moves))
        for why, moves in found.items()
    )


@lru_cache(maxsize=4096)  # the same few again and again
def _said(game: Game, why: Refusal) -> str:
    return game.said(why)


@lru_cache(maxsize=256)
def _moves(known: Notation) -> dict[str, list[int]]:
    """The actions by the card that they are made with; without one, by their kind."""
    found: dict[str, list[int]] = {card: [] for card in known.cards}
    for action, move in enumerate(known.moves):
        found.setdefault(move.card if move.cards else move.kind, []).append(action)
    return found
