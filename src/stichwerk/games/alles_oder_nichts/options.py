"""Alles oder Nichts: the variants (AN-1, AN-3)."""

from dataclasses import dataclass
from typing import ClassVar

from stichwerk.games.options import Options, Setting, setting

DECKS = ("4x12", "6x8")
DECK_4X12, DECK_6X8 = range(2)
#: AN-3: the hand sizes go down and up like a pendulum.
PENDULUM = (6, 5, 4, 3, 4, 5)
MOST_CARDS = max(PENDULUM)


@dataclass(frozen=True)
class AllesOderNichtsOptions(Options):
    """The options of Alles oder Nichts."""

    game: ClassVar[str] = "alles-oder-nichts"
    players: ClassVar[range] = range(3, 7)

    deck: str = setting("4x12", Setting(DECKS))  # AN-1
    rounds: int = setting(7, Setting(low=1, high=100))  # AN-3
    target: int | None = setting(None, Setting(low=1, high=5000, may_be_null=True))  # AN-3; then rounds is not used

    def vector(self, players: int, dealer: int) -> list[int]:
        return [players, dealer, DECKS.index(self.deck), self.rounds_planned(players) or 0, self.target or 0]

    def rounds_planned(self, players: int) -> int | None:
        return self.rounds if self.target is None else None

    def hand_size(self, players: int, round_no: int) -> int:
        return cards_each(round_no)

    def score_bounds(self, players: int, round_no: int) -> tuple[int, int]:
        return 0, 2 * self.hand_size(players, round_no) + 3  # AN-11


def cards_each(round_no: int) -> int:
    """AN-3: how many cards everybody gets in a round. The rules compile it, too."""
    return PENDULUM[(round_no - 1) % len(PENDULUM)]
