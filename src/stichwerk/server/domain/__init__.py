"""A table without clock, network or database: its facts, what may be asked of it, and what follows. All is pure."""
