"""What a player wants: points, as seen from a seat when a round is over."""

from stichwerk.kernel.jit import jit
from stichwerk.kernel.state import State


@jit
def lead_over_others(s: State, seat: int) -> float:
    """The points of a finished round, less the mean of the others."""
    mine, all_points = int(s.scores[seat]), 0
    for other in range(s.players):
        all_points += int(s.scores[other])
    return mine - (all_points - mine) / (s.players - 1)
