"""Null & nichtig: the one record that holds a whole game, and the numbers that stand in it."""

import numpy as np

from stichwerk.kernel.bits import WORD
from stichwerk.kernel.state import record_dtype

MAX_PLAYERS = 6

# Cards and actions are numbered colour * 12 + number. To lay a card and to play it are the same action.
COLOURS = "BGVRY"
NUMBERS = 12
KINDS = len(COLOURS) * NUMBERS
DECK_SIZE = KINDS + len(COLOURS)  # NN-1: every 0 twice

# A hand is two words with a bit per kind, four colours in the first. Behind them, from bit 48 on in the first word and
# bit 12 on in the second, stand the second zeros: equal cards are not told apart.
WORDS = 2
_SECOND_ZERO = tuple(WORD + colour if colour < 4 else NUMBERS for colour in range(len(COLOURS)))
RUNS = np.array(
    [1 << (card % WORD) | (1 << _SECOND_ZERO[card // NUMBERS] if card % NUMBERS == 0 else 0) for card in range(KINDS)],
    np.int64,
)  # the bits that may stand for a card, in its word
KINDS_IN_WORD = ((1 << WORD) - 1, (1 << (KINDS - WORD)) - 1)

MOST_LAID = 3

LAY, PLAY, OVER = range(3)

NO_CARD = -1

STATE = record_dtype(
    [
        ("hand", np.int64, (MAX_PLAYERS, WORDS)),
        ("seen", np.int64, (WORDS,)),  # every card that lies or lay face up
        ("totals", np.int16, (MAX_PLAYERS,)),
        ("scores", np.int16, (MAX_PLAYERS,)),  # of the round just finished
        ("laid", np.int8, (MAX_PLAYERS, MOST_LAID)),  # face down until all have laid
        ("laid_count", np.int8, (MAX_PLAYERS,)),
        ("top", np.int8, (MAX_PLAYERS, len(COLOURS))),
        ("depth", np.int8, (MAX_PLAYERS, len(COLOURS))),
        ("tricks", np.int8, (MAX_PLAYERS,)),
        ("trick_colour", np.int8, (MAX_PLAYERS,)),
        ("trick_number", np.int8, (MAX_PLAYERS,)),
        # Numbers of one card or seat are small; all others have 64 bits, so that arithmetic never mixes widths.
        ("waiting", np.int64),  # the seats that may act, as bits
        ("players", np.int64),
        ("dealer", np.int64),
        ("round_no", np.int64),  # from 1; 0 before the first deal
        ("phase", np.int64),
        ("hand_size", np.int64),
        ("to_lay", np.int64),
        ("tricks_done", np.int64),
        ("leader", np.int64),
        ("played", np.int64),  # cards in the trick
        ("rounds", np.int64),
        ("target", np.int64),  # 0: play a number of rounds
        ("target_rule", np.int64),
        ("teams", np.int64),
        ("collecting", np.int64),
    ]
)
