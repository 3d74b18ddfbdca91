"""Alles oder Nichts: how its cards look (AN-1)."""

from stichwerk.games.cards import Cards, Colour

CARDS = Cards(
    colours=(
        Colour("R", "red", "heart"),
        Colour("G", "green", "clover"),
        Colour("B", "blue", "drop"),
        Colour("Y", "yellow", "star"),
        Colour("V", "violet", "crescent"),
        Colour("O", "orange", "rhombus"),
    ),
    picture=("B12", "Y9", "G3"),
)
