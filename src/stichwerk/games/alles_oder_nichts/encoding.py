"""Alles oder Nichts: the numbers of the actions, and what stands where in an observation."""

from stichwerk.games.alles_oder_nichts.options import DECK_6X8, DECKS, MOST_CARDS
from stichwerk.games.alles_oder_nichts.state import (
    ACTIONS,
    BID_ACTION,
    COLOURS,
    DECK_SIZE,
    MAX_PLAYERS,
    NUMBERS_IN_FOUR,
    NUMBERS_IN_SIX,
    SHOW_ACTION,
)
from stichwerk.games.colouring import Colouring, Run
from stichwerk.games.encoding import BY_SEAT, Actions, Feature, Layout, action_ranges, colour_cards
from stichwerk.games.moves import bid_text, bid_texts

#: The words that this game has beside bids and cards.
SHOW_WORD, HIDE_WORD = "show", "hide"

_NUMBERS = dict(zip(DECKS, (NUMBERS_IN_FOUR, NUMBERS_IN_SIX), strict=True))

CARD_NAMES = {
    deck: tuple(colour_cards(COLOURS[: DECK_SIZE // numbers], range(1, numbers + 1)))
    for deck, numbers in _NUMBERS.items()
}

ACTION_TABLES = {
    deck: Actions(
        action_ranges(
            [
                (CARD_NAMES[deck], f"play this card (colour * {_NUMBERS[deck]} + number - 1)"),
                (bid_texts(MOST_CARDS), "bid this many tricks"),
                ((SHOW_WORD,), "lay one's bid open"),
                ((HIDE_WORD,), "keep one's bid hidden"),
            ]
        )
    )
    for deck in DECKS
}
for _actions in ACTION_TABLES.values():
    assert len(_actions) == ACTIONS
    assert _actions.numbers[bid_text(0)] == BID_ACTION
    assert _actions.numbers[SHOW_WORD] == SHOW_ACTION

_COLOURS = len(COLOURS)

LAYOUT = Layout(
    [
        Feature("phase", 4, 0, 1, "one of: bidding, showing or hiding, playing, round over"),
        Feature("players", 1, 3, 6, "number of players"),
        Feature("round", 1, 0, 32000, "round, from 1"),
        Feature("rounds", 1, 0, 100, "how many rounds are played, 0 with a target"),
        Feature("target", 1, 0, 5000, "the target, 0 without"),
        Feature("six_colours", 1, 0, 1, "whether the deck has six colours of 8 instead of four of 12"),
        Feature("hand_size", 1, 0, 6, "cards dealt to each this round"),
        Feature("hand", DECK_SIZE, 0, 1, "the cards one holds, by number"),
        Feature("seen", DECK_SIZE, 0, 1, "the cards played, and the one turned for trump"),
        Feature("trump", _COLOURS, 0, 1, "the trump colour: R G B Y V O"),
        Feature("led", _COLOURS, 0, 1, "the led colour, all 0 if none is led yet"),
        Feature("trick_colour", _COLOURS * MAX_PLAYERS, 0, 1, f"colour of the card in the trick; {BY_SEAT}"),
        Feature("trick_number", MAX_PLAYERS, 0, 12, "its number, 0 without a card"),
        Feature("trick_place", MAX_PLAYERS, 0, 6, f"1 for the lead, 2 for the next, 0 not yet played; {BY_SEAT}"),
        Feature("bid", MAX_PLAYERS, -1, 6, f"the bid, -1 if none or not known; {BY_SEAT}"),
        Feature("has_bid", MAX_PLAYERS, 0, 1, f"whether the seat has bid; {BY_SEAT}"),
        Feature("shown", MAX_PLAYERS, -1, 1, f"whether the bid lies open, -1 not decided; {BY_SEAT}"),
        Feature("tricks", MAX_PLAYERS, 0, 6, f"tricks taken this round; {BY_SEAT}"),
        Feature("void", _COLOURS * MAX_PLAYERS, 0, 1, f"colours shown not to be held; {BY_SEAT}"),
        Feature("waiting", MAX_PLAYERS, 0, 1, f"whether the seat may act; {BY_SEAT}"),
        Feature("leader", MAX_PLAYERS, 0, 1, f"whether the seat leads this trick; {BY_SEAT}"),
        Feature("dealer", MAX_PLAYERS, 0, 1, f"whether the seat is the dealer; {BY_SEAT}"),
        Feature("total", MAX_PLAYERS, 0, 6000, f"points in the rounds so far; {BY_SEAT}"),
    ],
    [
        Colouring(
            DECK_SIZE // numbers,
            {
                **{name: Run(numbers) for name in ("hand", "seen")},
                **{name: Run(1) for name in ("trump", "led")},
                **{name: Run(1, period=_COLOURS) for name in ("trick_colour", "void")},
            },
            [(0, Run(numbers))],
            when=("six_colours", int(deck == DECKS[DECK_6X8])),
        )
        for deck, numbers in _NUMBERS.items()
    ],
)
