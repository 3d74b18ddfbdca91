"""The database: the append-only log of every table, its index, and the steps between versions (Alembic)."""
