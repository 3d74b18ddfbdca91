"""How closely a game is looked at, and which random numbers belong to what: the same seed gives the same review."""

from dataclasses import dataclass

from stichwerk.games import Game
from stichwerk.kernel.rng import draw, rng
from stichwerk.review.measured import work_of

#: The largest seed.
MOST_SEED = 2**62

#: What random numbers are for: to look at all moves, to compare the move with the best again, to ask what a Master
#: usually does, to find out what a deal is worth.
LOOK, COMPARE, USUAL, DEAL = range(4)

#: More seats and more decisions of a seat in a round than there are in any game.
_SEATS, _DECISIONS = 16, 128


#: However little work is wanted.
_FEWEST = 64


@dataclass(frozen=True)
class ReviewPlan:
    """How closely a game is looked at.

    ``work``: about how many cards are played in thought for a decision, twice that where the move was not the best; by
    default as many as the game says. ``deals``: how often every deal is played again to see what its cards are worth.
    ``open_cards``: everybody knows all cards.
    """

    work: int | None = None
    deals: int = 400
    seed: int = 0
    open_cards: bool = False

    def __post_init__(self) -> None:
        for name, low, high in (("work", 1, 10**9), ("deals", 2, 10**6), ("seed", 0, MOST_SEED)):
            value = getattr(self, name)
            if value is None and name == "work":
                continue
            if type(value) is not int or not low <= value <= high:
                raise ValueError(f"{name} must be a whole number from {low} to {high}, not {value!r}")

    def playouts(self, game: Game, cards: int) -> int:
        """For a decision with so many cards yet to be played: how many playouts."""
        return max(_FEWEST, (self.work or work_of(game)) // max(1, cards))

    def seed_for(self, what: int, round_no: int, seat: int = 0, decision: int = 0) -> int:
        """The seed of one of the uses of chance. It depends on nothing that the seat cannot know."""
        stream = ((round_no * _SEATS + seat) * _DECISIONS + decision) * (DEAL + 1) + what
        generator = rng(self.seed, stream)
        return draw(generator) << 31 ^ draw(generator)
