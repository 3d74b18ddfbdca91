"""Rage: bid your tricks exactly; action cards turn everything over."""

from stichwerk.games.game import Game
from stichwerk.games.rage.options import RageOptions

GAME = Game(
    id="rage",
    title="Rage",
    origin="published by Amigo",
    summary="Say how many tricks you will take and take exactly that many, while action cards change trump.",
    options=RageOptions,
)
