"""Null & nichtig: win tricks, but only the top card of each of your piles counts."""

from stichwerk.games.game import Game
from stichwerk.games.null_nichtig.options import NullNichtigOptions

GAME = Game(id="null-nichtig", options=NullNichtigOptions, package=__name__, made_for=1, place=1)
