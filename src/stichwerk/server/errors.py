"""What can go wrong at a table or with the store: each a code for programs and a sentence for the person concerned."""

from stichwerk.errors import StichwerkError


class UnknownTable(StichwerkError):
    """There is no such table, or no game of that number at it."""

    code = "unknown-table"


class UnreadableLog(StichwerkError):
    """A table whose log a newer version has written, or whose log is damaged. Nothing of it is changed or lost."""

    code = "bad-log"


class DamagedLog(UnreadableLog):
    """A table whose log is not as it was written. ``flaws``: what is wrong with it, for those who run the server."""

    def __init__(self, flaws: str) -> None:
        super().__init__(
            "this table is damaged: what is stored of it is not what was played; it is kept as it is, and whoever runs "
            "this server finds more in its log"
        )
        self.flaws = flaws


class NoEntry(StichwerkError):
    """A token, an invite or a code that does not open this door; or something that only the host may do."""

    code = "no-entry"


class BadName(StichwerkError):
    """A name that cannot be shown at a table."""

    code = "bad-name"


class BadWish(StichwerkError):
    """A table, a pace or a seat that cannot be had as asked for."""

    code = "bad-wish"


class NotNow(StichwerkError):
    """Something that is possible at this table, but not at this time."""

    code = "not-now"


class StoreError(StichwerkError):
    """The database cannot be opened, read or written."""

    code = "db-error"


class Conflict(StoreError):
    """Somebody else has written this row first: read again, and decide anew."""

    code = "db-conflict"


class LedElsewhere(StichwerkError):
    """Another process leads this table: ``process``, which the others reach at ``address`` (empty: it is just
    changing).
    """

    code = "elsewhere"

    def __init__(self, table: str, process: str = "", address: str = "") -> None:
        super().__init__("another process of this server leads the table: try again in a moment")
        self.table, self.process, self.address = table, process, address


class Fenced(Conflict):
    """This process does not lead the table any more: whatever it has of it in memory is to be thrown away."""

    def __init__(self, table: str) -> None:
        super().__init__("another process leads this table by now")
        self.table = table
