"""Rage: bid your tricks exactly; action cards turn everything over."""

from stichwerk.games.game import Game
from stichwerk.games.rage.options import RageOptions

GAME = Game(id="rage", options=RageOptions, package=__name__, made_for=1, place=2)
