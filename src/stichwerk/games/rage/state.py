"""Rage: the one record that holds a whole game, and the numbers that stand in it."""

import numpy as np

from stichwerk.games.rage.options import ROUNDS
from stichwerk.kernel.bits import WORD
from stichwerk.kernel.state import record_dtype

MAX_PLAYERS = 8

# Cards are numbered colour * 16 + number; then the five kinds of action cards.
COLOURS = "BGRYVO"
NUMBERS = 16
COLOUR_CARDS = len(COLOURS) * NUMBERS
NT, CT, PLUS, MINUS, JOKER = range(COLOUR_CARDS, COLOUR_CARDS + 5)
ACTION_KINDS = JOKER - NT + 1

# Actions are numbered like the cards, but a Joker is played with its colour, and bids follow.
JOKER_ACTION = JOKER
BID_ACTION = JOKER_ACTION + len(COLOURS)
ACTIONS = BID_ACTION + ROUNDS + 1

# A hand is three words: three colours each in the first two, the action cards in the third. There, a run of bits
# stands for each kind, filled from below: equal cards are not told apart.
WORDS = 3
ACTION_WORD = 2
RUN_START = (0, 4, 8, 11, 14)
RUN_LENGTH = (4, 4, 3, 3, 2)
RUNS = np.array(
    [1 << (card % WORD) for card in range(COLOUR_CARDS)]
    + [((1 << length) - 1) << start for start, length in zip(RUN_START, RUN_LENGTH, strict=True)],
    np.int64,
)  # the bits that may stand for a card, in its word
DECK_SIZE = COLOUR_CARDS + sum(RUN_LENGTH)

#: The colour of a card that has none, in a trick. (No colour at all is `kernel.tricks.NO_COLOUR`.)
ACTION_COLOUR = 6
JOKER_NUMBER = 16

#: RG-3: every card turned is one of 16 action cards or of at most 1 + 8 colour cards, one after each CT or NT
#: played; a played one is not turned itself. So no round ever turns more than 17 cards.
STOCK = 17

BID, PLAY, OVER = range(3)

NO_BID = -1
HIDDEN_BID = -2
HIDDEN_CARD = -1

STATE = record_dtype(
    [
        ("hand", np.int64, (MAX_PLAYERS, WORDS)),
        ("seen", np.int64, (WORDS,)),  # every card that was played or turned
        ("totals", np.int16, (MAX_PLAYERS,)),
        ("scores", np.int16, (MAX_PLAYERS,)),  # of the round just finished
        ("exact", np.int8, (MAX_PLAYERS,)),  # rounds with an exact bid so far
        ("bid", np.int8, (MAX_PLAYERS,)),
        ("tricks", np.int8, (MAX_PLAYERS,)),
        ("fives", np.int8, (MAX_PLAYERS,)),  # +5 cards won less -5 cards won
        ("void", np.int8, (MAX_PLAYERS,)),  # colours the seat has shown not to hold, as bits
        ("trick_colour", np.int8, (MAX_PLAYERS,)),
        ("trick_number", np.int8, (MAX_PLAYERS,)),
        ("stock", np.int8, (STOCK,)),  # top first
        # Numbers of one card or seat are small; all others have 64 bits, so that arithmetic never mixes widths.
        ("turned", np.int64),  # how many cards of the stock have been turned
        ("waiting", np.int64),  # the seats that may act, as bits
        ("players", np.int64),
        ("dealer", np.int64),
        ("round_no", np.int64),  # 1 to 10; 0 before the first deal
        ("phase", np.int64),
        ("hand_size", np.int64),
        ("tricks_done", np.int64),
        ("leader", np.int64),
        ("played", np.int64),  # cards in the trick
        ("led", np.int64),
        ("trump", np.int64),
        ("trick_fives", np.int64),
        ("bidding", np.int64),
        ("march", np.int64),
        ("tie_break", np.int64),
    ]
)
