"""What one seat knows of a game: the one thing that bots, hints and reviews are given. It is never the true state."""

from dataclasses import dataclass

from stichwerk.games.game import Game
from stichwerk.games.options import Options
from stichwerk.kernel.bits import members
from stichwerk.kernel.state import States, copied


@dataclass(frozen=True)
class Knowledge:
    """The state of a game as one seat knows it: a single state, with everything blanked that the seat cannot know."""

    game: Game
    options: Options
    seat: int
    states: States

    def legal(self) -> tuple[int, ...]:
        """The numbers of the actions that the seat may do now."""
        mask = self.game.book.new_mask()
        self.game.book.at.legal(self.states, 0, self.seat, mask)
        return members(mask.tolist())

    def apply(self, action: int) -> None:
        """Do an action in this copy alone: to think through a move that takes several actions."""
        self.game.book.at.apply(self.states, 0, self.seat, action)

    def copy(self) -> "Knowledge":
        """The same, to be changed."""
        return Knowledge(self.game, self.options, self.seat, copied(self.states))


def known_by(game: Game, options: Options, seat: int, states: States) -> Knowledge:
    """What the seat knows of the true state, which stays as it is."""
    copy = copied(states)
    game.book.at.hide(copy, 0, seat)
    return Knowledge(game, options, seat, copy)
