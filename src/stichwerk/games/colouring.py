"""Which numbers of an observation and which actions speak of a single colour, and how the same is said of another.

Where all colours are alike but for what is said of them, whoever learns about one learns about all. A game whose
layout has such a table is learned much faster.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Run(NamedTuple):
    """``width`` numbers for each colour, colour by colour; if there is a ``period``, after so many numbers the same
    begins anew (for the next seat, say). What is left over speaks of no colour.
    """

    width: int
    period: int = 0


class Spot(NamedTuple):
    """A number or an action that speaks of a ``colour``; with the same ``kind`` there is one for every colour."""

    colour: int
    kind: tuple[str | int, ...]


@dataclass(frozen=True)
class Colouring:
    """How many ``colours`` there are; the run of each feature that speaks of them; and the actions, as a first one and
    how many follow for each colour. In a game with several decks there is one of these for each, and it holds
    ``when`` a feature (by its name) has a value.
    """

    colours: int
    features: Mapping[str, Run]
    actions: Sequence[tuple[int, Run]]
    when: tuple[str, int] | None = None

    def spot(self, feature: str, place: int) -> Spot | None:
        """Where a number of a feature belongs; None if it speaks of no colour."""
        run = self.features.get(feature)
        return None if run is None else self._spot(run, place, feature)

    def spot_of_action(self, action: int) -> Spot | None:
        """Where an action belongs; None if it speaks of no colour."""
        for first, run in self.actions:
            if first <= action < first + run.width * self.colours:
                return self._spot(run, action - first, first)
        return None

    def _spot(self, run: Run, place: int, name: str | int) -> Spot | None:
        again, within = divmod(place, run.period) if run.period else (0, place)
        colour, kind = divmod(within, run.width)
        return Spot(colour, (name, again, kind)) if colour < self.colours else None
