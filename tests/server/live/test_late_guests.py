"""Who comes late, at a server: until the next deal they hear what any spectator hears, byte for byte."""

import json

import pytest

from stichwerk.errors import StichwerkError
from stichwerk.protocol import messages
from stichwerk.protocol.messages import Hello, JoinTable, LookAtTable, NewTable
from stichwerk.server.live.directory import Directory
from stichwerk.server.live.runner import Runner
from stichwerk.server.store.log import Store
from support.server.clients import Client, in_loop, loaded, next_of
from support.server.sittings import BOT, match_at

SECRET = "a secret that is long enough"


@pytest.fixture
def store(sqlite_url, open_store) -> Store:
    return open_store(sqlite_url)


def told(connection) -> list[bytes]:
    found = list(connection._waiting)
    connection._waiting.clear()
    return found


@in_loop
@pytest.mark.parametrize("game", ["alles-oder-nichts", "null-nichtig", "rage"])
async def test_until_the_next_deal_a_guest_hears_what_a_spectator_hears(store, game):
    directory = Directory(store)
    bots = Runner(directory, natural=lambda pace: 0)
    options = {"bidding": "secret"} if game == "rage" else {"rounds": 2}
    seat = await directory.open(NewTable(game, "Anja", [BOT, BOT], options=options))
    host = Client(directory, seat, seed=3, version=1)
    await host.connect()
    await directory.ask(seat.table, seat.token, messages.Start("s"))
    await directory.ask(seat.table, seat.token, messages.Cut("c", ""))
    invite = (await directory.invite(seat.table, seat.token, None)).invite
    door = await directory.look(LookAtTable(invite=invite))
    assert (door.host, door.free, door.table.status, door.round) == ("Anja", (1, 2), "playing", 1)
    guest = await directory.join(JoinTable("Lena", invite=invite, seat=2, secret=SECRET))
    assert guest.waits
    assert await directory.join(JoinTable("Lena", invite=invite, seat=2, secret=SECRET)) == guest
    late = await directory.connect(Hello(seat.table, token=guest.token))
    spectator = await directory.connect(Hello(seat.table))
    assert (await next_of(late, messages.Welcome)).view.you is None
    await next_of(spectator, messages.Welcome)
    told(late)
    told(spectator)
    table = loaded(directory, seat.table)
    heard: list[bytes] = []
    random_move = host.random
    while table.seat_of(table.seats[2].token) != 2:
        view = await directory.queries.view(seat.table, seat.token)
        assert view.play is not None
        number = str(random_move.random())
        if match_at(table).between_rounds:
            mine, public = told(late), told(spectator)
            assert mine == public
            heard += mine
            await directory.ask(seat.table, seat.token, messages.Ready(number))
        elif 0 in view.play.table.waiting:
            hand = view.play.table.places[0].hand
            lay = "lay:" + ",".join(hand[: view.play.to_lay])
            move = lay if view.play.to_lay else random_move.choice(view.play.legal)
            await directory.ask(seat.table, seat.token, messages.Move(number, move))
        else:
            await next_of(host.link, messages.News)
    assert len(heard) > 5
    assert all(json.loads(message).get("view", {}).get("you") is None for message in heard)
    news = next(message for message in map(json.loads, told(late)) if message["type"] == "news")
    assert news["view"]["you"] == 2
    events = [happening["event"] for happening in news["happenings"]]
    assert events.index("TookOver") < events.index("Dealt")
    assert (await next_of(spectator, messages.Presence)).here == (True, False, True)
    await bots.close()
    await directory.close()


@in_loop
async def test_looking_at_a_table_takes_an_invite_that_holds(store):
    directory = Directory(store)
    seat = await directory.open(NewTable("rage", "Anja", [BOT, BOT]))
    invite = (await directory.invite(seat.table, seat.token, None)).invite
    assert (await directory.look(LookAtTable(invite=invite))).free == ()
    assert (await directory.look(LookAtTable(table=seat.table))).table.id == seat.table
    await directory.ask(seat.table, seat.token, messages.Revoke("r"))
    for wish, code in [
        (LookAtTable(invite=invite), "invite-revoked"),
        (LookAtTable(invite="made up"), "bad-invite"),
        (LookAtTable(), "bad-invite"),
        (LookAtTable(table="NOSUCHTABLE"), "unknown-table"),
    ]:
        with pytest.raises(StichwerkError) as error:
            await directory.look(wish)
        assert error.value.code == code
    await directory.close()
