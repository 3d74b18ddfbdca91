"""``stich backup``: all of a server's database in one file, while the server runs."""

import argparse
import logging
import os
import sys
from contextlib import closing
from pathlib import Path

from stichwerk.errors import StichwerkError
from stichwerk.server.store.backup import back_up
from stichwerk.server.store.check import findings, how_many, page_faults
from stichwerk.server.store.log import Store
from stichwerk.server.web.settings import Settings


def run(asked: argparse.Namespace) -> int:
    """Write the backup, then look at it. 0: all in it is sound; 1: it is there, but something in it is damaged."""
    logging.getLogger("stichwerk").addHandler(logging.NullHandler())  # what is found is told here
    file = Path(asked.file)
    if file.exists() and not asked.force:
        raise StichwerkError(f"{file} is there already: name another file, or use --force")
    with closing(Store(Settings.read({"db": asked.db}, os.environ).database_url(), as_it_is=True)) as store:
        back_up(store, file)
    with closing(Store(f"sqlite:///{file}", as_it_is=True)) as copy:
        tables = how_many(copy)
        damaged = bool(page_faults(copy)) or any(each.flaws for each in findings(copy))
    print(f"{file}: {tables} {'table' if tables == 1 else 'tables'}")
    if damaged:
        print("some of it is damaged, and was when it was copied: see stich check-db", file=sys.stderr)
    return int(damaged)
