"""Leases: one process leads a table, and the others, dead or asleep, can write nothing there."""

import time
from contextlib import suppress
from functools import partial

import pytest
from sqlalchemy import text

from stichwerk.server.errors import Conflict, Fenced, StoreError
from stichwerk.server.store import leases
from stichwerk.server.store.claim import Taken
from stichwerk.server.store.leases import Process
from stichwerk.server.store.log import Store

pytestmark = pytest.mark.parametrize("url", ["postgresql"], indirect=True)


def process(name: str) -> Process:
    return Process(name, "127.0.0.1:1", "here", "1.0", 1, "f")


@pytest.fixture
def two(url, open_store) -> tuple[Store, Store]:
    """Two processes that are alive."""
    stores = open_store(url, member="one"), open_store(url, member="two")
    for store, name in zip(stores, ("one", "two"), strict=True):
        store.write(partial(leases.beat, process=process(name))).result()
    return stores


def silence(store: Store, name: str) -> None:
    """As if nothing had been heard of a process for an hour."""
    aged = text("UPDATE processes SET beat = beat - 3000000 WHERE id = :name")
    store.write(lambda connection: connection.execute(aged, {"name": name})).result()


def take(store: Store, table: str) -> int | None:
    assert store.fence is not None
    me = store.fence.me
    epoch = store.write(lambda connection: leases.take(connection, table, me)).result()
    if epoch is not None:
        store.fence.held[table] = epoch
    return epoch


def test_who_opens_a_table_leads_it(two):
    one, two = two
    one.append("T1", 1, 0, [b"opened"]).result()
    lease = two.read(partial(leases.lease_of, table="T1"))
    assert lease is not None
    assert lease.epoch == 1
    assert lease.holder == process("one")
    assert take(two, "T1") is None
    with pytest.raises(Fenced):
        two.append("T1", 2, 0, [b"mine"]).result()
    one.append("T1", 2, 0, [b"sat"]).result()
    assert [line.fact for line in one.lines("T1")] == [b"opened", b"sat"]


def test_a_dead_process_is_replaced_and_can_write_nothing_when_it_wakes(two):
    one, two = two
    one.append("T1", 1, 0, [b"opened"]).result()
    silence(two, "one")
    assert take(two, "T1") == 2
    two.append("T1", 2, 0, [b"went on"]).result()
    one.write(partial(leases.beat, process=process("one"))).result()  # it is awake, and does not know
    with pytest.raises(Fenced) as fenced:
        one.append("T1", 3, 0, [b"from long ago"]).result()
    assert fenced.value.table == "T1"
    assert "T1" not in one.fence.held
    assert take(one, "T1") is None
    assert [line.fact for line in one.lines("T1")] == [b"opened", b"went on"]


def test_others_of_the_same_transaction_do_not_notice(two):
    one, two = two
    for table in ("T1", "T2"):
        one.append(table, 1, 0, [b"opened"]).result()
    silence(two, "one")
    assert take(two, "T1") == 2
    busy = one.write(lambda connection: time.sleep(0.2))  # so that what follows is one transaction
    done = [one.append(table, 2, 0, [b"sat"]) for table in ("T1", "T2", "T3")]
    opened = one.append("T4", 1, 0, [b"opened"])
    busy.result()
    with pytest.raises(Fenced):
        done[0].result()
    done[1].result()
    with pytest.raises(Fenced):  # nobody leads what is not there
        done[2].result()
    opened.result()
    assert one.fence.held == {"T2": 1, "T4": 1}


def test_the_same_table_is_not_opened_twice(two):
    one, two = two
    one.append("T1", 1, 0, [b"opened"]).result()
    with pytest.raises(Conflict):
        two.append("T1", 1, 0, [b"opened"]).result()


def test_what_was_given_back_is_there_for_the_first_who_comes(two):
    one, two = two
    one.append("T1", 1, 0, [b"opened"]).result()
    one.write(partial(leases.release, tables=["T1"], me="one")).result()
    assert take(two, "T1") == 2
    assert take(one, "T1") is None
    with pytest.raises(Fenced):
        one.append("T1", 2, 0, [b"late"]).result()


def test_an_append_and_a_taking_wait_for_each_other(two):
    """While a transaction that appends is under way, nobody takes the lease from under it."""
    one, two = two
    one.append("T1", 1, 0, [b"opened"]).result()
    silence(two, "one")

    taken = []

    def slowly(connection):
        taken.append(two.write(partial(leases.take, table="T1", me="two")))
        time.sleep(0.3)
        assert not taken[0].done()

    one._writer.submit(slowly, "T1", [(2, 0, b"just in time")]).result()
    assert taken[0].result() == 2
    assert [line.fact for line in two.lines("T1")] == [b"opened", b"just in time"]


def test_a_frozen_transaction_does_not_keep_a_table_for_ever(two):
    """Frozen with the row locked: the database ends its transaction."""
    one, two = two
    one.append("T1", 1, 0, [b"opened"]).result()
    silence(two, "one")
    frozen = one._writer.submit(lambda connection: time.sleep(3), "T1", [(2, 0, b"frozen")])
    time.sleep(0.2)
    began = time.monotonic()
    assert take(two, "T1") == 2
    assert time.monotonic() - began < 2.5
    two.append("T1", 2, 0, [b"went on"]).result()
    with pytest.raises(StoreError):
        frozen.result()


def test_a_table_that_is_not_there_has_no_leader(two):
    assert take(two[0], "NOTHING") is None
    assert two[0].read(partial(leases.lease_of, table="NOTHING")) is None


def test_a_clock_of_the_database_that_was_set_back_keeps_nobody_alive(two):
    one, two = two
    one.append("T1", 1, 0, [b"opened"]).result()
    ahead = text("UPDATE processes SET beat = beat + 3600000 WHERE id = 'one'")
    two.write(lambda connection: connection.execute(ahead)).result()
    assert [each.id for each in two.read(leases.living)] == ["two"]
    assert take(two, "T1") == 2


def test_a_buried_process_is_dead_at_once(two):
    one, two = two
    one.append("T1", 1, 0, [b"opened"]).result()
    two.write(partial(leases.bury, process="one")).result()
    assert take(two, "T1") == 2


def test_members_share_a_database_and_keep_others_out(url, open_store):
    one, two, alone = open_store(url, member="one"), open_store(url, member="two"), open_store(url)
    one.claim()
    two.claim()
    with pytest.raises(Taken, match="STICHWERK_CLUSTER_SECRET"):
        alone.claim()
    one.close()
    two.close()
    while True:  # the database hears in a moment that they are gone
        with suppress(Taken):
            alone.claim()
            break
    third = open_store(url, member="three")
    with pytest.raises(Taken, match="another server"):
        third.claim()
    alone.check()


def test_a_lone_process_needs_no_leases(url, open_store):
    alone = open_store(url)
    alone.append("T1", 1, 0, [b"opened"]).result()
    alone.append("T1", 2, 0, [b"sat"]).result()
    assert alone.read(partial(leases.lease_of, table="T1")) is None
    alone.close()
    member = open_store(url, member="one")
    member.write(partial(leases.beat, process=process("one"))).result()
    assert take(member, "T1") == 1
    member.append("T1", 3, 0, [b"went on"]).result()
