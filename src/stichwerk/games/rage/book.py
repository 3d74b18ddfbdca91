"""Rage: everything put together."""

import numpy as np

from stichwerk.games.annotations import annotator_of
from stichwerk.games.events import event_types_of
from stichwerk.games.rage import annotations, events, hidden, observation, presentation, rules
from stichwerk.games.rage.encoding import LAYOUT
from stichwerk.games.rage.state import BID_ACTION, COLOUR_CARDS, HIDDEN_BID, NT, RUN_LENGTH, RUNS, STATE, WORDS
from stichwerk.games.rulebook import RuleBook, Secret, presentation_of, verbs_of

_ACTION_CARDS = [NT + kind for kind, copies in enumerate(RUN_LENGTH) for _ in range(copies)]

BOOK = RuleBook(
    name="rage",
    state=STATE,
    deck=np.array([*range(COLOUR_CARDS), *_ACTION_CARDS], np.int8),  # RG-1
    mask_words=WORDS,
    layout=LAYOUT,
    verbs=verbs_of(rules, hidden, observation),
    presentation=presentation_of(presentation),
    annotator=annotator_of(annotations),
    event_types=event_types_of(events),
    secret=Secret("bid", HIDDEN_BID, BID_ACTION),
    runs=RUNS,
)
