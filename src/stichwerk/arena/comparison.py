"""The outcome: arrays with one row per deal, and what they say."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Self

import numpy as np
from numpy.typing import NDArray

from stichwerk.arena.deals import CHALLENGER, REST, ContestSettings, Deal
from stichwerk.arena.duplicate import DealTally
from stichwerk.arena.estimate import Estimate, estimate
from stichwerk.errors import BadArena

Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Direction:
    """The games in which ``alone`` sat alone: the challenger (0) against the rest, or the rest (1).

    Arrays begin with the deal. ``points`` go on with the game (in game k, seat k is the one alone) and the seat;
    ``won`` with the game: the winners as bits. All others go on with the side, the challenger's first; ``exact`` and
    ``bids`` then with the hand size: how many bids were met, of how many.
    """

    alone: int
    points: NDArray[np.int32]
    won: NDArray[np.int64]
    exact: NDArray[np.int32]
    bids: NDArray[np.int32]
    asked: NDArray[np.int64]
    forced: NDArray[np.int64]
    mistakes: NDArray[np.int64]
    nanoseconds: NDArray[np.int64]

    @classmethod
    def of(cls, alone: int, tally: DealTally) -> Self:
        """One deal."""
        parts = (np.array(getattr(tally, field.name))[None] for field in fields(cls)[1:])
        return cls(alone, *parts)

    @classmethod
    def join(cls, parts: Sequence[Self], order: NDArray[np.int64]) -> Self:
        names = [field.name for field in fields(cls)[1:]]
        return cls(parts[0].alone, *(np.concatenate([getattr(part, name) for part in parts])[order] for name in names))

    @property
    def players(self) -> int:
        return int(self.points.shape[2])

    def seated(self, side: int) -> NDArray[np.bool_]:
        """By game and seat: whether this side sits there."""
        alone = np.eye(self.players, dtype=bool)
        return alone if side == self.alone else ~alone

    def points_per_deal(self, side: int) -> Numbers:
        """Of each deal, the mean points of a side's seats over all games."""
        seated = self.seated(side)
        # Sums of whole numbers, divided once: where both sides play the same games, the difference is exactly 0.
        total: Numbers = (self.points * seated).sum(axis=(1, 2)) / seated.sum()
        return total

    def differences(self) -> Numbers:
        """Of each deal, the mean points of the challenger's seats less those of the rest's."""
        return self.points_per_deal(CHALLENGER) - self.points_per_deal(REST)

    def difference(self) -> Estimate:
        """By how much the challenger's seats do better than the rest's, with the interval over the deals."""
        return estimate(self.differences())

    @property
    def par(self) -> float:
        """The win share of equals: the part of the seats that the challenger holds."""
        return float(self.seated(CHALLENGER).mean())

    def wins_per_deal(self) -> Numbers:
        """Of each deal, the part of its games that the challenger's seats won; shared wins are split."""
        wins = self.won[:, :, None] >> np.arange(self.players) & 1
        share: Numbers = ((wins * self.seated(CHALLENGER)).sum(axis=2) / wins.sum(axis=2)).mean(axis=1)
        return share

    def win_share(self) -> Estimate:
        """How large a part of all wins the challenger's seats have; compare it with `par`."""
        return estimate(self.wins_per_deal())

    def exact_rate(self, side: int) -> Numbers:
        """How many of a side's bids were met, by hand size; NaN for sizes that were not played."""
        exact, bids = self.exact[:, side].sum(axis=0), self.bids[:, side].sum(axis=0)
        rate: Numbers = np.divide(exact, bids, out=np.full(bids.shape, np.nan), where=bids > 0)
        return rate

    def exact_in_all(self, side: int) -> float:
        """How many of a side's bids were met, over all hand sizes; NaN in games without bids."""
        bids = int(self.bids[:, side].sum())
        return int(self.exact[:, side].sum()) / bids if bids else float("nan")

    def ms_per_move(self, side: int) -> float:
        """How long a side's bot thought about a move it was asked for; NaN if it never was."""
        asked = int(self.asked[:, side].sum())
        return int(self.nanoseconds[:, side].sum()) / asked / 1e6 if asked else float("nan")


