"""The hand-written players: for each game a compiled function ``policy(s, seat, mask, rng, noise) -> action``.

A policy looks only at what its seat may know, so it plays on a hidden state as well as in a world that a search has
dealt. It gives every legal action a value in points; ``noise`` blurs these values by up to so many points.
"""
