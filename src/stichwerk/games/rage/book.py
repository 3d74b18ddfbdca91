"""Rage: everything put together."""

import numpy as np

from stichwerk.games.events import happenings_of
from stichwerk.games.rage import events, hidden, observation, rules, telling, words
from stichwerk.games.rage.encoding import LAYOUT
from stichwerk.games.rage.state import BID_ACTION, COLOUR_CARDS, HIDDEN_BID, NT, RUN_LENGTH, STATE, WORDS
from stichwerk.games.rulebook import RuleBook, Secret, verbs_of, words_of
from stichwerk.games.telling import telling_of

_ACTION_CARDS = [NT + kind for kind, copies in enumerate(RUN_LENGTH) for _ in range(copies)]

BOOK = RuleBook(
    name="rage",
    state=STATE,
    deck=np.array([*range(COLOUR_CARDS), *_ACTION_CARDS], np.int8),  # RG-1
    mask_words=WORDS,
    layout=LAYOUT,
    verbs=verbs_of(rules, hidden, observation),
    words=words_of(words),
    telling=telling_of(telling),
    happenings=happenings_of(events),
    secret=Secret("bid", HIDDEN_BID, BID_ACTION),
)
