"""Null & nichtig: how its cards look (NN-1)."""

from stichwerk.games.cards import Cards, Colour

CARDS = Cards(
    colours=(
        Colour("B", "blue", "drop"),
        Colour("G", "green", "clover"),
        Colour("V", "violet", "crescent"),
        Colour("R", "red", "heart"),
        Colour("Y", "yellow", "star"),
    ),
    picture=("G11", "V0", "R7"),
)
