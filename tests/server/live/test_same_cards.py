"""The same cards for several tables: of a day, and of a game that somebody has finished."""

from typing import Any

import pytest

from stichwerk.errors import StichwerkError
from stichwerk.play.fairness import doubts
from stichwerk.play.record import read
from stichwerk.play.verify import check
from stichwerk.protocol import messages
from stichwerk.protocol.messages import NewTable, SameCards, SeatWish
from stichwerk.server.live.directory import Directory
from stichwerk.server.live.replays import Replays
from stichwerk.server.live.runner import Runner
from stichwerk.server.store.log import Store
from support.server.clients import Client, in_loop, loaded
from support.server.sittings import BOT, OPEN, Sitting

#: Noon of the first of March 2026, in milliseconds since 1970.
NOON = 1_772_366_400_000
TODAY = SameCards(day="2026-03-01")


@pytest.fixture
def store(sqlite_url, open_store) -> Store:
    return open_store(sqlite_url)


class Steady(Client):
    """Somebody who always plays the first that is allowed."""

    def choice(self, view: messages.TableView) -> str:
        play = view.play
        assert play is not None
        assert view.you is not None
        if play.to_lay:
            return "lay:" + ",".join(play.table.places[view.you].hand[: play.to_lay])
        return play.legal[0]


async def played(directory: Directory, wish: NewTable) -> tuple[Steady, Any]:
    """A whole game at a new table; its record."""
    client = Steady(directory, await directory.open(wish))
    await client.connect()
    await client.send(messages.Start)
    await client.play()
    record = read(await directory.queries.record(client.seat.table, 1))
    check(record)
    return client, record


@pytest.mark.parametrize("game", ["alles-oder-nichts", "null-nichtig", "rage"])
@in_loop
async def test_the_day_is_the_same_for_everybody(store, game):
    directory = Directory(store, now=lambda: NOON)
    bots = Runner(directory, natural=lambda pace: 0)
    wish = NewTable(game, "Anja", [SeatWish("bot", 3)], same_cards=TODAY)
    (first, one), (_, other) = [await played(directory, wish) for _ in range(2)]
    assert len(one.seats) == 4
    assert one.rounds == other.rounds
    assert one.extra["same_cards"] == {"day": "2026-03-01"}
    assert any("could know" in doubt for doubt in doubts(one))
    told = await directory.queries.points_of_day("2026-03-01", game, 3)
    assert told.points == (one.total[0],) * 2
    assert (await directory.queries.points_of_day("2026-03-01", game, 5)).points == ()
    view = await directory.queries.view(first.seat.table)
    assert view.same_cards == TODAY
    assert [seat.level for seat in view.seats] == [None, 3, 3, 3]
    await bots.close()
    await directory.close()


@in_loop
async def test_another_day_has_other_cards_and_a_rematch_too(store):
    directory = Directory(store, now=lambda: NOON)
    bots = Runner(directory, natural=lambda pace: 0)
    hands = []
    for day in ("2026-03-01", "2026-02-28"):
        wish = NewTable("alles-oder-nichts", "Anja", [SeatWish("bot", 3)], same_cards=SameCards(day=day))
        client, record = await played(directory, wish)
        hands.append(record.rounds[0].hands)
    await client.send(messages.Rematch)
    table = loaded(directory, client.seat.table)
    assert table.number == 2
    assert table.known_deal is None
    assert table.status == "cutting"
    assert hands[0] != hands[1]
    await bots.close()
    await directory.close()


WRONG = [
    ({"same_cards": SameCards(day="2026-03-03")}, "not-yet"),
    ({"same_cards": SameCards(day="20260301")}, "bad-day"),
    ({"same_cards": SameCards(day="2026-02-30")}, "bad-day"),
    ({"same_cards": SameCards()}, "bad-wish"),
    ({"same_cards": TODAY, "seats": [SeatWish("bot", 4)]}, "bad-wish"),
    ({"same_cards": TODAY, "seats": [SeatWish("bot", 3), SeatWish("bot", 5)]}, "bad-wish"),
    ({"same_cards": TODAY, "game": "chess"}, "unknown-game"),
    ({"same_cards": SameCards(table="nowhere", game=1)}, "unknown-game-number"),
]


@pytest.mark.parametrize(("wish", "code"), WRONG, ids=[f"{code} {nth}" for nth, (_, code) in enumerate(WRONG)])
@in_loop
async def test_wishes_that_cannot_be_granted(store, wish, code):
    directory = Directory(store, now=lambda: NOON)
    usual: dict[str, Any] = {"game": "rage", "name": "Anja", "seats": []}
    with pytest.raises(StichwerkError) as problem:
        await directory.open(NewTable(**{**usual, **wish}))
    assert problem.value.code == code
    await directory.close()


