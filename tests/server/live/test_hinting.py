"""Hints over a connection: to the seat that asks and nobody else, found out beside the event loop, once for a turn."""

import asyncio
from typing import Any

import pytest

from stichwerk.games.moves import cards_of
from stichwerk.play.hints import Hints, hints_for
from stichwerk.protocol import messages
from stichwerk.protocol.messages import AskHint, Hello, JoinTable, NewTable, SeatWish
from stichwerk.server.live import hinting
from stichwerk.server.live.directory import Directory
from stichwerk.server.store.log import Store
from support.server.clients import drained, in_loop, loaded, next_of
from support.server.sittings import OPEN, match_at


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(hinting, "PLAYOUTS", 20)


async def begun(directory: Directory, *seats: SeatWish, game: str = "alles-oder-nichts") -> list[messages.Seat]:
    """A table at which a game has begun, with hints for all."""
    taken = [await directory.open(NewTable(game, "Anja", list(seats), hints=True))]
    for seat in seats:
        if seat == OPEN:
            taken.append(await directory.join(JoinTable("Bernd", code=taken[0].code)))
    for each in taken:
        await directory.connect(Hello(each.table, token=each.token))
    await directory.ask(taken[0].table, taken[0].token, messages.Start("s"))
    for each in taken:
        await directory.ask(each.table, each.token, messages.Cut("c", ""))
    return taken


@in_loop
async def test_the_seat_that_asks_is_told_and_nobody_else():
    store = Store("sqlite://")
    directory = Directory(store)
    anja, bernd = await begun(directory, OPEN, SeatWish("bot", 2))
    asking = [await directory.connect(Hello(anja.table, token=anja.token)) for _ in range(2)]
    others = [await directory.connect(Hello(anja.table, token=token)) for token in (bernd.token, None)]
    match = match_at(loaded(directory, anja.table))
    await asking[0].receive(messages.encode(AskHint("h1")))
    found = await next_of(asking[0], messages.Hints)
    assert {each.move for each in found.moves} == set(match.legal(0))
    assert found.moves[0].behind == 0
    assert all(sum(each.tricks) == pytest.approx(1, abs=0.01) for each in found.moves)
    wanted = hints_for(match.knowledge(0), playouts=20)
    assert [each.move for each in found.moves] == [each.move for each in wanted.moves]
    assert await next_of(asking[1], messages.Hints) == found, "the same person, in another window"
    for other in others:
        assert not any(isinstance(each, messages.Hints) for each in drained(other))
    await directory.close()
    store.close()


@in_loop
async def test_to_ask_again_at_the_same_turn_costs_nothing(monkeypatch):
    store, thought = Store("sqlite://"), []
    directory = Directory(store)

    def counted(*args: Any, **named: Any) -> Hints:
        thought.append(args)
        return hints_for(*args, **named)

    monkeypatch.setattr(hinting, "hints_for", counted)
    (anja,) = await begun(directory, SeatWish("bot", 2), SeatWish("bot", 2))
    connection = await directory.connect(Hello(anja.table, token=anja.token))
    for number in range(3):
        await connection.receive(messages.encode(AskHint(f"h{number}", tutor=number > 1)))
    turns = {(await next_of(connection, messages.Hints)).turn for _ in range(3)}
    assert len(turns) == len(thought) == 1
    assert loaded(directory, anja.table).seats[0].hints == 1
    await directory.close()
    store.close()


@in_loop
async def test_of_layings_the_best_few_are_told():
    store = Store("sqlite://")
    directory = Directory(store)
    (anja,) = await begun(directory, SeatWish("bot", 2), SeatWish("bot", 2), game="null-nichtig")
    connection = await directory.connect(Hello(anja.table, token=anja.token))
    await connection.receive(messages.encode(AskHint("h")))
    found = await next_of(connection, messages.Hints)
    match = match_at(loaded(directory, anja.table))
    assert 1 < len(found.moves) <= 5
    for each in found.moves:
        match.check(0, each.move)
    assert found.moves[0].behind == 0
    behind = [each.behind for each in found.moves[1:]]
    assert behind == sorted(behind)
    await directory.close()
    store.close()


@in_loop
async def test_a_move_that_is_in_mind_is_told_of_too_even_cards_that_nobody_thought_of(monkeypatch):
    monkeypatch.setattr(hinting, "PLAYOUTS", 400)
    store = Store("sqlite://")
    directory = Directory(store)
    monkeypatch.setattr(directory.chance, "seed", lambda: "a")  # a hand in which it is clearly worse
    (anja,) = await begun(directory, SeatWish("bot", 2), SeatWish("bot", 2), game="null-nichtig")
    connection = await directory.connect(Hello(anja.table, token=anja.token))
    hand = match_at(loaded(directory, anja.table)).view(0).table.places[0].hand
    worst = [card for colour in dict.fromkeys(card[0] for card in hand) for card in hand if card[0] == colour][:3]
    asked = "lay:" + ",".join(reversed(worst))
    await connection.receive(messages.encode(AskHint("h", tutor=True, move=asked)))
    found = await next_of(connection, messages.Hints)
    assert found.asked is not None
    assert sorted(cards_of(found.asked)) == sorted(worst)
    weighed = next(each for each in found.moves if each.move == found.asked)
    assert weighed.behind > 2 * weighed.behind_error > 0
    assert [each.behind for each in found.moves] == sorted(each.behind for each in found.moves)
    assert (loaded(directory, anja.table).seats[0].hints, loaded(directory, anja.table).seats[0].tutor) == (0, True)
    await connection.receive(messages.encode(AskHint("best", tutor=True, move=found.moves[0].move)))
    best = await next_of(connection, messages.Hints)
    assert (best.asked, best.reasons) == (found.moves[0].move, ())
    await connection.receive(messages.encode(AskHint("none", tutor=True, move="lay:B1")))
    assert (await next_of(connection, messages.Error)).id == "none"
    await directory.close()
    store.close()


@in_loop
async def test_of_one_seat_one_move_in_mind_is_looked_at_at_a_time():
    store = Store("sqlite://")
    directory = Directory(store)
    (anja,) = await begun(directory, SeatWish("bot", 2), SeatWish("bot", 2))
    connection = await directory.connect(Hello(anja.table, token=anja.token))
    moves = match_at(loaded(directory, anja.table)).legal(0)
    for number, move in enumerate(moves):
        await connection.receive(messages.encode(AskHint(f"{number}", tutor=True, move=move)))
    first = await next_of(connection, messages.Hints)
    assert (first.id, first.asked) == ("0", moves[0])
    while directory.tasks:
        await asyncio.sleep(0.01)
    assert not any(isinstance(each, messages.Hints) for each in drained(connection))
    await connection.receive(messages.encode(AskHint("later", tutor=True, move=moves[1])))
    assert (await next_of(connection, messages.Hints)).asked == moves[1]
    await directory.close()
    store.close()
