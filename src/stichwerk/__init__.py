"""Stichwerk, the home of three trick-taking card games: Null & nichtig, Rage, Alles oder Nichts."""

__version__ = "0.1.0"
