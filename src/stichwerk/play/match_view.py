"""A view: a match as one seat, or a spectator, sees it."""

from collections.abc import Mapping
from typing import Any

from stichwerk.games import game, game_ids
from stichwerk.games.annotations import Annotations
from stichwerk.games.events import TrickTaken
from stichwerk.games.plain_data import PlainData
from stichwerk.games.view import Place, Tableau
from stichwerk.kernel.state import State
from stichwerk.pictures.table_html import table_html


class OwnSight(PlainData, frozen=True):
    """What a seat sees otherwise than a spectator: what lies at its own place, what it may do, what else it is told.
    ``known``: what it knows, all of it.
    """

    known: State
    place: Place
    legal: tuple[str, ...]
    annotations: Annotations


class View(PlainData, frozen=True):
    """All that one seat may see, and nothing else. ``seat`` is None for a spectator."""

    game: str
    options: Mapping[str, Any]
    names: tuple[str, ...]
    seat: int | None
    table: Tableau
    to_lay: int  # when cards are to be laid: how many; `legal` then stays empty, for any cards will do
    legal: tuple[str, ...]
    rounds_planned: int | None
    score_sheet: tuple[tuple[int, ...], ...]
    last_trick: TrickTaken | None
    finished: bool
    winners: tuple[int, ...] | None
    commitment: str | None
    trumps: tuple[str | None, ...]  # of this round, in the order they came; None where there was none
    annotations: Annotations

    def _repr_html_(self) -> str | None:
        """The picture in a notebook; of a game that is not installed there is none."""
        if self.game not in game_ids():
            return None
        return table_html(game(self.game), self)
