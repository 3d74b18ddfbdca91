"""A hash for every line of the log, and the head of each: see `stichwerk.server.store.chain`.

The lines that are there get none now: to write all of them anew would take long where much has been played. Each log is
chained with the next line that is appended to it, or by ``stich check-db --repair``.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make room for them."""
    op.add_column("log", sa.Column("hash", sa.LargeBinary, nullable=True))
    op.create_table(
        "heads",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Forget them."""
    op.drop_table("heads")
    op.drop_column("log", "hash")
