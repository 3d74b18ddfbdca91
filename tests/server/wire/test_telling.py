"""What has changed, put on top of what was known, is the whole table: for every seat, after everything that happens."""

from dataclasses import dataclass
from random import Random

import msgspec
import pytest

from stichwerk.protocol import messages
from stichwerk.protocol.messages import ChangeSeat, Cut, MixSeats, OpenCut, Pause, Rematch, Resume, Start, TableView
from stichwerk.server.wire import outbox
from stichwerk.server.wire.happenings import Occurrence
from stichwerk.server.wire.outbox import Moment
from stichwerk.server.wire.telling import News, Told
from support.matches import SECRETS, VARIANTS
from support.server.clients import from_server, seen_after
from support.server.sittings import BOT, OPEN, Sitting, cut_of

read_view = msgspec.json.Decoder(TableView)


@dataclass
class Listener:
    """Somebody at a table who knows it from messages alone, and what the server remembers of them."""

    seat: int | None
    told: Told | None
    view: TableView
    since: int


class Audience:
    """Everybody at a table, several of them at the same seat, who come and go; they hear of all that happens."""

    def __init__(self, sitting: Sitting, seed: object) -> None:
        self.sitting, self.random = sitting, Random(str(seed))
        self.table = sitting.table
        self.seats = [None, *range(len(self.table.seats))]
        self.listeners = [self.welcomed(seat) for seat in [*self.seats, 0, None]]
        self.events = self.table.event_count
        self.heard = 0
        self.sizes: list[tuple[int, int]] = []

    def welcomed(self, seat: int | None) -> Listener:
        told = News(Moment(self.table, ())).told(seat)
        return Listener(seat, told, as_sent(outbox.view(self.table, seat)), self.table.seq)

    def hear(self) -> None:
        """Tell everybody what has happened, and compare what they know with what there is to be seen."""
        if self.random.random() < 0.1:  # somebody connects, or comes back, and hears nothing of it
            place = self.random.randrange(len(self.listeners))
            self.listeners[place] = self.welcomed(self.listeners[place].seat)
        if self.random.random() < 0.03:  # it has been quiet
            for listener in self.listeners:
                listener.told = None
        count = self.table.event_count
        occurrence = Occurrence(None, min(self.events, count), count)
        self.events = count
        news = News(Moment(self.table, [occurrence]))
        for listener in self.listeners:
            data = news.whole(listener.seat) if listener.told is None else news.changes(listener.seat, listener.told)
            message = from_server.decode(data)
            assert message.happenings == from_server.decode(news.whole(listener.seat)).happenings
            listener.view = seen_after(message, listener.view, listener.since)
            listener.since, listener.told = message.seq, news.told(listener.seat)
            seen = outbox.view(self.table, listener.seat)
            assert listener.view == as_sent(seen)
            self.sizes.append((len(data), len(messages.encode(seen))))
            self.heard += isinstance(message, messages.Changes)


def as_sent(view: TableView) -> TableView:
    return read_view.decode(messages.encode(view))


@pytest.mark.parametrize("kind", VARIANTS)
def test_what_has_changed_makes_the_whole_table(kind):
    game, players, *options = kind
    sitting = Sitting(game, (OPEN,) * (players - 1), options=dict(options), hints=True)
    audience = Audience(sitting, kind)
    for number in range(1, players):
        sitting.join(f"Person {number}")
        audience.hear()
    sitting.come(0)
    for ask in (MixSeats, Start):
        sitting.ask(sitting.table.host or 0, ask)
        audience.hear()
    for seat in range(players):
        sitting.ask(seat, Cut, cut_of(f"salt {seat}"))
        audience.hear()
    for seat in range(players):
        sitting.ask(seat, OpenCut, f"salt {seat}")
        audience.hear()
    for step, _ in enumerate(sitting.play_on(Random(str(kind)))):
        audience.hear()
        if step == 7:
            for what in (Pause, Resume):
                sitting.ask(sitting.table.host or 0, what)
                audience.hear()
        if step > 40:
            break
    assert audience.heard > 20


@pytest.mark.parametrize("kind", SECRETS)
def test_also_from_one_game_to_the_next_and_when_moves_are_taken_back(kind):
    game, players, *options = kind
    short = {"rounds": 1} if game != "rage" else {}
    sitting = Sitting(game, (BOT,) * (players - 1), options=dict(options) | short).start()
    audience, random = Audience(sitting, kind), Random(1)
    taken_back = 0
    for _ in sitting.play_on(random):
        audience.hear()
        if sitting.table.may_take_back(0) and random.random() < 0.3:
            sitting.ask(0, messages.TakeBack)
            audience.hear()
            taken_back += 1
    audience.hear()
    assert sitting.table.status == "over"
    assert taken_back
    sitting.ask(0, Rematch)
    audience.hear()
    sitting.ask(0, Cut, "")
    audience.hear()
    assert sitting.match.round_no == 1
    whole = sum(size for _, size in audience.sizes)
    assert sum(size for size, _ in audience.sizes) < whole / 2


def test_what_is_the_same_for_all_is_told_to_all():
    sitting = Sitting("rage").join("Bernd", "Claudia").start()
    audience = Audience(sitting, 0)
    audience.hear()
    sitting.ask(sitting.match.waiting[0], messages.Move, "bid:1")
    news = News(Moment(sitting.table, ()))
    told = [from_server.decode(news.changes(each.seat, each.told)) for each in audience.listeners if each.told]
    assert {messages.encode(each.changed) for each in told} == {messages.encode(told[0].changed)}
    assert told[0].own == messages.Changed(), "a spectator sees what all see"
    assert not any("hand" in place for place in told[0].changed.places.values())


def test_seats_that_change_their_number_are_told_as_a_whole():
    sitting = Sitting("rage")
    audience = Audience(sitting, 1)
    sitting.come(0)
    for ask in (messages.AddSeat, messages.AddSeat):
        sitting.ask(0, ask)
        audience.hear()
    sitting.join("Bernd")
    audience.hear()
    sitting.ask(1, ChangeSeat, 3)
    audience.hear()
    sitting.ask(0, messages.RemoveSeat, 2)
    audience.seats.pop()
    audience.hear()


def test_other_views_than_those_of_before_are_told_too():
    """However much of it somebody knows: what was told last over the connection counts, and not what others know."""
    sitting = Sitting("alles-oder-nichts", (BOT, BOT)).start()
    audience = Audience(sitting, 2)
    for step, _ in enumerate(sitting.play_on(Random(2))):
        if step % 5 == 0:
            audience.listeners.append(audience.welcomed(0))
        audience.hear()
        if step > 60:
            break