@dataclass(frozen=True, repr=False, eq=False)
class Comparison:
    """Two bots compared. ``deals`` are the numbers of the deals played, in order; what belongs to them is beside.

    ``planned`` is how many deals were asked for: more than were played if the run was interrupted.
    """

    settings: ContestSettings
    planned: int
    deals: NDArray[np.int64]
    rounds: NDArray[np.int64]  # 0: a whole game
    hand_sizes: NDArray[np.int64]
    dealers: NDArray[np.int64]
    directions: tuple[Direction, ...]

    @classmethod
    def of(cls, settings: ContestSettings, deal: Deal, tallies: Sequence[DealTally]) -> Self:
        """A single deal."""
        directions = tuple(Direction.of(alone, tally) for alone, tally in enumerate(tallies))
        return cls(
            settings,
            1,
            np.array([deal.number]),
            np.array([deal.round_no]),
            np.array([deal.hand_size]),
            np.array([deal.dealer]),
            directions,
        )

    @classmethod
    def join(cls, parts: Sequence[Self], planned: int | None = None) -> Self:
        """Several runs with the same settings and different deals, as one."""
        if not parts:
            raise BadArena("there is nothing to join: give at least one comparison")
        settings = parts[0].settings
        for part in parts:
            if part.settings != settings:
                raise BadArena("these comparisons cannot be joined: their settings differ")
        deals = np.concatenate([part.deals for part in parts])
        order = np.argsort(deals)
        if (np.diff(deals[order]) == 0).any():
            twice = int(deals[order][1:][np.diff(deals[order]) == 0][0])
            raise BadArena(f"these comparisons cannot be joined: deal {twice} is in two of them")
        return cls(
            settings,
            sum(part.planned for part in parts) if planned is None else planned,
            deals[order],
            np.concatenate([part.rounds for part in parts])[order],
            np.concatenate([part.hand_sizes for part in parts])[order],
            np.concatenate([part.dealers for part in parts])[order],
            tuple(
                Direction.join([part.directions[alone] for part in parts], order)
                for alone in range(len(parts[0].directions))
            ),
        )

    def __repr__(self) -> str:
        """The result in one line, for a notebook."""
        parts = [f"{self.title(direction)} {direction.difference()}" for direction in self.directions]
        return f"{self.settings.game}, {self.deals.size} deals, points per {self.settings.unit}: {'; '.join(parts)}"

    def _repr_html_(self) -> str:
        """The picture in a notebook."""
        from stichwerk.arena.overview import overview_html  # which draws what is defined here

        return overview_html(self)

    @property
    def one(self) -> Direction:
        """One challenger against the rest."""
        return self.directions[0]

    @property
    def many(self) -> Direction:
        """All but one are challengers. With two players this is the same as `one`."""
        return self.directions[-1]

    @property
    def interrupted(self) -> bool:
        """Whether fewer deals were played than asked for."""
        return self.deals.size < self.planned

    @property
    def has_bids(self) -> bool:
        return bool(self.one.bids.any())

    def title(self, direction: Direction) -> str:
        """What a direction is, in words."""
        others = self.settings.players - 1
        one, many = (1, others) if direction.alone == CHALLENGER else (others, 1)
        return f"{one} {self.settings.challenger} against {many} {self.settings.rest}"

    def by_hand_size(self, direction: Direction) -> dict[int, Estimate]:
        """The difference for each hand size; empty where whole games were played."""
        sizes = sorted({int(size) for size in self.hand_sizes} - {0}, reverse=True)
        return {size: estimate(direction.differences()[self.hand_sizes == size]) for size in sizes}
