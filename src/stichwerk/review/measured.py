"""What was measured of a game for its reviews, as it keeps it: ``review.json`` in its folder.

``work`` is chosen so that a game is reviewed within seconds; ``loss`` is what each of our levels loses per decision
under that very reviewer, and ``phases`` the same by phase (experiments/review_levels.py finds it out). A game may bring
none of it.
"""

import json
from functools import cache
from pkgutil import get_data
from typing import Any

from stichwerk.bots.levels import LEVELS
from stichwerk.games import Game

#: The file, and its keys.
FILE, WORK, LOSS, PHASES = "review.json", "work", "loss", "phases"
#: About how many cards are played in thought for a decision, in a game that does not say.
USUAL_WORK = 30_000


def work_of(game: Game) -> int:
    """About how many cards are played in thought for a decision."""
    return int(_kept(game).get(WORK, USUAL_WORK))


def level_losses(game: Game, phase: str | None = None) -> list[float] | None:
    """What each level loses per decision, in all or in one phase, if the game says so."""
    found = _kept(game).get(LOSS) if phase is None else _kept(game).get(PHASES, {}).get(phase)
    return None if found is None else [float(found[str(level.number)]) for level in LEVELS]


@cache
def _kept(game: Game) -> Any:
    try:
        return json.loads(get_data(game.package, FILE) or b"{}")
    except FileNotFoundError:
        return {}
