"""How a process joins a cluster: it looks who is there, and is refused in a sentence where it does not fit."""

import hmac
import logging
import socket
import time
from hashlib import sha256
from ipaddress import ip_address

from sqlalchemy import Connection

from stichwerk import __version__
from stichwerk.errors import StichwerkError
from stichwerk.server.cluster.link import SPEAKS
from stichwerk.server.domain.tokens import new_table_id
from stichwerk.server.live.leadership import Member
from stichwerk.server.store import leases
from stichwerk.server.store.leases import Process
from stichwerk.server.store.log import Store

log = logging.getLogger("stichwerk.server")

#: By so many seconds a clock may be wrong without a word.
_CLOCK_MAY_BE_WRONG = 10
_LOOK_AGAIN = 0.5


class BadCluster(StichwerkError):
    """A process cannot be one of this cluster."""

    code = "bad-cluster"


def new_process_id() -> str:
    """A name for a process that no other one has, or ever will have."""
    return new_table_id()


def the_process(me: str, address: str, secret: str) -> Process:
    """This process, as the others see it."""
    fingerprint = hmac.digest(secret.encode(), b"stichwerk fingerprint 1", sha256).hex()[:32]
    return Process(me, address, socket.gethostname(), __version__, SPEAKS, fingerprint)


def join(store: Store, process: Process, replaces: str = "") -> Member:
    """Be one of the cluster, or refused. ``replaces``: a process that is known to be gone.

    Who does not fit now may fit in a moment, when those that have just been killed count as dead.
    """
    until = time.monotonic() + leases.SILENT / 1000 + 1

    def come(connection: Connection) -> int:
        leases.one_begins(connection)
        if replaces:
            leases.bury(connection, replaces)
        for other in leases.living(connection):
            _compare(process, other)
        leases.beat(connection, process)
        return leases.clock(connection)

    while True:
        try:
            clock = store.change(come)
            break
        except BadCluster:
            if time.monotonic() > until:
                raise
            time.sleep(_LOOK_AGAIN)
    if (told := clock_trouble(clock, time.time_ns() // 1_000_000)) is not None:
        log.warning("%s", told)
    member = Member(store, process)
    member.announce()
    return member


def _compare(process: Process, other: Process) -> None:
    if other.secret != process.secret:
        raise BadCluster(
            "other processes work with this database, and their cluster secret is another one: give this process the "
            "same (STICHWERK_CLUSTER_SECRET), or a database of its own"
        )
    if other.speaks != process.speaks:
        older = other.speaks < process.speaks
        raise BadCluster(
            f"a process of {'an older' if older else 'a newer'} Stichwerk ({other.version}) is in this cluster, and "
            f"does not understand this one ({process.version}): "
            + ("stop all of the older ones first" if older else "update this one")
        )
    if other.machine != process.machine:
        for each in (process, other):
            if _only_here(each.address):
                raise BadCluster(
                    f"the process on {each.machine} tells the others of its cluster, some of them on another machine, "
                    f"that it is at {each.address}, where only its own machine can reach it: start it with "
                    "--cluster-address"
                )


def _only_here(address: str) -> bool:
    host = address.rpartition(":")[0].strip("[]")
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def clock_trouble(database: int, here: int) -> str | None:
    """What to say of a clock that is wrong, both in milliseconds.

    >>> clock_trouble(3_600_000, 0)
    'the clock of this machine is 3600 seconds behind that of the database: tables go by the database, but set it right'
    """
    off = (here - database) / 1000
    if abs(off) <= _CLOCK_MAY_BE_WRONG:
        return None
    which = "ahead of" if off > 0 else "behind"
    return (
        f"the clock of this machine is {abs(off):.0f} seconds {which} that of the database: tables go by the database, "
        "but set it right"
    )
