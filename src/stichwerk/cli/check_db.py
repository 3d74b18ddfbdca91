"""``stich check-db``: every table of a server's database against its chain of hashes, and its index against the log."""

import argparse
import logging
import os
import sys
from contextlib import closing

from stichwerk.cli.output import Bar, printable
from stichwerk.server.store.check import Findings, findings, how_many, page_faults
from stichwerk.server.store.log import Store
from stichwerk.server.web.settings import Settings


def run(asked: argparse.Namespace) -> int:
    """Look at the database; a line per fault, then one for all. 0: it is sound (by now)."""
    logging.getLogger("stichwerk").addHandler(logging.NullHandler())  # what is found is told here
    url = Settings.read({"db": asked.db}, os.environ).database_url()
    with closing(Store(url, as_it_is=True)) as store:
        store.claim()
        faults = page_faults(store)
        for fault in faults:
            print(f"the file: {printable(fault)}")
        found = _look(store, asked.repair)
    print(_sum(found))
    old = sum(not each.chained and not each.flaws for each in found)
    if old:
        print(f"{old} of them have no chain yet, so changes there do not show: --repair begins it", file=sys.stderr)
    if not asked.repair and any(each.flaws or each.index for each in found):
        print("--repair repairs what is known for sure; make a copy first", file=sys.stderr)
    return 1 if faults or any(each.flaws or each.index for each in found) else 0


def _look(store: Store, repair: bool) -> list[Findings]:
    found = []
    with Bar("Looking at the tables", how_many(store)) as bar:
        for each in findings(store, repair):
            for said in (*each.flaws, *filter(None, (each.index, each.not_here))):
                print(f"{printable(each.table)}: {printable(said)}")
            for deed in each.done:
                print(f"{printable(each.table)}: repaired: {printable(deed)}")
            found.append(each)
            bar.advance()
    return found


def _sum(found: list[Findings]) -> str:
    damaged = sum(bool(each.flaws) for each in found)
    index = sum(bool(each.index) for each in found)
    tables = "1 table" if len(found) == 1 else f"{len(found)} tables"
    told = f"{tables}: {len(found) - damaged} sound, {damaged} damaged"
    if index:
        told += f"; {index} with a fault in the index"
    repaired = sum(bool(each.done) for each in found)
    return told + (f"; {repaired} repaired" if repaired else "")
