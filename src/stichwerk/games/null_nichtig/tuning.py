"""Null & nichtig: numbers for the bots, tuned to its scale of points (experiments/ismcts_constant.md)."""

from stichwerk.games.tuning import Tuning

TUNING = Tuning(uct_c=10.0, slips=(4.0, 4.0))
