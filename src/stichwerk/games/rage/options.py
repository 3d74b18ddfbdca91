"""Rage: the variants (RG-17 to RG-22)."""

from dataclasses import dataclass
from typing import ClassVar

from stichwerk.games.options import Options, Setting, setting

BIDDING = ("open", "plus-minus-one", "simultaneous", "secret")
OPEN, PLUS_MINUS_ONE, SIMULTANEOUS, SECRET = range(4)
TIE_BREAK = ("most-exact", "shared")
MOST_EXACT, SHARED = range(2)
ROUNDS = 10


@dataclass(frozen=True)
class RageOptions(Options):
    """The options of Rage. One value of ``bidding`` at a time: the variants exclude each other (RG-21)."""

    game: ClassVar[str] = "rage"
    players: ClassVar[range] = range(2, 9)

    bidding: str = setting("open", Setting(BIDDING))  # RG-4, RG-18, RG-19, RG-20
    march: bool = setting(False, Setting((False, True)))  # RG-22
    tie_break: str = setting("most-exact", Setting(TIE_BREAK))  # RG-17

    def vector(self, players: int, dealer: int) -> list[int]:
        bidding, tie_break = BIDDING.index(self.bidding), TIE_BREAK.index(self.tie_break)
        return [players, dealer, bidding, int(self.march), tie_break]

    def rounds_planned(self, players: int) -> int | None:
        return ROUNDS

    def hand_size(self, players: int, round_no: int) -> int:
        return cards_each(round_no)

    def score_bounds(self, players: int, round_no: int) -> tuple[int, int]:
        tricks = self.hand_size(players, round_no) * (2 if self.march else 1)
        return -5 - 3 * 5, tricks + 3 * 5 + 10  # RG-16, RG-22


def cards_each(round_no: int) -> int:
    """RG-2: ten cards in the first round, then nine, down to one. The rules compile it, too."""
    return ROUNDS + 1 - round_no
