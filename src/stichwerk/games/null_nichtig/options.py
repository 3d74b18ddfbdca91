"""Null & nichtig: the variants (NN-2, NN-8, NN-11, NN-13)."""

from dataclasses import dataclass
from typing import ClassVar

from stichwerk.errors import BadOption
from stichwerk.games.options import Options, Setting, setting

TARGET_RULE = ("over", "reach")
OVER_TARGET, REACH_TARGET = range(2)
COLLECTING = ("clockwise", "as-played")
CLOCKWISE, AS_PLAYED = range(2)


@dataclass(frozen=True)
class NullNichtigOptions(Options):
    """The options of Null & nichtig."""

    game: ClassVar[str] = "null-nichtig"
    players: ClassVar[range] = range(3, 7)

    rounds: int | None = setting(None, Setting(low=1, high=100, may_be_null=True))  # NN-11; null: as many as players
    target: int | None = setting(None, Setting(low=1, high=5000, may_be_null=True))  # NN-11; then rounds is not used
    target_rule: str = setting("over", Setting(TARGET_RULE))  # NN-11
    teams: bool = setting(False, Setting((False, True)))  # NN-13
    collecting: str = setting("clockwise", Setting(COLLECTING))  # NN-8

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
        return cards_each(players)

    def score_bounds(self, players: int, round_no: int) -> tuple[int, int]:
        return 0, 5 * 11  # NN-10: five piles


def cards_each(players: int) -> int:
    """NN-2: how many cards everybody gets. The rules compile it, too."""
    return 10 if players == 6 else 13
