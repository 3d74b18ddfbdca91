"""What a hint has time for."""

from stichwerk.bots import Knowledge
from stichwerk.bots.evaluate import sampler
from stichwerk.games import game
from stichwerk.testing import Variant, positions

MANY = 10**7


def test_where_worlds_are_hard_to_find_fewer_are_looked_at() -> None:
    """Eight players show many voids; then a world takes a hundred draws, and nobody wants to wait for that."""
    found, thought = game("rage"), sampler(game("rage"))
    played: list[int] = []
    for number, states in enumerate(positions(found, Variant(8), seed=2)):
        waiting = int(found.book.at.awaiting(states, 0))
        if number > 60:
            break
        if waiting:
            known = Knowledge(found, found.options(), waiting.bit_length() - 1, states)
            # The fewer cards there are to be played, the more playouts there is time for.
            played.append(thought.affordable(known, MANY) * 8 * int(states["hand_size"][0] - states["tricks_done"][0]))
    assert min(played) < max(played) / 3
    assert played[0] == max(played)
