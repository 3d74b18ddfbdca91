"""What everybody has made of cards that several play: see `stichwerk.server.domain.same_cards`.

Tables of before have none.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make room for it in the index."""
    op.add_column("tables", sa.Column("same_cards", sa.String(64), nullable=True))
    op.add_column("tables", sa.Column("points", sa.Integer, nullable=True))
    op.create_index("tables_same_cards", "tables", ["same_cards"])


def downgrade() -> None:
    """Forget it."""
    op.drop_index("tables_same_cards", "tables")
    op.drop_column("tables", "points")
    op.drop_column("tables", "same_cards")
