"""Oh Hell: say how many tricks you will take; the dealer may not make it come out even."""

from oh_hell.options import OhHellOptions
from stichwerk.games.game import Game

GAME = Game(id="oh-hell", options=OhHellOptions, package=__name__, made_for=1)
