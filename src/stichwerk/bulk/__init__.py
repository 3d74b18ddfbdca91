"""Games by the million: simulated, checked, written as tables of decisions and read back, on all cores or a cluster.

In between, a game is a `Transcript`: its decks, actions and scores as numbers, which compiled code can play again.
"""
