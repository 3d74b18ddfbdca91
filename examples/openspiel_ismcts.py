"""OpenSpiel's information set search at a table of Rage, against random players and against bots of ours.

Every deal is played once with the search at each seat, so that luck with the cards evens out.

    python examples/openspiel_ismcts.py
"""

import numpy as np
from open_spiel.python.algorithms.ismcts import ISMCTSBot

from stichwerk.bots import bot
from stichwerk.envs.spiel_table import RandomRollouts, Resampler, SpielBot, dealt, load
from stichwerk.games import game
from stichwerk.kernel.rng import rng, shuffle


def shuffled(seed: int) -> list[int]:
    """A deck of Rage in random order, as card numbers."""
    deck = game("rage").book.deck.copy()
    shuffle(rng(seed), deck, deck.size)
    return deck.tolist()


def play(deals: int = 3, players: int = 3, round_no: int = 6, simulations: int = 200) -> tuple[float, float]:
    """Mean points of a round: the search, the others."""
    table = load("rage", players=players, round_no=round_no)
    points = np.zeros((deals * players, players))
    for deal in range(deals):
        deck = shuffled(deal)
        for searching in range(players):
            search = ISMCTSBot(
                table, RandomRollouts(seed=deal), 20.0, simulations, random_state=np.random.RandomState(deal)
            )
            search.set_resampler(Resampler(seed=deal))  # the search does not need histories
            others = [SpielBot(bot("random", game("rage")), seat, seed=deal) for seat in range(players)]
            state = dealt(table, deck)
            while not state.is_terminal():
                seat = state.current_player()
                state.apply_action((search if seat == searching else others[seat]).step(state))
            points[deal * players + searching] = np.roll(state.returns(), -searching)
    return float(points[:, 0].mean()), float(points[:, 1:].mean())


if __name__ == "__main__":
    search, others = play(deals=10)
    print(f"points per round: OpenSpiel's search {search:.1f}, random players {others:.1f}")
