"""Oh Hell: the one record that holds a whole game, and the numbers that stand in it."""

import numpy as np

from oh_hell.options import MOST_CARDS
from stichwerk.kernel.state import record_dtype

MAX_PLAYERS = 7

# OH-1: cards are numbered suit * 13 + rank. A set of them is one word of 52 bits.
SUITS = "CDHS"
RANKS = 13
DECK_SIZE = len(SUITS) * RANKS
SUIT = (1 << RANKS) - 1  # the cards of the first suit

# Actions: the cards, then the bids. A mask of them has two words of 48 bits.
BID_ACTION = DECK_SIZE
ACTIONS = BID_ACTION + MOST_CARDS + 1
MASK_WORDS = 2

BID, PLAY, OVER = range(3)

NO_BID = -1
NO_CARD = -1

STATE = record_dtype(
    [
        ("hand", np.int64, (MAX_PLAYERS,)),  # the cards as bits
        ("seen", np.int64),  # every card that was played, and the one turned for trump
        ("totals", np.int16, (MAX_PLAYERS,)),
        ("scores", np.int16, (MAX_PLAYERS,)),  # of the round just finished
        ("bid", np.int8, (MAX_PLAYERS,)),
        ("tricks", np.int8, (MAX_PLAYERS,)),
        ("void", np.int8, (MAX_PLAYERS,)),  # suits the seat has shown not to hold, as bits
        ("trick_colour", np.int8, (MAX_PLAYERS,)),  # suits of the cards in the trick, in the order played
        ("trick_number", np.int8, (MAX_PLAYERS,)),  # and their ranks
        ("turned", np.int64),  # the card turned for trump
        ("trump", np.int64),
        ("led", np.int64),
        ("leader", np.int64),
        ("played", np.int64),  # how many cards are in the trick
        ("tricks_done", np.int64),
        ("waiting", np.int64),  # the seats that may act, as bits
        ("phase", np.int64),
        ("hand_size", np.int64),
        ("players", np.int64),
        ("dealer", np.int64),
        ("round_no", np.int64),  # from 1; 0 before the first deal
        # The options, as `OhHellOptions.vector` writes them.
        ("hands", np.int64),
        ("most", np.int64),  # the largest hands
        ("rounds", np.int64),
        ("hook", np.int64),
    ]
)
