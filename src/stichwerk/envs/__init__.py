"""Environments for research, in the extra ``stichwerk[envs]``: many games at once, Gymnasium, PettingZoo, OpenSpiel.

Nothing here is loaded before it is asked for. `stichwerk.envs.vector` needs no other library; `gymnasium`,
`pettingzoo` and `openspiel` each need the one they are named after.
"""
