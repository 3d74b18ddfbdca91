"""Rage: numbers for the bots, tuned to its scale of points (experiments/ismcts_constant.md, experiments/trained.md)."""

from stichwerk.games.tuning import Tuning

TUNING = Tuning(uct_c=10.0, slips=(20.0, 6.0), expert_temperature=1.5)
