"""Alles oder Nichts: everything put together."""

import numpy as np

from stichwerk.games.alles_oder_nichts import events, hidden, observation, rules, telling, words
from stichwerk.games.alles_oder_nichts.encoding import LAYOUT
from stichwerk.games.alles_oder_nichts.state import BID_ACTION, DECK_SIZE, HIDDEN_BID, MASK_WORDS, STATE
from stichwerk.games.events import happenings_of
from stichwerk.games.rulebook import RuleBook, Secret, verbs_of, words_of
from stichwerk.games.telling import telling_of

BOOK = RuleBook(
    name="alles_oder_nichts",
    state=STATE,
    deck=np.arange(DECK_SIZE, dtype=np.int8),  # AN-1
    mask_words=MASK_WORDS,
    layout=LAYOUT,
    verbs=verbs_of(rules, hidden, observation),
    words=words_of(words),
    telling=telling_of(telling),
    happenings=happenings_of(events),
    secret=Secret("bid", HIDDEN_BID, BID_ACTION),
)
