"""Null & nichtig: the variants (NN-2, NN-8, NN-11, NN-13)."""

from dataclasses import dataclass
from typing import ClassVar

from stichwerk.errors import BadOption
from stichwerk.games.options import Options, Setting, setting

TARGET_RULE = ("over", "reach")
COLLECTING = ("clockwise", "as-played")


@dataclass(frozen=True)
class NullNichtigOptions(Options):
    """The options of Null & nichtig."""

    game: ClassVar[str] = "null-nichtig"
    players: ClassVar[range] = range(3, 7)

    rounds: int | None = setting(
        None,
        Setting(
            "how many rounds; null: as many as there are players (NN-11)",
            low=1,
            high=100,
            may_be_null=True,
            differs=("The printed rules play as many rounds as there are players.",),
        ),
    )
    target: int | None = setting(
        None,
        Setting(
            "play until somebody's total passes this (100 in the books); then rounds is not used (NN-11)",
            low=1,
            high=5000,
            may_be_null=True,
            differs=("A printed variant, with 100 points as its example.",),
        ),
    )
    target_rule: str = setting(
        "over",
        Setting(
            "whether the target must be passed or just reached (NN-11)",
            choices=TARGET_RULE,
            differs=(
                "",
                "The German and French rules want it passed; the Dutch ones say first reached, then passed.",
            ),
        ),
    )
    teams: bool = setting(
        False,
        Setting(
            "even seats against odd seats, with 4 or 6 players (NN-13)",
            choices=(False, True),
            differs=("", "A printed variant."),
        ),
    )
    collecting: str = setting(
        "clockwise",
        Setting(
            "in which order the winner takes the cards, after their own: clockwise, or as they were played (NN-8)",
            choices=COLLECTING,
            differs=("", "The German rules, read to the letter; the Dutch and French ones say clockwise."),
        ),
    )

    def check_players(self, players: int) -> None:
        super().check_players(players)
        if self.teams and players % 2:
            raise BadOption(f"null-nichtig: teams are for 4 or 6 players, not {players} (NN-13)")

    def vector(self, players: int, dealer: int) -> list[int]:
        rounds = self.rounds_planned(players) or 0
        return [
            players,
            dealer,
            rounds,
            self.target or 0,
            TARGET_RULE.index(self.target_rule),
            int(self.teams),
            COLLECTING.index(self.collecting),
        ]

    def rounds_planned(self, players: int) -> int | None:
        if self.target is not None:
            return None
        return players if self.rounds is None else self.rounds

    def hand_size(self, players: int, round_no: int) -> int:
        return 10 if players == 6 else 13  # NN-2
