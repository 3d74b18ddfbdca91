"""Rage: the numbers of the actions, and what stands where in an observation."""

from stichwerk.games.colouring import Colouring, Run
from stichwerk.games.encoding import BY_SEAT, Actions, Feature, Layout, action_ranges, colour_cards
from stichwerk.games.moves import bid_text, bid_texts, colour_text
from stichwerk.games.rage.options import ROUNDS
from stichwerk.games.rage.state import (
    ACTION_KINDS,
    ACTIONS,
    BID_ACTION,
    COLOUR_CARDS,
    COLOURS,
    JOKER_ACTION,
    MAX_PLAYERS,
    NUMBERS,
)

ACTION_CARD_NAMES = ("NT", "CT", "+5", "-5", "J")
CARD_NAMES = (*colour_cards(COLOURS, range(NUMBERS)), *ACTION_CARD_NAMES)

ACTION_TABLE = Actions(
    action_ranges(
        [
            (CARD_NAMES[:COLOUR_CARDS], "play this colour card (colour * 16 + number)"),
            (("NT",), "play a no-trump card"),
            (("CT",), "play a change-trump card"),
            (("+5",), "play a plus-five card"),
            (("-5",), "play a minus-five card"),
            ([colour_text("J", colour) for colour in COLOURS], "play a Joker and name its colour"),
            (bid_texts(ROUNDS), "bid this many tricks"),
        ]
    )
)
assert len(ACTION_TABLE) == ACTIONS
assert ACTION_TABLE.numbers[colour_text("J", COLOURS[0])] == JOKER_ACTION
assert ACTION_TABLE.numbers[bid_text(0)] == BID_ACTION

_CARDS = COLOUR_CARDS + ACTION_KINDS

LAYOUT = Layout(
    [
        Feature("phase", 3, 0, 1, "one of: bidding, playing, round over"),
        Feature("players", 1, 2, 8, "number of players"),
        Feature("round", 1, 0, 10, "round, from 1"),
        Feature("hand_size", 1, 0, 10, "cards dealt to each this round"),
        Feature("bidding", 4, 0, 1, "one of: open, plus-minus-one, simultaneous, secret"),
        Feature("march", 1, 0, 1, "whether the march is played"),
        Feature("most_exact", 1, 0, 1, "whether more exact bids win a tie"),
        Feature("hand", _CARDS, 0, 4, "how many of each card one holds: 96 colour cards, NT, CT, +5, -5, J"),
        Feature("seen", _CARDS, 0, 4, "how many of each card were played or turned, in the same order"),
        Feature("trump", 6, 0, 1, "the trump colour, all 0 if there is none: B G R Y V O"),
        Feature("led", 6, 0, 1, "the led colour, all 0 if none is led yet"),
        Feature("trick_colour", 7 * MAX_PLAYERS, 0, 1, f"colour of the card in the trick, 7th: action card; {BY_SEAT}"),
        Feature(
            "trick_number",
            MAX_PLAYERS,
            -1,
            17,
            "its number, 16 and 17 for Jokers, 0 to 3 for NT CT +5 -5, -1 without a card",
        ),
        Feature("trick_place", MAX_PLAYERS, 0, 8, f"1 for the lead, 2 for the next, 0 not yet played; {BY_SEAT}"),
        Feature("bid", MAX_PLAYERS, -1, 10, f"the bid, -1 if none or not known; {BY_SEAT}"),
        Feature("has_bid", MAX_PLAYERS, 0, 1, f"whether the seat has bid; {BY_SEAT}"),
        Feature("tricks", MAX_PLAYERS, 0, 10, f"tricks taken this round; {BY_SEAT}"),
        Feature("fives", MAX_PLAYERS, -3, 3, f"+5 cards less -5 cards won this round; {BY_SEAT}"),
        Feature("void", 6 * MAX_PLAYERS, 0, 1, f"colours shown not to be held; {BY_SEAT}"),
        Feature("waiting", MAX_PLAYERS, 0, 1, f"whether the seat may act; {BY_SEAT}"),
        Feature("leader", MAX_PLAYERS, 0, 1, f"whether the seat leads this trick; {BY_SEAT}"),
        Feature("dealer", MAX_PLAYERS, 0, 1, f"whether the seat is the dealer; {BY_SEAT}"),
        Feature("total", MAX_PLAYERS, -400, 600, f"points in the rounds so far; {BY_SEAT}"),
        Feature("exact", MAX_PLAYERS, 0, 10, f"rounds with an exact bid so far; {BY_SEAT}"),
    ],
    [
        Colouring(
            len(COLOURS),
            {
                "hand": Run(NUMBERS),
                "seen": Run(NUMBERS),
                "trump": Run(1),
                "led": Run(1),
                "trick_colour": Run(1, period=len(COLOURS) + 1),
                "void": Run(1, period=len(COLOURS)),
            },
            [(0, Run(NUMBERS)), (JOKER_ACTION, Run(1))],
        )
    ],
)
