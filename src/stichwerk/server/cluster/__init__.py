"""Several processes as one server: links between them, and what is relayed over these. (Who leads which table is known
below, in ``live.leadership``.)
"""
