"""How those who are connected to a table hear what has happened: some each time with the whole table, others with what
has changed of it since they were told last.

What has changed for all is found by comparing what a spectator saw and sees, which is what everybody may know; and for
each seat, what it sees otherwise is compared with that of the last time.
"""

from typing import Any

from msgspec import Raw, Struct

from stichwerk.games.plain_data import PlainData
from stichwerk.protocol import messages
from stichwerk.protocol.changes import Changed, changed, on_top
from stichwerk.server.wire.outbox import Moment


class Told(PlainData, frozen=True, eq=False):
    """What was told last over a connection: after which fact, how all saw the table, and what only its seat saw."""

    seq: int
    public: messages.TableView
    own: Changed


class News:
    """What has happened, to be told to one after the other. What is the same for several is made only once."""

    def __init__(self, moment: Moment) -> None:
        self._moment = moment
        # By what was told before, which mostly is the same view for all who listen.
        self._changed: dict[int, tuple[messages.TableView, Changed, Any]] = {}
        self._happenings: dict[tuple[int, ...], tuple[tuple[Struct, ...], Any]] = {}

    def whole(self, seat: int | None) -> bytes:
        """As a client hears it that wants to be told the whole table each time, or does not know it."""
        return messages.encode(self._moment.news(seat))

    def told(self, seat: int | None) -> Told:
        """What is remembered of whoever at this seat has heard of it."""
        return Told(self._moment.seq, self._moment.public, self._moment.own(seat))

    def changes(self, seat: int | None, told: Told) -> bytes:
        """As a client hears it that knows the table as it was told last."""
        moment = self._moment
        for_all, encoded = self._changed_since(told.public)
        own = on_top(told.own, moment.own(seat), for_all, moment.public)
        happenings = self._encoded(moment.happenings(seat))
        return messages.encode(messages.Changes(moment.seq, told.seq, moment.at, encoded, happenings, own))

    def _changed_since(self, before: messages.TableView) -> tuple[Changed, Any]:
        """What has changed for all alike, also as it is sent."""
        if id(before) not in self._changed:
            found = changed(before, self._moment.public)
            self._changed[id(before)] = before, found, Raw(messages.encode(found))
        _, found, encoded = self._changed[id(before)]
        return found, encoded

    def _encoded(self, happenings: tuple[Struct, ...]) -> Any:
        key = tuple(map(id, happenings))
        if key not in self._happenings:
            self._happenings[key] = happenings, Raw(messages.encode(happenings))
        return self._happenings[key][1]
