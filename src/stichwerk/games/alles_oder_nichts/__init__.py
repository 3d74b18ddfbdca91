"""Alles oder Nichts: bid secretly, then dare to show it or not."""

from stichwerk.games.alles_oder_nichts.options import AllesOderNichtsOptions
from stichwerk.games.game import Game

GAME = Game(id="alles-oder-nichts", options=AllesOderNichtsOptions, package=__name__, made_for=1, place=3)
