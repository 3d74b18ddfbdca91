"""What bots that play any game have to know of one: a few numbers, each on the scale of its points."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Tuning:
    """The numbers of a game.

    ``uct_c``: the constant of the tree search. ``slips``: how far a novice may misjudge a card, and a bid or a layout,
    in the units of the game's own policy; for the general one, how often it does just anything. ``expert_temperature``:
    how often the network of level 4 plays something else than what it likes best, so that it stays behind level 5.
    """

    uct_c: float = 10.0
    slips: tuple[float, float] = (0.5, 0.5)
    expert_temperature: float = 0.0
