"""Nothing leaks: in two worlds that a seat cannot tell apart, it gets the same messages, byte for byte, and the server
writes the same lines into its log.

The worlds are whole histories, not only positions: the other hands, the stock and the secret moves are those of a
`redeal` for the seat, put back to the beginning of the round; then both are played through the whole server.
"""

import asyncio
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any

import pytest

from stichwerk.errors import StichwerkError
from stichwerk.games import SPECTATOR
from stichwerk.kernel.rng import rng
from stichwerk.play.fair import FairDeals
from stichwerk.play.match import Match
from stichwerk.play.notation import notation
from stichwerk.protocol import messages
from stichwerk.protocol.messages import Hello, JoinTable, Move, NewTable
from stichwerk.server.domain import commands
from stichwerk.server.live import directory, hinting
from stichwerk.server.live.directory import Directory
from stichwerk.server.live.replays import Replays, ReplayWish
from stichwerk.server.store.log import Store
from support.matches import NAMES, SECRETS, begin_kind, random_move, truth
from support.server.clients import loaded
from support.server.sittings import OPEN, match_at


@dataclass
class World:
    """What is dealt in each round, and all moves in the order in which they are made."""

    decks: dict[int, list[int]]
    moves: list[tuple[int, str]]


def played(kind: tuple, steps: int, random: Random) -> tuple[Match, World, int]:
    """A random game of so many moves, and with which move its last round began."""
    match = begin_kind(kind, "seed")
    world, began = World({1: list(match._rounds[-1].deck)}, []), 0
    for _ in range(steps):
        if match.between_rounds:
            match.deal()
            world.decks[len(match._rounds)] = list(match._rounds[-1].deck)
            began = len(world.moves)
        seat = random.choice(match.waiting)
        move = random_move(match, seat, random)
        match.play(seat, move)
        world.moves.append((seat, move))
    return match, world, began


def other_world(match: Match, world: World, began: int, watcher: int, generator: Any) -> World:
    """A history that the watcher cannot tell from the true one."""
    states = match._engine.states
    true = states.copy()
    match.game.book.at.redeal(states, 0, watcher, generator)
    there, names = truth(match), match._engine.notation.cards
    stock = [names[card] for card in states["stock"][0]] if match.game.id == "rage" else list(there.turned)
    states[:] = true
    moves = list(world.moves)
    hands: list[list[str]] = [list(place.hand) for place in there.places]
    for number in range(began, len(moves)):
        seat, move = moves[number]
        if move.startswith("bid:"):
            moves[number] = (seat, f"bid:{there.places[seat].bid}")
        elif move.startswith("lay:"):
            if there.places[seat].shows.get("laid", ()):
                moves[number] = (seat, "lay:" + ",".join(there.places[seat].shows.get("laid", ())))
            hands[seat] += moves[number][1].removeprefix("lay:").split(",")
        elif move not in ("show", "hide"):
            hands[seat].append(move.partition(":")[0])
    known = notation(match.game, match.options)
    numbers = [known.card(name) for hand in hands for name in hand] + [known.card(name) for name in stock]
    rest = [int(card) for card in match.game.book.deck]
    for card in numbers:
        rest.remove(card)
    return World({**world.decks, len(match._rounds): numbers + rest}, moves)


def wrong_moves(match: Match, seat: int, random: Random) -> list[str]:
    """Moves that are refused, told by what the seat knows."""
    names = notation(match.game, match.options).actions.names
    found = []
    for move in [*random.sample(names, 4), "bid:99", "lay:Y1,Y2,Y3"]:
        try:
            match.check(seat, move)
        except StichwerkError:
            found.append(move)
    return found


