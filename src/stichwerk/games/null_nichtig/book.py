"""Null & nichtig: everything put together."""

import numpy as np

from stichwerk.games.events import happenings_of
from stichwerk.games.null_nichtig import events, hidden, observation, rules, telling, words
from stichwerk.games.null_nichtig.encoding import LAYOUT
from stichwerk.games.null_nichtig.state import KINDS, NO_CARD, NUMBERS, STATE, WORDS
from stichwerk.games.rulebook import RuleBook, Secret, verbs_of, words_of
from stichwerk.games.telling import telling_of

BOOK = RuleBook(
    name="null_nichtig",
    state=STATE,
    deck=np.array([card for card in range(KINDS) for _ in range(2 if card % NUMBERS == 0 else 1)], np.int8),  # NN-1
    mask_words=WORDS,
    layout=LAYOUT,
    verbs=verbs_of(rules, hidden, observation),
    words=words_of(words),
    telling=telling_of(telling),
    happenings=happenings_of(events),
    secret=Secret("laid", NO_CARD),
)
