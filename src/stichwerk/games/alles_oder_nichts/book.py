"""Alles oder Nichts: everything put together."""

import numpy as np

from stichwerk.games.alles_oder_nichts import annotations, events, hidden, observation, presentation, rules
from stichwerk.games.alles_oder_nichts.encoding import LAYOUT
from stichwerk.games.alles_oder_nichts.state import BID_ACTION, DECK_SIZE, HIDDEN_BID, MASK_WORDS, STATE
from stichwerk.games.annotations import annotator_of
from stichwerk.games.events import event_types_of
from stichwerk.games.rulebook import RuleBook, Secret, presentation_of, verbs_of

BOOK = RuleBook(
    name="alles_oder_nichts",
    state=STATE,
    deck=np.arange(DECK_SIZE, dtype=np.int8),  # AN-1
    mask_words=MASK_WORDS,
    layout=LAYOUT,
    verbs=verbs_of(rules, hidden, observation),
    presentation=presentation_of(presentation),
    annotator=annotator_of(annotations),
    event_types=event_types_of(events),
    secret=Secret("bid", HIDDEN_BID, BID_ACTION),
)
