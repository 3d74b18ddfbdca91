"""The arena: how strong bots are, measured on duplicate deals. docs/arena.md says how to read the numbers.

>>> result = compare("rage", "random", "random", deals=20, workers=1)
>>> result.one.difference()                # the same bot with the same luck: the very same games
Estimate(mean=0.0, margin=0.0, deals=20)
"""

from stichwerk.arena.comparison import Comparison, Direction
from stichwerk.arena.deals import ContestSettings
from stichwerk.arena.duplicate import Misplay
from stichwerk.arena.estimate import Estimate, estimate
from stichwerk.arena.run import compare, neighbours, pairs
from stichwerk.bots.entrant import Entrant, entrant

__all__ = [
    "Comparison",
    "ContestSettings",
    "Direction",
    "Entrant",
    "Estimate",
    "Misplay",
    "compare",
    "entrant",
    "estimate",
    "neighbours",
    "pairs",
]
