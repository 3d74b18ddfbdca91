"""Oh Hell: the variants (OH-2, OH-6)."""

from dataclasses import dataclass
from typing import ClassVar

from stichwerk.errors import BadOption
from stichwerk.games.options import Options, Setting, setting

HANDS = ("down", "up-and-down", "fixed")
DOWN, UP_AND_DOWN, FIXED = range(3)
MOST_CARDS = 10


@dataclass(frozen=True)
class OhHellOptions(Options):
    """The options of Oh Hell."""

    game: ClassVar[str] = "oh-hell"
    players: ClassVar[range] = range(3, 8)

    hands: str = setting("down", Setting(HANDS))  # OH-2
    tricks: int = setting(10, Setting(low=1, high=MOST_CARDS))  # OH-2, with fixed hands
    rounds: int = setting(10, Setting(low=1, high=100))  # OH-2, with fixed hands
    hook: bool = setting(True, Setting((True, False)))  # OH-6

    def check_players(self, players: int) -> None:
        super().check_players(players)
        if self.hands == "fixed" and self.tricks > most_that_fit(players):
            raise BadOption(
                f"oh-hell: {players} players can have at most {most_that_fit(players)} cards each, not {self.tricks}: "
                "one of the 52 is turned for trump"
            )

    def vector(self, players: int, dealer: int) -> list[int]:
        return [players, dealer, HANDS.index(self.hands), self._most(players), self.rounds_planned(players), self.hook]

    def rounds_planned(self, players: int) -> int:
        return {"down": self._most(players), "up-and-down": 2 * self._most(players) - 1}.get(self.hands, self.rounds)

    def hand_size(self, players: int, round_no: int) -> int:
        return cards_each(HANDS.index(self.hands), self._most(players), round_no)

    def score_bounds(self, players: int, round_no: int) -> tuple[int, int]:
        return 0, self.hand_size(players, round_no) + 10  # OH-10

    def _most(self, players: int) -> int:
        return self.tricks if self.hands == "fixed" else most_that_fit(players)


def most_that_fit(players: int) -> int:
    """OH-2: the largest hands that the deck has cards for, with one to turn.

    >>> [most_that_fit(players) for players in range(3, 8)]
    [10, 10, 10, 8, 7]
    """
    return min(MOST_CARDS, 51 // players)


def cards_each(hands: int, most: int, round_no: int) -> int:
    """OH-2: how many cards everybody gets in a round. The rules compile it, too.

    >>> [cards_each(UP_AND_DOWN, 3, round_no) for round_no in range(1, 6)]
    [1, 2, 3, 2, 1]
    """
    if hands == DOWN:
        return most + 1 - round_no
    if hands == UP_AND_DOWN:
        return min(round_no, 2 * most - round_no)
    return most
