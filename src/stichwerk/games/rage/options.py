"""Rage: the variants (RG-17 to RG-22)."""

from dataclasses import dataclass
from typing import ClassVar

from stichwerk.games.options import Options, Setting, setting

BIDDING = ("open", "plus-minus-one", "simultaneous", "secret")
TIE_BREAK = ("most-exact", "shared")
ROUNDS = 10


@dataclass(frozen=True)
class RageOptions(Options):
    """The options of Rage. One value of ``bidding`` at a time: the variants exclude each other (RG-21)."""

    game: ClassVar[str] = "rage"
    players: ClassVar[range] = range(2, 9)

    bidding: str = setting(
        "open",
        Setting(
            "how bids are made: open and in turn (RG-4), the same but the sum may not equal the hand size (RG-18), "
            "all at once and then revealed (RG-19), or revealed only after the round (RG-20)",
            choices=BIDDING,
            differs=(
                "",
                "A printed variant. The book does not say who has to give way; here it is the last to bid.",
                "A printed variant.",
                "A printed variant.",
            ),
        ),
    )
    march: bool = setting(
        False,
        Setting(
            "two points per trick for whoever takes all of them (RG-22)",
            choices=(False, True),
            differs=("", "A printed variant. The book does not say whether the bid matters; here it does not."),
        ),
    )
    tie_break: str = setting(
        "most-exact",
        Setting(
            "who wins with equal totals: more exact bids, or both share (RG-17)",
            choices=TIE_BREAK,
            differs=(
                "The printed rules do not speak of a tie, but say that whoever predicts most precisely wins.",
                "The printed rules do not speak of a tie; to share the win is an addition of ours.",
            ),
        ),
    )

    def vector(self, players: int, dealer: int) -> list[int]:
        bidding, tie_break = BIDDING.index(self.bidding), TIE_BREAK.index(self.tie_break)
        return [players, dealer, bidding, int(self.march), tie_break]

    def rounds_planned(self, players: int) -> int | None:
        return ROUNDS

    def hand_size(self, players: int, round_no: int) -> int:
        return ROUNDS + 1 - round_no  # RG-2

    def score_bounds(self, players: int, round_no: int) -> tuple[int, int]:
        tricks = self.hand_size(players, round_no) * (2 if self.march else 1)
        return -5 - 3 * 5, tricks + 3 * 5 + 10  # RG-16, RG-22
