"""Reviews as if all cards had been open, beside those from what could be known."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_KEPT = "table_id, game, format, review"


def _room(name: str, *more: sa.Column[bool]) -> None:
    op.create_table(
        name,
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("game", sa.Integer, primary_key=True, autoincrement=False),
        *more,
        sa.Column("format", sa.Integer, nullable=False),
        sa.Column("review", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )


def upgrade() -> None:
    """All that are there are of the usual kind. (SQLite cannot change a key: they move.)"""
    op.rename_table("reviews", "usual_reviews")
    _room("reviews", sa.Column("open_cards", sa.Boolean, primary_key=True))
    op.execute(f"INSERT INTO reviews ({_KEPT}, open_cards) SELECT {_KEPT}, false FROM usual_reviews")
    op.drop_table("usual_reviews")


def downgrade() -> None:
    """Forget those with open cards."""
    op.rename_table("reviews", "all_reviews")
    _room("reviews")
    op.execute(f"INSERT INTO reviews ({_KEPT}) SELECT {_KEPT} FROM all_reviews WHERE NOT open_cards")
    op.drop_table("all_reviews")
