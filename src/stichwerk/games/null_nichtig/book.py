"""Null & nichtig: everything put together."""

import numpy as np

from stichwerk.games.annotations import annotator_of
from stichwerk.games.events import event_types_of
from stichwerk.games.null_nichtig import annotations, events, hidden, observation, presentation, rules
from stichwerk.games.null_nichtig.encoding import LAYOUT
from stichwerk.games.null_nichtig.state import KINDS, NO_CARD, NUMBERS, RUNS, STATE, WORDS
from stichwerk.games.rulebook import RuleBook, Secret, presentation_of, verbs_of

BOOK = RuleBook(
    name="null_nichtig",
    state=STATE,
    deck=np.array([card for card in range(KINDS) for _ in range(2 if card % NUMBERS == 0 else 1)], np.int8),  # NN-1
    mask_words=WORDS,
    layout=LAYOUT,
    verbs=verbs_of(rules, hidden, observation),
    presentation=presentation_of(presentation),
    annotator=annotator_of(annotations),
    event_types=event_types_of(events),
    secret=Secret("laid", NO_CARD),
    runs=RUNS,
)
