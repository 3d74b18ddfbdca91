"""Oh Hell: everything put together."""

import numpy as np

from oh_hell import annotations, hidden, observation, presentation, rules
from oh_hell.encoding import LAYOUT
from oh_hell.state import DECK_SIZE, MASK_WORDS, STATE
from stichwerk.games.annotations import annotator_of
from stichwerk.games.rulebook import RuleBook, presentation_of, verbs_of

BOOK = RuleBook(
    name="oh_hell",
    state=STATE,
    deck=np.arange(DECK_SIZE, dtype=np.int8),  # OH-1
    mask_words=MASK_WORDS,
    layout=LAYOUT,
    verbs=verbs_of(rules, hidden, observation),
    presentation=presentation_of(presentation),
    annotator=annotator_of(annotations),
)
