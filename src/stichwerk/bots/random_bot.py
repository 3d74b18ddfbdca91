"""The bot that plays any legal action, each equally likely."""

from collections.abc import Sequence

from stichwerk.games.knowledge import Knowledge
from stichwerk.kernel.rng import Rng, below


class RandomBot:
    """Plays at random: the least that any other bot has to beat."""

    name = "random"

    def choose(self, known: Knowledge, legal: Sequence[int], rng: Rng) -> int:
        return legal[below(rng, len(legal))]
