"""How those who are connected to a table hear what has happened: some each time with the whole table, others with what
has changed of it since they were told last.

What has changed is found by comparing views and nothing else: the public part in those of a spectator, which is what
everybody may know, and the rest in what was told over the same connection and the view of its seat now.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import Raw, Struct

from stichwerk.protocol import messages
from stichwerk.protocol.changes import NOTHING, Changed, changed
from stichwerk.server.domain.table import Table
from stichwerk.server.wire.happenings import Occurrence
from stichwerk.server.wire.outbox import Moment


@dataclass(frozen=True, eq=False, slots=True)
class Told:
    """What was told last over a connection: after which fact, and how the table was."""

    seq: int
    view: messages.TableView


class Telling:
    """What all connections to a table are told; it remembers how everybody saw the table last."""

    def __init__(self) -> None:
        self._public: messages.TableView | None = None

    def begin(self, table: Table, told: Sequence[Occurrence]) -> "News":
        """Something has happened, and all who listen are about to be told."""
        return News(Moment(table, told), self._public)

    def end(self, news: "News") -> None:
        """All have been told."""
        self._public = news.public

    def forget(self) -> None:
        """Nothing has happened for long: what comes next is compared for each connection alone."""
        self._public = None


class News:
    """What has happened, to be told to one after the other. What is the same for several is made only once."""

    def __init__(self, moment: Moment, before: messages.TableView | None) -> None:
        self._moment, self._before = moment, before
        #: The table as everybody sees it now, where anybody was told what has changed.
        self.public: messages.TableView | None = None
        self._changed: Changed = NOTHING
        self._between: tuple[messages.TableView, messages.TableView] | None = None
        self._raw_changed: Any = None
        self._raw_happenings: dict[tuple[int, ...], tuple[tuple[Struct, ...], Any]] = {}

    def whole(self, seat: int | None) -> bytes:
        """As a client hears it that wants to be told the whole table each time, or does not know it."""
        return messages.encode(self._moment.news(seat))

    def told(self, seat: int | None) -> Told:
        """What is remembered of whoever at this seat has heard of it."""
        return Told(self._moment.seq, self._moment.view(seat))

    def changes(self, seat: int | None, told: Told) -> bytes:
        """As a client hears it that knows the table as it was told last."""
        if self.public is None:
            self._compare()
        own = changed(told.view, self._moment.view(seat), self._changed, self._between)
        happenings = self._encoded(self._moment.happenings(seat))
        parts = (self._moment.seq, told.seq, self._moment.at, self._raw_changed, happenings, own)
        return messages.encode(messages.Changes(*parts))

    def _compare(self) -> None:
        """What has changed for all alike."""
        self.public = self._moment.view(None)
        if self._before is not None:
            self._changed, self._between = changed(self._before, self.public), (self._before, self.public)
        self._raw_changed = Raw(messages.encode(self._changed))

    def _encoded(self, happenings: tuple[Struct, ...]) -> Any:
        key = tuple(map(id, happenings))
        if key not in self._raw_happenings:
            self._raw_happenings[key] = happenings, Raw(messages.encode(happenings))
        return self._raw_happenings[key][1]
