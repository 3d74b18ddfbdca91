"""Looking through a whole database, of either kind; the words of `stich check-db` are tested with the command line."""

import pytest
from sqlalchemy import create_engine

from stichwerk.server.domain.index import row_from_log
from stichwerk.server.store import schema
from stichwerk.server.store.chain import BEGINNING, StoredLine, links
from stichwerk.server.store.check import findings, mended, page_faults
from support.server.damage import ACCIDENTS, happens, run_sql
from support.server.sittings import OPEN, Sitting

KEPT = ("a number", "the first line", "a line in the middle", "some lines in the middle", "all lines",
        "all lines and the head", "two facts swapped", "a line of an older version behind")  # fmt: skip


def store_with_games(open_store, url):
    """Two tables, and what was played at both."""
    store = open_store(url)
    sitting = Sitting("rage", (OPEN, OPEN)).join("Bernd", "Claudia").start()
    for table in ("ONE", "TWO"):
        facts = [line.fact.replace(b"TABLE", table.encode()).replace(b"token ", table.encode()) for line in sitting.log]
        facts = [fact.replace(b"CODE", table.encode()) for fact in facts]
        for seq, fact in enumerate(facts, 1):
            store.append(table, seq, sitting.now, [fact]).result()
    store.rebuild_index(row_from_log)
    store.close()
    return open_store(url)


@pytest.mark.parametrize("accident", ACCIDENTS)
def test_each_accident(url, open_store, accident):
    store = store_with_games(open_store, url)
    assert page_faults(store) == []
    assert [(each.flaws, each.index) for each in findings(store)] == [((), "")] * 2
    said = happens(url, accident, "ONE")
    one, two = findings(store)
    assert all(any(part in flaw for flaw in one.flaws) for part in said.split(", "))
    assert (two.flaws, two.index) == ((), "")
    one, two = findings(store, repair=True)
    assert (bool(one.flaws), bool(one.done)) == (accident in KEPT, accident not in KEPT)
    assert (two.flaws, two.index, two.done) == ((), "", ())
    assert [bool(each.flaws) for each in findings(store)] == [accident in KEPT, False]


def test_the_index_from_the_log(url, open_store):
    store = store_with_games(open_store, url)

    def index() -> list[list[tuple[object, ...]]]:
        with create_engine(url).connect() as connection:
            return [sorted(map(tuple, connection.execute(each.select()))) for each in (schema.tables, schema.seats)]

    before = index()
    run_sql(url, "DELETE FROM tables WHERE id = 'ONE'", "UPDATE seats SET table_id = 'TWO' WHERE table_id = 'ONE'")
    assert [each.index for each in findings(store)] == [
        "its row of the index is missing",
        "its row of the index is not what its log tells",
    ]
    list(findings(store, repair=True))
    assert [each.index for each in findings(store)] == ["", ""]
    assert index() == before


def test_what_differs_by_more_than_a_byte_is_left_as_it_is():
    from stichwerk.server.domain.facts import Line

    [hash_] = links("T", [Line(1, 5, b"moved")])
    assert mended("T", BEGINNING, StoredLine(1, 5, b"moaed", hash_)) == Line(1, 5, b"moved")
    assert mended("T", BEGINNING, StoredLine(1, 5, b"noaed", hash_)) is None
    assert mended("T", None, StoredLine(1, 5, b"moaed", hash_)) is None
