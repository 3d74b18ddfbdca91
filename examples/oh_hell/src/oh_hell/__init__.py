"""Oh Hell: say how many tricks you will take; the dealer may not make it come out even."""

from oh_hell.options import OhHellOptions
from stichwerk.games.game import Game

GAME = Game(
    id="oh-hell",
    title="Oh Hell",
    origin="traditional",
    summary="Say how many tricks you will take and take exactly that many. Somebody always fails.",
    options=OhHellOptions,
    package="oh_hell",
)