async def transcript(kind: tuple, world: World, watcher: int, seed: int) -> list[bytes]:
    """All messages to the watcher: in a whole game on the server, with refused moves, hints and a reconnect; over one
    connection with whole views, over another with what has changed."""
    game_id, players, *options = kind
    random = Random(seed)
    store = Store("sqlite://")
    tables = Directory(store, now=lambda: 1_000_000)
    seats = [await tables.open(NewTable(game_id, NAMES[0], [OPEN] * (players - 1), options=dict(options), hints=True))]
    for name in NAMES[1:players]:
        seats.append(await tables.join(JoinTable(name, code=seats[0].code)))
    others = [await tables.connect(Hello(seat.table, token=seat.token)) for seat in seats]
    token = None if watcher == SPECTATOR else seats[watcher].token
    connection = await tables.connect(Hello(seats[0].table, token=token))
    other_way = await tables.connect(Hello(seats[0].table, messages.VERSION, token))
    ids = count()
    heard: list[bytes] = []

    def listen() -> None:
        for each in (connection, other_way):
            heard.extend(each._waiting)
            each._waiting.clear()
        for other in others:
            other._waiting.clear()

    async def ask(seat: int, kind: type, *values: Any) -> None:
        await tables.ask(seats[seat].table, seats[seat].token, kind(str(next(ids)), *values))
        listen()

    async def ask_hint(in_mind: str | None) -> None:
        await connection.receive(messages.encode(messages.AskHint(str(next(ids)), move=in_mind)))
        while tables.tasks:
            await asyncio.sleep(0)

    await ask(0, messages.Start)
    for seat in range(players):
        await ask(seat, messages.Cut, "")
    for number, (seat, move) in enumerate(world.moves):
        match = match_at(loaded(tables, seats[0].table))
        if match.between_rounds:
            for each in range(players):
                await ask(each, messages.Ready)
        if number % 3 == 0:
            for wrong in wrong_moves(match, max(watcher, 0), random) if watcher >= 0 else ["bid:1"]:
                await connection.receive(messages.encode(Move(str(next(ids)), wrong)))
        if seat == watcher or number % 5 == 0:
            await ask_hint(move if seat == watcher else None)
        listen()
        await ask(seat, Move, move)
        if number % 7 == 0:
            connection.close()
            await asyncio.sleep(0)
            connection = await tables.connect(Hello(seats[0].table, token=token, since=number))
            await other_way.receive(messages.encode(messages.Whole()))
            listen()
    heard.append(messages.encode(await tables.queries.view(seats[0].table, token)))
    heard.append(messages.encode(await tables.queries.statistics(seats[0].table)))
    heard.append(messages.encode(await tables.queries.listed()))
    replays = Replays(tables)
    heard.append(messages.encode(await replays.sheet(seats[0].table)))
    with pytest.raises(StichwerkError):
        await tables.queries.record(seats[0].table, 1)
    with pytest.raises(StichwerkError):
        await replays.replay(seats[0].table, 1, ReplayWish(open=True))
    replays.close()
    await tables.close()
    store.close()
    return heard


@pytest.fixture
def no_chance(monkeypatch):
    """Ids, tokens, codes and seeds are the same in all worlds; the decks are dealt as the world has them."""
    numbers = {"new_token": count(), "new_table_id": count(), "new_code": count()}

    def reset() -> None:
        for name in numbers:
            numbers[name] = count()

    for name in numbers:
        monkeypatch.setattr(directory, name, lambda name=name: f"{name.replace('_', '')}{next(numbers[name])}")
    monkeypatch.setattr(directory, "tidy_code", str)
    monkeypatch.setattr(commands, "new_seed", lambda: "seed")
    monkeypatch.setattr(Store, "receipt_key", lambda store: "5eed" * 16)
    monkeypatch.setattr(hinting, "PLAYOUTS", 8)
    return reset


@pytest.fixture
def heard_in(no_chance, monkeypatch, caplog):
    """Plays a world through the server: all that the watcher is told, and the server's log."""
    caplog.set_level(logging.DEBUG)

    def heard(kind: tuple, world: World, watcher: int, seed: int) -> tuple[list[bytes], list[str]]:
        no_chance()
        caplog.clear()
        with monkeypatch.context() as patch:
            patch.setattr(FairDeals, "deck", lambda self, fresh, round_no: world.decks[round_no])
            told = asyncio.run(transcript(kind, world, watcher, seed))
        return told, [entry.getMessage() for entry in caplog.records if entry.name.startswith("stichwerk")]

    return heard


def positions(kind: tuple) -> Iterator[tuple[Match, World, int, int]]:
    """Positions early and late in a round, and somebody who watches."""
    for number, steps in enumerate((kind[1] - 1, 2 * kind[1] + 1, 5 * kind[1], 70)):
        match, world, began = played(kind, steps, Random(f"{kind} {steps}"))
        if match.between_rounds:
            match, world, began = played(kind, steps + 2, Random(f"{kind} {steps}"))
        for watcher in (SPECTATOR, number % kind[1]):
            yield match, world, began, watcher


@pytest.mark.parametrize("kind", SECRETS)
def test_worlds_that_look_the_same_sound_the_same(kind, heard_in):
    generator, different = rng(4), 0
    for match, world, began, watcher in positions(kind):
        true = heard_in(kind, world, watcher, 1)
        assert len(true[0]) > len(world.moves)
        hints = [each for each in true[0] if each.startswith(b'{"type":"hints"')]
        assert hints if watcher in {seat for seat, _ in world.moves} else watcher >= 0 or not hints
        for _ in range(2):
            other = other_world(match, world, began, watcher, generator)
            different += other != world
            assert heard_in(kind, other, watcher, 1) == true
    assert different >= 8, "the worlds did differ"


@pytest.mark.parametrize("kind", SECRETS)
def test_a_leak_would_be_noticed(kind, heard_in, monkeypatch):
    monkeypatch.setattr(Match, "events", lambda self, seat=None, since=0, until=None: tuple(self._events[since:until]))
    match, world, began, watcher = next(positions(kind))
    other = other_world(match, world, began, watcher, rng(4))
    assert heard_in(kind, other, watcher, 1) != heard_in(kind, world, watcher, 1)
