"""Alles oder Nichts: bid secretly, then dare to show it or not."""

from stichwerk.games.alles_oder_nichts.options import AllesOderNichtsOptions
from stichwerk.games.game import Game

GAME = Game(
    id="alles-oder-nichts",
    title="Alles oder Nichts",
    origin="published by Hexagames, 1988 (also: Double or Nothing)",
    summary="Bid your tricks in secret, then decide: show the bid and get double or nothing, or keep it hidden.",
    options=AllesOderNichtsOptions,
    assumption="The printed rules do not say which 48 cards the deck has; four colours from 1 to 12 and six colours "
    "from 1 to 8 are our reading (AN-1).",
)
