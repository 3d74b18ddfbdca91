"""Null & nichtig: win tricks, but only the top card of each of your piles counts."""

from stichwerk.games.game import Game
from stichwerk.games.null_nichtig.options import NullNichtigOptions

GAME = Game(
    id="null-nichtig",
    title="Null & nichtig",
    origin="by Reiner Stockhausen, published by Amigo, 2006",
    summary="Collect tricks into piles by colour; only the top card of each of your piles counts.",
    options=NullNichtigOptions,
)
