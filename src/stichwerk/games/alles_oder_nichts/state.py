"""Alles oder Nichts: the one record that holds a whole game, and the numbers that stand in it."""

import numpy as np

from stichwerk.games.alles_oder_nichts.options import MOST_CARDS
from stichwerk.kernel.state import record_dtype

MAX_PLAYERS = 6

# AN-1: cards are numbered colour * 12 + number - 1 or, with six colours, colour * 8 + number - 1.
DECK_SIZE = 48
COLOURS = "RGBYVO"
NUMBERS_IN_FOUR, NUMBERS_IN_SIX = 12, 8

# Actions: the cards, then the bids, then whether the bid lies open.
BID_ACTION = DECK_SIZE
SHOW_ACTION = BID_ACTION + MOST_CARDS + 1
HIDE_ACTION = SHOW_ACTION + 1
ACTIONS = HIDE_ACTION + 1
#: The cards fill one word; the other actions stand in the second.
MASK_WORDS = 2

BID, SHOW, PLAY, OVER = range(4)

NO_BID = -1
HIDDEN_BID = -2
UNDECIDED, KEPT_HIDDEN, SHOWN = -1, 0, 1

STATE = record_dtype(
    [
        ("hand", np.int64, (MAX_PLAYERS, 1)),
        ("seen", np.int64, (1,)),  # every card that was played, and the one turned for trump
        ("totals", np.int16, (MAX_PLAYERS,)),
        ("scores", np.int16, (MAX_PLAYERS,)),  # of the round just finished
        ("bid", np.int8, (MAX_PLAYERS,)),
        ("shown", np.int8, (MAX_PLAYERS,)),
        ("tricks", np.int8, (MAX_PLAYERS,)),
        ("void", np.int8, (MAX_PLAYERS,)),  # colours the seat has shown not to hold, as bits
        ("trick_colour", np.int8, (MAX_PLAYERS,)),
        ("trick_number", np.int8, (MAX_PLAYERS,)),
        # Numbers of one card or seat are small; all others have 64 bits, so that arithmetic never mixes widths.
        ("turned", np.int64),  # the card turned for trump
        ("waiting", np.int64),  # the seats that may act, as bits
        ("players", np.int64),
        ("dealer", np.int64),
        ("round_no", np.int64),  # from 1; 0 before the first deal
        ("phase", np.int64),
        ("hand_size", np.int64),
        ("tricks_done", np.int64),
        ("leader", np.int64),
        ("played", np.int64),  # cards in the trick
        ("led", np.int64),
        ("trump", np.int64),
        ("deck", np.int64),
        ("rounds", np.int64),
        ("target", np.int64),  # 0: play a number of rounds
    ]
)
