"""A short piece of what ``make chaos`` does for long: processes die and freeze while people play, and nothing is lost.

And the checker itself is checked: it finds what it is there for.
"""

import asyncio

import pytest

from stichwerk.errors import StichwerkError
from stichwerk.protocol import messages
from stichwerk.server.domain import facts
from stichwerk.server.store.log import Store
from support.chaos.checker import Verdict, call_witness
from support.chaos.field import Field
from support.chaos.people import Acknowledged
from support.server.clients import Client, gathered, in_loop, wish_for
from support.server.cluster import nodes
from support.server.postgres import NoPostgres, Postgres
from support.server.running import patiently

pytest.importorskip("psycopg", reason="psycopg is not installed: pip install stichwerk[postgres]")


@pytest.fixture(scope="module")
def postgres():
    try:
        server = Postgres()
    except NoPostgres as problem:
        pytest.skip(str(problem))
    yield server
    server.close()


@patiently
async def test_processes_die_freeze_and_restart_and_nothing_is_lost(tmp_path, postgres):
    async with Field(tmp_path, processes=3, groups=6, seed=1, thinks=0.02) as field:
        await asyncio.sleep(1)
        await asyncio.gather(field.freeze(6), field.kill())
        await field.cut()
        await field.jump()
        await field.restart()
        await field.kill()
        verdict = await field.finish()
    assert verdict.faults == []
    assert verdict.acknowledged > 100
    assert verdict.games >= 6
    assert field.notes.longest_silence()[0] < 10
    assert not field.notes.troubles.keys() & {"shutdown", "server-error"}


# ---------------------------------------------------------------- the checker


@pytest.fixture
def url(postgres):
    return postgres.new_database(f"checked_{next(_numbers)}")


_numbers = iter(range(100))


async def played(url: str) -> tuple[str, list[Acknowledged]]:
    """A game of two processes with a witness, and what was acknowledged."""
    found: list[Acknowledged] = []
    async with nodes(url, 2) as (one, two):
        call_witness(one.service.store)
        clients = await gathered(one.directory, 3, wish_for(("alles-oder-nichts", 3), 3))
        await asyncio.gather(*(client.play() for client in clients))
        table = clients[0].seat.table
        for seq, line in enumerate(one.service.store.lines(table), 1):
            fact = facts.decode(line.fact)
            if isinstance(fact, facts.Moved) and fact.by is not None:
                found.append(Acknowledged(table, fact.by, fact.id, seq, "Move", fact.move))
        assert two.member.leads == 0
    return table, found


@in_loop
async def test_the_checker_finds_what_it_is_there_for(url):
    table, acknowledged = await played(url)
    store = Store(url)

    def faults(more: tuple[Acknowledged, ...] = ()) -> str:
        return "; ".join(Verdict(store, (*acknowledged, *more), [table]).faults)

    assert faults() == ""
    last = acknowledged[-1]
    assert "is lost" in faults((Acknowledged(table, 0, "x", 9999, "Move", "R1"),))
    assert "is another one" in faults((Acknowledged(table, last.seat, "x", last.seq, "Move", last.move),))
    assert "not the move" in faults((Acknowledged(table, last.seat, last.id, last.seq, "Move", "?"),))
    store.append(table, len(store.lines(table)) + 1, 0, [store.lines(table)[last.seq - 1].fact]).result()
    with pytest.raises(StichwerkError):  # a move after the end
        faults()
    store.close()


@in_loop
async def test_a_writer_without_a_fence_is_noticed(url):
    """What the fence prevents, done with a store that has none."""
    async with nodes(url, 1) as (one,):
        call_witness(one.service.store)
        seat = await one.directory.open(wish_for(("rage", 3), 3))
        client = Client(one, seat)
        await client.connect()
        behind = Store(url)
        await client.send(messages.AddSeat)
        lines = behind.lines(seat.table)
        behind.append(seat.table, len(lines) + 1, lines[-1].at, [lines[-1].fact]).result()
        told = "; ".join(Verdict(behind, [], []).faults)
        assert f"was written by , and {one.id} led" in told
        behind.close()
