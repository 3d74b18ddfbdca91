"""Oh Hell: how its cards look (OH-1)."""

from stichwerk.games.cards import Cards, Colour

CARDS = Cards(
    colours=(
        Colour("C", "green", "club"),
        Colour("D", "blue", "diamond"),
        Colour("H", "red", "heart"),
        Colour("S", "black", "spade"),
    ),
    picture=("C9", "DJ", "HA", "SQ", "H7"),
)