@in_loop
async def test_the_seats_stay_as_they_are(store):
    directory = Directory(store, now=lambda: NOON)
    seat = await directory.open(NewTable("rage", "Anja", [OPEN, OPEN], same_cards=TODAY, listed=True))
    asks = (
        messages.AddSeat("1"),
        messages.SetSeat("2", 1, "open"),
        messages.RemoveSeat("3", 1),
        messages.MixSeats("4"),
    )
    for ask in asks:
        with pytest.raises(StichwerkError) as problem:
            await directory.ask(seat.table, seat.token, ask)
        assert problem.value.code == "same-cards"
    view = await directory.queries.view(seat.table)
    assert (view.listed, view.late_guests) == (False, False)
    assert [each.level for each in view.seats] == [None, 5, 5, 5]
    await directory.close()


@in_loop
async def test_a_game_is_a_challenge_for_others(store):
    directory = Directory(store, now=lambda: NOON)
    bots = Runner(directory, natural=lambda pace: 0)
    solo = NewTable("rage", "Anja", [SeatWish("bot", 1), SeatWish("bot", 2)], options={"bidding": "simultaneous"})
    first, record = await played(directory, solo)
    same = SameCards(table=first.seat.table, game=1)
    friend, other = await played(directory, NewTable("rage", "Bernd", [], same_cards=same))
    assert [part.hands for part in other.rounds] == [part.hands for part in record.rounds]
    assert [part.dealer for part in other.rounds] == [part.dealer for part in record.rounds]
    assert (other.options, other.extra["bots"]) == (record.options, record.extra["bots"])
    assert (await directory.queries.points_of_game(first.seat.table, 1)).points == (other.total[0],)
    with pytest.raises(StichwerkError, match="Rage"):
        await directory.open(NewTable("null-nichtig", "Eva", [], same_cards=same))
    # A friend of the friend plays the same cards, too.
    _, again = await played(
        directory, NewTable("rage", "Claudia", [], same_cards=SameCards(table=friend.seat.table, game=1))
    )
    assert again.rounds == other.rounds
    await bots.close()
    await directory.close()


@in_loop
async def test_who_is_challenged_to_the_deal_of_a_day_has_played_it(store):
    directory = Directory(store, now=lambda: NOON)
    bots = Runner(directory, natural=lambda pace: 0)
    wish = NewTable("alles-oder-nichts", "Anja", [SeatWish("bot", 3)], same_cards=TODAY)
    first, one = await played(directory, wish)
    same = SameCards(table=first.seat.table, game=1)
    friend, other = await played(directory, NewTable("alles-oder-nichts", "Bernd", [], same_cards=same))
    assert other.rounds == one.rounds
    assert len((await directory.queries.points_of_day("2026-03-01", "alles-oder-nichts", 3)).points) == 2
    whose = SameCards(day="2026-03-01", table=first.seat.table, game=1)
    assert (await directory.queries.view(friend.seat.table)).same_cards == whose
    await bots.close()
    await directory.close()


@in_loop
async def test_what_cannot_be_a_challenge(store):
    directory = Directory(store, now=lambda: NOON)
    seat = await directory.open(NewTable("rage", "Anja", [BOT]))
    await directory.ask(seat.table, seat.token, messages.Start("s"))
    for number, code in ((1, "game-not-over"), (2, "unknown-game-number")):
        with pytest.raises(StichwerkError) as problem:
            await directory.open(NewTable("rage", "Eva", [], same_cards=SameCards(table=seat.table, game=number)))
        assert problem.value.code == code
    await directory.close()


@in_loop
async def test_a_challenge_whose_game_is_not_installed(store):
    """It says so, to whoever looks at it and to whoever takes it up, and is kept."""
    sitting = Sitting("alles-oder-nichts", (BOT, BOT), options={"rounds": 1}).start().play_out()
    lines = [line.fact.replace(b"alles-oder-nichts", b"skat") for line in sitting.log]
    store.append("TABLE", 1, sitting.log[-1].at, lines, None).result()
    directory = Directory(store, now=lambda: NOON)
    challenge = NewTable("rage", "Eva", [], same_cards=SameCards(table="TABLE", game=1))
    for ask in (directory.queries.view("TABLE"), directory.open(challenge)):
        with pytest.raises(
            StichwerkError, match="a game that is not installed here; it is kept until it is"
        ) as problem:
            await ask
        assert problem.value.code == "unknown-game"
    assert len(store.lines("TABLE")) == len(lines)
    await directory.close()


@in_loop
async def test_what_masters_make_of_the_cards_is_the_same_for_all_who_play_the_day(store):
    directory = Directory(store, now=lambda: NOON)
    bots = Runner(directory, natural=lambda pace: 0)
    replays = Replays(directory)
    wish = NewTable("alles-oder-nichts", "Anja", [SeatWish("bot", 3)], same_cards=TODAY)
    tables = [(await played(directory, wish))[0].seat.table for _ in range(2)]
    first, other = [await replays.par(table, 1, 0) for table in tables]
    assert first == other
    assert 0 < first.error < first.points
    assert await replays.par(tables[0], 1, 1) != first, "somebody else's cards"
    with pytest.raises(StichwerkError) as refused:
        await replays.par(tables[0], 1, 4)
    assert refused.value.code == "unknown-seat"
    replays.close()
    await bots.close()
    await directory.close()
