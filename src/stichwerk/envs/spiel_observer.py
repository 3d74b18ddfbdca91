"""What OpenSpiel's learners get to see of a round: observations and information states as rows of numbers."""

from typing import Any

import numpy as np

from stichwerk.envs.spiel_round import CHANCE, Tables


class Observer:
    """An observer as OpenSpiel wants it: ``tensor``, parts of it by name in ``dict``, and the same as a string.

    An observation is that of the rule book, feature by feature. An information state has in addition what the seat
    must have remembered: the hand it was dealt (how many of each card), the cards turned from the stock, and all
    actions in order. Cards and actions are numbers there, plus 1; 0 is none yet, -1 a choice the seat cannot know.
    """

    def __init__(self, tables: Tables, perfect_recall: bool) -> None:
        self._tables, self._recall = tables, perfect_recall
        pieces = [(feature.name, feature.size) for feature in tables.book.layout.features]
        self._observed = tables.book.layout.size
        if perfect_recall:
            pieces += [
                ("dealt", len(tables.cards)),
                ("turned", tables.needed - tables.hands_end),
                ("actions", tables.most_actions),
            ]
        self.tensor = np.zeros(sum(size for _, size in pieces), np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for name, size in pieces:
            self.dict[name] = self.tensor[start : start + size]
            start += size

    def set_from(self, state: Any, player: int) -> None:
        """Fill in what the player knows."""
        here = state.round
        self.tensor.fill(0)
        self.tensor[: self._observed] = here.observation(player)
        if self._recall:
            self.dict["dealt"][:] = np.bincount(here.hand(player), minlength=len(self._tables.cards))
            turned = here.turned()
            self.dict["turned"][: len(turned)] = np.array(turned) + 1
            if here.seat != CHANCE:
                actions = here.actions_known(player)
                self.dict["actions"][: len(actions)] = [-1 if action < 0 else action + 1 for action in actions]

    def string_from(self, state: Any, player: int) -> str:
        """The same as a string."""
        here = state.round
        text: str = here.information(player) if self._recall else here.observed(player)
        return text
