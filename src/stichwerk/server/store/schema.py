"""The tables of the database. ``log`` is the truth; ``tables`` and ``seats`` are an index that follows from it, and
``heads`` tells where each log ends.

``reviews`` keeps what took long to find out, ``profiles`` which games are whose. Where several processes share the
database, ``processes`` and ``leases`` tell who leads which table. ``settings`` keeps what belongs
to this database and is in no log: the key that signs invites.
"""

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, LargeBinary, MetaData, String, Table

metadata = MetaData()

#: What has happened: per table one line after the other, never changed, never removed.
log = Table(
    "log",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),  # milliseconds since 1970
    Column("fact", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=True),  # of this line and those before; old lines have none: see `chain`
    sqlite_with_rowid=False,
)

#: The last line of each log, as of a few seconds ago: without it, nobody would miss a line at the end.
heads = Table(
    "heads",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

#: One row per table, for lists and for short codes (null when nobody may join any more).
tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("code", String(16), nullable=True, unique=True),
    Column("status", String(16), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("summary", LargeBinary, nullable=False),
    Column("same_cards", String(64), nullable=True),  # whose cards they are, where others play them too
    Column("points", Integer, nullable=True),  # what came of them
    Index("tables_listed", "listed", "status", "changed_at"),
    Index("tables_same_cards", "same_cards"),
)

#: Who holds which seat, by the hash of the seat's token.
seats = Table(
    "seats",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("table_id", String(32), nullable=False, index=True),
    Column("seat", Integer, nullable=False),
)

#: What was found out about games that are over. They can be made again from the log, which takes a while.
reviews = Table(
    "reviews",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("game", Integer, primary_key=True, autoincrement=False),  # its number at the table
    Column("open_cards", Boolean, primary_key=True),
    Column("format", Integer, nullable=False),
    Column("review", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

#: The finished games of whoever has a secret, by its hash, with what is kept of them for the owner.
profiles = Table(
    "profiles",
    metadata,
    Column("owner", String(64), primary_key=True),
    Column("table_id", String(32), primary_key=True),
    Column("game", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

#: The processes that share this database, if several do, and when each was last heard of: see `leases`.
processes = Table(
    "processes",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("address", String(255), nullable=False),  # where the others reach it
    Column("machine", String(255), nullable=False),
    Column("version", String(32), nullable=False),
    Column("speaks", Integer, nullable=False),  # the version of what processes say to each other
    Column("secret", String(64), nullable=False),  # a fingerprint of the cluster's secret
    Column("beat", BigInteger, nullable=False),  # by the database's clock, in milliseconds since 1970
)

#: Which of them leads a table. With each new leader its epoch goes up.
leases = Table(
    "leases",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("epoch", BigInteger, nullable=False),
    Column("holder", String(32), nullable=True),  # null: it was given back
    Column("people", Integer, nullable=False, server_default="0"),  # connected there: a hint, for the lists
    Index("leases_holder", "holder"),
    sqlite_with_rowid=False,
)

settings = Table(
    "settings",
    metadata,
    Column("key", String(32), primary_key=True),
    Column("value", String(256), nullable=False),
)
