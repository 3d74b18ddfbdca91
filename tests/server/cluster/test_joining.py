"""Who may be one of a cluster, and what is said to those who do not fit: one sentence, and nothing is half-begun."""

import socket
import time
from contextlib import closing

import pytest

from stichwerk.server.cluster import joining
from stichwerk.server.cluster.joining import BadCluster
from stichwerk.server.store import leases
from stichwerk.server.store.log import Store
from support.server.cluster import member_of

pytestmark = pytest.mark.parametrize("url", ["postgresql"], indirect=True)


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    """Nobody waits for the dead here."""
    monkeypatch.setattr(leases, "SILENT", -1000)


def refused(url: str, secret: str = "a secret of the tests", **process: object) -> str:
    store, _, door = member_of(url)
    with closing(store), door, pytest.raises(BadCluster) as problem:
        member_of(url, secret, **process)
    with closing(Store(url)) as left:
        assert len(left.read(leases.living)) == 1, "who was refused is not there"
    return problem.value.message


def test_another_secret(url):
    assert "their cluster secret is another one" in refused(url, "another secret of the tests")


@pytest.mark.parametrize(("speaks", "kind", "so"), [(0, "a newer", "update this"), (99, "an older", "stop all of the")])
def test_another_version(url, speaks, kind, so):
    told = refused(url, speaks=speaks, version="0.0.1")
    assert f"a process of {kind} Stichwerk" in told
    assert f"(0.0.1): {so}" in told


def test_an_address_that_others_cannot_reach(url):
    assert "on far-away tells" in refused(url, machine="far-away")


def test_an_address_here_that_others_cannot_reach(url):
    told = refused(url, machine="far-away", address="10.0.0.5:8100")
    assert "--cluster-address" in told
    assert "10.0.0.5" not in told


def test_those_who_fit(url):
    one, two = member_of(url), member_of(url, version="9.9.9")
    assert {each.version for each in one[0].read(leases.living)} == {one[1].process.version, "9.9.9"}
    for store, _, door in (one, two):
        store.close()
        door.close()


def test_a_process_that_is_known_to_be_gone_is_not_waited_for(url):
    gone, member, door = member_of(url, "another secret of the tests")
    me = joining.the_process("new", "127.0.0.1:1", "a secret of the tests")
    joining.join(gone, me, replaces=member.process.id)
    assert [each.id for each in gone.read(leases.living)] == ["new"]
    gone.close()
    door.close()


def test_a_clock_that_is_an_hour_wrong(url, monkeypatch, caplog):
    monkeypatch.setattr(time, "time_ns", lambda now=time.time_ns: now() - 3_600_000_000_000)
    store, member, door = member_of(url)
    assert "3600 seconds behind that of the database" in caplog.text or "3599" in caplog.text
    assert abs(member.now() - store.read(leases.clock)) < 1000
    store.close()
    door.close()


def test_the_machine_is_told(url):
    store, member, door = member_of(url)
    assert member.process.machine == socket.gethostname()
    store.close()
    door.close()
