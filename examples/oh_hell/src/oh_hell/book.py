"""Oh Hell: everything put together."""

import numpy as np

from oh_hell import hidden, observation, rules, telling, words
from oh_hell.encoding import LAYOUT
from oh_hell.state import DECK_SIZE, MASK_WORDS, STATE
from stichwerk.games.rulebook import RuleBook, verbs_of, words_of
from stichwerk.games.telling import telling_of

BOOK = RuleBook(
    name="oh_hell",
    state=STATE,
    deck=np.arange(DECK_SIZE, dtype=np.int8),  # OH-1
    mask_words=MASK_WORDS,
    layout=LAYOUT,
    verbs=verbs_of(rules, hidden, observation),
    words=words_of(words),
    telling=telling_of(telling),
)
