"""Why a seat may not make a move: told from what the seat knows, for every card it holds and every bid."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from stichwerk.games.game import Game
from stichwerk.games.view import Refusal
from stichwerk.kernel.state import State
from stichwerk.play.match import Match
from stichwerk.play.notation import Notation, notation
from stichwerk.protocol.messages import RefusedMoves


def refused(
    match: Match, seat: int, may: Sequence[str], hand: Iterable[str], known: State | None = None
) -> tuple[RefusedMoves, ...]:
    """The moves that a seat with this hand, which ``may`` make some, could think of but may not make, by reason. With
    what the seat has ``known`` already found out, it need not be again.
    """
    if not may:
        return ()
    written = notation(match.game, match.options)
    with_cards, bids = _moves(written)
    legal = set(may)
    thought_of = [with_cards[card] for card in set(hand)]
    if not bids.keys().isdisjoint(legal):
        thought_of.append(bids)
    barred = [action for moves in thought_of for text, action in moves.items() if text not in legal]
    if not barred:
        return ()
    state = match.known(seat) if known is None else known
    found: dict[Refusal, list[str]] = {}
    for action in sorted(barred):
        refusal = match.game.book.presentation.refusal(state, seat, action)
        assert refusal is not None, "the legal moves and the reasons against the others disagree"
        found.setdefault(refusal, []).append(written.moves[action].text)
    return tuple(
        RefusedMoves(why.code, _said(match.game, why), why.rule, dict(why.about), tuple(moves))
        for why, moves in found.items()
    )


@lru_cache(maxsize=4096)  # the same few again and again
def _said(game: Game, why: Refusal) -> str:
    return game.said(why)


@lru_cache(maxsize=256)
def _moves(written: Notation) -> tuple[dict[str, dict[str, int]], dict[str, int]]:
    """The actions of moves, by how these are written: by the card that they are made with, and those that bid."""
    with_cards: dict[str, dict[str, int]] = {card: {} for card in written.cards}
    bids: dict[str, int] = {}
    for action, move in enumerate(written.moves):
        if move.cards:
            with_cards[move.card][move.text] = action
        elif move.kind == "bid":
            bids[move.text] = action
    return with_cards, bids
