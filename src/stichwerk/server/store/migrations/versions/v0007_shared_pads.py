"""Score pads that are shared have logs beside those of tables: see `stichwerk.server.domain.shared_pads`.

They need no room of their own. But an older Stichwerk would take them for tables that are damaged, so that it is told
that this database is not for it.
"""

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Nothing is missing."""


def downgrade() -> None:
    """Nothing is too much."""
