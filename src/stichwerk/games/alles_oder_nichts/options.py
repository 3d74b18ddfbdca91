"""Alles oder Nichts: the variants (AN-1, AN-3)."""

from dataclasses import dataclass
from typing import ClassVar

from stichwerk.games.options import Options, Setting, setting

DECKS = ("4x12", "6x8")
#: AN-3: the hand sizes go down and up like a pendulum.
PENDULUM = (6, 5, 4, 3, 4, 5)


@dataclass(frozen=True)
class AllesOderNichtsOptions(Options):
    """The options of Alles oder Nichts."""

    game: ClassVar[str] = "alles-oder-nichts"
    players: ClassVar[range] = range(3, 7)

    deck: str = setting(
        "4x12",
        Setting(
            "four colours from 1 to 12 or six colours from 1 to 8 (AN-1)",
            choices=DECKS,
            differs=("The printed rules say 48 cards, but not which: this is our reading.",) * 2,
        ),
    )
    rounds: int = setting(
        7,
        Setting(
            "how many rounds (AN-3)",
            low=1,
            high=100,
            differs=("The printed rules play seven rounds, and allow more; fewer is an addition of ours.",),
        ),
    )
    target: int | None = setting(
        None,
        Setting(
            "play until somebody's total reaches this; then rounds is not used (AN-3)",
            low=1,
            high=5000,
            may_be_null=True,
            differs=("A printed variant.",),
        ),
    )

    def vector(self, players: int, dealer: int) -> list[int]:
        return [players, dealer, DECKS.index(self.deck), self.rounds_planned(players) or 0, self.target or 0]

    def rounds_planned(self, players: int) -> int | None:
        return self.rounds if self.target is None else None

    def hand_size(self, players: int, round_no: int) -> int:
        return PENDULUM[(round_no - 1) % len(PENDULUM)]
